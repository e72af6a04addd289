package verify_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// documents are some that the rules of the starter stand in.
var documents = []string{"cte-db-sua/2022", "cte-db-si/2025"}

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
		got := pairs.Named("ES", tt.question, documents)
		found := false
		for _, p := range got {
			found = found || p.Subject == tt.want && p.ElementShare == 1 && p.ParameterShare > 0.5 && len(p.Passages) > 0
		}
		if !found {
			t.Errorf("%s: want %v among %+v", tt.question, tt.want, got)
		}
	}
	for _, p := range pairs.Named("ES", "¿Me puedo desgravar la renta?", documents) {
		if p.ElementShare > 0.5 || p.ParameterShare > 0.5 {
			t.Errorf("nothing is named, got %+v", p)
		}
	}
	if got := pairs.Named("XX", "¿Qué altura tiene una barandilla?", documents); got != nil {
		t.Errorf("a country without rules: %+v", got)
	}
}

// A longer name that the question has the whole of takes the word from a shorter one.
func TestPairs_Named_compound(t *testing.T) {
	t.Parallel()
	shares := map[rules.Subject]float64{}
	for _, p := range verify.NewPairs(starterVerifier(t)).Named("ES", "Is a dry riser required?", documents) {
		shares[p.Subject] = p.ElementShare
	}
	long, short := shares[rules.Subject{Element: "dry_riser", Parameter: "existence"}], shares[rules.Subject{Element: "riser", Parameter: "existence"}]
	if long != 1 || short >= 1 {
		t.Errorf("want the dry riser alone, got %v and riser %v", long, short)
	}
}

// A name whose words stand apart is named by half at most: "escalera interior" has no
// "huella interior".
func TestPairs_Named_scattered(t *testing.T) {
	t.Parallel()
	shares := map[string]float64{}
	for _, p := range verify.NewPairs(starterVerifier(t)).Named("ES", "¿Qué huella y contrahuella tiene la escalera interior de una vivienda?", documents) {
		shares[p.Parameter] = max(shares[p.Parameter], p.ParameterShare)
	}
	if shares["tread_depth"] != 1 || shares["tread_inner"] > 0.5 || shares["step_formula"] > 0.5 {
		t.Errorf("want the tread alone, got %v", shares)
	}
}

func TestPairs_Told(t *testing.T) {
	t.Parallel()
	pairs := verify.NewPairs(starterVerifier(t))
	told := pairs.Told("ES", "¿Qué altura tiene la barandilla de un desnivel de 8 m?", rules.Subject{Parameter: "height"})
	if diff := cmp.Diff(verify.QuantityValue("8", "m"), told.Quantities["drop_height"]); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if got := pairs.Told("ES", "¿Qué altura tiene la barandilla de un desnivel de 8 m o un desnivel de 3 m?", rules.Subject{Parameter: "height"}); len(got.Quantities) > 0 {
		t.Errorf("two values are none, got %v", got)
	}
	for question, parameter := range map[string]string{"¿Puedo poner una contrahuella de 18 cm?": "riser_height", "¿Cumple una barandilla de altura 18 cm?": "height", "¿Puedo poner una barandilla de 18 cm de alto?": "height"} {
		got := pairs.Told("ES", question, rules.Subject{Parameter: parameter})
		if diff := cmp.Diff([]verify.Figure{{Value: "18", Unit: "cm"}}, got.Figures); diff != "" || len(got.Quantities) > 0 {
			t.Errorf("%s: told %v, figures (-want +got):\n%s", question, got.Quantities, diff)
		}
	}
	if got := pairs.Told("ES", "¿Cumple una ventana con U de 2,0?", rules.Subject{Parameter: "u_value"}); len(got.Figures) != 1 || got.Figures[0].Value != "2" || got.Figures[0].Unit != "" {
		t.Errorf("a number behind the parameter is its value: %v", got.Figures)
	}
	if got := pairs.Told("ES", "¿Qué U tiene una ventana en la casa número 2?", rules.Subject{Parameter: "u_value"}); len(got.Figures) > 0 {
		t.Errorf("a number further on is none: %v", got.Figures)
	}
	pipe := pairs.Told("ES", "The furthest tap is 20 m of pipe away", rules.Subject{Element: "return_loop", Parameter: "existence"})
	if diff := cmp.Diff([]verify.Figure{{Value: "20", Unit: "m", Named: true}}, pipe.Elsewhere); diff != "" {
		t.Errorf("what tells a circumstance that nothing turns on (-want +got):\n%s", diff)
	}
	hospital := pairs.Told("ES", "Un hospital con una altura de evacuación de 17 m, ¿lleva columna seca?", rules.Subject{Parameter: "height"})
	if len(hospital.Figures) > 0 {
		t.Errorf("what is said of another parameter is no value: %v", hospital.Figures)
	}
}
