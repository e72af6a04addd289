package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
	"github.com/reglookup/regengine/regengine/languages"
)

func TestApp_confirm(t *testing.T) {
	a := &app{stderr: io.Discard}
	for _, tt := range []struct {
		answer string
		yes    bool
		want   error
	}{
		{"y\n", false, nil}, {"YES\n", false, nil}, {" y ", false, nil}, {"", true, nil},
		{"n\n", false, errNo}, {"\n", false, errNo}, {"", false, errNo}, {"yep\n", false, errNo},
	} {
		if got := a.confirm(strings.NewReader(tt.answer), tt.yes, "really?"); !errors.Is(got, tt.want) {
			t.Errorf("%q, --yes %v: want %v, got %v", tt.answer, tt.yes, tt.want, got)
		}
	}
}

func TestSeparate(t *testing.T) {
	want := []string{"HOME", "LANG", "TZ"}
	if diff := cmp.Diff(want, separate([]string{"HOME, LANG", "", "TZ,"})); diff != "" {
		t.Errorf("separate (-want +got):\n%s", diff)
	}
}

func TestLastLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{
		{"a\nb\nc\n", 2, "b\nc\n"}, {"a\nb\nc", 2, "b\nc"}, {"a\n", 5, "a\n"}, {"", 5, ""}, {"a\nb\n", 0, ""},
	} {
		if got := string(lastLines([]byte(tt.text), tt.n)); got != tt.want {
			t.Errorf("last %d of %q: want %q, got %q", tt.n, tt.text, tt.want, got)
		}
	}
}

// TestNotShown: what the log showed as it came is not shown again.
func TestNotShown(t *testing.T) {
	lines := []string{"T INFO started", "T WARN odd a=1", "T ERROR panic", "T DEBUG x", "no line of a log"}
	shown := func(level slog.Level) bool { return level >= slog.LevelWarn }
	if diff := cmp.Diff([]string{lines[0], lines[3], lines[4]}, notShown(lines, shown)); diff != "" {
		t.Errorf("shown at the end (-want +got):\n%s", diff)
	}
}

func TestPassing(t *testing.T) {
	for err, want := range map[error]bool{
		host.ErrUnavailable: true, regengine.ErrChanged: true, regengine.ErrUnavailable: true,
		join.ErrRefused: false, errPluginInvalid: false, host.ErrConflict: false, host.ErrNotApproved: false,
	} {
		if got := passing(fmt.Errorf("x: %w", err)); got != want {
			t.Errorf("%v: want %v, got %v", err, want, got)
		}
	}
}

// TestCalculatorOf: a form is run by the plugin that is there, and by nobody else.
func TestCalculatorOf(t *testing.T) {
	country := &regengine.Country{Origin: regengine.Origin{Plugin: "xq"}}
	country.Scheme.CountryID = "XQ"
	form := regengine.CalculatorForm{ID: "stairs", Title: "Stairs", Input: []byte(`{"a":1}`), Result: []byte(`{}`)}
	running := keptForm{form: regengine.CalculatorForm{ID: "stairs", Title: "running"}, country: "XQ"}
	foreign := keptForm{form: regengine.CalculatorForm{ID: "stairs", Title: "foreign"}, country: "XR"}
	if got := calculatorOf(country, form, []projects.Calculator{foreign, running}); got.Title() != "running" {
		t.Errorf("taken: %s, want the one that runs", got.Title())
	}
	kept := calculatorOf(country, form, []projects.Calculator{foreign})
	input, _ := kept.Schema()
	_, err := kept.Run(context.Background(), nil)
	if kept.ID() != "stairs" || kept.Title() != "Stairs" || kept.Country() != "XQ" || string(input) != `{"a":1}` || !errors.Is(err, projects.ErrUnavailable) {
		t.Errorf("kept: %+v, %v", kept, err)
	}
}

// TestKeptOf: what an upgrade no longer brings stays, and is told; what is of another
// country is not, and a file of places says nothing about the rest.
func TestKeptOf(t *testing.T) {
	code := func(slug, country string, list ...string) codes.Code {
		c := codes.Code{Slug: slug, CountryCode: country}
		for _, v := range list {
			c.Versions = append(c.Versions, codes.Version{Slug: v})
		}
		return c
	}
	stored := regengine.Data{
		Places: []geo.Place{{ID: "XQ"}, {ID: "XQ-01"}, {ID: "ES"}, {ID: "ES-28"}},
		Codes:  []codes.Code{code("fire", "XQ", "2019", "2024"), code("stairs", "XQ", "2020"), code("cte", "ES", "2019")},
	}
	contents := &join.Contents{Country: "XQ", Places: []geo.Place{{ID: "XQ"}, {ID: "XQ-02"}}}
	got := keptOf(contents, regengine.Data{Codes: []codes.Code{code("fire", "XQ", "2024")}}, stored)
	if diff := cmp.Diff(kept{[]string{"XQ-01"}, []string{"fire/2019", "stairs/2020"}}, got); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	var said strings.Builder
	got.write(&said, "xq")
	for _, want := range []string{"1 places: XQ-01", "2 texts: fire/2019, stairs/2020", "status: repealed", "remove xq --forget"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("it is not said that %q: %s", want, &said)
		}
	}
	contents.PlacesOnly = true
	if got := keptOf(contents, regengine.Data{}, stored); !got.none() {
		t.Errorf("a file of places: %+v stays, want nothing told", got)
	}
}

// TestLanguageReaders: the languages the program says it has itself are those that
// nobody may bring.
func TestLanguageReaders(t *testing.T) {
	country := regengine.Country{Language: map[string][]byte{}}
	for _, r := range languages.Readers() {
		for _, tag := range builtin().languages {
			if err := r.Check(tag, country.Words()); !errors.Is(err, regengine.ErrBuiltInLanguage) {
				t.Errorf("%s takes words of %s: %v", r.Name, tag, err)
			}
		}
		if err := r.Check("qtx", country.Words()); err != nil {
			t.Errorf("%s refuses a language without any file: %v", r.Name, err)
		}
	}
}
