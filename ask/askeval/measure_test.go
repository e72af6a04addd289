package askeval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/codes/retrieval"
)

func block(id, doc string, order int, text string) *retrieval.Block {
	return &retrieval.Block{ID: id, Doc: doc, Order: order, Section: "s", Lang: "es", Kind: retrieval.Paragraph, Text: text}
}

// world is the texts answers are given over.
func world() *askeval.Corpus {
	row := block("table", "vallas/1", 2, "Uso | Altura (m)\nJardín | 0,70\nPiscina | 1,30")
	row.Kind, row.Table = retrieval.TableKind, &retrieval.Table{Header: []string{"Uso", "Altura (m)"}, Rows: [][]string{{"Jardín", "0,70"}, {"Piscina", "1,30"}}}
	item := block("item", "vallas/1", 3, "a) de madera, 30 mm;")
	item.Lead = "Los listones tendrán este espesor:"
	return askeval.NewCorpus([]*retrieval.Block{
		item, row,
		block("height", "vallas/1", 1, "La altura de las vallas será de 1,10 m como mínimo, salvo en jardines."),
		block("old", "vallas/0", 1, "La altura de las vallas será de 1,10 m como mínimo, salvo en jardines."),
		block("paint", "vallas/1", 4, "La pintura de las vallas se renovará cada cinco"),
		block("paint2", "vallas/1", 5, "años, por cuenta del titular."),
	})
}

func TestCorpus_Find(t *testing.T) {
	for _, tt := range []struct {
		name, quote string
		docs, want  []string
	}{
		{"words", "altura de las VALLAS será de 1,10 m", []string{"vallas/1"}, []string{"height"}},
		{"in all documents", "será de 1,10 m", nil, []string{"old", "height"}},
		{"left out between", "La altura […] salvo en jardines", []string{"vallas/1"}, []string{"height"}},
		{"other dots", "La altura [...] salvo en jardines", []string{"vallas/1"}, []string{"height"}},
		{"row of a table", "Piscina 1,30", nil, []string{"table"}},
		{"item with its lead", "tendrán este espesor: a) de madera, 30 mm", nil, []string{"item"}},
		{"parts of two blocks", "será de 1,10 m […] de madera", []string{"vallas/1"}, []string{"height", "item"}},
		{"over the end of a block", "cada cinco años, por cuenta", nil, []string{"paint", "paint2"}},
		{"broken by a page", "La pin- tura de las vallas", nil, []string{"paint"}},
		{"another document", "Piscina 1,30", []string{"vallas/0"}, nil},
		{"nothing", "[…]", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, world().Find(tt.quote, tt.docs)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff([]string{"vallas/0", "vallas/1"}, world().Docs()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if world().Block("none") != nil {
		t.Error("a block that is not there was found")
	}
}

func source(n int, id string) ask.Source {
	return ask.Source{Index: n, BlockID: id, DocumentTitle: "Norma de vallas, art. 3"}
}

// replies are answers by question.
var replies = map[string]*ask.Answer{
	"right":   {Text: "La altura de las vallas es de 1,10 m como mínimo, salvo en jardines [1].", Sources: []ask.Source{source(1, "height")}},
	"row":     {Text: "Son 130 cm de altura en piscina [1].", Sources: []ask.Source{source(1, "table")}},
	"wrong":   {Text: "La altura de las vallas es de 1,20 m como mínimo [1].", Sources: []ask.Source{source(1, "height")}},
	"beside":  {Text: "Los listones de madera tendrán 30 mm de espesor [1].", Sources: []ask.Source{source(1, "item")}},
	"silent":  {Text: "Los textos no lo dicen.\n\nNo mencionan «vallas». Se ha buscado dos veces."},
	"made up": {Text: "El color de las vallas será verde oliva intenso [1].", Sources: []ask.Source{source(1, "height")}},
	"idle":    {Text: "La altura de las vallas será de 1,10 m como mínimo [1][2].", Sources: []ask.Source{source(1, "height"), source(2, "item")}},
	"english": {Text: "The fence has to be at least 1.10 m high [1].", Sources: []ask.Source{source(1, "height")}},
	"loose":   {Text: "Según los datos del proyecto hay jardín.\n\nLa altura de las vallas será de 1,10 m [1]. La madera es obligatoria.", Sources: []ask.Source{source(1, "height")}},
	"list":    {Text: "Estos son los casos:\n- Art. 3. La altura de las vallas será de 1,10 m como mínimo [1]", Sources: []ask.Source{source(1, "height")}},
	"forged":  {Text: "La altura de las vallas será de 1,10 m [7].", Sources: []ask.Source{source(1, "height")}},
}

var errDown = errors.New("down")

func reply(_ context.Context, c askeval.Case) (*ask.Answer, error) {
	if a, ok := replies[c.Question]; ok {
		return a, nil
	}
	return nil, errDown
}

// asks returns a case about the height of fences.
func asks(question string) askeval.Case {
	return askeval.Case{
		ID: question, Question: question, Answerable: true, Keys: []string{"1,10 m"}, Source: "vallas", Evidence: "será de 1,10 m como mínimo", Kinds: []string{"direct"},
	}
}

func unanswerable(question string) askeval.Case {
	return askeval.Case{ID: question, Question: question, Reason: "no hay", Kinds: []string{"miss"}}
}

func row(c askeval.Case) askeval.Case {
	c.Keys, c.Evidence = []string{"1,30 m"}, "Piscina […] 1,30"
	return c
}

// TestMeasure_one holds what is counted of one case: answered, block, figure,
// abstained, citation recall and precision.
func TestMeasure_one(t *testing.T) {
	lost := asks("right")
	lost.Evidence = "de hormigón"
	for _, tt := range []struct {
		name   string
		c      askeval.Case
		want   string
		weight bool
	}{
		{"right", asks("right"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/1 precision 1/1", false},
		{"row of a table", row(asks("row")), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/1 precision 1/1", false},
		{"wrong figure", asks("wrong"), "answered 1/1 block 1/1 figure 0/1 abstained 0/0 recall 0/1 precision 0/1", true},
		{"another block", asks("beside"), "answered 1/1 block 0/1 figure 0/1 abstained 0/0 recall 1/1 precision 1/1", true},
		{"silent", asks("silent"), "answered 0/1 block 0/1 figure 0/1 abstained 0/0 recall 0/0 precision 0/0", true},
		{"rightly silent", unanswerable("silent"), "answered 0/0 block 0/0 figure 0/0 abstained 1/1 recall 0/0 precision 0/0", false},
		{"made up", unanswerable("made up"), "answered 0/0 block 0/0 figure 0/0 abstained 0/1 recall 0/1 precision 0/1", true},
		{"idle citation", asks("idle"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/1 precision 1/2", true},
		{"another language", asks("english"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/1 precision 1/1", false},
		{"sentence without a marker", asks("loose"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/2 precision 1/1", true},
		{"item of a list", asks("list"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 1/1 precision 1/1", false},
		{"marker without a source", asks("forged"), "answered 1/1 block 1/1 figure 1/1 abstained 0/0 recall 0/1 precision 0/1", true},
		{"error", asks("down"), "answered 0/1 block 0/1 figure 0/1 abstained 0/0 recall 0/0 precision 0/0", true},
		{"unanswerable error", unanswerable("down"), "answered 0/0 block 0/0 figure 0/0 abstained 0/1 recall 0/0 precision 0/0", true},
		{"evidence in no text", lost, "answered 1/1 block 0/0 figure 1/1 abstained 0/0 recall 1/1 precision 1/1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := askeval.Measure(t.Context(), []askeval.Case{tt.c}, reply, world(), &askeval.Options{Docs: func(string) []string { return []string{"vallas/1"} }})
			if s := figures(got.Tally); s != tt.want {
				t.Errorf("want %s\n got %s\nfaults %q", tt.want, s, got.Outcomes[0].Faults)
			}
			if bad := got.Outcomes[0].Weight > 0; bad != tt.weight {
				t.Errorf("a failure: want %v, got %v: %q", tt.weight, bad, got.Outcomes[0].Faults)
			}
			if missing := len(got.Missing) == 1; missing != (tt.name == "evidence in no text") {
				t.Errorf("missing: %q", got.Missing)
			}
		})
	}
}

func figures(t askeval.Tally) string {
	rate := func(r askeval.Rate) string { return fmt.Sprintf("%d/%d", r.Hits, r.Of) }
	return fmt.Sprintf("answered %s block %s figure %s abstained %s recall %s precision %s",
		rate(t.Answered), rate(t.Block), rate(t.Figure), rate(t.Abstained), rate(t.Recall), rate(t.Precision))
}

// TestMeasure counts several cases: sums, kinds, times, and the worst first.
func TestMeasure(t *testing.T) {
	now := time.Time{}
	step := time.Duration(0)
	clock := func() time.Time { step += time.Millisecond; now = now.Add(step); return now }
	list := []askeval.Case{asks("right"), asks("silent"), unanswerable("made up"), asks("wrong"), unanswerable("silent"), asks("down")}
	var told []int
	got := askeval.Measure(t.Context(), list, reply, world(), &askeval.Options{Now: clock, Progress: func(done int) { told = append(told, done) }})
	if want, s := "answered 2/4 block 2/4 figure 1/4 abstained 1/2 recall 1/3 precision 1/3", figures(got.Tally); s != want {
		t.Errorf("want %s\n got %s", want, s)
	}
	if got.Cases != 6 || got.Errors != 1 || got.Keys != (askeval.Rate{Hits: 1, Of: 4}) {
		t.Errorf("want 6 cases, 1 error and 1 of 4 keys, got %d, %d and %v", got.Cases, got.Errors, got.Keys)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 5, 6}, told); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if got.P50 != 6*time.Millisecond || got.P95 != 12*time.Millisecond {
		t.Errorf("want 6 ms and 12 ms, got %v and %v", got.P50, got.P95)
	}
	var kinds, worst []string
	for _, g := range got.ByKind {
		kinds = append(kinds, fmt.Sprint(g.Name, g.Cases))
	}
	for _, o := range got.Failures() {
		worst = append(worst, o.Case.ID)
	}
	if diff := cmp.Diff([]string{"direct4", "miss2"}, kinds); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"down", "made up", "wrong", "silent"}, worst); diff != "" {
		t.Errorf("the worst first (-want +got):\n%s", diff)
	}
}

// TestMeasure_relevant: every answer given counts, and nothing that is cited holds what
// has no answer. Questions with an answer weigh as much as those without.
func TestMeasure_relevant(t *testing.T) {
	at := func(code string, sections ...string) askeval.Case {
		c := asks("wrong")
		c.Keys, c.Evidence, c.Must = nil, "", [][]string{{"1,20 m"}}
		c.Where = []askeval.Where{{Code: code, Sections: sections}}
		return c
	}
	english := at("vallas")
	english.Lang = "en"
	for _, tt := range []struct {
		name  string
		cases []askeval.Case
		want  askeval.Rate
		even  float64
	}{
		{"words of the passage", []askeval.Case{asks("right"), asks("beside"), asks("silent")}, askeval.Rate{Hits: 1, Of: 2}, 1. / 3},
		{"a section, and another one", []askeval.Case{at("vallas", "s"), at("vallas", "t", "s"), at("muros", "s")}, askeval.Rate{Hits: 2, Of: 2}, 1},
		{"anywhere in a code", []askeval.Case{english}, askeval.Rate{Hits: 1, Of: 1}, 1},
		{"no answer", []askeval.Case{asks("right"), asks("right"), asks("right"), unanswerable("made up"), unanswerable("silent")}, askeval.Rate{Hits: 3, Of: 4}, 0.75},
		{"only what has none", []askeval.Case{unanswerable("silent")}, askeval.Rate{}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := askeval.Measure(t.Context(), tt.cases, reply, world(), nil)
			if got.Relevant != tt.want || math.Abs(got.Even()-tt.even) > 1e-9 {
				t.Errorf("want %v and %.3f, got %v and %.3f", tt.want, tt.even, got.Relevant, got.Even())
			}
		})
	}
	langs := map[string]int{}
	for _, g := range askeval.Measure(t.Context(), []askeval.Case{english, at("vallas", "s"), unanswerable("silent")}, reply, world(), nil).ByLang {
		langs[g.Name] = g.Cases
	}
	if diff := cmp.Diff(map[string]int{"en": 1, "es": 2}, langs); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
}

func TestMeasure_canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := askeval.Measure(ctx, []askeval.Case{asks("right"), asks("right")}, reply, world(), &askeval.Options{Progress: func(int) { cancel() }})
	if got.Cases != 1 {
		t.Errorf("canceled after one case: %d were counted", got.Cases)
	}
}

// TestRate_Interval compares with bounds worked out by hand.
func TestRate_Interval(t *testing.T) {
	for _, tt := range []struct {
		rate      askeval.Rate
		low, high float64
		text      string
	}{
		{askeval.Rate{}, 0, 1, "none"},
		{askeval.Rate{Hits: 0, Of: 10}, 0, 0.2775, "0 of 10, 0.0 % (0.0 to 27.8)"},
		{askeval.Rate{Hits: 10, Of: 10}, 0.7225, 1, "10 of 10, 100.0 % (72.2 to 100.0)"},
		{askeval.Rate{Hits: 20, Of: 25}, 0.6087, 0.9114, "20 of 25, 80.0 % (60.9 to 91.1)"},
	} {
		low, high := tt.rate.Interval()
		if math.Abs(low-tt.low) > 1e-4 || math.Abs(high-tt.high) > 1e-4 || tt.rate.String() != tt.text {
			t.Errorf("%v: want %.4f to %.4f, %q; got %.4f to %.4f, %q", tt.rate, tt.low, tt.high, tt.text, low, high, tt.rate)
		}
	}
}

func ExampleMeasure() {
	cases, err := askeval.LoadTSV(strings.NewReader("id\tquestion\tanswerable\texpected_keys\tevidence_or_reason\n" +
		"1\t¿Qué altura tiene una valla?\tyes\t1,10 m\tserá de 1,10 m\n"))
	if err != nil {
		panic(err)
	}
	corpus := askeval.NewCorpus([]*retrieval.Block{{ID: "b", Doc: "vallas/1", Lang: "es", Text: "La altura de la valla será de 1,10 m."}})
	report := askeval.Measure(context.Background(), cases, func(context.Context, askeval.Case) (*ask.Answer, error) {
		return &ask.Answer{Text: "La valla tiene 110 cm de altura [1].", Sources: []ask.Source{{Index: 1, BlockID: "b"}}}, nil
	}, corpus, nil)
	fmt.Println("right block: ", report.Block)
	fmt.Println("right figure:", report.Figure)
	// Output:
	// right block:  1 of 1, 100.0 % (20.7 to 100.0)
	// right figure: 1 of 1, 100.0 % (20.7 to 100.0)
}
