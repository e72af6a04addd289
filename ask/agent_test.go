package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func world(t testing.TB, more ...retrieval.Block) *asktest.World {
	t.Helper()
	w, err := asktest.NewWorld(more...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// answer runs a turn that has to end with an answer whose markers hold.
func answer(t testing.TB, w *asktest.World, m ask.Model, question string) *ask.Answer {
	t.Helper()
	a, err := w.Ask(t.Context(), m, question)
	if err != nil {
		t.Fatal(err)
	}
	if err := asktest.CheckMarkers(a); err != nil {
		t.Fatalf("%v\n%s", err, a.Text)
	}
	return a
}

const barrierQuestion = "¿Qué altura mínima tiene una barandilla?"

// drafting plans one search and then a draft; H(word) in it is the marker of
// the passage that holds word.
func drafting(draft string) ask.Model {
	return asktest.NewScript(asktest.Search("barrera de protección altura", "transmitancia de muros", "huella contrahuella"), asktest.Draft(
		func(handle func(string) string) string {
			return mention.ReplaceAllStringFunc(draft, func(m string) string {
				return "[[" + handle(mention.FindStringSubmatch(m)[1]) + "]]"
			})
		}))
}

var mention = regexp.MustCompile(`H\(([^)]*)\)`)

func TestAgent_Answer_OK(t *testing.T) {
	a := answer(t, world(t), drafting("Los muros no superan 0,43 W/m²·K H(Muros). La barrera tendrá 0,95 m como mínimo. H(0,95) Hasta 5 m de desnivel. H(0,95)"), barrierQuestion)
	want := "Los muros no superan 0,43 W/m²·K [1]. La barrera tendrá 0,95 m como mínimo. [2] Hasta 5 m de desnivel. [2]"
	if diff := cmp.Diff(want, a.Text); diff != "" {
		t.Error(diff)
	}
	if a.Iterations != 2 || a.Searches != 3 {
		t.Errorf("want 2 iterations and 3 searches, got %d and %d", a.Iterations, a.Searches)
	}
	got := a.Sources[1]
	if got.Score <= 0 {
		t.Errorf("score: got %v", got.Score)
	}
	got.Score = 0
	wantSource := ask.Source{
		Index: 2, Type: ask.CiteArticle, DocumentTitle: "Reglamento de Seguridad de Uso", SectionTitle: "Barreras",
		BlockTitle: "Altura de las barreras", Code: "seguridad", Version: "2022", Section: "barreras", Resolved: true,
		BlockID: got.BlockID,
	}
	if diff := cmp.Diff(wantSource, got); diff != "" {
		t.Error(diff)
	}
}

// leftOut is what stands for a sentence that went: a quotation, or how many went.
var leftOut = regexp.MustCompile(`^(?:El texto dice: «[^»]*» \[[12]\]\.|Aviso: afirmaciones sin fuente que se han omitido: 1\.)$`)

// TestAgent_Answer_Drafts holds what becomes of each kind of sentence. The
// sentence "Base" stands in every draft, so that an answer is left.
func TestAgent_Answer_Drafts(t *testing.T) {
	w := world(t) // no draft changes it
	const base = "Las barreras tendrán 0,95 m como mínimo. H(0,95)"
	const baseOut = "Las barreras tendrán 0,95 m como mínimo. [1]"
	for _, tt := range []struct{ name, draft, want string }{
		{"no marker", "La altura es libre.", ""},
		{"handle never issued", "La altura es libre [[z9y8x7w6]].", ""},
		{"number typed", "La altura mínima es 0,95 m [1].", ""},
		{"number typed in Chinese brackets", "La altura mínima es 0,95 m 【1†x】.", ""},
		{"footnote typed", "La altura mínima es 0,95 m [^1].", ""},
		{"number not in block", "La altura mínima es 0,97 m H(0,95).", ""},
		{"number of another block", "La altura mínima es 0,95 m H(Muros).", ""},
		{"direction turned", "La altura máxima es 0,95 m H(0,95).", ""},
		{"direction turned by negation", "La altura no será mayor que 0,95 m H(0,95).", ""},
		{"wrong unit", "La altura mínima es 0,95 cm H(0,95).", ""},
		{"zone not in block", "En la zona B4 los muros no superan 0,43 W/m²·K H(Muros).", ""},
		{"invented article", "Según el art. 99 la altura mínima es 0,95 m H(0,95).", ""},
		{"property in other words", "The barrier is at least 0.95 m high H(0,95).", "The barrier is at least 0.95 m high [1]."},
		{"unit converted", "La altura mínima es 95 cm H(0,95).", "La altura mínima es 95 cm [1]."},
		{"decimal point", "The minimum height is 0.95 m H(0,95).", "The minimum height is 0.95 m [1]."},
		{"two marks of one block", "La altura mínima es 0,95 m H(0,95)H(1,15).", "La altura mínima es 0,95 m [1]."},
		{"link behind marker", "La altura mínima es 0,95 m H(0,95)(https://evil.example/x).", "La altura mínima es 0,95 m [1]."},
		{"mark forged", "La altura es libre \ue000.", ""},
		{"address typed", "La altura mínima es 0,95 m, véase https://evil.example/x H(0,95).", "La altura mínima es 0,95 m, véase [1]."},
		{"link typed", "La [altura](javascript:alert) mínima es 0,95 m H(0,95).", "La altura mínima es 0,95 m [1]."},
		{"identifier typed", "La altura mínima es 0,95 m 0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01 H(0,95).", "La altura mínima es 0,95 m [1]."},
		{"absence", "No consta en las fuentes el material de la barandilla.", "No consta en las fuentes el material de la barandilla."},
		{"absence with a claim", "No consta en las fuentes, pero está prohibido el vidrio.", ""},
		{"absence with a number", "No consta en las fuentes un mínimo de 2 m.", ""},
		{"project fact", "Según los datos del proyecto, la ocupación prevista es de 120 personas.", "Según los datos del proyecto, la ocupación prevista es de 120 personas."},
		{"invented project fact", "Según los datos del proyecto, la ocupación prevista es de 140 personas.", ""},
		{"norm dressed as project fact", "Según los datos del proyecto, la barandilla debe medir 640 m.", ""},
		{"invented project fact without a figure", "Según los datos del proyecto, la fachada lleva vidrio ignífugo.", ""},
		{"yes before a sentence", "Sí. La altura mínima es 0,95 m H(0,95).", "Sí. La altura mínima es 0,95 m [1]."},
		{"yes alone", "Sí.", ""},
		{"heading without contents", "## Conclusión", ""},
		{"claim in a heading", "## La altura mínima es 3 m", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(t, w, drafting(base+"\n\n"+tt.draft), barrierQuestion)
			got, _ := strings.CutPrefix(a.Text, baseOut)
			got = strings.TrimSpace(got)
			if tt.want == "" && leftOut.MatchString(got) {
				got = "" // counted, or quoted in its place
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s\n%s", diff, a.Text)
			}
		})
	}
}

func TestAgent_Answer_OtherBracketsStay(t *testing.T) {
	a := answer(t, world(t), drafting("La barrera [de protección] tendrá 0,95 m como mínimo H(0,95)."), barrierQuestion)
	if want := "La barrera [de protección] tendrá 0,95 m como mínimo [1]."; a.Text != want {
		t.Errorf("want %q, got %q", want, a.Text)
	}
}

func TestAgent_Answer_NeutralisesPassages(t *testing.T) {
	script := asktest.NewScript(asktest.Search("nota del artículo de barreras"), asktest.Say("No consta en las fuentes."))
	q := world(t).Question("¿Qué dice la nota [7]?")
	if _, err := world(t).Agent(script, nil).Answer(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	seen := script.Seen()[1]
	text := fmt.Sprintf("%s %+v", seen.Question.Text, seen.Results)
	if !strings.Contains(text, "nota (3)") || strings.Contains(text, "[3]") || strings.Contains(text, "[7]") {
		t.Errorf("bracketed numbers reached the model:\n%s", text)
	}
	info := fmt.Sprintf("%+v", *seen.Question.Project)
	for _, id := range []string{q.Project.ID, seen.Results[0].Passages[0].Handle + "-never"} {
		if strings.Contains(info, id) || strings.Contains(text, id) {
			t.Errorf("an identifier reached the model: %s", id)
		}
	}
	for _, p := range seen.Results[0].Passages {
		if regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-`).MatchString(fmt.Sprintf("%+v", p)) {
			t.Errorf("a block's UUID reached the model: %+v", p)
		}
	}
}

func TestAgent_Answer_HandlesAreOfOneTurn(t *testing.T) {
	w, handles := world(t), map[string]bool{}
	for range 5 {
		script := asktest.NewScript(asktest.Search("altura"), asktest.Say("No consta en las fuentes."))
		answer(t, w, script, barrierQuestion)
		for _, p := range script.Seen()[1].Results[0].Passages {
			if handles[p.Handle] {
				t.Fatalf("handle %s was issued in two turns", p.Handle)
			}
			handles[p.Handle] = true
		}
	}
}

func TestAgent_Answer_Limits(t *testing.T) {
	t.Run("never stops searching", func(t *testing.T) {
		script := asktest.NewScript(asktest.Search("barandilla"))
		a := answer(t, world(t), script, barrierQuestion)
		if a.Iterations != ask.MaxRounds || a.Searches > ask.MaxSearches || a.Text == "" {
			t.Errorf("got %d iterations, %d searches, %q", a.Iterations, a.Searches, a.Text)
		}
		seen := script.Seen()
		if last := seen[len(seen)-1]; !last.Final {
			t.Error("the last round was not announced as final")
		}
	})
	t.Run("a hundred searches at once", func(t *testing.T) {
		var many []string
		for i := range 100 {
			many = append(many, fmt.Sprintf("barandilla %d", i))
		}
		script := asktest.NewScript(asktest.Search(many...), asktest.Say("No consta en las fuentes."))
		a := answer(t, world(t), script, barrierQuestion)
		if a.Searches != ask.MaxSearches || a.Iterations != 2 {
			t.Errorf("got %d searches in %d iterations", a.Searches, a.Iterations)
		}
		seen := script.Seen()[1]
		if last := seen.Results[len(seen.Results)-1]; !strings.Contains(last.Note, "limit of 6") || !strings.Contains(last.Note, "88 further calls") || len(last.Passages) > 0 {
			t.Errorf("a search past the limit: %+v", last)
		}
		if first := script.Seen()[0]; !slices.Equal(toolNames(seen), toolNames(first)) {
			t.Errorf("what is offered changes within a turn: %v, then %v", toolNames(first), toolNames(seen))
		}
	})
	t.Run("a megabyte of draft", func(t *testing.T) {
		a := answer(t, world(t), drafting("La barrera tendrá 0,95 m como mínimo H(0,95). "+strings.Repeat("Relleno sin fuente [1]. ", 50_000)), barrierQuestion)
		if !strings.HasPrefix(a.Text, "La barrera tendrá 0,95 m como mínimo [1].") || len(a.Text) > 1000 {
			t.Errorf("got %d bytes: %.200s", len(a.Text), a.Text)
		}
	})
	t.Run("a megabyte without a break", func(t *testing.T) {
		a := answer(t, world(t), drafting(strings.Repeat("[", 1<<20)), barrierQuestion)
		if len(a.Text) > 2000 || strings.Contains(a.Text, "[[") {
			t.Errorf("got %d bytes: %.200s", len(a.Text), a.Text)
		}
	})
}

func TestAgent_Answer_SearchScope(t *testing.T) {
	plan := func(call ask.Call) *asktest.Script {
		return asktest.NewScript(func(*ask.Transcript) (ask.Step, error) {
			return ask.Step{Calls: []ask.Call{call}}, nil
		}, asktest.Say("No consta en las fuentes."))
	}
	for _, tt := range []struct {
		name string
		call ask.Call
		note string
	}{
		{"not selected", search("tuberías", "ajena", 0), "not selected"},
		{"no such code", search("tuberías", "../etc", 0), "not selected"},
		{"signs alone", search("¿?", "", 0), "nothing found"},
		{"found nothing", search("tuberías", "", 0), "nothing found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := plan(tt.call)
			answer(t, world(t), script, barrierQuestion)
			got := script.Seen()[1].Results[0]
			if len(got.Passages) > 0 || !strings.Contains(got.Note, tt.note) {
				t.Errorf("got %+v", got)
			}
		})
	}
	for name, args := range map[string]string{"no words": `{"queries":["  "]}`, "cut off": `{"queries":["alt`, "none": ``} {
		t.Run(name+", so the question is searched for", func(t *testing.T) {
			script := plan(ask.Call{Tool: ask.SearchRegulations, Args: json.RawMessage(args)})
			a := answer(t, world(t), script, barrierQuestion)
			got := script.Seen()[1].Results[0]
			if len(got.Passages) == 0 || a.Searches != 1 || !strings.Contains(got.Note, "the question was searched for instead") {
				t.Errorf("got %+v", got)
			}
		})
	}
	t.Run("one code", func(t *testing.T) {
		script := plan(search("altura transmitancia", "energia", 1<<30))
		answer(t, world(t), script, barrierQuestion)
		for _, p := range script.Seen()[1].Results[0].Passages {
			if p.Version != "energia/2022" {
				t.Errorf("got a passage of %s", p.Version)
			}
		}
	})
}

// leaky finds blocks outside the scope it was given, as a broken index would.
type leaky struct{ *retrieval.Retriever }

func (l leaky) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	q.Docs = []string{"ajena/2022", "antigua/2022", "seguridad/2022"}
	return l.Retriever.Search(ctx, q)
}

func TestAgent_Answer_LeakySearcher(t *testing.T) {
	w := world(t)
	script := asktest.NewScript(asktest.Search("barrera barandilla tuberías"), asktest.Say("No consta en las fuentes."))
	if _, err := ask.New(script, leaky{w.Texts}, w.Catalog, nil).Answer(t.Context(), w.Question(barrierQuestion)); err != nil {
		t.Fatal(err)
	}
	for _, p := range script.Seen()[1].Results[0].Passages {
		if p.Version != "seguridad/2022" {
			t.Errorf("a passage of %s reached the model", p.Version)
		}
	}
}

// gone loses every block between search and answer.
type gone struct{ *retrieval.Retriever }

func (gone) Block(string) (*retrieval.Block, bool) { return nil, false }

func TestAgent_Answer_CitesOnlyWhatIsThere(t *testing.T) {
	t.Run("block gone", func(t *testing.T) {
		w := world(t)
		a, err := ask.New(drafting("La barrera tendrá 0,95 m como mínimo H(0,95)."), gone{w.Texts}, w.Catalog, nil).
			Answer(t.Context(), w.Question(barrierQuestion))
		if err != nil || len(a.Sources) > 0 || strings.Contains(a.Text, "0,95") {
			t.Errorf("got %v, %+v", err, a)
		}
	})
	t.Run("version repealed", func(t *testing.T) {
		w := world(t)
		w.Project.Selected = append(w.Project.Selected, old(w.Project.Selected[0]))
		a := answer(t, w, drafting("La barrera tendrá 0,80 m como mínimo H(0,80)."), barrierQuestion)
		if len(a.Sources) > 0 || strings.Contains(a.Text, "0,80") {
			t.Errorf("a repealed version was cited as in force: %+v", a)
		}
	})
}

func old(c projects.Collection) projects.Collection {
	c.Slug, c.Title = "antigua", "Reglamento Antiguo"
	c.Versions = slices.Clone(c.Versions)
	c.Versions[0].Code = "antigua"
	return c
}

func TestNothingSelected(t *testing.T) {
	w := world(t)
	if _, ok := ask.NothingSelected(w.Question("x")); ok {
		t.Error("two codes are selected")
	}
	w.Project.Selected = nil
	for question, want := range map[string]string{
		"¿Qué altura tiene una barandilla?": "no tiene ninguna normativa",
		"How high is a guard?":              "no regulation",
	} {
		a := answer(t, w, asktest.NewScript(asktest.Fail(errors.New("must not be called"))), question)
		if !strings.Contains(a.Text, want) || !strings.Contains(a.Text, "Reglamento de Aguas") || a.Iterations != 0 || a.Sources == nil {
			t.Errorf("%s: got %+v", question, a)
		}
	}
	w.Project.Documents = []projects.Document{{ID: "d", Name: "memoria.pdf"}}
	if _, ok := ask.NothingSelected(w.Question("x")); ok {
		t.Error("a document is selected")
	}
}

// Whatever a model drafts, the markers of the answer are 1..k and match its
// sources, and no sentence stands with a number no cited block holds.
func TestAgent_Answer_MarkersProperty(t *testing.T) {
	asktest.FewerChecks(t)
	w := world(t)
	pieces := []string{
		"H(0,95)", "H(Muros)", "H(0,92)", "[1]", "[2, 3]", "[1-3]", "【1】", "[^1]", "[1†x]", "[[zz99zz99]]", "[[", "]]", "[", "]", "[0]", "[007]",
		"La altura mínima es 0,95 m", "Los muros no superan 0,43 W/m²·K", " ", ". ", "\n", "\n- ", "\n## Título\n", "art. 4", "\ue000", "\ue001", "\u200b",
		"(https://x.example)", "| a | b |\n|---|---|\n", "no consta en las fuentes", "0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01", "\x00", "\xff", "3", "1",
	}
	marker := regexp.MustCompile(`\[[1-9][0-9]{0,2}\]`)
	rapid.Check(t, func(t *rapid.T) {
		draft := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "draft"), "")
		a, err := w.Ask(context.Background(), drafting(draft), barrierQuestion)
		if err != nil {
			t.Fatal(err)
		}
		if err := asktest.CheckMarkers(a); err != nil {
			t.Fatalf("%v\n%s", err, a.Text)
		}
		if strings.ContainsAny(marker.ReplaceAllString(a.Text, ""), "\ue000\ue001\x00") || strings.Contains(a.Text, "://") || strings.Contains(a.Text, "0b7a7a52") {
			t.Fatalf("what no answer may hold: %q", a.Text)
		}
	})
}

func ExampleNew() {
	w, err := asktest.NewWorld()
	if err != nil {
		panic(err)
	}
	model := asktest.NewScript(
		asktest.Search("altura de la barandilla"),
		asktest.Draft(func(handle func(string) string) string {
			return "La altura mínima es de 0,95 m [[" + handle("0,95") + "]]."
		}),
	)
	answer, err := ask.New(model, w.Texts, w.Catalog, &ask.Options{SecondReader: asktest.Agreeing()}).Answer(context.Background(), w.Question("¿Altura mínima?"))
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Text, answer.Sources[0].BlockTitle)
	// Output: La altura mínima es de 0,95 m [1]. Altura de las barreras
}

func search(text, code string, top int) ask.Call {
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{text}, ask.ArgCode: code, ask.ArgTop: top})
}
