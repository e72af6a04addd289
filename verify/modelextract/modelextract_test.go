package modelextract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/modelextract"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// scripted is a Model that says what it is told to and keeps what it was asked.
type scripted struct {
	answer string
	err    error
	mu     sync.Mutex
	asked  []string
}

func (s *scripted) Name() string { return "scripted" }

func (s *scripted) Complete(ctx context.Context, _, user string, schema []byte) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, user)
	if !json.Valid(schema) {
		return "", errors.New("the schema is no JSON")
	}
	return s.answer, errors.Join(s.err, ctx.Err())
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func block(text string) retrieval.Block {
	return retrieval.Block{ID: "b1", Doc: "code/1", Lang: "es", Path: []string{"Escaleras de uso general"}, Text: text}
}

const widths = "La anchura útil de cada tramo será de 1,00 m, como mínimo, salvo en las escaleras de servicio."

func proposal(change string) string {
	members := map[string]string{
		"quote": `"será de 1,00 m, como mínimo"`, "operator": `">="`, "value": `"1.00"`, "min": `""`, "max": `""`, "unit": `"m"`,
		"element": `"cada tramo"`, "measure": `"anchura útil"`, "when": `[]`, "unless": `["en las escaleras de servicio"]`,
	}
	if name, value, ok := strings.Cut(change, "="); ok {
		members[name] = value
	}
	var parts []string
	for name, value := range members {
		parts = append(parts, fmt.Sprintf("%q: %s", name, value))
	}
	return `{"limits": [{` + strings.Join(parts, ",") + `}]}`
}

func TestExtractor_Extract(t *testing.T) {
	b := block(widths)
	got, err := modelextract.New(&scripted{answer: proposal("")}, nil).Extract(t.Context(), []retrieval.Block{b})
	if err != nil {
		t.Fatal(err)
	}
	want := []textlimits.Limit{{
		Block: "b1", Clause: span(widths, "será de 1,00 m, como mínimo"), Figure: span(widths, "1,00 m"), Op: rules.AtLeast, Value: "1", Unit: "m", Origin: textlimits.FromModel, Group: 1 << 16,
		Doubts: []string{"una frase que vale solo en algunos casos, leída por un modelo de lenguaje"},
		Phrases: []textlimits.Phrase{
			{Role: textlimits.HeadingRole, Text: "Escaleras de uso general"},
			{Role: textlimits.MeasureRole, Text: "anchura útil", Span: span(widths, "anchura útil")},
			{Role: textlimits.ThingRole, Text: "cada tramo", Span: span(widths, "cada tramo")},
			{Role: textlimits.UnlessRole, Text: "en las escaleras de servicio", Span: span(widths, "en las escaleras de servicio")},
		},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func span(text, part string) textlimits.Span {
	at := strings.Index(text, part)
	return textlimits.Span{Start: at, End: at + len(part)}
}

// judge returns what is kept of an answer, and the reasons of what is not.
func judge(t *testing.T, answer string, b retrieval.Block) (kept []textlimits.Limit, reasons []string) {
	t.Helper()
	judged := func(j modelextract.Judged) {
		if !j.Kept {
			reasons = append(reasons, j.Reason)
		}
	}
	kept, err := modelextract.New(&scripted{answer: answer}, &modelextract.Options{Judged: judged}).Extract(t.Context(), []retrieval.Block{b})
	if err != nil {
		t.Fatal(err)
	}
	return kept, reasons
}

// What a model makes up is not kept.
func TestExtractor_Extract_MadeUp(t *testing.T) {
	for name, tt := range map[string]struct{ change, reason string }{
		"Quote":           {`quote="será de 1,10 m, como mínimo"`, "the quote does not stand"},
		"QuoteEmpty":      {`quote=""`, "the quote does not stand"},
		"QuoteInsideWord": {`quote="á de 1,00 m, como mínimo"`, "the quote does not stand"},
		"PartOfNumber":    {`quote="00 m, como mínimo"`, "a number"},
		"PartOfUnit":      {`quote="La anchura útil de cada tramo será de 1,00"`, "a number"},
		"Number":          {`value="1.10"`, "a number"},
		"NumberText":      {`value="uno"`, "a number"},
		"Unit":            {`unit="cm"`, "in another unit"},
		"UnitNone":        {`unit=""`, "a number"},
		"UnitUnknown":     {`unit="wizards"`, "a number"},
		"Direction":       {`operator="<="`, "direction"},
		"Strict":          {`operator=">"`, "direction"},
		"Equality":        {`operator="="`, "direction"},
		"Range":           {`operator="between"`, "a number"},
		"Duty":            {`operator="true"`, "direction"},
		"Operator":        {`operator="about"`, "the operator"},
		"OperatorList":    {`operator="in"`, "the operator"},
		"Measure":         {`measure="altura libre"`, "what is measured"},
		"MeasureNone":     {`measure=" "`, "what is measured"},
		"Element":         {`element="barandillas"`, "the element"},
		"When":            {`when=["en hospitales"]`, "a circumstance"},
		"Unless":          {`unless=["siempre"]`, "a circumstance"},
	} {
		t.Run(name, func(t *testing.T) {
			kept, reasons := judge(t, proposal(tt.change), block(widths))
			if len(kept) > 0 || len(reasons) != 1 || !strings.Contains(reasons[0], tt.reason) {
				t.Errorf("kept %+v; reasons %q, want %q", kept, reasons, tt.reason)
			}
		})
	}
}

// one is an answer with a single proposal.
func one(quote, operator, value, unit, measure string) string {
	raw, err := json.Marshal(map[string]any{"limits": []any{map[string]any{
		"quote": quote, "operator": operator, "value": value, "unit": unit, "measure": measure,
	}}})
	if err != nil {
		panic(err) // texts only
	}
	return string(raw)
}

// A quote that is right by itself can still be a lie about the sentence.
func TestExtractor_Extract_Misread(t *testing.T) {
	const (
		both    = "La anchura será de 1,00 m como mínimo y de 2,00 m como máximo."
		twice   = "La anchura será de 1,00 m como mínimo en obra nueva. En reformas, la anchura será de 1,00 m como mínimo."
		slope   = "La pendiente será como máximo de 1/20 y el caudal como máximo de 0,8 W/m²K."
		steps   = "Cada tramo tendrá 12 peldaños como máximo."
		cold    = "La temperatura no será inferior a -5 °C."
		allowed = "Se permiten escalones aislados en los accesos."
		free    = "No se prohíben los escalones; se dispondrán con aviso."
		none    = "No es obligatorio disponer ascensor."
	)
	for name, tt := range map[string]struct{ text, answer string }{
		"OtherEnd":      {both, one("1,00 m como mínimo y de 2,00 m como máximo", ">=", "2.00", "m", "anchura")},
		"OtherEndMax":   {both, one("1,00 m como mínimo y de 2,00 m como máximo", "<=", "1.00", "m", "anchura")},
		"BareNumber":    {"La anchura será de 12 como máximo.", one("12 como máximo", "<=", "12", "m", "anchura")},
		"TwoPlaces":     {twice, one("será de 1,00 m como mínimo", ">=", "1.00", "m", "anchura")},
		"PartFraction":  {slope, one("20", "<=", "20", "%", "pendiente")},
		"PartOfUnit":    {slope, one("como máximo de 0,8 W", "<=", "0.8", "W", "caudal")},
		"UnitOfNothing": {steps, one("12 peldaños como máximo", "<=", "12", "m", "Cada tramo")},
		"SignLost":      {cold, one("no será inferior a -5 °C", ">=", "5", "°C", "temperatura")},
		"LeaveAsBan":    {allowed, one("Se permiten escalones aislados", "false", "", "", "escalones aislados")},
		"LeaveAsDuty":   {allowed, one("Se permiten escalones aislados", "true", "", "", "escalones aislados")},
		"NoBan":         {free, one("No se prohíben los escalones", "false", "", "", "escalones")},
		"NoDuty":        {none, one("No es obligatorio disponer ascensor", "true", "", "", "ascensor")},
		"NoDutyAsBan":   {none, one("No es obligatorio disponer ascensor", "false", "", "", "ascensor")},
		"MinAboveMax":   {"La altura estará entre 13 y 17,5 cm.", `{"limits":[{"quote":"entre 13 y 17,5 cm","operator":"between","min":"17.5","max":"13","unit":"cm","measure":"altura"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			if kept, reasons := judge(t, tt.answer, block(tt.text)); len(kept) > 0 || len(reasons) == 0 {
				t.Errorf("kept %+v; reasons %q", kept, reasons)
			}
		})
	}
}

// What is right is kept, in every form; what may be misread, with a doubt.
func TestExtractor_Extract_Kept(t *testing.T) {
	for name, tt := range map[string]struct {
		text, answer, want string
		doubts             int
	}{
		"Min":      {"La anchura será de 1,00 m como mínimo.", one("1,00 m como mínimo", ">=", "1.00", "m", "anchura"), ">= 1 m", 0},
		"Negated":  {"La pendiente no superará el 12 %.", one("no superará el 12 %", "<=", "12", "%", "pendiente"), "<= 12 %", 0},
		"Strict":   {"La altura será mayor que 2,20 m.", one("mayor que 2,20 m", ">", "2.2", "m", "altura"), "> 2.2 m", 0},
		"Range":    {"La altura estará entre 13 y 17,5 cm.", `{"limits":[{"quote":"entre 13 y 17,5 cm","operator":"between","min":"13","max":"17.5","unit":"cm","measure":"altura"}]}`, "between 13..17.5 cm", 0},
		"Duty":     {"Las escaleras dispondrán de pasamanos.", one("dispondrán de pasamanos", "true", "", "", "pasamanos"), "true", 0},
		"Ban":      {"No se dispondrán peldaños sueltos.", one("No se dispondrán peldaños sueltos", "false", "", "", "peldaños sueltos"), "false", 0},
		"Figures":  {"La anchura será de 1,00 m como mínimo y la altura de 2,20 m.", one("1,00 m como mínimo", ">=", "1", "m", "anchura"), ">= 1 m", 1},
		"Some":     {"La anchura será de 1,00 m como mínimo, salvo en reformas.", one("1,00 m como mínimo", ">=", "1", "m", "anchura"), ">= 1 m", 1},
		"Spacing":  {"La anchura será de\n1,00 m  como mínimo.", one("será de 1,00 m como mínimo", ">=", "1", "m", "anchura"), ">= 1 m", 0},
		"Language": {"La largeur est de 1,00 m au minimum.", one("1,00 m au minimum", ">=", "1", "m", "largeur"), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := block(tt.text)
			if name == "Language" {
				b.Lang = "fr" // there are no words to hold an answer against
			}
			kept, reasons := judge(t, tt.answer, b)
			got, doubts := "", 0
			for _, l := range kept {
				value := l.Value
				if l.Min != "" {
					value = l.Min + ".." + l.Max
				}
				got, doubts = strings.Join(strings.Fields(fmt.Sprint(l.Op, " ", value, " ", l.Unit)), " "), len(l.Doubts)
			}
			if got != tt.want || doubts != tt.doubts {
				t.Errorf("want %q with %d doubts, got %q with %d; %q", tt.want, tt.doubts, got, doubts, reasons)
			}
		})
	}
}

// Of a table the cell counts: its row and column say what it is about and in what
// unit, whatever the model says of it.
func TestExtractor_Extract_Table(t *testing.T) {
	table := &retrieval.Table{
		Caption: "Tabla 3. Anchura útil mínima de tramo en función del uso",
		Header:  []string{"Uso", "Planta", "Hasta 25 personas (m)", "Más de 25 personas (m)"},
		Rows:    [][]string{{"Comercial", "baja", "1,00", "1,20"}, {"Docente", "baja", "0,90", "0,90"}},
	}
	b := retrieval.Block{ID: "t1", Doc: "code/1", Lang: "es", Path: []string{"Escaleras"}, Table: table, Text: table.Text()}
	kept, reasons := judge(t, one("Comercial | baja | 1,00 | 1,20", ">=", "1.20", "m", "Anchura útil mínima de tramo"), b)
	if len(kept) != 1 {
		t.Fatalf("kept %+v; reasons %q", kept, reasons)
	}
	var got []string
	for _, p := range kept[0].Phrases {
		got = append(got, string(p.Role)+" "+p.Text)
		if p.Span.End > 0 && b.Text[p.Span.Start:p.Span.End] != p.Text {
			t.Errorf("%q does not stand where it is said to", p.Text)
		}
	}
	want := []string{"heading Escaleras", "caption " + table.Caption, "measure Anchura útil mínima de tramo", "column Más de 25 personas (m)", "row Comercial", "row baja"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if f := kept[0].Figure; b.Text[f.Start:f.End] != "1,20" || len(kept[0].Doubts) != 1 {
		t.Errorf("figure %q, doubts %q", b.Text[f.Start:f.End], kept[0].Doubts)
	}
	for name, answer := range map[string]string{
		"SeveralCells": one("Docente | baja | 0,90 | 0,90", ">=", "0.90", "m", "Anchura útil mínima de tramo"),
		"Unit":         one("Comercial | baja | 1,00 | 1,20", ">=", "1.20", "cm", "Anchura útil mínima de tramo"),
		"Direction":    one("Comercial | baja | 1,00 | 1,20", "<=", "1.20", "m", "Anchura útil mínima de tramo"),
		"Header":       one("Hasta 25 personas (m)", "<=", "25", "m", "Anchura útil mínima de tramo"),
	} {
		if kept, reasons := judge(t, answer, b); len(kept) > 0 || len(reasons) != 1 {
			t.Errorf("%s: kept %+v; reasons %q", name, kept, reasons)
		}
	}
}

// What is proposed twice counts once; a passage that is too long is not asked about.
func TestExtractor_Extract_TwiceAndTooLong(t *testing.T) {
	answer := strings.Replace(proposal(""), `[{`, `[{"quote":"none"},{`, 1)
	again := strings.TrimSuffix(strings.TrimPrefix(proposal(""), `{"limits": [`), `]}`)
	kept, reasons := judge(t, strings.TrimSuffix(answer, `]}`)+","+again+`]}`, block(widths))
	if want := []string{"the quote does not stand in the passage", "it is proposed twice"}; len(kept) != 1 || !cmp.Equal(want, reasons) {
		t.Errorf("kept %d, reasons %q, want %q", len(kept), reasons, want)
	}
	s := &scripted{answer: proposal("")}
	e := modelextract.New(s, &modelextract.Options{MaxText: 50})
	if kept, err := e.Extract(t.Context(), []retrieval.Block{block(widths)}); len(kept) > 0 || err != nil || len(s.asked) > 0 {
		t.Errorf("asked about a long text: %d times, %v, %v", len(s.asked), kept, err)
	}
}

func TestExtractor_Extract_Unreadable(t *testing.T) {
	for _, answer := range []string{"", "I cannot help", "[]", `{"limits": 1}`, `{"limits": [{"quote": 1}]}`, strings.Repeat("[", 100_000)} {
		got, err := modelextract.New(&scripted{answer: answer}, nil).Extract(t.Context(), []retrieval.Block{block(widths)})
		if !errors.Is(err, modelextract.ErrUnreadable) || len(got) > 0 {
			t.Errorf("%.20q: kept %+v, %v", answer, got, err)
		}
	}
	some := &fickle{answers: []string{"I cannot help", proposal("")}}
	got, err := modelextract.New(some, &modelextract.Options{Concurrency: 1}).Extract(t.Context(), []retrieval.Block{block(widths), block(widths)})
	if err != nil || len(got) != 1 {
		t.Errorf("one answer of two: kept %+v, %v", got, err)
	}
}

// fickle is a Model that answers one after the other.
type fickle struct{ answers []string }

func (f *fickle) Name() string { return "fickle" }

func (f *fickle) Complete(context.Context, string, string, []byte) (string, error) {
	answer := f.answers[0]
	f.answers = f.answers[1:]
	return answer, nil
}

func TestExtractor_Extract_Err(t *testing.T) {
	down := errors.New("down")
	_, err := modelextract.New(&scripted{err: down}, nil).Extract(t.Context(), []retrieval.Block{block(widths), block(widths)})
	if !errors.Is(err, down) || !strings.Contains(err.Error(), "b1") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := modelextract.New(&scripted{}, nil).Extract(ctx, []retrieval.Block{block(widths)}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A block that can hold no limit costs no request, and each that can costs one.
func TestExtractor_Extract_Asked(t *testing.T) {
	s := &scripted{answer: `{"limits": []}`}
	last := 0
	e := modelextract.New(s, &modelextract.Options{Concurrency: 3, Progress: func(done, _ int) { last = done }})
	blocks := []retrieval.Block{block("Esta sección trata de los accesos."), block(widths), block("Las escaleras dispondrán de pasamanos.")}
	if _, err := e.Extract(t.Context(), blocks); err != nil || len(s.asked) != 2 || last != 3 {
		t.Errorf("asked %d times, want 2; progress %d, want 3; %v", len(s.asked), last, err)
	}
}

func ExampleNew() {
	model := &scripted{answer: proposal("")}
	limits, err := modelextract.New(model, nil).Extract(context.Background(), []retrieval.Block{block(widths)})
	fmt.Println(err, limits[0].Op, limits[0].Value, limits[0].Unit)
	// Output: <nil> >= 1 m
}

func FuzzExtractor_Extract(f *testing.F) {
	f.Add(proposal(""), widths)
	f.Add(`{"limits":[{"quote":"1","operator":"between","min":"1","max":"1"}]}`, "1,1.1")
	f.Fuzz(func(t *testing.T, answer, text string) {
		b := block(text)
		limits, err := modelextract.New(&scripted{answer: answer}, nil).Extract(t.Context(), []retrieval.Block{b})
		if err != nil && !errors.Is(err, modelextract.ErrUnreadable) {
			t.Fatal(err)
		}
		for _, l := range limits {
			stands := func(s textlimits.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) }
			if !stands(l.Clause) || l.Clause.Start == l.Clause.End || !stands(l.Figure) || l.Figure.End > l.Clause.End || l.Figure.Start < l.Clause.Start && l.Figure.End > 0 {
				t.Fatalf("%+v is not within the text", l)
			}
			for _, p := range l.Phrases {
				if !stands(p.Span) || p.Span.End > 0 && text[p.Span.Start:p.Span.End] != p.Text {
					t.Errorf("%+v does not stand in the text", p)
				}
			}
		}
	})
}
