package pack

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

func twoCountries() regengine.Data {
	code := func(slug, country string, scope codes.NormativeScope, territories ...geo.ID) codes.Code {
		return codes.Code{Slug: slug, Title: slug, CountryCode: country, Scope: scope, Territories: territories,
			Versions: []codes.Version{{Slug: "1", Title: "One", Status: codes.Active, Internal: true,
				Sections: []codes.Section{{Slug: "s", Title: "S", Level: 1}}}}}
	}
	data := regengine.Data{
		Places: []geo.Place{{ID: "FR", Name: "France", Level: geo.Country}, {ID: "ES", Name: "España", Level: geo.Country}},
		Codes: []codes.Code{
			code("spanish", "ES", codes.National, "ES"), code("french", "FR", codes.National, "FR"),
			code("both", "EU", codes.European, "FR", "ES"), code("abroad", "EU", codes.European, "FR"),
		},
	}
	for _, c := range data.Codes {
		ref := codes.VersionRef{Code: c.Slug, Version: "1"}
		data.Blocks = append(data.Blocks, retrieval.Block{ID: idOf(ref, "s", retrieval.Paragraph, "Text.", 1), Doc: ref.String(), Section: "s",
			Path: []string{"S"}, Kind: retrieval.Paragraph, Lang: "es", Text: "Text."})
		data.Rules = append(data.Rules, rules.RuleSet{Ref: ref, Source: []byte("# rules of " + c.Slug + "\r\nformat: 1\n")})
	}
	return data
}

func TestExport_Country(t *testing.T) {
	files := mustExport(t, Manifest{Name: "n", Title: "T"}, twoCountries(), &ExportOptions{Country: "ES"})
	want := []string{
		"codes/both/1.md", "codes/both/1.rules.yaml", "codes/both/code.yaml",
		"codes/spanish/1.md", "codes/spanish/1.rules.yaml", "codes/spanish/code.yaml",
		"pack.yaml", "places.csv",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	got := mustRead(t, files)
	if want := geo.ID("ES"); got.Manifest.Country != want || len(got.Data.Places) != 1 || got.Data.Places[0].ID != want {
		t.Errorf("country %q, places %v, want only %s", got.Manifest.Country, got.Data.Places, want)
	}
}

func TestExport_RuleBytes(t *testing.T) {
	files := mustExport(t, Manifest{Name: "n", Title: "T"}, twoCountries(), nil)
	want := "# rules of french\r\nformat: 1\n"
	if got := string(files["codes/french/1.rules.yaml"].Data); got != want {
		t.Errorf("rules = %q, want %q", got, want)
	}
	if got := mustRead(t, files).Data.Rules[2].Source; string(got) != want {
		t.Errorf("rules read back = %q, want %q", got, want)
	}
}

// The order of the data given does not show in what is written, and the data
// given is not touched.
func TestExport_Order(t *testing.T) {
	data, turned := twoCountries(), twoCountries()
	slices.Reverse(turned.Places)
	slices.Reverse(turned.Codes)
	slices.Reverse(turned.Blocks)
	slices.Reverse(turned.Rules)
	m := Manifest{Name: "n", Title: "T"}
	if diff := cmp.Diff(contents(mustExport(t, m, data, nil)), contents(mustExport(t, m, turned, nil))); diff != "" {
		t.Errorf("files (-first +turned):\n%s", diff)
	}
	if diff := cmp.Diff(twoCountries(), data, dates); diff != "" {
		t.Errorf("data given (-before +after):\n%s", diff)
	}
}

func TestExport_UndeclaredExtra(t *testing.T) {
	tech := &geo.TechData{Extra: []geo.TechValue{{Key: "snow", Label: "Nieve", Value: "3", Unit: "kN/m²"}}}
	data := regengine.Data{Places: []geo.Place{{ID: "ES-1", Name: "A", Level: geo.Municipality, Parent: "ES", Tech: tech}}}
	m := Manifest{Name: "n", Title: "T", Extra: []Extra{{Key: "wind", Label: "Viento"}}}
	got := mustRead(t, mustExport(t, m, data, nil))
	want := []Extra{{Key: "wind", Label: "Viento"}, {Key: "snow", Label: "Nieve", Unit: "kN/m²"}}
	if diff := cmp.Diff(want, got.Manifest.Extra); diff != "" {
		t.Errorf("extra (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(data.Places, got.Data.Places); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}

	data.Places[0].Tech.Extra[0].Label = "Neige"
	m.Extra = want
	if err := Export(t.Context(), mapWriter{}, m, data, nil); !errors.Is(err, ErrCannotHold) {
		t.Errorf("two labels for one key: got %v, want ErrCannotHold", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) WriteFile(string, []byte) error { return w.err }

func TestExport_Errors(t *testing.T) {
	m := Manifest{Name: "n", Title: "T"}
	t.Run("ErrWriter", func(t *testing.T) {
		full := errors.New("disk full")
		if err := Export(t.Context(), failingWriter{full}, m, twoCountries(), nil); !errors.Is(err, full) {
			t.Errorf("got %v, want %v", err, full)
		}
	})
	t.Run("ErrCanceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		written := make(fstest.MapFS)
		if err := Export(ctx, mapWriter(written), m, twoCountries(), nil); !errors.Is(err, context.Canceled) || len(written) > 0 {
			t.Errorf("got %v and %d files, want context.Canceled and none", err, len(written))
		}
	})
	t.Run("ErrManifest", func(t *testing.T) {
		if err := Export(t.Context(), mapWriter{}, Manifest{Name: "No Slug", Title: "T"}, regengine.Data{}, nil); !errors.Is(err, ErrCannotHold) {
			t.Errorf("got %v, want ErrCannotHold", err)
		}
	})
}
