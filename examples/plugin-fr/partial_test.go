package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// partial are inputs that leave out what could change the verdict: whatever else they
// say, none of them complies, and the summary says what is missing.
var partial = []calculated{
	{calculator: "fr-escalier-accessible", name: "no width", input: `{"place":"erp","riser":16,"going":28}`, summary: "Indéterminé : la largeur"},
	{calculator: "fr-escalier-accessible", name: "no width, high steps", input: `{"place":"erp","riser":16.5,"going":28}`, compliant: "false", summary: "Indéterminé : la largeur"},
	{
		calculator: "fr-degagements-travail", name: "basement not told", input: `{"persons":150,"exits":[{"width":1.4},{"width":0.9}]}`,
		summary: "la profondeur d'un sous-sol n'est pas indiquée",
	},
	{
		// R. 4216-9: 150 count as 200, and 10 % more for each of 2 metres begun below 2 m: 240.
		calculator: "fr-degagements-travail", name: "basement", input: `{"persons":150,"basement_depth":3.5,"exits":[{"width":1.4},{"width":0.9}]}`,
		compliant: "false", summary: "Pour 240 personnes : 2 dégagement(s) totalisant 4 UP. Non conforme",
	},
	{
		calculator: "fr-degagements-travail", name: "basement, wide enough", input: `{"persons":150,"basement_depth":2,"exits":[{"width":1.4},{"width":0.9}]}`,
		compliant: "true", summary: "Pour 200 personnes",
	},
	{
		calculator: "fr-degagements-travail", name: "short way not told", input: `{"persons":40,"exits":[{"width":1.4}]}`,
		summary: "suffisant seulement si le parcours jusqu'à l'extérieur ne dépasse pas 25 m",
	},
	{
		calculator: "fr-degagements-travail", name: "one exit from a basement", input: `{"persons":40,"basement_depth":3,"exits":[{"width":1.4}]}`,
		compliant: "false", summary: "Non conforme",
	},
	{
		calculator: "fr-degagements-travail", name: "existing not told", input: `{"persons":10,"exits":[{"width":0.85}]}`,
		summary: "suffisant seulement dans un immeuble existant",
	},
	{calculator: "fr-degagements-travail", name: "existing", input: `{"persons":10,"existing":true,"exits":[{"width":0.85}]}`, compliant: "true", summary: "Conforme"},
	{calculator: "fr-degagements-travail", name: "new", input: `{"persons":10,"existing":false,"exits":[{"width":0.85}]}`, compliant: "false", summary: "Non conforme"},
	{
		calculator: "fr-degagements-travail", name: "neither told", input: `{"persons":40,"exits":[{"width":0.85},{"width":0.85}]}`,
		summary: "suffisant seulement dans un immeuble existant",
	},
	{calculator: "fr-degagements-travail", name: "no exits", input: `{"persons":40,"exits":[]}`, compliant: "false", summary: "prévu 0 dégagement(s)"},
	{
		calculator: "fr-debits-ventilation", name: "kitchen alone", input: `{"rooms":3,"bathrooms":1,"water_rooms":0,"toilets":1,"kitchen_flow":105}`,
		summary: "Indéterminé : le débit en salle de bains (il n'est pas indiqué ; minimum 30 m³/h) ; le débit en cabinet d'aisances",
	},
	{
		calculator: "fr-debits-ventilation", name: "no water room", input: `{"rooms":3,"bathrooms":0,"water_rooms":1,"toilets":0,"kitchen_flow":105}`,
		summary: "Indéterminé : le débit en autre salle d'eau",
	},
	{
		calculator: "fr-debits-ventilation", name: "all", input: `{"rooms":3,"bathrooms":1,"water_rooms":0,"toilets":1,"kitchen_flow":105,"bathroom_flow":30,"toilet_flow":15}`,
		compliant: "true", summary: "Conforme",
	},
	{
		calculator: "fr-debits-ventilation", name: "hood", input: `{"rooms":3,"bathrooms":0,"water_rooms":0,"toilets":0,"hood":true,"kitchen_flow":90}`,
		summary: "une hotte raccordée admet moins",
	},
	{
		calculator: "fr-debits-ventilation", name: "second toilet not told", input: `{"rooms":4,"bathrooms":1,"water_rooms":0,"toilets":1,"kitchen_flow":120,"bathroom_flow":30,"toilet_flow":15}`,
		summary: "15 m³/h suffisent si un autre cabinet se trouve dans une salle d'eau",
	},
	{
		calculator: "fr-debits-ventilation", name: "second toilet", input: `{"rooms":4,"bathrooms":1,"water_rooms":0,"toilets":1,"toilet_in_bathroom":true,"kitchen_flow":120,"bathroom_flow":30,"toilet_flow":15}`,
		compliant: "true", summary: "Conforme",
	},
	{
		calculator: "fr-debits-ventilation", name: "one room, common outlet", input: `{"rooms":1,"bathrooms":1,"water_rooms":0,"toilets":1,"kitchen_flow":75,"bathroom_flow":0,"toilet_flow":15}`,
		summary: "une sortie d'air commune",
	},
}

func TestCalculators_partial(t *testing.T) {
	for _, tt := range partial {
		t.Run(tt.calculator+"/"+tt.name, func(t *testing.T) {
			out, err := calculator(t, tt.calculator).Run(t.Context(), json.RawMessage(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			verdict := ""
			if out.Compliant != nil {
				verdict = map[bool]string{true: "true", false: "false"}[*out.Compliant]
			}
			if verdict != tt.compliant || !strings.Contains(out.Summary, tt.summary) {
				t.Errorf("want %q and %q, got %q and\n%s", tt.compliant, tt.summary, verdict, out.Summary)
			}
		})
	}
}

// TestCalculators_figures: what is shown is rounded, but never to the other side of a
// limit.
func TestCalculators_figures(t *testing.T) {
	for _, tt := range []struct{ calculator, input, want, never string }{
		{"fr-escalier-accessible", `{"place":"erp","riser":16.6666666667,"going":28,"width":120}`, "la hauteur de marche de 16,6667 cm (maximum 16 cm)", "66666666"},
		{"fr-escalier-accessible", `{"place":"erp","riser":16.0000001,"going":28,"width":120}`, "Avec h = 16,0000001 cm", "h = 16 cm"},
		{"fr-degagements-travail", `{"persons":19,"existing":false,"exits":[{"width":0.8999999}]}`, "Dégagement 1 : 0,8999999 m, soit 0 UP", "0,9 m, soit 0"},
		{"fr-degagements-travail", `{"persons":19,"exits":[{"width":1.2345678901}]}`, "Dégagement 1 : 1,2346 m, soit 1 UP", "1,23456"},
		{"fr-debits-ventilation", `{"rooms":1,"bathrooms":0,"water_rooms":0,"toilets":0,"kitchen_flow":74.9999999}`, "74,9999999 m³/h (minimum 75 m³/h)", "de 75 m³/h"},
	} {
		out, err := calculator(t, tt.calculator).Run(t.Context(), json.RawMessage(tt.input))
		if err != nil {
			t.Fatal(err)
		}
		text := out.Summary + "\n" + strings.Join(out.Steps, "\n")
		if !strings.Contains(text, tt.want) || strings.Contains(text, tt.never) {
			t.Errorf("%s %s: want %q and not %q, got\n%s", tt.calculator, tt.input, tt.want, tt.never, text)
		}
	}
}
