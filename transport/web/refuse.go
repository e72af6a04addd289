package web

import (
	"errors"
	"net/http"
	"strconv"
)

// refuse answers with a page that says why the API refused, in the reader's words.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var refused *refusal
	if !errors.As(err, &refused) {
		panic(err) // an answer of the API that cannot be read
	}
	s.explain(w, r, refused.Status, refused.Code, refused.Errors)
}

// explain answers with a page of what an error code means, or else a status, and what of
// the form is wrong.
func (s *Site) explain(w http.ResponseWriter, r *http.Request, status int, code string, wrong []wrongMember) {
	page := mistakePage{frame: s.frame(r, "", "", ""), Wrong: wrong}
	key := page.Words.mistakeKey(status, code)
	page.Title, page.Text = page.T(key), page.T(key+".do")
	s.write(w, r, status, "mistake", page)
}

// mistakeKey is the key of the text for an error code, or for a status where the code
// has none.
func (w *words) mistakeKey(status int, code string) string {
	for _, name := range []string{code, strconv.Itoa(status)} {
		if _, ok := w.texts["mistake."+name+".do"]; ok {
			return "mistake." + name
		}
	}
	return "mistake.500"
}
