package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// report passes on a project's report as the API writes it. It takes no day to decide the
// checks anew by: that costs credits, and a link must not.
func (s *Site) report(w http.ResponseWriter, r *http.Request, v *visit) {
	query := url.Values{}
	for _, name := range []string{"format", "lang"} {
		if text := r.URL.Query().Get(name); text != "" {
			query.Set(name, text)
		}
	}
	path := "/api/v1/projects/" + url.PathEscape(r.PathValue("id")) + "/report"
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodGet, path, http.NoBody)
	if err != nil {
		s.notFound(w, r)
		return
	}
	ask.URL.RawQuery = query.Encode()
	ask.Header.Set("Accept-Encoding", r.Header.Get("Accept-Encoding"))
	to := &passed{ResponseWriter: w, header: http.Header{}}
	s.opts.API.ServeAs(v.principal, to, ask)
	if to.refused != 0 {
		refused := &refusal{}
		_ = json.Unmarshal(to.body, refused) // without a body the status says all
		refused.Status = to.refused
		s.refuse(w, r, refused)
	}
}

// passed passes an answer of the API on to a reader while it is written, unless it is a
// refusal: that becomes a page.
type passed struct {
	http.ResponseWriter
	header  http.Header // of the API's answer
	sent    bool
	refused int // the status
	body    []byte
}

// Header implements [http.ResponseWriter].
func (p *passed) Header() http.Header { return p.header }

// WriteHeader implements [http.ResponseWriter].
func (p *passed) WriteHeader(status int) {
	switch {
	case p.sent || p.refused != 0:
	case status >= http.StatusBadRequest:
		p.refused = status
	default:
		p.sent = true
		if strings.HasPrefix(p.header.Get("Content-Type"), "text/html") {
			p.header.Del("Content-Disposition") // it is shown, and printed from there; its policy runs no script
		}
		for _, name := range []string{"Content-Type", "Content-Disposition", "Content-Encoding", "Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"} {
			if text := p.header.Get(name); text != "" {
				p.ResponseWriter.Header().Set(name, text)
			}
		}
		p.ResponseWriter.Header().Set("Referrer-Policy", "no-referrer")
		p.ResponseWriter.WriteHeader(status)
	}
}

// Write implements [http.ResponseWriter].
func (p *passed) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if p.refused != 0 {
		p.body = append(p.body, b...)
		return len(b), nil
	}
	return p.ResponseWriter.Write(b)
}
