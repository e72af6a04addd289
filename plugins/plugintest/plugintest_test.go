package plugintest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
	"github.com/reglookup/regengine/regengine"
)

// country is right but for the answers its hooks change.
type country struct {
	sdk.UnimplementedCountry
	right geotest.Scheme

	about         func() sdk.About
	tag           string
	places        []geo.Place
	yield         func(context.Context, func(geo.Place) error) error
	parseID       func(string) (geo.ID, geo.Level, error)
	parentAllowed func(geo.ID, geo.ID) string
	scopeWord     func(string) (string, string)
	levelWord     func(geo.Level) string
	derive        func(geo.Place) geo.Place
	summary       func(geo.Place) string
	formats       []sdk.Format
	language      fs.FS
	packs         []sdk.Pack
	calculators   []projects.Calculator
}

func (c *country) Country() geo.ID  { return c.right.Country() }
func (c *country) Language() string { return cmp.Or(c.tag, "es") }

func (c *country) About() sdk.About {
	if c.about != nil {
		return c.about()
	}
	return sdk.About{Name: "exlandia", Version: "1.0.0", Title: "Exlandia", Licence: "CC0-1.0", Sources: []sdk.Source{{Title: "Instituto", URL: "https://example.org/"}}}
}

func (c *country) Places(ctx context.Context, yield func(geo.Place) error) error {
	if c.yield != nil {
		return c.yield(ctx, yield)
	}
	places := c.places
	if places == nil {
		places = geotest.Places()
	}
	for _, p := range places {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func (c *country) ParseID(text string) (geo.ID, geo.Level, error) {
	if c.parseID != nil {
		return c.parseID(text)
	}
	return c.right.ParseID(text)
}

func (c *country) ParentAllowed(id, parent geo.ID) string {
	if c.parentAllowed != nil {
		return c.parentAllowed(id, parent)
	}
	return c.right.ParentAllowed(id, parent)
}

func (c *country) ScopeWord(scope string) (word, label string) {
	if c.scopeWord != nil {
		return c.scopeWord(scope)
	}
	return c.right.ScopeWord(scope)
}

func (c *country) LevelWord(level geo.Level) string {
	if c.levelWord != nil {
		return c.levelWord(level)
	}
	return c.right.LevelWord(level)
}

func (c *country) Derive(p geo.Place) geo.Place {
	if c.derive != nil {
		return c.derive(p)
	}
	return c.right.Derive(p)
}

func (c *country) Summary(p geo.Place) string {
	if c.summary != nil {
		return c.summary(p)
	}
	return c.right.Summary(p)
}

func (c *country) Formats() []sdk.Format {
	if c.formats != nil {
		return c.formats
	}
	return []sdk.Format{format(func(_ context.Context, _ string, file io.Reader, yield func(geo.Place) error, _ func(string)) error {
		return sdk.ReadPlacesCSV(file, yield)
	})}
}

func format(read func(context.Context, string, io.Reader, func(geo.Place) error, func(string)) error) sdk.Format {
	return sdk.Format{Name: "csv", Title: "La lista", Read: read}
}

func (c *country) LanguageFiles() fs.FS { return c.language }

func (c *country) Packs() []sdk.Pack {
	if c.packs != nil {
		return c.packs
	}
	return []sdk.Pack{{Name: "normas", Files: fstest.MapFS{"pack.yaml": {Data: []byte("format: 1\n")}}}}
}

func (c *country) Calculators() []projects.Calculator {
	if c.calculators != nil {
		return c.calculators
	}
	return []projects.Calculator{doubling}
}

// doubling is a calculator as authors make them.
var doubling = calculators.MustNew(calculators.Definition{
	ID: "doubling", Title: "El doble", Country: "XX",
	Input:  calculators.Form{{Name: "length", Title: "Longitud", Kind: calculators.Integer, Unit: "m"}, {Name: "note", Title: "Nota", Kind: calculators.Text, Optional: true}},
	Result: calculators.Form{{Name: "double", Title: "El doble", Kind: calculators.Integer, Unit: "m"}},
	Calculate: func(_ context.Context, in calculators.Values) (calculators.Finding, error) {
		return calculators.Finding{
			Result: calculators.Values{"double": calculators.Int(42)}, Summary: "Son 42 m.",
			Steps: []string{"21 · 2 = 42"}, Sources: []string{"La tabla del dos"},
		}, nil
	},
})

// hooked is doubling but for what its hooks change.
type hooked struct {
	projects.Calculator
	schema func() (input, result json.RawMessage)
	run    func(context.Context, json.RawMessage) (projects.Outcome, error)
}

func (h hooked) Schema() (input, result json.RawMessage) {
	if h.schema != nil {
		return h.schema()
	}
	return h.Calculator.Schema()
}

func (h hooked) Run(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
	if h.run != nil {
		return h.run(ctx, input)
	}
	return h.Calculator.Run(ctx, input)
}

var options = &Options{
	Examples: map[string][]json.RawMessage{"doubling": {[]byte(`{"length":21}`), []byte(`{"length":21,"note":"a"}`)}},
	Samples: map[string]Sample{"csv": {Name: "p.csv", Places: 2, Data: []byte(
		"id,name,level,parent\nXX-01001,Uno,municipality,XX-01\nXX-01002,Dos,municipality,XX-01\n")}},
	ReadPack:  func(_ string, files fs.FS) error { _, err := fs.Stat(files, "pack.yaml"); return err },
	Languages: []regengine.LanguageReader{{Name: "retrieval", Check: oneWordALine, Add: oneWordALine}},
	Timeout:   2 * time.Minute,
}

func oneWordALine(_ string, files fs.FS) error {
	data, err := fs.ReadFile(files, "stopwords.txt")
	if err == nil && bytes.Contains(data, []byte(" ")) {
		return errors.New("stopwords.txt:1: a word has no space")
	}
	return nil
}

// TestTestCountry_LanguageFirst: packs are read when the country's language is known,
// and only when its files are in order.
func TestTestCountry_LanguageFirst(t *testing.T) {
	for name, tt := range map[string]struct {
		words string
		learn bool
	}{"right": {"le\n", true}, "wrong": {"le la\n", false}} {
		t.Run(name, func(t *testing.T) {
			learnt, known := "", false
			opts := *options
			opts.Languages = []regengine.LanguageReader{{Name: "words", Check: oneWordALine, Add: func(tag string, files fs.FS) error {
				learnt = tag
				return oneWordALine(tag, files)
			}}}
			opts.ReadPack = func(string, fs.FS) error {
				if known = learnt == "fr"; !known {
					return errors.New("rules fail for want of words")
				}
				return nil
			}
			c := &country{tag: "fr", language: fstest.MapFS{"stopwords.txt": {Data: []byte(tt.words)}}}
			found := mistakesWith(t, c, "Packs", &opts)
			if known != tt.learn || len(found["Packs"]) > 0 {
				t.Errorf("the language was known when the pack was read: %v, want %v; mistakes %q", known, tt.learn, found)
			}
		})
	}
}

// TestTestCountry_DeriveOfExtra: what follows from other data of the place, such as the
// region in Extra, is fine: they are the place's own.
func TestTestCountry_DeriveOfExtra(t *testing.T) {
	c := &country{
		places: changed(municipality, func(p *geo.Place) {
			p.Tech.ClimateZone = ""
			p.Tech.Extra = []geo.TechValue{{Key: "nuts3", Label: "NUTS III", Value: "PT170"}}
		}),
		derive: byRegion, summary: func(p geo.Place) string {
			if p.Tech == nil {
				return ""
			}
			return "zone " + p.Tech.ClimateZone
		},
	}
	for _, section := range []string{"Derive", "Table", "Summary"} {
		if found := mistakes(t, c, section); len(found[section]) > 0 {
			t.Errorf("%s: want nothing wrong, got %q", section, found[section])
		}
	}
}

// byRegion derives a zone from the region a place states in Extra, and its altitude.
func byRegion(p geo.Place) geo.Place {
	if p.Tech == nil || p.Tech.AltitudeM == nil || p.Tech.ClimateZone != "" {
		return p
	}
	for _, v := range p.Tech.Extra {
		if v.Key == "nuts3" {
			p = clone(p)
			p.Tech.ClimateZone = v.Value + map[bool]string{true: "-high", false: "-low"}[*p.Tech.AltitudeM > 600]
		}
	}
	return p
}

// TestTestCountry_Grouped: a mistake that is made everywhere is told a few times, and
// then counted.
func TestTestCountry_Grouped(t *testing.T) {
	places := geotest.Places()
	for i := range 50 {
		places = append(places, geo.Place{ID: geo.ID(fmt.Sprintf("XX-01%03d", 900-i)), Name: "More", Level: geo.Municipality, Parent: "XX-01", Tech: &geo.TechData{AltitudeM: new(i)}})
	}
	c := &country{places: places, summary: func(p geo.Place) string { return spaced(right.Summary(p)) }}
	found := mistakes(t, c, "Summary")["Summary"]
	if len(found) != shown+1 || !strings.Contains(fmt.Sprint(found), "more of this kind: Summary of %q has an empty line") {
		t.Errorf("%d lines, want %d and a count:\n%.2000q", len(found), shown, found)
	}
}

func TestTestCountry_OK(t *testing.T) {
	TestCountry(t, &country{}, options)
	t.Run("WithALanguage", func(t *testing.T) {
		TestCountry(t, &country{tag: "fr", language: fstest.MapFS{"stopwords.txt": {Data: []byte("le\n")}}}, options)
	})
	t.Run("Least", func(t *testing.T) { TestCountry(t, least{}, nil) })
}

// least is all that an author must write.
type least struct{ sdk.UnimplementedCountry }

func (least) Country() geo.ID  { return "QQ" }
func (least) Language() string { return "en" }
func (least) About() sdk.About {
	return sdk.About{Name: "qq", Version: "0.1.0", Title: "Nowhere", Licence: "CC0-1.0"}
}

// changed returns the places of a right country with one changed.
func changed(i int, change func(*geo.Place)) []geo.Place {
	places := slices.Clone(geotest.Places())
	places[i] = clone(places[i])
	change(&places[i])
	return places
}

// municipality is one of geotest's that has technical data.
var municipality = slices.IndexFunc(geotest.Places(), func(p geo.Place) bool { return p.Tech != nil })

func about(change func(*sdk.About)) func() sdk.About {
	return func() sdk.About {
		a := (&country{}).About()
		change(&a)
		return a
	}
}

func running(run func(context.Context, json.RawMessage) (projects.Outcome, error)) *country {
	return &country{calculators: []projects.Calculator{hooked{Calculator: doubling, run: run}}}
}

func outcome(change func(*projects.Outcome)) *country {
	return running(func(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
		o, err := doubling.Run(ctx, input)
		if err == nil {
			change(&o)
		}
		return o, err
	})
}

func withSchema(input, result string) *country {
	return &country{calculators: []projects.Calculator{hooked{Calculator: doubling, schema: func() (json.RawMessage, json.RawMessage) {
		in, out := doubling.Schema()
		return json.RawMessage(cmp.Or(input, string(in))), json.RawMessage(cmp.Or(result, string(out)))
	}}}}
}
