package ask

import (
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func TestNeutralise(t *testing.T) {
	for text, want := range map[string]string{
		"nota [3] y [12]":          "nota (3) y (12)",
		"véase [1, 2] y [^4]":      "véase (1, 2) y (^4)",
		"【7】":                      "(7)",
		"[W/m²K]":                  "[W/m²K]",
		"[[k3f9abcd]]":             "(k3f9abcd)",
		"\ue000 forjada":           " forjada",
		"[ 12":                     "( 12",
		"sin corchetes":            "sin corchetes",
		"x[0]y":                    "x(0)y",
		"inválido \xff [1]":        "inválido \ufffd (1)",
		"lista [a, b]":             "lista [a, b]",
		"dentro [[1] 2]":           "dentro (1) 2]",
		"[5]: https://example.com": "(5): https://example.com",
	} {
		if got := neutralise(text); got != want {
			t.Errorf("neutralise(%q): want %q, got %q", text, want, got)
		}
	}
}

func TestCleanDraft_brackets(t *testing.T) {
	const id = "6f1c2d3e-1111-4222-8333-0123456789ab"
	for text, want := range map[string]string{
		"Mide 1 m [[" + id + "]].":                   "Mide 1 m  .",
		"Mide 1 m [" + id + ", " + id + "] y más":    "Mide 1 m   y más",
		"Mide 1 m (" + id + ") y más":                "Mide 1 m   y más",
		"Mide 1 m ([" + id + "]) y más":              "Mide 1 m   y más",
		"Mide 1 m (https://example.com/a) y más":     "Mide 1 m   y más",
		"[la norma](https://example.com/a) dice":     "[la norma]() dice", // a link: see replaceBracket
		"[[" + id + "]](https://example.com/a) dice": "   dice",
		"- [ ] pendiente (" + id + ")":               "- [ ] pendiente ()",
		"htt(<b>)p://example.com":                    "htt p://example.com", // nothing comes together
		"según f(x) y [a, b]":                        "según f(x) y [a, b]",
	} {
		if got := cleanDraft(text); got != want {
			t.Errorf("cleanDraft(%q): want %q, got %q", text, want, got)
		}
	}
}

// FuzzNormaliseMarkers holds that no text, however broken, leaves a marker
// behind that the agent did not put there.
func FuzzNormaliseMarkers(f *testing.F) {
	for _, s := range []string{"[1]", "[[abc2defg]]", "[[[1]]]", "【1】", "[1[2]3]", "[\u200b1]", "[^1](http://x)", "[1", "[[", "[1\n]"} {
		f.Add(s)
	}
	loose := regexp.MustCompile(`[\[【]\s*\^?[0-9]{1,4}`)
	t := &turn{byHandle: map[string]int{}}
	f.Fuzz(func(tt *testing.T, text string) {
		got := t.normaliseMarkers(cleanDraft(text))
		if loose.MatchString(got) || strings.ContainsFunc(got, isMark) || strings.Contains(got, "[[") {
			tt.Fatalf("%q left %q", text, got)
		}
	})
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"Uno. Dos.\n- tres\n| a |\n|---|\n", "## x\n\ny:", "[[abc2defg]] 3 m", "La rampa tendrá 3 m como mínimo [[abc2defg]].", "| Docente | 1,20 m [[abc2defg]] |"} {
		f.Add(s)
	}
	block := &retrieval.Block{Lang: "es", Doc: "d", Text: "La rampa tendrá 3 m como mínimo, salvo en sótanos.\nUso | Anchura (m)\nDocente | 1,20\nHotel | 1,40"}
	q := Question{Project: &projects.Info{}}
	f.Fuzz(func(tt *testing.T, text string) {
		t := &turn{byHandle: map[string]int{}, words: wordings()["es"], question: q, facts: givenOf(q, tongueOf("es"))}
		d := t.check(text)
		if t.count(d); d.cited != 0 {
			tt.Fatalf("nothing was issued, and %d sentences cite: %q", d.cited, text)
		}
		t = &turn{agent: &Agent{}, byHandle: map[string]int{"abc2defg": 0}, words: wordings()["es"], question: q, facts: givenOf(q, tongueOf("es"))}
		t.issued = []*passage{{block: block, title: "Memoria", document: &document{name: "memoria.pdf"}}}
		t.standing = &standing{}
		d = t.check(text)
		t.settle(d)
		for _, i := range marksIn(d.String()) {
			if i != 0 {
				tt.Fatalf("a mark of no passage is in %q", text)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	b := &retrieval.Block{Kind: retrieval.TableKind, Text: "Transmitancia (W/m²·K)\nMuros | 0,41\nNota: véase el apartado 9.", Path: []string{"3.1 Muros"}}
	for sentence, want := range map[string]bool{
		"Los muros no superan 0,41 W/m²·K": true,
		"según 3.1, 0,41":                  true,
		"0,41 m":                           false,
		"7 W/m²·K":                         false,
		"9 W/m²·K":                         false,
		"según el apartado 9":              true,
		"41 W/m²·K":                        false,
		"0,410 W/m²·K, que son los 0.41 W/m2 K": true,
	} {
		reason := Refused(Citation{Sentence: sentence, Block: b, Title: "Reglamento 7", Status: codes.Active, Question: Question{Project: &projects.Info{}}})
		if (reason == "") != want {
			t.Errorf("%q: want it to stand %v, got %q", sentence, want, reason)
		}
	}
}
