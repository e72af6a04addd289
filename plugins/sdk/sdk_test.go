package sdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

func TestServer_Describe(t *testing.T) {
	got, err := connect(t, &exlandia{language: fstest.MapFS{"stopwords.txt": {Data: []byte("el\n")}}}, nil).Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	form := json.RawMessage(`{"type":"object"}`)
	want := wire.Description{
		Country: "XX", Language: "es", Name: "exlandia", Version: "1.2.0", Title: "Exlandia", Licence: "CC0-1.0", SDK: sdk.Version,
		Sources: []wire.Source{{Title: "Instituto", URL: "https://example.org/"}}, Formats: []wire.Format{{Name: "csv", Title: "Un fichero"}},
		Calculators: []wire.Calculator{{ID: "echo", Title: "Eco", Input: form, Result: form}}, Packs: []string{"uno"}, BringsLanguage: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("description (-want +got):\n%s", diff)
	}
}

func TestServer_DescribeRefuses(t *testing.T) {
	for name, c := range map[string]*exlandia{
		"NilCalculator":   {calculators: []projects.Calculator{nil}},
		"CalculatorTwice": {calculators: []projects.Calculator{&calculator{id: "a", country: "XX"}, &calculator{id: "a", country: "XX"}}},
		"CalculatorOfES":  {calculators: []projects.Calculator{&calculator{id: "a", country: "ES"}}},
		"NoVersion":       {about: sdk.About{Name: "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := connect(t, c, nil).Describe(t.Context()); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestServer_Places(t *testing.T) {
	country := connect(t, &exlandia{}, nil)
	progress := 0
	r, err := country.Places(t.Context(), "", "", nil, func(n int) { progress = n })
	if err != nil {
		t.Fatal(err)
	}
	var want []geo.Place
	for _, p := range geotest.Places() {
		want = append(want, geotest.Scheme{}.Derive(p))
	}
	if diff := cmp.Diff(want, r.Places()); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if progress != len(want) {
		t.Errorf("progress = %d, want %d", progress, len(want))
	}
	table, err := r.Table("XX", "es")
	if err != nil || table.Scopes["national"][0] != "national" {
		t.Errorf("table %v, %v", table.Scopes, err)
	}
}

func TestServer_ReadsFormat(t *testing.T) {
	var file strings.Builder
	file.WriteString("id,name,level\n")
	const rows = 15_000 // more than one message
	for i := range rows {
		fmt.Fprintf(&file, "XX-%05d,Pueblo,municipality\n", i)
	}
	country := connect(t, &exlandia{}, nil)
	t.Run("OK", func(t *testing.T) {
		r, err := country.Places(t.Context(), "csv", "p.csv", strings.NewReader(file.String()), nil)
		if err != nil || r.Len() != rows || len(r.Notices()) != 1 {
			t.Errorf("%d places, notices %q, %v", r.Len(), r.Notices(), err)
		}
	})
	t.Run("Malformed", func(t *testing.T) {
		_, err := country.Places(t.Context(), "csv", "p.csv", strings.NewReader(file.String()+"XX-1,,\n"), nil)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("p.csv: line %d (", rows+2)) {
			t.Errorf("error = %v, want the line", err)
		}
	})
	t.Run("FileBreaks", func(t *testing.T) {
		broken := io.MultiReader(strings.NewReader(file.String()), errReader{errors.New("disk on fire")})
		if _, err := country.Places(t.Context(), "csv", "p.csv", broken, nil); err == nil || !strings.Contains(err.Error(), "disk on fire") {
			t.Errorf("error = %v, want the file's", err)
		}
	})
	t.Run("ReaderStopsEarly", func(t *testing.T) {
		c := connect(t, &exlandia{read: func(_ context.Context, _ string, f io.Reader, yield func(geo.Place) error, _ func(string)) error {
			_, err := f.Read(make([]byte, 10))
			return errors.Join(err, yield(geotest.Places()[0]))
		}}, nil)
		r, err := c.Places(t.Context(), "csv", "p.csv", strings.NewReader(file.String()), nil)
		if err != nil || r.Len() != 1 {
			t.Errorf("%d places, %v", r.Len(), err)
		}
	})
	t.Run("NoSuchFormat", func(t *testing.T) {
		if _, err := country.Places(t.Context(), "xlsx", "", strings.NewReader(file.String()), nil); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("error = %v, want ErrNotFound", err)
		}
	})
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// TestServer_YieldErrors has an author ignore what yield says.
func TestServer_YieldErrors(t *testing.T) {
	c := connect(t, &exlandia{places: func(_ context.Context, yield func(geo.Place) error) error {
		_ = yield(geo.Place{ID: "XX-01", Name: "\xff", Level: geo.Province})
		_ = yield(geotest.Places()[0])
		return nil
	}}, nil)
	if _, err := c.Places(t.Context(), "", "", nil, nil); !errors.Is(err, geo.ErrInvalidPlace) || !strings.Contains(err.Error(), "XX-01") {
		t.Errorf("error = %v, want ErrInvalidPlace that names the place", err)
	}
}

func TestServer_ParseIDsAndParents(t *testing.T) {
	c := connect(t, &exlandia{}, nil)
	ids, err := c.ParseIDs(t.Context(), []string{"xx-01001", "nonsense", "XX"})
	want := []remote.ParsedID{{ID: "XX-01001", Level: geo.Municipality}, {}, {ID: "XX", Level: geo.Country}}
	if diff := cmp.Diff(want, ids); err != nil || diff != "" {
		t.Errorf("ParseIDs %v (-want +got):\n%s", err, diff)
	}
	reasons, err := c.CheckParents(t.Context(), [][2]geo.ID{{"XX-01001", "XX-01"}, {"XX-01001", "XX-02"}})
	if err != nil || reasons[0] != "" || reasons[1] == "" {
		t.Errorf("CheckParents = %q, %v", reasons, err)
	}
}

func TestServer_Files(t *testing.T) {
	c := connect(t, &exlandia{language: fstest.MapFS{"a.txt": {Data: []byte("x")}}}, nil)
	files, err := c.Language(t.Context())
	if diff := cmp.Diff(map[string][]byte{"a.txt": []byte("x")}, files); err != nil || diff != "" {
		t.Errorf("Language %v (-want +got):\n%s", err, diff)
	}
	files, err = c.Pack(t.Context(), "uno")
	if err != nil || string(files["pack.yaml"]) != "format: 1\n" {
		t.Errorf("Pack = %q, %v", files, err)
	}
	if _, err := c.Pack(t.Context(), "dos"); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Pack of no such = %v", err)
	}
	if files, err := connect(t, &exlandia{}, nil).Language(t.Context()); err != nil || len(files) != 0 {
		t.Errorf("Language of a country without = %q, %v", files, err)
	}
}

func TestServer_Run(t *testing.T) {
	invalid := fmt.Errorf("%w: height: -1 is below 0", projects.ErrInvalid)
	cases := []struct {
		name string
		run  func(context.Context, json.RawMessage) (projects.Outcome, error)
		want error
	}{
		{"OK", nil, nil},
		{"Invalid", func(context.Context, json.RawMessage) (projects.Outcome, error) { return projects.Outcome{}, invalid }, projects.ErrInvalid},
		{"Unavailable", func(context.Context, json.RawMessage) (projects.Outcome, error) {
			return projects.Outcome{}, projects.ErrUnavailable
		}, projects.ErrUnavailable},
		{"NoJSON", func(context.Context, json.RawMessage) (projects.Outcome, error) {
			return projects.Outcome{Result: []byte("{")}, nil
		}, wire.ErrMalformed},
		{"NoUTF8", func(context.Context, json.RawMessage) (projects.Outcome, error) {
			return projects.Outcome{Result: []byte("{}"), Summary: "\xff"}, nil
		}, wire.ErrMalformed},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			outcome, err := connect(t, &exlandia{run: c.run}, nil).Run(t.Context(), "echo", []byte(`{"a":1}`))
			if !errors.Is(err, c.want) || c.want == nil && string(outcome.Result) != `{"a":1}` {
				t.Errorf("Run = %s, %v, want error %v", outcome.Result, err, c.want)
			}
		})
	}
	c := connect(t, &exlandia{}, nil)
	if _, err := c.Run(t.Context(), "none", []byte("{}")); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("no such calculator: %v", err)
	}
	if _, err := c.Run(t.Context(), "echo", make([]byte, wire.MaxInput+1)); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("a large input: %v", err)
	}
}

// TestServer_Cancelled has the author's code see that the host gave up.
func TestServer_Cancelled(t *testing.T) {
	began, seen := make(chan struct{}), make(chan struct{})
	c := connect(t, &exlandia{run: func(ctx context.Context, _ json.RawMessage) (projects.Outcome, error) {
		close(began)
		<-ctx.Done()
		close(seen)
		return projects.Outcome{}, ctx.Err()
	}}, nil)
	ctx, giveUp := lateBy(t, began)
	defer giveUp()
	if _, err := c.Run(ctx, "echo", []byte("{}")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want DeadlineExceeded", err)
	}
	<-seen
}

// TestServer_Panics has every kind of method panic; the server answers the next call.
func TestServer_Panics(t *testing.T) {
	boom := func(p geo.Place) geo.Place { return []geo.Place{}[len(p.ID)] }
	for name, c := range map[string]struct {
		country *exlandia
		call    func(*remote.Country) error
		in      string
	}{
		"Calculator": {&exlandia{run: func(context.Context, json.RawMessage) (projects.Outcome, error) { panic("out of stone") }}, run, "TestServer_Panics"},
		"Derive":     {&exlandia{derive: boom}, fetch, "TestServer_Panics"},
		"Places":     {&exlandia{places: func(context.Context, func(geo.Place) error) error { panic(errors.New("out of stone")) }}, fetch, "TestServer_Panics"},
		"Nil":        {&exlandia{calculators: []projects.Calculator{(*calculator)(nil)}}, run, "sdk_test.(*calculator)"},
	} {
		t.Run(name, func(t *testing.T) {
			var log lockedBuffer
			country := connect(t, c.country, slog.New(slog.NewTextHandler(&log, nil)))
			err := c.call(country)
			if err == nil || !strings.Contains(err.Error(), "panicked") || !strings.Contains(err.Error(), c.in) {
				t.Errorf("error = %v, want one that names the function", err)
			}
			if !strings.Contains(log.String(), "goroutine") || strings.Contains(err.Error(), "goroutine") {
				t.Errorf("the stack belongs into the log alone:\n%s", log.String())
			}
			if _, err := country.ParseIDs(t.Context(), []string{"XX"}); err != nil {
				t.Errorf("the next call: %v", err)
			}
		})
	}
}

func run(c *remote.Country) error {
	_, err := c.Run(context.Background(), "echo", []byte("{}"))
	return err
}

func fetch(c *remote.Country) error {
	_, err := c.Places(context.Background(), "", "", nil, nil)
	return err
}

func jsonLogger(w io.Writer) *slog.Logger { return slog.New(slog.NewJSONHandler(w, nil)) }

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// least is all that an author must write.
type least struct{ sdk.UnimplementedCountry }

func (least) Country() geo.ID  { return "QQ" }
func (least) Language() string { return "en" }
func (least) About() sdk.About { return sdk.About{Name: "qq", Version: "0.1.0"} }

func TestUnimplementedCountry(t *testing.T) {
	c := connect(t, least{}, nil)
	if _, err := c.Describe(t.Context()); err != nil {
		t.Error(err)
	}
	r, err := c.Places(t.Context(), "", "", nil, nil)
	if err != nil || r.Len() != 0 {
		t.Errorf("%d places, %v", r.Len(), err)
	}
}
