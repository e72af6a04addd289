package web

import (
	"net/http"
)

// connectPage is a page that a person copies from.
type connectPage struct {
	frame
	Say     map[string]string // texts of the page, by what follows its part in their keys
	BaseURL string            // public address of the service
}

// connect serves the page at /connect: how an assistant, or a program, gets at the
// server.
func (s *Site) connect(w http.ResponseWriter, r *http.Request) {
	page := connectPage{frame: s.frame(r, "", "", ""), BaseURL: s.address(r)}
	page.Say = page.Words.under("connect")
	page.Title = page.Say["heading"]
	s.write(w, r, http.StatusOK, "connect", page)
}
