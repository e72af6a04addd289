package textlimits_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

func limitsFile(text string) fstest.MapFS {
	return fstest.MapFS{textlimits.LanguageFile: &fstest.MapFile{Data: []byte(text)}}
}

func TestCheckLanguage(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"OK", "elision: l\nmore: mor\n# remark\n", nil},
		{"OK byte order mark", "\ufeffelision: l\n", nil},
		{"marks", "mor: a\n\nbigger: b\n", []string{`limits.txt:1: unknown mark "mor"`, `limits.txt:3: unknown mark "bigger"`}},
		{"no colon", "more mor\n", []string{`limits.txt:1: write "mark: wording`}},
		{"not text", "\x00", []string{"no UTF-8"}},
		{"large", strings.Repeat("#", 300<<10), []string{"at most"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := textlimits.CheckLanguage("qx", limitsFile(tt.text))
			if (err == nil) != (len(tt.want) == 0) {
				t.Fatalf("want %q, got %v", tt.want, err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("want %q, got\n%v", want, err)
				}
			}
		})
	}
	for _, tag := range []string{"es-ES", "en"} {
		if err := textlimits.AddLanguage(tag, limitsFile("")); !errors.Is(err, textlimits.ErrBuiltInLanguage) {
			t.Errorf("%s: want ErrBuiltInLanguage, got %v", tag, err)
		}
	}
	if err := textlimits.AddLanguage("qx", fstest.MapFS{}); err != nil {
		t.Errorf("want a language to do without the file, got %v", err)
	}
}

// TestAddLanguage: a made-up language is read by its file alone, and by the latest.
func TestAddLanguage(t *testing.T) {
	if err := textlimits.AddLanguage("qy", os.DirFS("../testdata/tongue")); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Ba bredo vo w'porto isto ni lef 2 m.": ">= 2 m",
		"Ba bredo vo porto isto ni mor 2 m.":   "<= 2 m",
		"Ba bredo vo porto isto mor 2,5 m.":    "> 2.5 m",
		"La altura será inferior a 2 m.":       "= 2 m ?", // a figure of which no word tells the side
	} {
		if got := figuresOf(t, text, "qy-QY"); got != want {
			t.Errorf("%s: want %q, got %q", text, want, got)
		}
	}
	if err := textlimits.AddLanguage("qy", limitsFile("most: lef\nverb: isto\n")); err != nil {
		t.Fatal(err)
	}
	if got := figuresOf(t, "Ba bredo isto lef 2 m.", "qy"); got != "<= 2 m" {
		t.Errorf("want what was added last, got %q", got)
	}
}

func FuzzCheckLanguage(f *testing.F) {
	for _, path := range []string{"lang/es.txt", "lang/en.txt", "../../examples/plugin-fr/language/limits.txt", "../testdata/tongue/limits.txt"} {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "L'escalier a une largeur d'au moins 1,20 m, jusqu'à 3 m.")
	}
	f.Add("elision: l, ', l'\nmore: l'l', '\nnumber: 1 l'un\n", "l'l'un m ''")
	f.Fuzz(func(t *testing.T, file, text string) {
		if textlimits.CheckLanguage("qt", limitsFile(file)) != nil {
			return
		}
		if err := textlimits.AddLanguage("qt", limitsFile(file)); err != nil {
			t.Fatal(err)
		}
		_, err := textlimits.New().Extract(t.Context(), []retrieval.Block{{ID: "b", Kind: retrieval.Paragraph, Lang: "qt", Text: text}})
		if err != nil {
			t.Fatal(err)
		}
	})
}
