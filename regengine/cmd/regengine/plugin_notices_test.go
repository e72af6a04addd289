package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
	"github.com/reglookup/regengine/verify/rules"
)

const (
	spanishText = "La altura de la barrera de protección es como mínimo de 1,05 m en los edificios de uso público y de 0,90 m en las viviendas, y el ancho de la escalera es de 1,20 m. "
	englishText = "The height of the guardrail is at least 1.05 m in the buildings that are open to the public and 0.90 m in the others, and the width of a stair is 1.20 m. "
)

// TestNoticesOf: what is most often a slip is told; what is right is not.
func TestNoticesOf(t *testing.T) {
	form := func(unit, kind string) []byte {
		return []byte(`{"type":"object","properties":{"rise":{"type":"` + kind + `","x-unit":"` + unit + `"}}}`)
	}
	block := func(lang, text string) []retrieval.Block {
		return []retrieval.Block{{Doc: "xq-stairs/2020", Lang: lang, Text: strings.Repeat(text, 4)}}
	}
	country := func(version string) regengine.Data {
		return regengine.Data{
			Countries: []regengine.Country{{Scheme: geo.SchemeTable{CountryID: "XQ"}, Origin: regengine.Origin{Plugin: "xq", Version: version}}},
			Places:    []geo.Place{{ID: "XQ-01", Name: "Firenze"}, {ID: "ES-28", Name: "Madrid"}},
		}
	}
	for name, c := range map[string]struct {
		contents        join.Contents
		brought, stored regengine.Data
		want            string // of the one notice; "" for none
	}{
		"LowerVersion":   {join.Contents{Origin: regengine.Origin{Plugin: "xq", Version: "1.9.0"}}, regengine.Data{}, country("1.10.0"), "1.9.0 is lower than 1.10.0"},
		"PreRelease":     {join.Contents{Origin: regengine.Origin{Plugin: "xq", Version: "2.0.0-rc1"}}, regengine.Data{}, country("2.0.0"), "is lower than"},
		"HigherVersion":  {join.Contents{Origin: regengine.Origin{Plugin: "xq", Version: "1.10.0"}}, regengine.Data{}, country("1.9.0"), ""},
		"NoVersion":      {join.Contents{Origin: regengine.Origin{Plugin: "xq", Version: "latest"}}, regengine.Data{}, country("1.9.0"), ""},
		"Renamed":        {join.Contents{Places: []geo.Place{{ID: "XQ-01", Name: "Fiorenza"}}}, regengine.Data{}, country("1"), "XQ-01 (Firenze, now Fiorenza)"},
		"RenamedInFile":  {join.Contents{PlacesOnly: true, Places: []geo.Place{{ID: "XQ-01", Name: "Fiorenza"}}}, regengine.Data{}, country("1"), "now Fiorenza"},
		"SameName":       {join.Contents{Places: []geo.Place{{ID: "XQ-01", Name: "FIRENZE"}}}, regengine.Data{}, country("1"), ""},
		"Slug":           {join.Contents{}, regengine.Data{Codes: []codes.Code{{Slug: "stairs", CountryCode: "XQ"}, {Slug: "xq-fire", CountryCode: "XQ"}}}, regengine.Data{}, "regulations stairs do not begin"},
		"Calculator":     {join.Contents{Calculators: []regengine.CalculatorForm{{ID: "stairs"}}}, regengine.Data{}, regengine.Data{}, "calculators stairs do not begin"},
		"Unit":           {join.Contents{Calculators: []regengine.CalculatorForm{{ID: "xq-stairs", Input: form("centimetrini", "number")}}}, regengine.Data{}, regengine.Data{}, "centimetrini"},
		"KnownUnit":      {join.Contents{Calculators: []regengine.CalculatorForm{{ID: "xq-stairs", Input: form("m³/h", "number")}}}, regengine.Data{}, regengine.Data{}, ""},
		"Noun":           {join.Contents{Calculators: []regengine.CalculatorForm{{ID: "xq-stairs", Input: form("persons", "integer")}}}, regengine.Data{}, regengine.Data{}, ""},
		"DecimalPoint":   {join.Contents{Tag: "es", Language: map[string][]byte{"quantity.txt": []byte("decimal: .")}}, regengine.Data{Blocks: block("es", spanishText)}, regengine.Data{}, "12 numbers with a decimal comma"},
		"DecimalUnsaid":  {join.Contents{Tag: "es", Language: map[string][]byte{"quantity.txt": []byte("# x")}}, regengine.Data{Blocks: block("es", spanishText)}, regengine.Data{}, "decimal: ."},
		"DecimalComma":   {join.Contents{Tag: "es", Language: map[string][]byte{"quantity.txt": []byte("decimal: ,")}}, regengine.Data{Blocks: block("es", spanishText)}, regengine.Data{}, ""},
		"Untested":       {join.Contents{}, regengine.Data{Rules: []rules.RuleSet{{Rules: []rules.Rule{{ID: "riser"}, {ID: "going", Cases: []rules.Case{{}}}}}}}, regengine.Data{}, "without tests: riser"},
		"OtherLanguage":  {join.Contents{}, regengine.Data{Blocks: block("en", spanishText)}, regengine.Data{}, `said to be in "en" and reads like "es"`},
		"EnglishAsOther": {join.Contents{}, regengine.Data{Blocks: block("es", englishText)}, regengine.Data{}, `reads like "en"`},
		"SaidLanguage":   {join.Contents{}, regengine.Data{Blocks: block("en", englishText)}, regengine.Data{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.contents.Country = "XQ"
			if c.contents.Tag == "" {
				c.contents.Tag = "en"
			}
			got := noticesOf(&c.contents, c.brought, c.stored)
			if c.want == "" {
				if diff := cmp.Diff([]string(nil), got); diff != "" {
					t.Errorf("told of what is right: %s", diff)
				}
				return
			}
			if len(got) != 1 || !strings.Contains(got[0], c.want) {
				t.Errorf("want %q alone, got %q", c.want, got)
			}
		})
	}
}
