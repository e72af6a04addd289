package mcp

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// document is an API that answers nothing.
type documented []byte

func (documented) ServeHTTP(http.ResponseWriter, *http.Request) {}
func (d documented) OpenAPI() []byte                            { return d }

// TestWords_Problems: whatever the HTTP API may answer instead of what a tool asks for
// is said in every language.
func TestWords_Problems(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "httpapi", "testdata", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(documented(raw), nil)
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for i := range tools {
		for _, id := range tools[i].operations {
			for status, r := range s.ops[id].Responses {
				for code, example := range r.Content["application/problem+json"].Examples {
					if status == "422" { // its mistakes are said one by one
						continue
					}
					said++
					english := s.renamed(example.Value.Detail)
					for _, x := range s.spoken {
						if text, ok := x.words.translate(english); !ok || x.words.tag != standardLanguage && text == english {
							t.Errorf("%s: %s %s: no words for %q", x.words.tag, id, code, english)
						}
					}
				}
			}
		}
	}
	if said < 20 {
		t.Errorf("only %d problems were found", said)
	}
}

// TestWords_Translate: numbers and lists inside a sentence stay, its own words do not.
func TestWords_Translate(t *testing.T) {
	list := languages()
	spanish := list[slices.IndexFunc(list, func(w *words) bool { return w.tag == "es" })]
	for english, want := range map[string]string{
		"must be a number, not string":           "debe ser un número, no un texto",
		"must be a boolean":                      "debe ser un booleano (true o false)",
		"must have at most 500 characters":       "puede tener como mucho 500 caracteres",
		"must be one of: brief, full":            "debe ser uno de: brief, full",
		"r must be a number above zero":          "r must be a number above zero", // a calculator's own
		"The body may have at most 65536 bytes.": "Los argumentos pueden ocupar como mucho 65536 bytes.",
	} {
		if got, _ := spanish.translate(english); got != want {
			t.Errorf("translate(%q) = %q, want %q", english, got, want)
		}
	}
}
