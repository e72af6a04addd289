package web

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	_ "embed"
)

//go:embed templates/console.html
var consoleHTML string

//go:embed templates/ask.js
var askScript string

// consolePolicy lets the console run its one script and call this server.
var consolePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-" + hashOf(style) + "'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// consolePage is the page a question is typed into.
type consolePage struct {
	chrome
	Say consoleWords
}

// consoleWords are the texts of the console.
type consoleWords struct {
	Heading, Intro            string
	Key, Project, Active      string
	Question, Send            string
	Answer, Sources           string
	Working, Searching, Round string
	Failed, Private, NoScript string
}

var consoleWordings = map[string]consoleWords{
	"es": {
		Heading: "Consulta", Intro: "Pregunta en el contexto de un proyecto. Cada [N] de la respuesta enlaza el pasaje en que se apoya.",
		Key: "Clave de acceso", Project: "Proyecto", Active: "El proyecto activo",
		Question: "Pregunta", Send: "Preguntar", Answer: "Respuesta", Sources: "Fuentes",
		Working: "Trabajando…", Searching: "Buscando:", Round: "Vuelta",
		Failed: "No hubo respuesta; vuelva a intentarlo.", Private: "documento del proyecto",
		NoScript: "Esta página necesita JavaScript. La misma pregunta se puede hacer con POST /api/v2/ask.",
	},
	"en": {
		Heading: "Ask", Intro: "Ask in the context of a project. Each [N] of the answer links the passage it stands on.",
		Key: "API key", Project: "Project", Active: "The active project",
		Question: "Question", Send: "Ask", Answer: "Answer", Sources: "Sources",
		Working: "Working…", Searching: "Searching:", Round: "Round",
		Failed: "There was no answer; please try again.", Private: "document of the project",
		NoScript: "This page needs JavaScript. The same question can be asked with POST /api/v2/ask.",
	},
}

// console serves the page at /ask. It holds no data: what it shows it asks of
// the API with the key that is typed in.
func (s *Site) console(w http.ResponseWriter, r *http.Request) {
	lang := "en"
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(r.Header.Get("Accept-Language"))), "es") {
		lang = "es"
	}
	say := consoleWordings[lang]
	w.Header().Set("Vary", "Accept-Language")
	s.writeUnder(consolePolicy, w, r, http.StatusOK, "console", consolePage{chrome: s.chrome(lang, say.Heading), Say: say})
}

var askScriptTag = func() string {
	sum := sha256.Sum256([]byte(askScript))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}()

func serveAskScript(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", askScriptTag)
	if r.Header.Get("If-None-Match") == askScriptTag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write([]byte(askScript))
}
