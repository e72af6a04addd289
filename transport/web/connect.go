package web

import (
	"cmp"
	"net/http"

	_ "embed"
)

//go:embed templates/connect.html
var connectHTML string

// connectPage says how an assistant gets at the server.
type connectPage struct {
	chrome
	Say map[string]string
	URL string // of the endpoint of assistants
}

// connect serves the page at /connect, in the language its reader prefers.
func (s *Site) connect(w http.ResponseWriter, r *http.Request) {
	lang := preferred(r.Header.Get("Accept-Language"))
	say := wordsIn(lang).under("connect")
	w.Header().Set("Vary", "Accept-Language")
	s.write(w, r, http.StatusOK, "connect", connectPage{
		chrome: s.chrome(lang, say["heading"]), Say: say, URL: cmp.Or(s.opts.BaseURL, "http://"+r.Host) + "/mcp",
	})
}
