package extractive

import (
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
)

// A phrase is found in any number and gender, and no other word is found as it.
func TestPhraseTable_Of(t *testing.T) {
	table := readParaphrases("# a comment\nescalera mecánica/cinta\trampa mecánica/tapiz\nhabitado\tzona habitada\n")
	for phrase, want := range map[string]string{
		"escaleras mecánicas": "rampa mecánica",
		"Cintas":              "rampa mecánica",
		"habitadas":           "zona habitada",
		"habitabilidad":       "",
		"escalera":            "",
	} {
		got := append(table.of(phrase), "")[0]
		if got != want {
			t.Errorf("%s: want %q, got %q", phrase, want, got)
		}
	}
}

// Every line of the tables can be looked up by what it begins with.
func TestPhraseTable_Files(t *testing.T) {
	for name, text := range map[string]string{"paraphrases.tsv": paraphrasesTSV, "glossary.tsv": glossaryTSV} {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			said, written, ok := strings.Cut(line, "\t")
			if !ok || strings.TrimSpace(written) == "" {
				t.Errorf("%s: %q has no tab", name, line)
				continue
			}
			for s := range strings.SplitSeq(said, "/") {
				if len(paraphrases().of(s))+len(glossary().of(s)) == 0 {
					t.Errorf("%s: %q is not found", name, s)
				}
			}
		}
	}
}

// A question is also asked in the words of regulations; what is known of another
// language is met, and not searched by.
func TestQuery_Rephrase(t *testing.T) {
	a := analyse(ask.Question{Text: "¿Qué grosor tiene el agarradero de la glorieta?"})
	table := readParaphrases("grosor\tespesor\nglorieta\t~gloriette\n")
	if got, want := a.rephrase(table, true), "espesor agarradero glorieta"; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
	b := bagOf("La gloriette mesure 3 m.")
	if !slices.ContainsFunc(a.terms, func(t term) bool { return t.text == "glorieta" && b.match(&t) > 0 }) {
		t.Error("the word of the other language is not met")
	}
	if got := a.rephrase(readParaphrases("farola\tluminaria\n"), true); got != "" {
		t.Errorf("a table that has none of the words: got %q", got)
	}
}
