package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// sideDoubt is what an extractor says of a figure that may bound either side.
const sideDoubt = "the text does not say whether the figure is a minimum or a maximum"

// TestVerifier_texts_mute: a figure that may bound either side, or one for each of
// something, decides nothing.
func TestVerifier_texts_mute(t *testing.T) {
	for name, limit := range map[string]textlimits.Limit{
		"side": {Op: rules.Equal, Value: "1.20", Unit: "m", Doubts: []string{sideDoubt}},
		"each": {Op: rules.AtLeast, Value: "1.20", Unit: "m", Per: &textlimits.Per{Count: "1", Of: "persona"}},
	} {
		limit.Phrases = phrases("thing", "Los extintores", "measure", "altura")
		v := textVerifier(t, []passage{{text: "Los extintores se colocarán a una altura de 1,20 m.", limits: []textlimits.Limit{limit}}})
		for _, value := range []string{"1", "1.2", "1.4"} {
			if got := textCheck(t, v, "extintor", "altura", value, "m"); got.Status != verify.Undetermined {
				t.Errorf("%s, %s m: want undetermined, got %s %v", name, value, got.Status, got.Warnings)
			}
		}
	}
}

// TestVerifier_texts_closed: a pass that leans on a circumstance is sure only where the
// check says it in closed form.
func TestVerifier_texts_closed(t *testing.T) {
	v := textVerifier(t, []passage{{text: "La anchura de los pasillos será de 2 m como mínimo, y de 1 m cuando haya rociadores.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "2", Unit: "m", Group: 1, Phrases: phrases("thing", "los pasillos", "measure", "La anchura")},
		{Op: rules.AtLeast, Value: "1", Unit: "m", Group: 1, Phrases: phrases("thing", "los pasillos", "measure", "La anchura", "when", "cuando haya rociadores")},
	}}})
	for element, want := range map[string]verify.Status{
		"pasillo con rociadores":               verify.Compliant,
		"pasillo, con rociadores":              verify.Compliant,
		"pasillo con rociadores opcionales":    verify.Undetermined,
		"pasillo con previsión de rociadores":  verify.Undetermined,
		"pasillo junto a rociadores":           verify.Undetermined,
		"pasillo con rociadores en otra nave":  verify.Undetermined,
		"pasillo con rociadores (del vecino)":  verify.Undetermined,
		"pasillo con rociadores por confirmar": verify.Undetermined,
	} {
		got := textCheck(t, v, element, "anchura", "1.5", "m")
		if got.Status != want || want != verify.Compliant && got.IsCompliant {
			t.Errorf("%s: want %s, got %s %v", element, want, got.Status, got.Warnings)
		}
	}
	if got := textCheck(t, v, "pasillo con rociadores opcionales", "anchura", "2.5", "m"); got.Status == verify.NonCompliant {
		t.Errorf("what leans on nothing: want no failure, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_partial: a limit for all other cases lets nothing pass where
// one of the cases was not understood.
func TestVerifier_texts_partial(t *testing.T) {
	passages := func(first string) []passage {
		return []passage{{text: "La anchura de los pasillos será de 2 m en quirófanos y de 1 m en el resto de los casos.", limits: []textlimits.Limit{
			{Op: rules.AtLeast, Value: "2", Unit: "m", Group: 1, Phrases: phrases("thing", first, "measure", "anchura", "when", "cuando sirvan a más de 100 personas")},
			{Op: rules.AtLeast, Value: "1", Unit: "m", Group: 1, Phrases: phrases("thing", "los pasillos", "measure", "anchura", "rest", "en el resto de los casos")},
		}}}
	}
	whole, partial := textVerifier(t, passages("los pasillos")), textVerifier(t, passages("los vestíbulos"))
	const element = "pasillo para 20 personas"
	if got := textCheck(t, whole, element, "anchura", "1.2", "m"); got.Status != verify.Compliant {
		t.Errorf("all cases understood: want compliant, got %s %v", got.Status, got.Warnings)
	}
	if got := textCheck(t, partial, element, "anchura", "1.2", "m"); got.Status != verify.Undetermined || !says(got, "alguno de los casos no se ha entendido") {
		t.Errorf("one case not understood: want undetermined that says so, got %s %v", got.Status, got.Warnings)
	}
	if got := textCheck(t, partial, element, "anchura", "0.9", "m"); got.Status != verify.NonCompliant {
		t.Errorf("below the least limit: want non_compliant, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_between: what a measure lies between is not what is measured,
// and keeps a plain measure from passing.
func TestVerifier_texts_between(t *testing.T) {
	v := textVerifier(t, []passage{{lang: "en", text: "For flights of stairs: a minimum width between handrails of 1000 mm.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "1000", Unit: "mm", Phrases: phrases("lead", "For flights of stairs", "measure", "minimum width between handrails")}}}})
	for _, tt := range []struct {
		element, parameter, value string
		want                      verify.Status
	}{
		{"stair flight", "width between handrails", "1", verify.Compliant},
		{"stair flight", "width between handrails", "0.9", verify.NonCompliant},
		{"stair flight", "width", "1.1", verify.Undetermined},
		{"handrail", "width", "1.1", verify.Undetermined},
		{"door", "width between handrails", "1.1", verify.Undetermined},
	} {
		if got := textCheck(t, v, tt.element, tt.parameter, tt.value, "m"); got.Status != tt.want {
			t.Errorf("%s, %s %s m: want %s, got %s %v", tt.element, tt.parameter, tt.value, tt.want, got.Status, got.Warnings)
		}
	}
}

// TestVerifier_texts_ends: a thing that a measure lies between is not measured, even
// where the passage names no other.
func TestVerifier_texts_ends(t *testing.T) {
	v := textVerifier(t, []passage{{lang: "en", text: "The width between handrails should be at least 1000 mm.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "1000", Unit: "mm", Phrases: phrases("measure", "The width between handrails")}}}})
	for _, value := range []string{"0.9", "1.1"} {
		if got := textCheck(t, v, "handrail", "width", value, "m"); got.Status != verify.Undetermined {
			t.Errorf("%s m: want undetermined, got %s %v", value, got.Status, got.Warnings)
		}
	}
}
