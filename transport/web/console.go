package web

import (
	"net/http"

	_ "embed"
)

var (
	//go:embed templates/console.html
	consoleHTML string

	//go:embed templates/ask.js
	askJS []byte

	//go:embed templates/calculators.html
	calculatorsHTML string

	//go:embed templates/calculators.js
	calculatorsJS []byte
)

// consolePolicy lets a console run its one script and call this server.
var consolePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-" + hashOf(style) + "'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// consolePage is a page that is filled in and asks the API.
type consolePage struct {
	chrome
	Say map[string]string // texts of the page, by what follows its part in their keys
}

// console serves the page at /ask. It holds no data: what it shows it asks of
// the API with the key that is typed in.
func (s *Site) console(w http.ResponseWriter, r *http.Request) { s.filledIn(w, r, "console") }

// calculators serves the page at /calculators, which draws the form of any
// calculator by its JSON Schema. It holds no data either.
func (s *Site) calculators(w http.ResponseWriter, r *http.Request) { s.filledIn(w, r, "calculators") }

// filledIn serves a page in the language its reader prefers.
func (s *Site) filledIn(w http.ResponseWriter, r *http.Request, name string) {
	lang := preferred(r.Header.Get("Accept-Language"))
	say := wordsIn(lang).under(name)
	w.Header().Set("Vary", "Accept-Language")
	s.writeUnder(consolePolicy, w, r, http.StatusOK, name, consolePage{chrome: s.chrome(lang, say["heading"]), Say: say})
}

// script is a script of the pages and the tag that names its bytes.
type script struct {
	bytes []byte
	tag   string
}

var askScript, calculatorsScript = newScript(askJS), newScript(calculatorsJS)

func newScript(bytes []byte) script { return script{bytes, `"` + hashOf(string(bytes)) + `"`} }

func (s script) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", s.tag)
	if r.Header.Get("If-None-Match") == s.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(s.bytes)
}
