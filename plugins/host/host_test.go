package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
)

func TestHost_ApproveAndCall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.put("good-qa", 1)
	if got := b.state("good-qa"); got.Status != "unapproved" || !strings.Contains(got.Problem, "regengine plugin approve") {
		t.Errorf("before: %+v", got)
	}
	if _, err := b.Client("good-qa"); !errors.Is(err, ErrNotApproved) {
		t.Errorf("client before: %v", err)
	}
	c := b.approved("good-qa")
	out, err := run(c, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"version":"1.0.0"}`, string(out.Result)); diff != "" {
		t.Error(diff)
	}
	if _, err := run(c, `{"a":"invalid"}`); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("invalid input: %v", err)
	}
	if got := b.state("good-qa"); got.Status != "running" || got.Problem != "" {
		t.Errorf("running: %+v", got)
	}
	if err := b.Revoke(context.Background(), "good-qa"); err != nil {
		t.Fatal(err)
	}
	if _, err := run(c, `{}`); !errors.Is(err, ErrNotApproved) {
		t.Errorf("after revoking: %v", err)
	}
}

func TestClient_Contents(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("good-qb")
	got, err := c.Contents(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Places) != 1 || got.Country != "QB" || string(got.Language["stopwords.txt"]) != "the\n" || len(got.Packs) != 1 || len(got.Calculators) != 1 {
		t.Errorf("contents: %+v", got)
	}
	read, err := c.ReadPlaces(context.Background(), "list", "list.csv", strings.NewReader(strings.Repeat("x", 3<<20)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"3145728 bytes"}, read.Notices); diff != "" || !read.PlacesOnly {
		t.Error(diff, read.PlacesOnly)
	}
	for name, want := range map[string]string{
		"dotdot-qc": "no path", "backslash-qd": "no plain path", "twocases-qe": "letter case", "filefolder-qf": "file and a folder", "langfolder-ql": "file and a folder",
		"many-qg": "more than", "bigfiles-qh": "more than", "stall-qi": "no message for 1s; it hangs in Derive of QI-1 at 850 m for 1.2s, Places for 2s", "drip-qj": "1s; it hangs in Places", "midreply-qk": "exit status 6",
	} {
		t.Run(name, func(t *testing.T) {
			b := b
			switch name { // those that never end
			case "stall-qi":
				b = newBench(t, func(o *Options) { o.CallTimeout, o.LoadTimeout = time.Second, 10*time.Second })
			case "drip-qj":
				b = newBench(t, func(o *Options) { o.LoadTimeout = time.Second })
			}
			_, err := b.approved(name).Contents(context.Background(), nil)
			if err == nil || !strings.Contains(err.Error(), want) || !errors.Is(err, ErrBroken) && !errors.Is(err, ErrUnavailable) {
				t.Errorf("want %q, got %v", want, err)
			}
		})
	}
}
