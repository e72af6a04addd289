package extractive_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

// inLanguage is the invented country with its texts and its project in another
// language, of which nothing is known but what was added.
func inLanguage(t *testing.T, tag string) *frenchWorld {
	w := newFrenchWorld(t)
	w.project.Language = tag
	w.texts = retrieval.New([]retrieval.Block{
		{ID: "m1", Doc: "acces/2020", Section: "s", Title: "Trab", Path: []string{"Trab"}, Kind: retrieval.Paragraph, Lang: tag, Text: "Trabur vontar nik 90 mek."},
		{ID: "m2", Doc: "acces/2020", Section: "s", Title: "Plesk", Path: []string{"Plesk"}, Kind: retrieval.Paragraph, Lang: tag, Order: 1, Text: "Plesk morbal flom."},
	})
	return w
}

// Of a language without any file what can be done is done in English: passages that
// hold every word are quoted, and a sentence stays only where it quotes.
func TestPlain_UnknownLanguage(t *testing.T) {
	w := inLanguage(t, "qx")
	if got := w.ask(t, extractive.New(), "Plesk morbal?"); !strings.Contains(got.Text, "“Plesk morbal flom” [1]") {
		t.Errorf("answer %q", got.Text)
	}
	if got := w.ask(t, extractive.New(), "Plesk gronk?"); !strings.HasPrefix(got.Text, "Nothing in Règlement") || !strings.Contains(got.Text, "No text found has gronk.") {
		t.Errorf("answer %q", got.Text)
	}
	for sentence, stands := range map[string]bool{
		"Trabur vontar nik 90 mek.":         true,
		"Trab: “Trabur vontar nik 90 mek”":  true,
		"Trabur vontar 90 mek.":             false, // it leaves out what may deny
		"“Trabur vontar 90 mek”":            false,
		"Trabur vontar nik 80 mek.":         false,
		"Mek: “Trabur vontar nik 90 mek”":   false, // a word that no heading has
		"La altura de trabur será de 90 m.": false,
	} {
		got := w.ask(t, drafter{"Trabur vontar", "Trabur", sentence}, "Trabur vontar?")
		if stands != (len(got.Sources) > 0) {
			t.Errorf("%s: %q, want it to stand: %v", sentence, got.Text, stands)
		}
	}
}

func TestAddLanguage(t *testing.T) {
	files := fstest.MapFS{"messages.tsv": {Data: []byte("extractive.quote\t%s -> «%s»\n")}}
	if err := extractive.AddLanguage("qv", files); err != nil {
		t.Fatal(err)
	}
	w := inLanguage(t, "qv-QV")
	if got := w.ask(t, extractive.New(), "Plesk morbal?"); !strings.Contains(got.Text, "-> «Plesk morbal flom» [1]") {
		t.Errorf("answer %q", got.Text)
	}
	if got := w.ask(t, extractive.New(), "What is the morbal of the plesk?"); !strings.Contains(got.Text, "“Plesk morbal flom” [1]") {
		t.Errorf("answer to a question in English: %q", got.Text)
	}
}

// A language has its own quotation marks, and what stands between them is held against
// the passage all the same.
func TestAddLanguage_QuotationMarks(t *testing.T) {
	for tag, marks := range map[string][2]string{"qs": {"„", "“"}, "qt": {"»", "«"}, "qu": {"„", "”"}, "qw": {"”", "”"}} {
		files := fstest.MapFS{"messages.tsv": {Data: []byte("extractive.quote\t%s: " + marks[0] + "%s" + marks[1] + "\n")}}
		if err := extractive.AddLanguage(tag, files); err != nil {
			t.Fatal(err)
		}
		w := inLanguage(t, tag)
		if got := w.ask(t, extractive.New(), "Trabur vontar?"); !strings.Contains(got.Text, marks[0]+"Trabur vontar nik 90 mek"+marks[1]+" [1]") {
			t.Errorf("%s: answer %q", tag, got.Text)
		}
		if got := w.ask(t, drafter{"Trabur vontar", "Trabur", marks[0] + "Trabur vontar nik 80 mek" + marks[1]}, "Trabur vontar?"); len(got.Sources) > 0 {
			t.Errorf("%s: another number stands: %q", tag, got.Text)
		}
	}
}

func TestCheckLanguage(t *testing.T) {
	for text, wrong := range map[string]string{
		"extractive.quote\t%s: «%s»":  "",
		"extractive.quote\t%s: „%s“":  "",
		"extractive.quote\t%s: »%s«":  "",
		"extractive.quote\t%s: „%s":   "must hold",
		"extractive.quote\t%s: %s":    "must hold the words of a passage between",
		"extractive.quote\t«%s»":      "must hold",
		"extractive.nonsense\t«%s»\n": "there is no text",
	} {
		err := extractive.CheckLanguage("qy", fstest.MapFS{"messages.tsv": {Data: []byte(text)}})
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%q: error %v, want one with %q", text, err, wrong)
		}
	}
	for _, tag := range []string{"es", "EN-gb"} {
		if err := extractive.AddLanguage(tag, fstest.MapFS{}); !errors.Is(err, extractive.ErrBuiltInLanguage) {
			t.Errorf("%s: %v", tag, err)
		}
	}
	if ask.ReadsPlainly(ask.Question{}) {
		t.Error("a question without a project is read plainly")
	}
}
