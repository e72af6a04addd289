package pack

import (
	"errors"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
)

const places = "id,name,level,parent,aliases,climate_zone,altitude_m,seismic_zone,radon_zone,population\n" +
	"ES,España,country,,,,,,,\nES-MD,Madrid,region,ES,,,,,,\nES-28,Madrid,province,ES-MD,,,,,,\n"

// soundRules quote the text that [minimal] has.
const soundRules = "format: 1\nlanguage: es\nelements:\n  stair: {label: stair, names: [stair]}\nparameters:\n  width: {label: width, names: [width]}\nrules:\n" +
	"  - id: width\n    subjects: [{element: stair, parameter: width}]\n    require: {op: \"=\", value: 1, unit: m}\n    section: scope\n    quote: Text 1 m.\n"

// What a pack and a snapshot find wrong is told once, and not what follows from
// something told already.
func TestRead_partial(t *testing.T) {
	const rules, text = "codes/one/2020.rules.yaml", "codes/one/2020.md"
	tests := map[string]struct {
		edits map[string]string
		want  []string
	}{
		"EveryStage": {map[string]string{
			"places.csv":          places + "ES-28001,,municipality,ES-98,,,,,9,-1\n",
			"codes/one/code.yaml": "title: One\ncountry: ES\nscope: sectorial\nterritories: [ES-77, ES-28001]\nextra: x\n",
			rules:                 "format: 1\nlanguage: es\nuses: [stair]\nparameters:\n  width: {label: width, names: [width]}\nrules:\n  - id: width\n    subjects: [{element: stair, parameter: width}]\n    require: {op: \"=\", value: 1, unit: m}\n    section: nope\n    quote: Text.\n",
		}, []string{
			"codes/one/2020.rules.yaml:7: rule width: the text has no section", "codes/one/2020.rules.yaml:7: rule width: no loaded file declares",
			"codes/one/code.yaml:4: territories: ES-77 is not among", "codes/one/code.yaml:5: unknown key",
			"places.csv:5: name: is empty", "places.csv:5: radon_zone: 9", "places.csv:5: population: -1", `places.csv:5: ES-28001: its parent "ES-98"`,
		}},
		"PlaceUnclear": {map[string]string{
			"places.csv":          places + "es-28001,A,municipality,ES-98,,,,,,\nES-28002,B,hamlet,ES-28,,,,,,\nES-28003,C\nES-28004,D,municipality,ES-28003,,,,,,\n",
			"codes/one/code.yaml": "title: One\ncountry: ES\nscope: sectorial\ntags: [1]\nterritories: [ES-28002, ES-28003, ES-28004]\n",
		}, []string{"codes/one/code.yaml:4: tags", "places.csv:5: id: ", "places.csv:6: level: ", "places.csv:7: has 2 fields", "places.csv:8: ES-28004: ES-28004 belongs to ES-28"}},
		"PlacesLost": {map[string]string{
			"places.csv":          places + "\"ES-CT\"x,A,region,ES,,,,,,\nES-08,B,province,ES-CT,,,,,,\n",
			"codes/one/code.yaml": "title: One\ncountry: ES\nscope: regional\nterritories: [ES-CT]\n",
		}, []string{"places.csv:5: is no CSV"}},
		"NoPlaces": {map[string]string{"places.csv": "id\nES\n"}, []string{"places.csv:1: column \"name\"", "places.csv:1: column \"level\"", "places.csv:1: column \"parent\"",
			"places.csv:1: column \"aliases\"", "places.csv:1: column \"climate_zone\"", "places.csv:1: column \"altitude_m\"",
			"places.csv:1: column \"seismic_zone\"", "places.csv:1: column \"radon_zone\"", "places.csv:1: column \"population\""}},
		"CodeKeys": {map[string]string{
			"codes/one/code.yaml": "country: FR\nscope: galactic\nterritories: [ES]\n",
			text:                  "---\nstatus: valid\nsucceeded_by: 2020\nlanguage: es\ninternal: true\n---\n\n# Scope\n\nText.\n",
		}, []string{text + ":2: title: ", text + ":2: status: ", text + ":3: succeeded_by: ", "codes/one/code.yaml:1: title: ", "codes/one/code.yaml:1: country: FR", "codes/one/code.yaml:2: scope: "}},
		"NoTerritory":   {map[string]string{"codes/one/code.yaml": "title: One\ncountry: ES\nscope: national\nterritories: [28]\n"}, []string{"codes/one/code.yaml:4: territories: each entry"}},
		"CodeUnread":    {map[string]string{"codes/one/code.yaml": "{", "places.csv": places + "ES-9,A,province,ES,,,,,,\n"}, []string{"codes/one/code.yaml:1: is no YAML", "places.csv:5: ES-9: "}},
		"CodeMissing":   {map[string]string{"codes/one/code.yaml": ""}, []string{"codes/one/code.yaml:1: is missing"}},
		"VersionUnread": {map[string]string{text: "no front matter", rules: soundRules}, []string{text + ":1: must begin with front matter"}},
		"TextUnread":    {map[string]string{text: "---\ntitle: One\nstatus: active\n---\n\n# Scope\n\nText 1 m.\n", rules: soundRules}, []string{text + ":2: internal: "}},
		"RulesUnread":   {map[string]string{rules: "format: 9\n", "codes/one/code.yaml": "title: One\ncountry: ES\nscope: national\nterritories: [ES-77]\n"}, []string{rules + ":1: format", "codes/one/code.yaml:4: territories: ES-77"}},
		"TwoTexts": { // one without blocks, whatever is wrong elsewhere
			map[string]string{text: version("\n# Scope\n"), "codes/one/2019.md": version("\n# Scope\n")},
			[]string{"codes/one/2019.md:7: there are headings", text + ":7: there are headings"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.edits["places.csv"] == "" {
				tt.edits["places.csv"] = places
			}
			p, err := Read(minimal(tt.edits), nil)
			if p == nil {
				t.Fatalf("nothing was read: %v", err)
			}
			_, more := regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, p.Data)
			explained := p.Explain(errors.Join(err, more))
			wantProblems(t, tt.want, explained)
			if !errors.Is(explained, ErrInvalid) {
				t.Errorf("%v does not wrap ErrInvalid", explained)
			}
		})
	}
}
