package askeval

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

const mustHeader = "id\tquestion\tplace\tproject_facts\tanswerable\tmust\tmust_not\tsource\tkind\tnote\n"

func TestLoadTSV_Must(t *testing.T) {
	text := mustHeader +
		"A\t¿Qué alto?\tXX-1\tuso=Taller; altura de la nave = 4 m\tyes\tsí & 1,10 m|110 cm\t2 m|EI 45 como tope\tvallas art-3 (apartado 2) y art-4; muros (derogada)\tzone\tSí: 1,10 m\n" +
		"B\t¿Y?\t\t\tno\t\t\t\tmiss\tfalta\n"
	want := []Case{
		{ID: "A", Question: "¿Qué alto?", Answerable: true, Section: "vallas art-3 (apartado 2) y art-4; muros (derogada)", Kinds: []string{"zone"}, Place: "XX-1",
			Must: [][]string{{"sí"}, {"1,10 m", "110 cm"}}, MustNot: []string{"2 m", "EI 45 como tope"},
			Facts: []Fact{{"uso", "Taller"}, {"altura de la nave", "4 m"}}, Where: []Where{{"vallas", []string{"art-3", "y", "art-4"}}, {"muros", []string{}}}},
		{ID: "B", Question: "¿Y?", Reason: "falta", Kinds: []string{"miss"}},
	}
	got, err := LoadTSV(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, tt := range map[string]struct{ text, says string }{
		"both forms":       {"id\tquestion\tanswerable\tmust\texpected_keys\n", "line 1: the header has the columns must and expected_keys"},
		"nothing expected": {mustHeader + "A\tb\t\t\tyes\t\t1 m\t\t\t\n", "line 2: an answerable question needs"},
		"empty part":       {mustHeader + "A\tb\t\t\tyes\t1 m & |\t\t\t\t\n", "line 2: must is"},
		"must of nothing":  {mustHeader + "A\tb\t\t\tno\t1 m\t\t\t\t\n", "line 2: must or must_not is given"},
		"fact without":     {mustHeader + "A\tb\t\tuso\tyes\t1 m\t\t\t\t\n", `line 2: project_facts has "uso"`},
	} {
		t.Run("ErrCases "+name, func(t *testing.T) {
			_, err := LoadTSV(strings.NewReader(tt.text))
			if !errors.Is(err, ErrCases) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("want ErrCases with %q, got %v", tt.says, err)
			}
		})
	}
}

// TestMeasure_Must judges answers as the whole of must and must_not says.
func TestMeasure_Must(t *testing.T) {
	for _, tt := range []struct {
		name, must, mustNot, answer string
		want                        string
	}{
		{"all of it", "1,10 m & hierro|acero", "", "Mide 110 cm [1]. Es de ACERO [1].", "answered right"},
		{"a part is missing", "1,10 m & hierro", "", "Mide 1,10 m [1].", "incomplete"},
		{"another unit", "1,10 m", "", "Mide 1,10 cm [1].", "incomplete"},
		{"yes", "sí", "", "Sí: es obligatoria [1].", "answered right"},
		{"yes in other words", "sí", "", "Según el texto es obligatoria [1].", "answered right"},
		{"no instead of yes", "sí", "", "No: es libre [1].", "misleading"},
		{"yes instead of no", "no", "", "Yes, it is [1].", "misleading"},
		{"either language", "yes|sí", "", "Sí: es obligatoria [1].", "answered right"},
		{"it depends", "sí", "", "- Depende: es obligatoria desde 3 m [1].", "incomplete"},
		{"if is not yes", "no", "", "Si mide 3 m no es obligatoria [1].", "answered right"},
		{"claimed", "1,10 m", "2 m", "Mide 2 m [1].", "misleading"},
		{"claimed in another unit", "1,10 m", "2 m as the limit", "It is 200 cm [1].", "misleading"},
		{"claimed in another sentence", "1,10 m", "2 m", "Mide 1,10 m [1]. En suma, mide 2 m [1].", "misleading"},
		{"the case it belongs to", "1,10 m", "2 m", "Mide 1,10 m, y 2 m en piscinas [1].", "answered right"},
		{"beside it in a quotation", "1,10 m", "2 m", "Dice: «En jardines mide 1,10 m. En piscinas mide 2 m.» [1]", "answered right"},
		{"beside it in a row", "1,10 m", "2 m", "- Jardín: 1,10 m. Piscina: 2 m [1]", "answered right"},
		{"the opening is the right answer", "no & 70 kg", "700 kg la libra", "No: solo hasta 700 kg [1]. Desde 70 kg sí [1].", "answered right"},
		{"what opens with neither claims neither", "no", "sí", "Es obligatoria en piscinas [1].", "incomplete"},
		{"beside the right answer", "no & 3 m", "sí", "No: mide 3 m [1]. En piscinas es libre [1].", "answered right"},
		{"opens with what it must not", "3 m", "sí", "Sí: mide 3 m [1].", "misleading"},
		{"a name with a number", "EI 75", "EI 45 como tope", "Es EI 45 [1].", "misleading"},
		{"a law", "22/2009", "11/1999 como vigente", "Rige el Real Decreto 11/1999 [1].", "misleading"},
		{"words", "de color azul", "de color rojo se pinta", "De color rojo se pinta [1].", "misleading"},
		{"silent", "1,10 m", "2 m", "Los textos no lo dicen. Tampoco que sean 2 m.", "abstained"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := LoadTSV(strings.NewReader(mustHeader + "A\t¿?\t\t\tyes\t" + tt.must + "\t" + tt.mustNot + "\t\tk\t\n"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, came(t, cases[0], tt.answer)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// came tells what came of a case with an answer; one with a marker has a source.
func came(t *testing.T, c Case, text string) string {
	t.Helper()
	answer := &ask.Answer{Text: text}
	if strings.Contains(text, "[1]") {
		answer.Sources = []ask.Source{{Index: 1, BlockID: "x"}}
	}
	report := Measure(t.Context(), []Case{c}, func(context.Context, Case) (*ask.Answer, error) { return answer, nil }, NewCorpus(nil), nil)
	o := report.Outcomes[0]
	if (report.Misleading == 1) != o.Misleading || (report.Right.Hits == 1) != o.Right {
		t.Errorf("the report counts otherwise: %+v", report.Tally)
	}
	if o.Right {
		return o.String() + " right"
	}
	return o.String()
}

func TestMeasure_Unanswerable(t *testing.T) {
	c := Case{ID: "A", Question: "¿?", Reason: "falta"}
	for text, want := range map[string]string{
		"Los textos no lo dicen.":     "abstained right",
		"Los textos no lo dicen [1].": "abstained with sources",
		"Son 3 m [1].":                "misleading",
	} {
		if got := came(t, c, text); got != want {
			t.Errorf("%s: want %s, got %s", text, want, got)
		}
	}
}

// TestOutcome_Right holds that a set with evidence wants its passage and its keys.
func TestOutcome_Right(t *testing.T) {
	for _, tt := range []struct {
		keys   []string
		source string
		want   string
	}{
		{[]string{"3 m"}, "right", "answered right"},
		{[]string{"4 m"}, "right", "incomplete"},
		{[]string{"3 m"}, "other", "another passage"},
		{nil, "right", "answered right"},
	} {
		corpus := NewCorpus([]*retrieval.Block{{ID: "right", Doc: "d", Text: "Mide 3 m de alto."}, {ID: "other", Doc: "d", Text: "Es de hierro."}})
		c := Case{ID: "A", Question: "¿?", Answerable: true, Keys: tt.keys, Evidence: "3 m de alto"}
		answer := &ask.Answer{Text: "Mide 3 m [1].", Sources: []ask.Source{{Index: 1, BlockID: tt.source}}}
		o := Measure(t.Context(), []Case{c}, func(context.Context, Case) (*ask.Answer, error) { return answer, nil }, corpus, nil).Outcomes[0]
		got := o.String()
		if o.Right {
			got += " right"
		}
		if got != tt.want {
			t.Errorf("keys %v, source %s: want %s, got %s", tt.keys, tt.source, tt.want, got)
		}
	}
	down := func(context.Context, Case) (*ask.Answer, error) { return nil, errors.New("down") }
	o := Measure(t.Context(), []Case{{ID: "A", Question: "¿?"}}, down, NewCorpus(nil), nil).Outcomes[0]
	if o.String() != "error" || o.Right || o.Misleading {
		t.Errorf("an error: want neither right nor misleading, got %s %v %v", o, o.Right, o.Misleading)
	}
}
