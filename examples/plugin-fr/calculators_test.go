package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
)

// calculated is what a worked example says.
type calculated struct {
	calculator, name, input, result string
	compliant                       string // "true", "false" or "" for no verdict
	summary, source                 string // texts they must hold
}

var worked = []calculated{
	{
		// 1 550 persons: two exits up to 500, and one for each of the three further
		// 500s or part of it, is five (a published reading of the same count for
		// buildings open to the public).
		calculator: "fr-degagements-travail", name: "1550 persons", input: `{"persons":1550}`,
		result:  `{"persons":1550,"exits":5,"units":16,"accessory":0}`,
		summary: "5 dégagement(s) totalisant 16 UP", source: "R. 4216-8",
	},
	{
		calculator: "fr-degagements-travail", name: "table row 101 to 200", input: `{"persons":150,"basement_depth":0,"exits":[{"width":1.4},{"width":0.9}]}`,
		result:    `{"persons":150,"exits":2,"units":3,"accessory":0,"units_provided":3,"exits_provided":2}`,
		compliant: "true", summary: "Conforme", source: "R. 4216-5",
	},
	{
		// The width between two counts for the lower: 1.60 m are two units.
		calculator: "fr-degagements-travail", name: "width between", input: `{"persons":250,"existing":false,"exits":[{"width":1.6},{"width":1.39}]}`,
		result:    `{"persons":250,"exits":2,"units":4,"accessory":0,"units_provided":3,"exits_provided":2}`,
		compliant: "false", summary: "Non conforme", source: "R. 4216-8",
	},
	{
		calculator: "fr-degagements-travail", name: "accessory exit", input: `{"persons":40,"exits":[{"width":0.9},{"width":0.6}]}`,
		result:    `{"persons":40,"exits":1,"units":1,"accessory":1,"units_provided":1,"exits_provided":1}`,
		compliant: "true", summary: "accessoire", source: "R. 4216-8",
	},
	{
		calculator: "fr-degagements-travail", name: "one exit of two units, way not short", input: `{"persons":40,"short_way":false,"exits":[{"width":1.4}]}`,
		result:    `{"persons":40,"exits":1,"units":1,"accessory":1,"units_provided":2,"exits_provided":1}`,
		compliant: "false", summary: "Non conforme", source: "R. 4216-8",
	},
	{
		calculator: "fr-degagements-travail", name: "one exit of two units, short way", input: `{"persons":40,"short_way":true,"exits":[{"width":1.4}]}`,
		result:    `{"persons":40,"exits":1,"units":1,"accessory":1,"units_provided":2,"exits_provided":1}`,
		compliant: "true", summary: "ou 1 dégagement(s) totalisant 2 UP", source: "R. 4216-8",
	},
	{
		calculator: "fr-degagements-travail", name: "fewer than 20", input: `{"persons":19,"exits":[{"width":0.9}]}`,
		result:    `{"persons":19,"exits":1,"units":1,"accessory":0,"units_provided":1,"exits_provided":1}`,
		compliant: "true", summary: "19 personnes", source: "R. 4216-8",
	},
	{
		// The row of three main rooms: 105 + 30 + 15.
		calculator: "fr-debits-ventilation", name: "three rooms", input: `{"rooms":3,"bathrooms":1,"water_rooms":0,"toilets":1}`,
		result:  `{"kitchen":105,"bathroom":30,"water_room":15,"toilet":15,"total":150}`,
		summary: "150 m³/h", source: "24 mars 1982",
	},
	{
		calculator: "fr-debits-ventilation", name: "five rooms and more, two toilets", input: `{"rooms":7,"bathrooms":2,"water_rooms":1,"toilets":2,"kitchen_flow":135,"bathroom_flow":30,"water_flow":15,"toilet_flow":15}`,
		result:    `{"kitchen":135,"bathroom":30,"water_room":15,"toilet":15,"total":240}`,
		compliant: "true", summary: "240 m³/h", source: "article 3",
	},
	{
		calculator: "fr-debits-ventilation", name: "too little in the kitchen", input: `{"rooms":4,"bathrooms":1,"water_rooms":0,"toilets":1,"kitchen_flow":105}`,
		result:    `{"kitchen":120,"bathroom":30,"water_room":15,"toilet":30,"total":180}`,
		compliant: "false", summary: "le débit en cuisine de 105 m³/h (minimum 120 m³/h)", source: "article 3",
	},
	{
		calculator: "fr-escalier-accessible", name: "public building", input: `{"place":"erp","riser":16,"going":28,"width":120,"steps":18}`,
		result:    `{"module":60,"rise":2.88,"failed":0,"undetermined":0}`,
		compliant: "true", summary: "2h + g = 60 cm", source: "20 avril 2017",
	},
	{
		calculator: "fr-escalier-accessible", name: "public building, high steps", input: `{"place":"erp","riser":16.5,"going":28}`,
		result:    `{"module":61,"failed":1,"undetermined":1}`,
		compliant: "false", summary: "16,5 cm (maximum 16 cm)", source: "article 7-1",
	},
	{
		calculator: "fr-escalier-accessible", name: "common parts", input: `{"place":"parties_communes","riser":17.5,"going":28}`,
		result:    `{"module":63,"failed":1,"undetermined":1}`,
		compliant: "false", summary: "17,5 cm (maximum 17 cm)", source: "article 6-1",
	},
	{
		calculator: "fr-escalier-accessible", name: "inside a dwelling", input: `{"place":"logement","riser":18,"going":24,"width":80}`,
		result:    `{"module":60,"failed":0,"undetermined":0}`,
		compliant: "true", summary: "Conforme", source: "article 12",
	},
}

func TestCalculators_worked(t *testing.T) {
	for _, tt := range worked {
		t.Run(tt.calculator+"/"+tt.name, func(t *testing.T) {
			out, err := calculator(t, tt.calculator).Run(t.Context(), json.RawMessage(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(decoded(t, tt.result), decoded(t, string(out.Result))); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			verdict := ""
			if out.Compliant != nil {
				verdict = map[bool]string{true: "true", false: "false"}[*out.Compliant]
			}
			if verdict != tt.compliant {
				t.Errorf("compliant: want %q, got %q", tt.compliant, verdict)
			}
			if !strings.Contains(out.Summary, tt.summary) {
				t.Errorf("summary: want %q in it, got %q", tt.summary, out.Summary)
			}
			if sources := strings.Join(out.Sources, "; "); !strings.Contains(sources, tt.source) {
				t.Errorf("sources: want %q in it, got %q", tt.source, sources)
			}
		})
	}
}

func TestCalculators_ErrInvalid(t *testing.T) {
	for id, inputs := range map[string][]string{
		"fr-degagements-travail": {`{}`, `{"persons":0}`, `{"persons":1.5}`, `{"persons":10,"exits":[{"width":0}]}`, `{"persons":10,"x":1}`, `{"persons":40,"short_way":true,"basement_depth":2}`},
		"fr-debits-ventilation": {`{}`, `{"rooms":0,"bathrooms":1,"water_rooms":0,"toilets":1}`, `{"rooms":21,"bathrooms":1,"water_rooms":0,"toilets":1}`,
			`{"rooms":2,"bathrooms":0,"water_rooms":0,"toilets":1,"bathroom_flow":15}`, `{"rooms":2,"bathrooms":0,"water_rooms":0,"toilets":1,"toilet_in_bathroom":true}`},
		"fr-escalier-accessible": {`{}`, `{"place":"gare","riser":16,"going":28}`, `{"place":"erp","riser":"16","going":28}`},
	} {
		for _, input := range inputs {
			if _, err := calculator(t, id).Run(t.Context(), json.RawMessage(input)); !errors.Is(err, projects.ErrInvalid) {
				t.Errorf("%s %s: want ErrInvalid, got %v", id, input, err)
			}
		}
	}
}

func calculator(t *testing.T, id string) projects.Calculator {
	t.Helper()
	for _, c := range (country{}).Calculators() {
		if c.ID() == id {
			return c
		}
	}
	t.Fatalf("no calculator %q", id)
	return nil
}

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// TestUnitsOf holds the widths of article R. 4216-5.
func TestUnitsOf(t *testing.T) {
	for width, want := range map[string]int64{"0.89": 0, "0.9": 1, "1.39": 1, "1.4": 2, "1.79": 2, "1.8": 3, "2.39": 3, "2.4": 4, "3": 5} {
		if got := unitsOf(dec(width), newWidth); !got.Equal(whole(want)) {
			t.Errorf("%s m: want %d units, got %s", width, want, got)
		}
	}
}

func FuzzCalculators(f *testing.F) {
	for _, tt := range worked {
		f.Add(tt.input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, c := range (country{}).Calculators() {
			out, err := c.Run(context.Background(), json.RawMessage(input))
			if err != nil && !errors.Is(err, projects.ErrInvalid) {
				t.Errorf("%s: %v", c.ID(), err)
			}
			if err == nil && (out.Summary == "" || !json.Valid(out.Result)) {
				t.Errorf("%s: %+v", c.ID(), out)
			}
		}
	})
}
