package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
)

// sideDoubt is what an extractor says of a figure that may bound either side.
const sideDoubt = "the text does not say whether the figure is a minimum or a maximum"

// TestVerifier_texts_sideless: a figure that may bound either side passes the value
// that equals it, decides no other, and the result says why.
func TestVerifier_texts_sideless(t *testing.T) {
	v := textVerifier(t, []passage{{text: "Los extintores se colocarán a una altura de 1,20 m.", limits: []verify.Limit{
		{Op: verify.Equal, Value: "1.20", Unit: "m", Doubts: []string{sideDoubt}, Phrases: phrases("thing", "Los extintores", "measure", "altura")}}}})
	for _, value := range []string{"1", "1.4"} {
		if got := textCheck(t, v, "extintor", "altura", value, "m"); got.Status != verify.Undetermined || !says(got, "lo que se mide admite ambas cosas") {
			t.Errorf("%s m: want undetermined that says why, got %s %v", value, got.Status, got.Warnings)
		}
	}
	if got := textCheck(t, v, "extintor", "altura", "1.2", "m"); got.Status != verify.Compliant || says(got, "admite ambas cosas") {
		t.Errorf("want compliant, got %s %v", got.Status, got.Warnings)
	}
}

// bare is a passage on luminaires whose figure nothing but its unit explains.
func bare(text string, op verify.Op) []passage {
	return []passage{{text: text, limits: []verify.Limit{
		{Op: op, Value: "100", Unit: "lux", Phrases: phrases("thing", "En los pasillos")}}}}
}

// TestVerifier_texts_implied: the unit tells the measure, with a note, but for a
// bound on the side that is not usual for it, and where the passage speaks of
// another measure in that unit.
func TestVerifier_texts_implied(t *testing.T) {
	v := textVerifier(t, bare("En los pasillos, 100 lux como mínimo.", verify.AtLeast))
	if got := textCheck(t, v, "pasillo", "iluminancia", "150", "lux"); got.Status != verify.Compliant || !says(got, "por su unidad") {
		t.Errorf("want compliant with a note, got %s %v", got.Status, got.Warnings)
	}
	v = textVerifier(t, bare("En los pasillos, 100 lux como máximo.", verify.AtMost))
	if got := textCheck(t, v, "pasillo", "iluminancia", "50", "lux"); got.Status != verify.Undetermined {
		t.Errorf("the other side: want undetermined, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_crowded: the unit tells no measure where the passage speaks of
// another one that is given in it.
func TestVerifier_texts_crowded(t *testing.T) {
	for text, want := range map[string]verify.Status{
		"En las ventanas, 9 m³/(h·m²) como máximo.":                          verify.Compliant,
		"En las ventanas, 9 m³/(h·m²) como máximo, y así el caudal de aire.": verify.Undetermined,
	} {
		v := textVerifier(t, []passage{{text: text, limits: []verify.Limit{
			{Op: verify.AtMost, Value: "9", Unit: "m³/(h·m²)", Phrases: phrases("thing", "En las ventanas")}}}})
		if got := textCheck(t, v, "ventana", "permeabilidad", "8", "m³/(h·m²)"); got.Status != want {
			t.Errorf("%s: want %s, got %s %v", text, want, got.Status, got.Warnings)
		}
	}
}

// TestVerifier_texts_partial: a limit for all other cases lets nothing pass where
// one of the cases was not understood.
func TestVerifier_texts_partial(t *testing.T) {
	passages := func(first string) []passage {
		return []passage{{text: "La anchura de los pasillos será de 2 m en quirófanos y de 1 m en el resto de los casos.", limits: []verify.Limit{
			{Op: verify.AtLeast, Value: "2", Unit: "m", Group: 1, Phrases: phrases("thing", first, "measure", "anchura", "when", "cuando sirvan a más de 100 personas")},
			{Op: verify.AtLeast, Value: "1", Unit: "m", Group: 1, Phrases: phrases("thing", "los pasillos", "measure", "anchura", "rest", "en el resto de los casos")},
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
	v := textVerifier(t, []passage{{lang: "en", text: "For flights of stairs: a minimum width between handrails of 1000 mm.", limits: []verify.Limit{
		{Op: verify.AtLeast, Value: "1000", Unit: "mm", Phrases: phrases("lead", "For flights of stairs", "measure", "minimum width between handrails")}}}})
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
	v := textVerifier(t, []passage{{lang: "en", text: "The width between handrails should be at least 1000 mm.", limits: []verify.Limit{
		{Op: verify.AtLeast, Value: "1000", Unit: "mm", Phrases: phrases("measure", "The width between handrails")}}}})
	for _, value := range []string{"0.9", "1.1"} {
		if got := textCheck(t, v, "handrail", "width", value, "m"); got.Status != verify.Undetermined {
			t.Errorf("%s m: want undetermined, got %s %v", value, got.Status, got.Warnings)
		}
	}
}

// TestVerifier_texts_spans: a distance is of what it lies between.
func TestVerifier_texts_spans(t *testing.T) {
	v := textVerifier(t, []passage{{text: "La distancia entre bolardos será de 1,20 m como mínimo.", limits: []verify.Limit{
		{Op: verify.AtLeast, Value: "1.20", Unit: "m", Phrases: phrases("measure", "La distancia entre bolardos")}}}})
	if got := textCheck(t, v, "bolardos", "distancia", "1.1", "m"); got.Status != verify.NonCompliant {
		t.Errorf("want non_compliant, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_each: a figure for each of something decides a value that is
// for each as well, and no other while nobody says how many there are.
func TestVerifier_texts_each(t *testing.T) {
	v := textVerifier(t, []passage{{lang: "en", text: "In kitchens the extract rate should be at least 20 l/s per machine.", limits: []verify.Limit{
		{Op: verify.AtLeast, Value: "20", Unit: "l/s", Per: &verify.Per{Count: "1", Of: "machine"}, Phrases: phrases("thing", "In kitchens", "measure", "extract rate")}}}})
	for _, tt := range []struct {
		parameter, value string
		want             verify.Status
	}{
		{"extract rate per machine", "20", verify.Compliant},
		{"extract rate per machine", "19", verify.NonCompliant},
		{"extract rate", "30", verify.Undetermined},
		{"extract rate per person", "30", verify.Undetermined},
	} {
		if got := textCheck(t, v, "kitchen", tt.parameter, tt.value, "l/s"); got.Status != tt.want {
			t.Errorf("%s %s l/s: want %s, got %s %v", tt.parameter, tt.value, tt.want, got.Status, got.Warnings)
		}
	}
}

// TestVerifier_texts_refersBack: a limit that names neither thing nor measure takes
// them from its circumstance.
func TestVerifier_texts_refersBack(t *testing.T) {
	v := textVerifier(t, []passage{{lang: "en", text: "If the nosing protrudes over the tread, ensure that this is by no more than 25 mm.", limits: []verify.Limit{
		{Op: verify.AtMost, Value: "25", Unit: "mm", Phrases: phrases("when", "If the nosing protrudes")}}}})
	for _, tt := range []struct {
		element, parameter, value string
		want                      verify.Status
	}{
		{"step nosing", "protrusion over the tread", "26", verify.NonCompliant},
		{"step nosing", "protrusion", "25", verify.Compliant},
		{"step nosing", "width", "25", verify.Undetermined},
		{"handrail", "protrusion", "20", verify.Undetermined},
	} {
		if got := textCheck(t, v, tt.element, tt.parameter, tt.value, "mm"); got.Status != tt.want {
			t.Errorf("%s, %s %s mm: want %s, got %s %v", tt.element, tt.parameter, tt.value, tt.want, got.Status, got.Warnings)
		}
	}
}
