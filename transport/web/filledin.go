package web

import (
	"cmp"
	"net/http"
)

// filledInPage is a page that a person fills in, or copies from. It holds no data: what
// its script shows it asks of the API with the key that is typed in.
type filledInPage struct {
	frame
	Say     map[string]string // texts of the page, by what follows its part in their keys
	BaseURL string            // public address of the service
}

// calculators serves the page at /calculators, which draws the form of any calculator
// by its JSON Schema.
func (s *Site) calculators(w http.ResponseWriter, r *http.Request) {
	s.filledIn(w, r, "calculators")
}

// connect serves the page at /connect: how an assistant, or a program, gets at the
// server.
func (s *Site) connect(w http.ResponseWriter, r *http.Request) { s.filledIn(w, r, "connect") }

func (s *Site) filledIn(w http.ResponseWriter, r *http.Request, name string) {
	page := filledInPage{frame: s.frame(r, "", "", ""), BaseURL: cmp.Or(s.opts.BaseURL, "http://"+r.Host)}
	page.Say = page.Words.under(name)
	page.Title = page.Say["heading"]
	s.write(w, r, http.StatusOK, name, page)
}
