package note_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func TestModel(t *testing.T) {
	asktest.TestModel(t, func(*testing.T) ask.Model { return note.New(nil) })
}

// shown answers with one part whatever is likely.
func shown(part note.Part) ask.Model { return note.New(&note.Options{Show: part}) }

func world(t *testing.T, more ...retrieval.Block) *asktest.World {
	t.Helper()
	w, err := asktest.NewWorld(more...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestModel_Forms(t *testing.T) {
	const barrier = "¿Qué altura mínima debe tener la barandilla de un balcón?"
	for _, tt := range []struct {
		name, question, want string
		form                 ask.Form
	}{
		{"possible where no rule knows it", barrier, "0,95 m", ask.FormPossible},
		{"not found", "¿Qué mayoría de votos necesita la junta de vecinos para desgravar?", "No lo he encontrado", ask.FormNotFound},
		{"the question's language", "What majority do the neighbours need to vote a discount?", "I have not found it", ask.FormNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := world(t)
			a, err := w.Ask(t.Context(), note.New(nil), tt.question)
			if err != nil || a.Form != tt.form || !strings.Contains(a.Text, tt.want) {
				t.Errorf("form %q, error %v, want %q and %q in:\n%s", a.Form, err, tt.form, tt.want, a.Text)
			}
			if (a.Form == ask.FormNotFound) != (len(a.Sources) == 0) {
				t.Errorf("%d sources of %q", len(a.Sources), a.Form)
			}
		})
	}
}

// A word of a phrase is in a passage that says the phrase in another language.
func TestModel_Phrase(t *testing.T) {
	w := world(t, retrieval.Block{
		ID: "x1", Doc: "seguridad/2022", Section: "puertas", Title: "Boca de incendio", Path: []string{"Puertas"}, Kind: retrieval.Paragraph, Lang: "es", Order: 90,
		Text: "La boca de incendio equipada está a 1,50 m.",
	})
	share := 0.0
	observe := func(_ string, judged []note.Judged) {
		for _, j := range judged {
			for _, f := range j.Features {
				if j.Part == note.AnyPart && f.Name == "share" {
					share = f.Value
				}
			}
		}
	}
	q := w.Question("At what height is the hose reel?")
	q.Project.Language = "es"
	if _, err := w.Agent(note.New(&note.Options{Observe: observe}), nil).Answer(t.Context(), q); err != nil || share < 0.8 {
		t.Errorf("error %v, share %v of the best passage, want most", err, share)
	}
}

// The country of the project says nothing, and of another there is no text.
func TestModel_Country(t *testing.T) {
	for _, tt := range []struct {
		question, want string
		form           ask.Form
	}{
		{"¿Qué altura mínima tiene la barandilla de un balcón en España?", "0,95 m", ask.FormPossible},
		{"¿Qué altura mínima tiene la barandilla de un balcón según la norma española?", "0,95 m", ask.FormPossible},
		{"¿Qué altura mínima tiene la barandilla de un balcón en Nueva Zelanda?", "«Nueva Zelanda»", ask.FormNotFound},
		{"¿Qué altura mínima tiene la barandilla de un balcón según la norma italiana?", "«italiana»", ask.FormNotFound},
		{"¿Qué altura mínima debe tener al fin la barandilla de un balcón?", "0,95 m", ask.FormPossible},
		{"What is the minimum height of a guardrail under the building code of Portugal?", "“Portugal”", ask.FormNotFound},
	} {
		w := world(t)
		q := w.Question(tt.question)
		q.Project.GeoID = "ES-28079"
		a, err := w.Agent(note.New(nil), nil).Answer(t.Context(), q)
		if err != nil || a.Form != tt.form || !strings.Contains(a.Text, tt.want) {
			t.Errorf("%s: form %q, error %v, want %q and %q in:\n%s", tt.question, a.Form, err, tt.form, tt.want, a.Text)
		}
	}
}

// A statement keeps its exception, and each quotation stands under its marker.
func TestModel_WholePassage(t *testing.T) {
	w := world(t)
	a, err := w.Ask(t.Context(), shown(note.PassagePart), "¿Dónde hacen falta barreras de protección en los desniveles?")
	if err != nil || !strings.Contains(a.Text, "excepto cuando la disposición del edificio haga muy improbable la caída.» [") {
		t.Errorf("error %v, answer:\n%s", err, a.Text)
	}
}

// A question that rules settle is answered by them alone, and surely.
func TestModel_Settled(t *testing.T) {
	match := named()
	match.Likely = 0
	required := ask.Required{Match: match, Boolean: true, Rows: []ask.RequiredRow{{Text: "barrera: obligatorio", State: ask.RowHolds, Duty: ask.DutyRequired}}}
	w := world(t)
	for question, want := range map[string]ask.Form{"¿Hace falta una barrera?": ask.FormAnswer, "¿Puede haber una barrera?": ask.FormPossible} {
		weights := note.Weights{note.ListPart: {note.Bias: 0.5}, note.AnyPart: {note.Bias: 1}}
		a, err := w.Agent(note.New(&note.Options{Weights: weights}), &ask.Options{Requirements: rules{required: &required}}).Answer(t.Context(), w.Question(question))
		if err != nil || a.Form != want {
			t.Errorf("%s: error %v, form %q, want %q:\n%s", question, err, a.Form, want, a.Text)
		}
	}
}

// One case is no comparison.
func TestModel_Compares(t *testing.T) {
	rows := []ask.RequiredRow{{Text: "≥ 1,15 m: en balcones", State: ask.RowDepends}, {Text: "≥ 0,95 m: en terrazas", State: ask.RowDepends}}
	w := world(t)
	for count, want := range map[int]ask.Form{1: ask.FormPossible, 2: ask.FormAnswer} {
		weights := note.Weights{note.ListPart: {note.Bias: 3}, note.AnyPart: {note.Bias: 1}, note.PassagePart: {note.Bias: -3}}
		a, err := w.Agent(note.New(&note.Options{Weights: weights}), &ask.Options{Requirements: rules{required: &ask.Required{Match: named(), Rows: rows[:count]}}}).
			Answer(t.Context(), w.Question("¿Qué diferencia hay entre la barandilla de un balcón y la de una terraza?"))
		if err != nil || a.Form != want {
			t.Errorf("%d rows: error %v, form %q, want %q:\n%s", count, err, a.Form, want, a.Text)
		}
	}
}

// rules are requirements of a world without any.
type rules struct {
	required *ask.Required
	err      error
}

func (r rules) Required(_ context.Context, _ ask.Asked, found []*retrieval.Block) (*ask.Required, error) {
	if r.required == nil || len(found) == 0 {
		return nil, r.err
	}
	out := *r.required
	for _, rows := range []*[]ask.RequiredRow{&out.Rows, &out.Bounds, &out.Beside} {
		*rows = slices.Clone(*rows)
		for i := range *rows {
			(*rows)[i].Block = found[0]
		}
	}
	if out.Verdict != nil {
		verdict := *out.Verdict
		verdict.Block, out.Verdict = found[0], &verdict
	}
	return &out, r.err
}

func named() ask.Match {
	return ask.Match{Element: 1, Parameter: 1, Explained: 1, Likely: 0.5}
}

func TestModel_List(t *testing.T) {
	rows := []ask.RequiredRow{
		{Text: "≥ 1,15 m: desnivel de más de 5 m", State: ask.RowDepends, Governs: true},
		{Text: "≥ 0,95 m: desnivel de hasta 5 m", State: ask.RowDepends},
		{Text: "≥ 2 m: en la luna", State: ask.RowExcluded},
	}
	duty := []ask.RequiredRow{{Text: "barrera: obligatorio", State: ask.RowHolds, Duty: ask.DutyRequired}}
	for _, tt := range []struct {
		name, question string
		required       ask.Required
		want, without  []string
	}{
		{"every case, the strictest marked", "¿Qué altura tiene una barrera?", ask.Required{Match: named(), Rows: rows, DependsOn: []string{"desnivel"}},
			[]string{"- **≥ 1,15 m**: desnivel de más de 5 m [1]", "- ≥ 0,95 m: desnivel de hasta 5 m [1]", "Lo que decide entre ellos: desnivel."}, []string{"luna"}},
		{"a special case is not marked", "¿Qué altura tiene una barrera?", ask.Required{Match: named(), Rows: []ask.RequiredRow{{Text: "≥ 3 m: en piscinas", State: ask.RowDepends, Governs: true, Special: true}}},
			[]string{"- ≥ 3 m: en piscinas [1]"}, []string{"**≥ 3 m**"}},
		{"the case asked about alone", "¿Qué altura tiene una barrera de un desnivel de 6 m?", ask.Required{Match: named(), DependsOn: []string{"piscina"}, Rows: []ask.RequiredRow{
			{Text: "≥ 1,15 m: desnivel de más de 5 m", State: ask.RowHolds, Governs: true}, {Text: "≥ 3 m: en piscinas", State: ask.RowDepends, Special: true}}},
			[]string{"- **≥ 1,15 m**: desnivel de más de 5 m [1]", "Y 1 más.", "Lo que decide entre ellos: piscina."}, []string{"≥ 3 m"}},
		{"verdict", "¿Puede tener la barrera una altura de 0,80 m?", ask.Required{Match: named(), Rows: rows[:2], Verdict: &ask.RequiredVerdict{Text: "0,8 m: no cumple"}},
			[]string{"- No: 0,8 m: no cumple [1]"}, nil},
		{"duty", "¿Hace falta una barrera?", ask.Required{Match: named(), Boolean: true, Rows: duty}, []string{"- Sí: barrera: obligatorio [1]"}, nil},
		{"duty of some cases", "¿Hace falta una barrera?", ask.Required{Match: named(), Boolean: true, Rows: []ask.RequiredRow{{Text: "barrera: obligatorio: en balcones", State: ask.RowDepends, Duty: ask.DutyRequired}}},
			[]string{"barrera: obligatorio: en balcones [1]"}, []string{"Sí"}},
		{"duty that depends", "¿Hace falta una barrera?", ask.Required{Match: named(), Boolean: true, DependsOn: []string{"desnivel"}, Rows: []ask.RequiredRow{{Text: "barrera: obligatorio: desnivel > 55 cm", State: ask.RowDepends, Duty: ask.DutyRequired}}},
			[]string{"- Depende: barrera: obligatorio: desnivel > 55 cm [1]"}, []string{"Sí"}},
		{"what a number chose among", "¿Hace falta una barrera en un desnivel de 40 cm?", ask.Required{Match: named(), Boolean: true, Rows: []ask.RequiredRow{{Text: "barrera: no se exige", State: ask.RowHolds, Duty: ask.DutyFree}},
			Bounds: []ask.RequiredRow{{Text: "barrera: obligatorio: desnivel > 55 cm", State: ask.RowDepends, Duty: ask.DutyRequired}}},
			[]string{"- No: barrera: no se exige [1]", "- barrera: obligatorio: desnivel > 55 cm [1]"}, nil},
		{"a duty tells nothing of what is allowed", "¿Puede haber una barrera?", ask.Required{Match: named(), Boolean: true, Rows: duty}, []string{"- barrera: obligatorio [1]"}, []string{"Sí"}},
		{"what is forbidden is not allowed", "¿Puede haber una barrera?", ask.Required{Match: named(), Boolean: true, Rows: []ask.RequiredRow{{Text: "barrera: no se admite", State: ask.RowHolds, Duty: ask.DutyForbidden}}},
			[]string{"- No: barrera: no se admite [1]"}, nil},
		{"a state that is free is allowed", "¿Puede ser no protegida una barrera?", ask.Required{Match: named(), Parameter: "no protegida", Boolean: true, Rows: []ask.RequiredRow{{Text: "barrera: no se exige", State: ask.RowHolds, Duty: ask.DutyFree}}},
			[]string{"- Sí: barrera: no se exige [1]"}, nil},
		{"what need not be is not said to be allowed", "¿Puede haber una barrera?", ask.Required{Match: named(), Boolean: true, Presence: true, Rows: []ask.RequiredRow{{Text: "barrera: no se exige", State: ask.RowHolds, Duty: ask.DutyFree}}},
			[]string{"- barrera: no se exige [1]"}, []string{"Sí"}},
		{"further parameters that are named", "¿Qué altura y qué separación tiene una barrera?", ask.Required{Match: named(), Rows: rows[:1], Beside: []ask.RequiredRow{
			{Text: "separación: ≤ 10 cm", State: ask.RowHolds}, {Text: "separación: ≤ 15 cm: en la luna", State: ask.RowExcluded}, {Text: "separación: ≤ 2 cm", State: ask.RowDepends, Special: true}}},
			[]string{"- **≥ 1,15 m**: desnivel de más de 5 m [1]\n- separación: ≤ 10 cm [1]"}, []string{"15 cm", "2 cm"}},
		{"a question turned round", "¿Está prohibida una barrera con una altura de 0,80 m?", ask.Required{Match: named(), Rows: rows[:2], Verdict: &ask.RequiredVerdict{Text: "0,8 m: no cumple"}},
			nil, []string{"no cumple"}},
		{"something else is asked", "¿Puede tener pasamanos la barrera con una altura de 0,80 m?", ask.Required{Match: ask.Match{Element: 1, Parameter: 1, Explained: 0.6}, Rows: rows[:2], Verdict: &ask.RequiredVerdict{Text: "0,8 m: no cumple"}},
			nil, []string{"no cumple"}},
		{"another parameter", "¿Puede tener la barrera un color de 0,80 m?", ask.Required{Match: ask.Match{Element: 1, Parameter: 0.1}, Rows: rows[:2], Verdict: &ask.RequiredVerdict{Text: "0,8 m: no cumple"}},
			nil, []string{"no cumple"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := world(t)
			a, err := w.Agent(shown(note.ListPart), &ask.Options{Requirements: rules{required: &tt.required}}).Answer(t.Context(), w.Question(tt.question))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(a.Text, want) {
					t.Errorf("want %q in:\n%s", want, a.Text)
				}
			}
			for _, not := range tt.without {
				if strings.Contains(a.Text, not) {
					t.Errorf("want no %q in:\n%s", not, a.Text)
				}
			}
			if err := asktest.CheckMarkers(a); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("rules that fail", func(t *testing.T) {
		w := world(t)
		a, err := w.Agent(note.New(nil), &ask.Options{Requirements: rules{err: errors.New("broken")}}).Answer(t.Context(), w.Question("¿Qué altura tiene una barandilla?"))
		if err != nil || len(a.Sources) == 0 {
			t.Errorf("error %v, answer %+v", err, a)
		}
	})
}

// asking keeps how requirements were asked.
type asking struct{ asked []ask.Asked }

func (a *asking) Required(_ context.Context, asked ask.Asked, _ []*retrieval.Block) (*ask.Required, error) {
	a.asked = append(a.asked, asked)
	return nil, nil
}

func TestModel_Asks(t *testing.T) {
	for question, want := range map[string]string{
		"¿Hace falta ascensor en un bloque de viviendas?":              ask.AsksDuty,
		"Con 60 empleados, ¿hay que tener un local de descanso?":       ask.AsksDuty,
		"¿Un hotel de 6.000 m² está obligado a tener rociadores?":      ask.AsksDuty,
		"¿A partir de qué altura hay que poner barandilla?":            ask.AsksBound,
		"¿Qué altura tiene la barandilla de un balcón a 8 m?":          ask.AsksAmount,
		"¿Desde cuántos metros cuadrados lleva una tienda rociadores?": ask.AsksBound,
		"¿Qué altura debe tener una barandilla?":                       ask.AsksAmount,
		"¿A que altura debe estar el pasamanos?":                       ask.AsksAmount,
		"¿Cada cuánto se debe inspeccionar una caldera?":               ask.AsksAmount,
		"¿Puede una puerta abrir hacia dentro?":                        ask.AsksPermission,
		"¿Cumple una puerta de 70 cm?":                                 "",
		"Is a handrail required on a ramp?":                            ask.AsksDuty,
		"I run a shop of 120 m²: do I need sprinklers?":                ask.AsksDuty,
		"From what height is a guardrail required?":                    ask.AsksBound,
		"How high must a guardrail be?":                                ask.AsksAmount,
		"May a door open inwards?":                                     ask.AsksPermission,
	} {
		t.Run(question, func(t *testing.T) {
			w, rules := world(t), &asking{}
			if _, err := w.Agent(note.New(nil), &ask.Options{Requirements: rules}).Answer(t.Context(), w.Question(question)); err != nil {
				t.Fatal(err)
			}
			if len(rules.asked) != 1 || rules.asked[0].Asks != want {
				t.Errorf("asked %+v, want one of %q", rules.asked, want)
			}
		})
	}
}

// How a measure is asked for tells which it is; elsewhere the same word is left alone.
func TestModel_AsksMeasure(t *testing.T) {
	for question, want := range map[string]string{
		"How wide must a corridor be?":               "width",
		"¿Cómo de ancha es una escalera?":            "anchura",
		"What resistance has a door of a high risk?": "high",
		"May a corridor be 1.05 m wide?":             "1.05 m width",
		"How many accessible spaces are needed?":     "number accessible",
		"¿Cuántas plazas accesibles hacen falta?":    "número plazas",
		"How often is a lift inspected?":             "interval",
		"¿Cada cuánto se revisa un ascensor?":        "periodicidad",
		"¿Cuántos metros mide un pasillo?":           "¿ metros",
	} {
		t.Run(question, func(t *testing.T) {
			w, rules := world(t), &asking{}
			if _, err := w.Agent(note.New(nil), &ask.Options{Requirements: rules}).Answer(t.Context(), w.Question(question)); err != nil {
				t.Fatal(err)
			}
			if len(rules.asked) != 1 || !strings.Contains(rules.asked[0].Question, want) || strings.Contains(rules.asked[0].Question, "height") {
				t.Errorf("asked %+v, want %q", rules.asked, want)
			}
		})
	}
}

// Nonsense, and what holds no word that tells anything, is not found; however long it is,
// little of it is asked on.
func TestModel_Nonsense(t *testing.T) {
	for _, piece := range []string{"1ª ", "a ", "5 m ", "no ", "¿", "a-", "12 34 ", "? ", "lorem ipsum dolor sit amet "} {
		for _, times := range []int{1, 400} {
			w, rules := world(t), &asking{}
			question := strings.Repeat(piece, times)
			a, err := w.Agent(note.New(nil), &ask.Options{Requirements: rules}).Answer(t.Context(), w.Question(question))
			if err != nil || a.Form != ask.FormNotFound || len(a.Sources) > 0 {
				t.Errorf("%d times %q: form %q, error %v, %d sources", times, piece, a.Form, err, len(a.Sources))
			}
			for _, asked := range rules.asked {
				if n := len(strings.Fields(asked.Question)); n > 120 {
					t.Errorf("%d times %q: %d words were asked on", times, piece, n)
				}
			}
		}
	}
}

func TestParseWeights(t *testing.T) {
	got, err := note.ParseWeights("# remark\nlist\tbias\t-1.5\nlist\tnear\t2\n")
	if diff := cmp.Diff(note.Weights{"list": {"bias": -1.5, "near": 2}}, got); diff != "" || err != nil {
		t.Errorf("error %v, weights (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []string{"list\tbias", "list\tbias\tmuch"} {
		if _, err := note.ParseWeights(wrong); err == nil {
			t.Errorf("%q was read", wrong)
		}
	}
	if c := got.Confidence("list", []note.Feature{{Name: "near", Value: 0.75}}); c != 0.5 {
		t.Errorf("confidence %g, want 0.5", c)
	}
	if c := got.Confidence("list", nil); c != 0 {
		t.Errorf("confidence %g of no part, want 0", c)
	}
}

func TestCheckLanguage(t *testing.T) {
	files := func(text string) fstest.MapFS { return fstest.MapFS{"messages.tsv": {Data: []byte(text)}} }
	if err := note.CheckLanguage("qtx", files("note.yes\tjes\nnote.scope\told\nnote.scope_headings\told\nask.page\tx\nextractive.row\t%s\n")); err != nil {
		t.Error(err)
	}
	if err := note.CheckLanguage("qtx", files("note.nonsense\tx\nnote.more\tx\n")); err == nil || !strings.Contains(err.Error(), "messages.tsv:1") || !strings.Contains(err.Error(), "messages.tsv:2") {
		t.Errorf("error %v, want both lines", err)
	}
	if err := note.CheckLanguage("es-MX", files("")); !errors.Is(err, note.ErrBuiltInLanguage) {
		t.Errorf("error %v, want ErrBuiltInLanguage", err)
	}
}

// TestModel_Datum tells a datum of the project that the question names, and no other.
func TestModel_Datum(t *testing.T) {
	w := world(t)
	for question, want := range map[string]string{
		"¿Qué altitud tiene el solar según los datos del proyecto?":    "Altitud del solar: 1131 m.",
		"According to the project's data, what is the site altitude?":  "Altitud del solar: 1131 m.",
		"¿En qué zona climática está la obra?":                         "Zona climática (anejo B): D3.",
		"¿Dónde hacen falta barreras de protección en los desniveles?": "",
		"¿Qué superficie tiene el solar?":                              "",
	} {
		t.Run(question, func(t *testing.T) {
			q := w.Question(question)
			q.Project.Memory = append(q.Project.Memory, projects.MemoryItem{Key: "site_altitude", Label: "Altitud del solar", Value: "1131", Unit: "m"})
			q.Project.TechSummary = "Zona climática (anejo B): D3\nPoblación: 640"
			a, err := w.Agent(note.New(nil), nil).Answer(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if told := strings.Contains(a.Text, "Dato del proyecto") || strings.Contains(a.Text, "Datum of"); told != (want != "") || !strings.Contains(a.Text, want) {
				t.Errorf("told %v, want %q:\n%s", told, want, a.Text)
			}
		})
	}
}
