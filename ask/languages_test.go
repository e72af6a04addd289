package ask_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func inCountry(language, text string) ask.Question {
	return ask.Question{Text: text, Project: &projects.Info{Language: language}}
}

func madeUpTongue() fstest.MapFS {
	return fstest.MapFS{
		"messages.tsv": {Data: []byte("ask.nothing_selected\tNik zo.\nask.partly\tlong gone\nweb.home\tX\n")},
	}
}

func TestLanguageOf(t *testing.T) {
	if err := retrieval.AddLanguage("qz", fstest.MapFS{"stopwords.txt": {Data: []byte("zo ki a\n")}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ country, text, want string }{
		{"", "What is the height?", "en"},
		{"", "trab", "es"},
		{"es-ES", "What is the height?", "en"},
		{"es", "¿Qué altura?", "es"},
		{"es", "handrail height?", "en"},
		{"es", "anchura handrail", "es"},
		{"en", "¿Qué altura?", "en"},
		{"en-IE", "trab plesk", "en"},
		{"qz", "zo trab ki a?", "qz"},
		{"qz-QZ", "trab", "qz"},
		{"qz", "What is the height of a trab?", "en"},
		{"qz", "Is a trab of 3 a allowed in a plesk?", "en"}, // "a" is a word of both
		{"qz", "¿Qué altura tiene la barandilla?", "qz"},     // never Spanish
		{"qx", "What is the height of a trab?", "en"},        // nothing is known of that one
	} {
		if got := ask.LanguageOf(inCountry(c.country, c.text)); got != c.want {
			t.Errorf("%s in %q: %s, want %s", c.text, c.country, got, c.want)
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
}

func TestCheckLanguage(t *testing.T) {
	for name, c := range map[string]struct{ tag, file, text, wrong string }{
		"OK":      {"qy", "terms.tsv", "# a remark\nrepealed\tnik\\b\nmonth\ta,b,c,d,e,f,g,h,i,j,k,l\nzone\tzón\n", ""},
		"NoTag":   {"", "terms.tsv", "", "no language tag"},
		"Kind":    {"qy", "terms.tsv", "\nwhatever\tnik", "terms.tsv:2: there is no kind"},
		"NoTab":   {"qy", "terms.tsv", "repealed nik", "terms.tsv:1:"},
		"Pattern": {"qy", "terms.tsv", "repealed\t(nik", "terms.tsv:1: the pattern is none"},
		"FitsAll": {"qy", "terms.tsv", "repealed\t(?:nik)?", "terms.tsv:1: the pattern fits nothing"},
		"Accents": {"qy", "terms.tsv", "repealed\tník", "terms.tsv:1: the pattern has accents"},
		"Months":  {"qy", "terms.tsv", "month\ta,b", "terms.tsv:1: want twelve months"},
		"Zone":    {"qy", "terms.tsv", "zone\t(", "terms.tsv:1: the pattern is none"},
		"NoText":  {"qy", "messages.tsv", "ask.nonsense\tx", "there is no text"},
		"Verbs":   {"qy", "messages.tsv", "ask.quoted\tx", "must hold"},
		"Retired": {"qy", "messages.tsv", "ask.exception\t%s %m\nask.partly\tx", ""},
		"Unread":  {"qy", "phrases.tsv", "prohibit\tnik", ""},
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
	f.Add("repealed\tnik", "ask.quoted\tNik %s")
	f.Fuzz(func(t *testing.T, terms, messages string) {
		_ = ask.CheckLanguage("qy", fstest.MapFS{ // whatever is wrong, it does not panic
			"terms.tsv": {Data: []byte(terms)}, "messages.tsv": {Data: []byte(messages)},
		})
	})
}
