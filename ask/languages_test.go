package ask_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
)

func inCountry(language, text string) ask.Question {
	return ask.Question{Text: text, Project: &projects.Info{Language: language}}
}

func madeUpTongue() fstest.MapFS {
	return fstest.MapFS{
		"stopwords.txt": {Data: []byte("zo ki a\n")},
		"messages.tsv":  {Data: []byte("ask.nothing\tNik %s flom.\nask.nothing_selected\tNik zo.\nweb.home\tX\n")},
	}
}

func TestLanguageOf(t *testing.T) {
	if err := ask.AddLanguage("qz", madeUpTongue()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ country, text, want string }{
		{"", "What is the height?", "en"},
		{"", "trab", "es"},
		{"es-ES", "What is the height?", "en"},
		{"es", "¿Qué altura?", "es"},
		{"en", "¿Qué altura?", "en"},
		{"en-IE", "trab plesk", "en"},
		{"qz", "zo trab ki a?", "qz"},
		{"qz-QZ", "trab", "qz"},
		{"qz", "What is the height of a trab?", "en"},
		{"qz", "Is a trab of 3 a allowed in a plesk?", "en"}, // "a" is a word of both
		{"qz", "¿Qué altura tiene la barandilla?", "qz"},     // never Spanish
		{"qx", "What is the height of a trab?", "en"},        // nothing is known of that one
		{"qx", "in trab", "qx"},
	} {
		if got := ask.LanguageOf(inCountry(c.country, c.text)); got != c.want {
			t.Errorf("%s in %q: %s, want %s", c.text, c.country, got, c.want)
		}
	}
}

// TestLimits: a language tells how what limits the sentence before it begins; where it
// does not, whatever has an amount may be such a sentence.
func TestLimits(t *testing.T) {
	if err := ask.AddLanguage("qz", madeUpTongue()); err != nil {
		t.Fatal(err)
	}
	if err := ask.AddLanguage("qp", fstest.MapFS{"phrases.tsv": {Data: []byte("proviso\tsed se\\b\n")}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		country, statement string
		want               bool
	}{
		{"qz", "Ab trab 12 m plesk 1,10 m.", true},
		{"qz", "Trab ki plesk.", false},
		{"qp", "Ab trab 12 m plesk 1,10 m.", false},
		{"qp", "Sed se trab plesk 12 m.", true},
		{"es", "La rampa mide 3 m.", false},
	} {
		if got := ask.Limits(inCountry(c.country, ""), c.statement); got != c.want {
			t.Errorf("%s in %q: %v, want %v", c.statement, c.country, got, c.want)
		}
	}
}

func TestAddLanguage_Wording(t *testing.T) {
	if err := ask.AddLanguage("qz", madeUpTongue()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ country, text, want string }{
		{"qz", "zo trab?", "Nik zo."},
		{"qz", "What is a trab?", "The project has no regulation"},
		{"qx", "zo trab?", "The project has no regulation"}, // English, never Spanish
		{"es", "zo trab?", "El proyecto no tiene"},
	} {
		answer, ok := ask.NothingSelected(inCountry(c.country, c.text))
		if !ok || !strings.HasPrefix(answer.Text, c.want) {
			t.Errorf("%s in %s: %q, want %q", c.text, c.country, answer.Text, c.want)
		}
	}
	if got := ask.Said(inCountry("qz", "zo trab?"), "nothing", "Plesk"); got != "Nik Plesk flom." {
		t.Errorf("said %q", got)
	}
	if got := ask.Said(inCountry("qz", "zo trab?"), "offered", "Plesk"); !strings.HasPrefix(got, "“Plesk” is available") {
		t.Errorf("said %q for what the files lack", got)
	}
}

func TestCheckLanguage(t *testing.T) {
	for name, c := range map[string]struct{ tag, file, text, wrong string }{
		"OK":         {"qy", "phrases.tsv", "# a remark\nnegative\tnik\\b\n", ""},
		"NoTag":      {"", "phrases.tsv", "", "no language tag"},
		"Kind":       {"qy", "phrases.tsv", "\nwhatever\tnik", "phrases.tsv:2: there is no kind"},
		"NoTab":      {"qy", "phrases.tsv", "negative nik", "phrases.tsv:1:"},
		"Pattern":    {"qy", "phrases.tsv", "negative\t(nik", "phrases.tsv:1: the pattern is none"},
		"FitsAll":    {"qy", "phrases.tsv", "negative\t(?:nik)?", "phrases.tsv:1: the pattern fits nothing"},
		"Accents":    {"qy", "phrases.tsv", "negative\tník", "phrases.tsv:1: the pattern has accents"},
		"Direction":  {"qy", "cues.tsv", "up\tbefore\t-\tnik", "cues.tsv:1: the direction"},
		"Reach":      {"qy", "cues.tsv", "min\tfar\t-\tnik", "cues.tsv:1: the reach"},
		"Strictness": {"qy", "cues.tsv", "min\tbefore\tx\tnik", "cues.tsv:1: the strictness"},
		"Fields":     {"qy", "cues.tsv", "min\tnik", "cues.tsv:1: want four fields"},
		"NoText":     {"qy", "messages.tsv", "ask.nonsense\tx", "there is no text"},
		"Verbs":      {"qy", "messages.tsv", "ask.nothing\tx", "must hold"},
	} {
		t.Run(name, func(t *testing.T) {
			err := ask.CheckLanguage(c.tag, fstest.MapFS{c.file: {Data: []byte(c.text)}})
			if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
				t.Errorf("error %v, want one with %q", err, c.wrong)
			}
		})
	}
	t.Run("ErrBuiltIn", func(t *testing.T) {
		for _, tag := range []string{"es", "EN-gb"} {
			if err := ask.CheckLanguage(tag, fstest.MapFS{}); !errors.Is(err, ask.ErrBuiltInLanguage) {
				t.Errorf("check %s: %v", tag, err)
			}
			if err := ask.AddLanguage(tag, fstest.MapFS{}); !errors.Is(err, ask.ErrBuiltInLanguage) {
				t.Errorf("add %s: %v", tag, err)
			}
		}
	})
}

// Languages are added while questions are read.
func TestAddLanguage_WhileAsking(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if err := ask.AddLanguage("qw", madeUpTongue()); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 50 {
				ask.LanguageOf(inCountry("qw", "zo trab?"))
				ask.NothingSelected(inCountry("es", "¿Qué altura?"))
			}
		})
	}
	wg.Wait()
}

func FuzzCheckLanguage(f *testing.F) {
	f.Add("negative\tnik", "min\tbefore\t-\tnik", "ask.nothing\tNik %s")
	f.Fuzz(func(t *testing.T, phrases, cues, messages string) {
		_ = ask.CheckLanguage("qy", fstest.MapFS{ // whatever is wrong, it does not panic
			"phrases.tsv": {Data: []byte(phrases)}, "cues.tsv": {Data: []byte(cues)}, "messages.tsv": {Data: []byte(messages)},
		})
	})
}
