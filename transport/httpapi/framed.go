package httpapi

import (
	"html/template"
	"net/http"
)

// Framer draws what the pages of a service have in common around a page of its own; see
// [API.Frame].
type Framer interface {
	// Framed answers with a page of this title, under a Content-Security-Policy: head is
	// what it loads, and main what it shows, in English.
	Framed(w http.ResponseWriter, r *http.Request, policy, title string, head, main template.HTML)
}

// bare is the frame where there are no pages.
type bare struct{}

var barePage = template.Must(template.New("bare").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0}main>*{max-width:46rem;margin-inline:auto;padding:0 1rem}code{font-size:.95em}li,dd{margin-bottom:.5rem}dt{font-weight:600}elements-api{display:block;height:100vh;max-width:none;padding:0}</style>
{{.Head}}
</head>
<body><main>
{{.Main}}
</main></body>
</html>
`))

// Framed implements [Framer].
func (bare) Framed(w http.ResponseWriter, _ *http.Request, policy, title string, head, main template.HTML) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-cache")
	h["Content-Language"] = languageEnglish
	_ = barePage.Execute(w, struct { // the reader may be gone
		Title      string
		Head, Main template.HTML
	}{title, head, main})
}

// Frame has the documentation and the pages of errors drawn in the frame of f. It must be called before the
// first request.
func (a *API) Frame(f Framer) { a.frame = f }
