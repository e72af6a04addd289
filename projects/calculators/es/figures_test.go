package es_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRun_figures: what people read is rounded; what does not comply is never shown as
// the limit it breaks, and the result keeps every digit.
func TestRun_figures(t *testing.T) {
	for _, tt := range []struct{ name, calculator, input, want, never string }{
		{
			"Steps", "stair-geometry", `{"use":"general","riser":16.6666666667,"tread":28.0000000001,"public_use":false,"lift":false,"flight_steps":12}`,
			"Con C = 16,6667 cm y H = 28 cm, 2C + H = 61,3333 cm.", "66666",
		},
		{
			"Limit", "stair-geometry", `{"use":"general","riser":17.5000001,"tread":28,"public_use":false,"lift":false}`,
			"Con C = 17,5000001 cm", "C = 17,5 cm",
		},
		{
			"Slope", "ramp", `{"kind":"general","length":2.9999999,"rise":0.3333333333,"flights":1}`,
			"Pendiente = 0,3333 m / 3 m = 11,1111 %.", "33333",
		},
		{
			"Complies", "evacuation-width", `{"element":"escalera-protegida","use":"otros","persons":356,"area":54.6666666667,"width":1.2,"accessible":true}`,
			"la anchura de 1,2 m (mínimo 1,2 m)", "1,19999",
		},
		{
			"Fails", "sound-insulation", `{"use":"residencial-privado","room":"dormitorio","against":"exterior","ld":65.00000001,"aircraft":false,"sheltered":false}`,
			"Con Ld = 65,00000001 dBA", "Ld = 65 dBA",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := all(t)[tt.calculator].Run(t.Context(), json.RawMessage(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			text := out.Summary + "\n" + strings.Join(out.Steps, "\n")
			if !strings.Contains(text, tt.want) || strings.Contains(text, tt.never) {
				t.Errorf("want %q and not %q, got\n%s", tt.want, tt.never, text)
			}
		})
	}
}

// TestCharging_accessible: how many stations the accessible spaces ask for is told.
func TestCharging_accessible(t *testing.T) {
	for input, want := range map[string]string{
		`{"use":"otro","work":"nuevo","spaces":100,"accessible_spaces":10}`:        "3 estaciones de recarga como mínimo, de ellas 2 estaciones por las plazas accesibles (una por cada 5).",
		`{"use":"otro","work":"nuevo","spaces":100,"accessible_spaces":0}`:         "3 estaciones de recarga como mínimo.",
		`{"use":"residencial","work":"nuevo","spaces":100,"accessible_spaces":10}`: "no se exigen estaciones, tampoco por las plazas accesibles",
	} {
		out, err := all(t)["ev-charging"].Run(t.Context(), json.RawMessage(input))
		if err != nil {
			t.Fatal(err)
		}
		if text := out.Summary + strings.Join(out.Steps, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s: want %q, got\n%s", input, want, text)
		}
	}
}
