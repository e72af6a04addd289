package verify_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

func TestPairs_Named(t *testing.T) {
	t.Parallel()
	pairs := verify.NewPairs(starterVerifier(t))
	for _, tt := range []struct {
		question string
		want     rules.Subject
	}{
		{"¿Qué altura tiene una barandilla?", rules.Subject{Element: "barrier", Parameter: "height"}},
		{"How high must a guardrail be, what height?", rules.Subject{Element: "barrier", Parameter: "height"}},
		{"Pendiente máxima de una rampa accesible", rules.Subject{Element: "ramp", Parameter: "slope"}},
	} {
		got := pairs.Named("ES", tt.question, 8)
		found := false
		for _, p := range got {
			found = found || p.Subject == tt.want && p.ElementShare == 1 && p.ParameterShare > 0.5 && len(p.Passages) > 0
		}
		if !found {
			t.Errorf("%s: want %v among %+v", tt.question, tt.want, got)
		}
	}
	if got := pairs.Named("ES", "¿Me puedo desgravar la renta?", 8); len(got) > 0 {
		t.Errorf("nothing is named, got %+v", got)
	}
	if got := pairs.Named("XX", "¿Qué altura tiene una barandilla?", 8); got != nil {
		t.Errorf("a country without rules: %+v", got)
	}
}

func TestPairs_Told(t *testing.T) {
	t.Parallel()
	pairs := verify.NewPairs(starterVerifier(t))
	told := pairs.Told("ES", "¿Qué altura tiene la barandilla de un desnivel de 8 m?", "height")
	if diff := cmp.Diff(verify.QuantityValue("8", "m"), told.Quantities["drop_height"]); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if got := pairs.Told("ES", "¿Qué altura tiene la barandilla de un desnivel de 8 m o un desnivel de 3 m?", "height"); len(got.Quantities) > 0 {
		t.Errorf("two values are none, got %v", got)
	}
	for question, parameter := range map[string]string{"¿Puedo poner una contrahuella de 18 cm?": "riser_height", "¿Cumple una barandilla de altura 18 cm?": "height", "¿Puedo poner una barandilla de 18 cm de alto?": "height"} {
		got := pairs.Told("ES", question, parameter)
		if diff := cmp.Diff([]verify.Figure{{Value: "18", Unit: "cm"}}, got.Figures); diff != "" || len(got.Quantities) > 0 {
			t.Errorf("%s: told %v, figures (-want +got):\n%s", question, got.Quantities, diff)
		}
	}
	if got := pairs.Told("ES", "¿Cumple una ventana con U de 2,0?", "u_value"); len(got.Figures) != 1 || got.Figures[0].Value != "2" || got.Figures[0].Unit != "" {
		t.Errorf("a number behind the parameter is its value: %v", got.Figures)
	}
	if got := pairs.Told("ES", "¿Qué U tiene una ventana en la casa número 2?", "u_value"); len(got.Figures) > 0 {
		t.Errorf("a number further on is none: %v", got.Figures)
	}
	hospital := pairs.Told("ES", "Un hospital con una altura de evacuación de 17 m, ¿lleva columna seca?", "height")
	if len(hospital.Figures) > 0 {
		t.Errorf("what is said of another parameter is no value: %v", hospital.Figures)
	}
}
