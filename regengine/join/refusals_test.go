package join_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// refusals are contents with one thing wrong, and words that tell it.
var refusals = []struct {
	name   string
	change func(c *join.Contents, o *join.Options)
	says   string
}{
	{"country of three letters", func(c *join.Contents, _ *join.Options) { c.Country = "XAA" }, "two capital letters"},
	{"country of small letters", func(c *join.Contents, _ *join.Options) { c.Country = "xa" }, "two capital letters"},
	{"country with a turn of direction", func(c *join.Contents, _ *join.Options) { c.Country = "X\u202eA" }, `"X\u202eA"`},
	{"built in", func(c *join.Contents, _ *join.Options) { c.Country = "ES" }, "country ES is built in"},
	{"several countries", func(c *join.Contents, _ *join.Options) { c.Country = "EU" }, "EU is no country"},
	{"another plugin's", func(_ *join.Contents, o *join.Options) {
		o.Stored.Countries = []regengine.Country{{Scheme: geo.SchemeTable{CountryID: "XA", Tag: "eo"}, Origin: regengine.Origin{Plugin: "other"}}}
	}, `brought by the plugin "other"`},
	{"a file before the country", func(c *join.Contents, _ *join.Options) { c.PlacesOnly = true }, "has not joined yet"},
	{"no name", func(c *join.Contents, _ *join.Options) { c.Origin.Plugin = "" }, "no slug"},
	{"no language", func(c *join.Contents, _ *join.Options) { c.Tag = "" }, "BCP 47"},
	{"no tag", func(c *join.Contents, _ *join.Options) { c.Tag = "not a tag" }, "BCP 47"},
	{"version of two lines", func(c *join.Contents, _ *join.Options) { c.Origin.Version = "1\n2" }, "no line of text"},

	{"no places", func(c *join.Contents, _ *join.Options) { c.Places = nil }, "there are none"},
	{"place of another country", func(c *join.Contents, _ *join.Options) { c.Places[3].ID = "ES-28079" }, "another country than XA"},
	{"parent of another country", func(c *join.Contents, _ *join.Options) { c.Places[3].Parent = "ES-28" }, `parent "ES-28" is of another country`},
	{"parent that is not there", func(c *join.Contents, _ *join.Options) { c.Places[3].Parent = "XA-99" }, "XA-99"},
	{"parent of no wider level", func(c *join.Contents, _ *join.Options) { c.Places[1].Parent = "XA-01" }, "XA-A"},
	{"another level", func(c *join.Contents, _ *join.Options) { c.Places[3].Level = geo.Province }, `the level of "XA-0101" is province, and the scheme says "municipality"`},
	{"a place twice", func(c *join.Contents, _ *join.Options) { c.Places = append(c.Places, c.Places[3]) }, "same identifier"},
	{"two roots", func(c *join.Contents, _ *join.Options) { c.Places[1].Parent = "" }, "XA-A"},
	{"no UTF-8", func(c *join.Contents, _ *join.Options) { c.Places[3].Name = "\xff" }, "UTF-8"},
	{"NUL", func(c *join.Contents, _ *join.Options) { c.Places[3].Aliases = []string{"a\x00"} }, "no line of text"},
	{"escape sequence", func(c *join.Contents, _ *join.Options) { c.Places[3].Name = "\x1b[2J" }, `the name of place "XA-0101"`},
	{"empty name", func(c *join.Contents, _ *join.Options) { c.Places[3].Name = " " }, "no line of text"},
	{"too many aliases", func(c *join.Contents, _ *join.Options) {
		c.Places[3].Aliases = strings.Split(strings.Repeat("a,", 300), ",")
	}, "more than 200"},
	{"too many values", func(c *join.Contents, _ *join.Options) {
		for i := range 70 {
			c.Places[3].Tech.Extra = append(c.Places[3].Tech.Extra, geo.TechValue{Key: fmt.Sprint("k", i), Label: "x", Value: "y"})
		}
	}, "too many technical values"},
	{"altitude out of range", func(c *join.Contents, _ *join.Options) { c.Places[3].Tech.AltitudeM = new(99999) }, `place "XA-0101": altitude`},
	{"radon zone out of range", func(c *join.Contents, _ *join.Options) { c.Places[3].Tech.RadonZone = new(7) }, "radon"},
	{"too many places", func(c *join.Contents, _ *join.Options) { c.Places = make([]geo.Place, 500_001) }, "more than 500000"},

	{"scheme of another country", func(c *join.Contents, _ *join.Options) { c.Scheme.CountryID = "ES" }, "it is of"},
	{"scheme that speaks of other places", func(c *join.Contents, _ *join.Options) { c.Scheme.Known["ES-28079"] = geo.Municipality }, "none of its places"},
	{"derived data of other places", func(c *join.Contents, _ *join.Options) { c.Scheme.ProfileOf["ES-28079"] = 0 }, "none of its places"},
	{"derived data that are not there", func(c *join.Contents, _ *join.Options) { c.Scheme.ProfileOf["XA-0101"] = 99 }, "not there"},
	{"summary of other places", func(c *join.Contents, _ *join.Options) { c.Scheme.Summaries["ES"] = geo.PlaceSummary{} }, "none of its places"},
	{"endless summary", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Summaries["XA-0101"] = geo.PlaceSummary{Text: strings.Repeat("x", 9000)}
	}, "summary of"},
	{"scope that is none", func(c *join.Contents, _ *join.Options) { c.Scheme.Scopes["galactic"] = [2]string{"a", "b"} }, "no scope"},
	{"empty word", func(c *join.Contents, _ *join.Options) { c.Scheme.Scopes["national"] = [2]string{"", ""} }, "words for the scope"},
	{"level that is none", func(c *join.Contents, _ *join.Options) { c.Scheme.Levels[9] = "x" }, "word for level 9"},
	{"shape that is none", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Shapes = append(c.Scheme.Shapes, geo.IDShape{Pattern: "../", Level: geo.Region})
	}, "shape"},
	{"bands out of order", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Profiles[0].Bands = []geo.TechBand{{UpTo: new(10)}, {UpTo: new(5)}}
	}, "not in order"},
	{"derived data out of range", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Profiles[0].Unstated = &geo.TechData{RadonZone: new(8)}
	}, "radon zone 8"},

	{"file in a folder", func(c *join.Contents, _ *join.Options) { c.Language["a/b.txt"] = nil }, `"a/b.txt" has a name`},
	{"file above", func(c *join.Contents, _ *join.Options) { c.Language["../x.txt"] = nil }, "has a name"},
	{"file of another kind", func(c *join.Contents, _ *join.Options) { c.Language["x.exe"] = nil }, "has a name"},
	{"file too large", func(c *join.Contents, _ *join.Options) { c.Language["a.txt"] = make([]byte, 2<<20) }, "more than 1048576"},
	{"file that is no text", func(c *join.Contents, _ *join.Options) { c.Language["a.txt"] = []byte("a\x00") }, "no UTF-8"},
	{"words a reader refuses", func(c *join.Contents, _ *join.Options) { c.Language["stopwords.txt"] = []byte("breaks") }, "a reader cannot read it: stopwords.txt:1"},
	{"words that break a reader", func(c *join.Contents, _ *join.Options) { c.Language["stopwords.txt"] = []byte("panic") }, "it breaks the reader"},
	{"language built in", func(c *join.Contents, _ *join.Options) { c.Tag, c.Scheme.Tag = "es", "es" }, "is built in: bring no files"},

	{"calculator without id", func(c *join.Contents, _ *join.Options) { c.Calculators[0].ID = "" }, "id is no slug"},
	{"calculator twice", func(c *join.Contents, _ *join.Options) { c.Calculators = append(c.Calculators, c.Calculators[0]) }, "two of it"},
	{"calculator with a schema of a list", func(c *join.Contents, _ *join.Options) {
		c.Calculators[0].Input = json.RawMessage(`{"type":"array"}`)
	}, "give that of an object"},
	{"calculator with no JSON", func(c *join.Contents, _ *join.Options) { c.Calculators[0].Result = json.RawMessage(`{`) }, "no JSON object"},

	{"pack of no slug", func(c *join.Contents, _ *join.Options) { c.Packs[0].Name = "../x" }, "no slug"},
	{"pack with a mistake", packed("codes/stuparoj/2020.md", "status: active", "status: fine"), "pack stuparoj: codes/stuparoj/2020.md:3"},
	{"pack of another country", packed("codes/stuparoj/code.yaml", "country: XA", "country: ES"), "codes/stuparoj/code.yaml"},
	{"code of another country", func(c *join.Contents, o *join.Options) {
		packed("pack.yaml", "country: XA\n", "")(c, o)
		packed("codes/stuparoj/code.yaml", "country: XA", "country: ES")(c, o)
	}, `its country is "ES"`},
	{"code of several countries", func(c *join.Contents, o *join.Options) {
		packed("codes/stuparoj/code.yaml", "country: XA\nscope: national", "country: EU\nscope: european")(c, o)
	}, `its country is "EU"`},
	{"territory of another country", packed("codes/stuparoj/code.yaml", "territories: [XA]", "territories: [ES]"), "ES"},
	{"territory that is not there", packed("codes/stuparoj/code.yaml", "territories: [XA]", "territories: [XA-99]"), "pack stuparoj: codes/stuparoj/code.yaml:4: territories: XA-99"},
	{"slug of another country's code", func(c *join.Contents, _ *join.Options) {
		files := c.Packs[0].Files.(fstest.MapFS)
		files["codes/cte-db-sua/code.yaml"], files["codes/cte-db-sua/2020.md"] = files["codes/stuparoj/code.yaml"], files["codes/stuparoj/2020.md"]
	}, "there is one of this name of ES already"},
	{"successor of another country", packed("codes/stuparoj/2020.md", "internal: true", "succeeded_by: cte-db-sua/2019\ninternal: true"), "pack stuparoj: codes/stuparoj/2020.md:8: succeeded_by: "},
	{"one code in two packs", func(c *join.Contents, _ *join.Options) {
		c.Packs = append(c.Packs, join.Pack{Name: "again", Files: packFiles()})
	}, "is in the pack stuparoj already"},
	{"places in a pack", func(c *join.Contents, _ *join.Options) {
		c.Packs[0].Files.(fstest.MapFS)["places.csv"] = &fstest.MapFile{Data: []byte("id,name,level,parent,aliases,climate_zone,altitude_m,seismic_zone,radon_zone,population\nXA,Atlantis,country,,,,,,,\n")}
	}, "places by its own method"},
	{"rules whose quote is not in the text", ruled("la largxo"), "pack stuparoj: codes/stuparoj/2020.rules.yaml:14: "},
	{"words that two packs declare otherwise", func(c *join.Contents, o *join.Options) {
		ruled("almenaŭ 1,10 m")(c, o)
		files := fstest.MapFS{}
		for name, file := range c.Packs[0].Files.(fstest.MapFS) {
			text := strings.NewReplacer("stuparoj", "stuparoj2", "binds: true", "binds: false").Replace(string(file.Data))
			files[strings.NewReplacer("stuparoj", "stuparoj2", "alirebleco", "alirebleco2").Replace(name)] = &fstest.MapFile{Data: []byte(text)}
		}
		c.Packs = append(c.Packs, join.Pack{Name: "stuparoj2", Files: files})
	}, "pack stuparoj2: codes/stuparoj2/2020.rules.yaml:"},
	{"line of a summary that begins nowhere", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Lines = map[string]geo.SummaryLine{"altitude_m": {After: " m"}}
	}, "begins with nothing"},
	{"line of a summary that is two", func(c *join.Contents, _ *join.Options) {
		c.Scheme.Lines = map[string]geo.SummaryLine{"altitude_m": {Before: "a\nb"}}
	}, "no line of text"},
	{"rules that stand on nothing", func(c *join.Contents, _ *join.Options) {
		c.Packs[0].Files.(fstest.MapFS)["codes/stuparoj/2020.rules.yaml"] = &fstest.MapFile{Data: []byte("format: 1\nlanguage: eo\nnonsense: 1\n")}
	}, "codes/stuparoj/2020.rules.yaml:3"},
}

// ruled adds a rule with a quote to the pack.
func ruled(quote string) func(*join.Contents, *join.Options) {
	return func(c *join.Contents, _ *join.Options) {
		c.Packs[0].Files.(fstest.MapFS)["codes/stuparoj/2020.rules.yaml"] = &fstest.MapFile{Data: []byte(`format: 1
language: eo
elements:
  stair:
    label: stuparo
    names: [stuparo]
parameters:
  width:
    label: largxo
    names: [largxo]
    binds: true

rules:
  - id: width
    subjects: [{element: stair, parameter: width}]
    require: {op: ">=", value: 1.10, unit: m}
    section: stuparoj
    quote: ` + quote + "\n")}
	}
}

// packed changes a file of the pack.
func packed(file, from, to string) func(*join.Contents, *join.Options) {
	return func(c *join.Contents, _ *join.Options) {
		files := c.Packs[0].Files.(fstest.MapFS)
		before := string(files[file].Data)
		if !strings.Contains(before, from) {
			panic(file + " does not hold " + from)
		}
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(before, from, to, 1))}
	}
}

// TestJoin_wordsFirst: where the words of the language are wrong, that is told and not
// what rules come to without them.
func TestJoin_wordsFirst(t *testing.T) {
	c, o := contents(t), options()
	ruled("la largxo")(c, &o) // a quote that is not in the text
	c.Language["stopwords.txt"] = []byte("breaks")
	_, err := join.Join(t.Context(), c, o)
	if err == nil || !strings.Contains(err.Error(), "stopwords.txt:1") || strings.Contains(err.Error(), "rules.yaml") {
		t.Errorf("want the mistake in the words alone, got:\n%v", err)
	}
}

// TestJoin_sameReasons: the same contents are refused for the same reasons in the same
// order, also where there are more than are told.
func TestJoin_sameReasons(t *testing.T) {
	var first string
	for range 5 {
		c, o := contents(t), options()
		c.Calculators[0].Input, c.Calculators[0].Result = json.RawMessage(`[]`), json.RawMessage(`[]`)
		c.Scheme.Lines = map[string]geo.SummaryLine{}
		for i := range 20 {
			datum, id := fmt.Sprint("datum", i), geo.ID(fmt.Sprint("XA-99", i))
			c.Scheme.Scopes[datum] = [2]string{"a", "b"}
			c.Scheme.Lines[datum] = geo.SummaryLine{}
			c.Scheme.Known[id], c.Scheme.ProfileOf[id], c.Scheme.Summaries[id] = geo.Province, 7, geo.PlaceSummary{}
		}
		_, err := join.Join(t.Context(), c, o)
		if err == nil {
			t.Fatal("it is taken")
		}
		if first == "" {
			first = err.Error()
		}
		if diff := cmp.Diff(first, err.Error()); diff != "" {
			t.Fatal("(-first +again)\n" + diff)
		}
	}
}

func TestJoin_ErrRefused(t *testing.T) {
	for _, tc := range refusals {
		t.Run(tc.name, func(t *testing.T) {
			c, o := contents(t), options()
			tc.change(c, &o)
			data, err := join.Join(t.Context(), c, o)
			if !errors.Is(err, join.ErrRefused) {
				t.Fatalf("error %v, want ErrRefused", err)
			}
			if !strings.Contains(err.Error(), tc.says) {
				t.Errorf("it is not said that %q:\n%v", tc.says, err)
			}
			if diff := cmp.Diff(regengine.Data{}, data); diff != "" {
				t.Error("data all the same:\n" + diff)
			}
			if strings.ContainsAny(err.Error(), "\x1b\x00\u202e") {
				t.Errorf("a terminal would act on %q", err)
			}
		})
	}
}
