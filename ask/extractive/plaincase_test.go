package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

// newExitWorld has one invented regulation about exits, whose title has a reference
// with a point and whose rows are for a number of persons.
func newExitWorld(t *testing.T) *frenchWorld {
	w := newFrenchWorld(t)
	b := blockWriter{}
	b.in("incendie/2020", "Portillons")
	b.table("Portillons selon l’effectif (article R. 912-8)", []string{"Effectif (personnes)", "Nombre de portillons"},
		[][]string{{"Moins de 20", "1"}, {"20 à 70", "2 (art. R. 912-9)"}, {"71 à 400", "3"}})
	b.text("Portillons", "De 71 à 400 personnes, le nombre de portillons est de 3. Au-dessus de 400 personnes, un portillon de plus est exigé.")
	w.texts = retrieval.New(b.list)
	return w
}

func TestPlain_RowOfTheCase(t *testing.T) {
	w := newExitWorld(t)
	for _, c := range []struct {
		question, want string
		not            []string
	}{
		{"Combien de portillons pour 300 personnes ?", "71 à 400", []string{"Moins de 20", "20 à 70"}},
		{"Combien de portillons pour 600 personnes ?", "de plus", []string{"Moins de 20", "20 à 70", "71 à 400"}},
		{"Combien de portillons pour 15 personnes ?", "Moins de 20", []string{"20 à 70", "71 à 400"}},
		{"Combien de portillons pour 20 personnes ?", "20 à 70", []string{"Moins de 20", "71 à 400"}},
		{"Combien de portillons pour 30 à 60 personnes ?", "20 à 70", []string{"Moins de 20", "71 à 400"}},
	} {
		got := evenSpaces(w.ask(t, extractive.New(), c.question).Text)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s\n want %q in %q", c.question, c.want, got)
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s\n want no %q in %q", c.question, not, got)
			}
		}
	}
}

// A quotation and a title are told as they are written.
func TestPlain_AsWritten(t *testing.T) {
	w := newExitWorld(t)
	got := w.ask(t, extractive.New(), "Combien de portillons pour 30 personnes ?").Text
	for _, want := range []string{"(article R. 912-8)", "2 (art. R. 912-9)"} {
		if !strings.Contains(evenSpaces(got), want) {
			t.Errorf("answer %q, want %q in it", got, want)
		}
	}
}

// A word that both languages have does not make a question English.
func TestPlain_SharedWord(t *testing.T) {
	w := newFrenchWorld(t)
	for text, want := range map[string]string{
		"Rampe accessible maximum":            "fr",
		"Distance minimum extincteur ?":       "fr",
		"What is the maximum slope of a ramp": "en",
	} {
		if got := ask.LanguageOf(ask.Question{Text: text, Project: w.project}); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
