package httpapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
)

// errorsPath is where the pages are that the type of a problem leads to, one for each code.
const errorsPath = "/errors/"

// codeInvalid names the page of 422, which carries no code.
const codeInvalid ErrorCode = "invalid_request"

// typeOf is the type of problems of a code. It is relative, so that equal problems have
// equal bytes whatever address the service is asked by.
func typeOf(code ErrorCode) string {
	if code == "" {
		code = codeInvalid
	}
	return errorsPath + string(code)
}

//go:embed errors.html
var errorsHTML string

// errorsPolicy lets an error page load nothing.
const errorsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// errorCase is one reason for a code, and the operations that answer it.
type errorCase struct {
	Status     int
	Phrase     string
	Detail     string
	RetryAfter int
	Operations []string
}

// errorPages collects what operations may answer, and shows it by code.
type errorPages struct {
	cases map[string][]*errorCase // by code
	pages map[string][]byte       // by code; "" lists them
}

func newErrorPages() *errorPages {
	e := &errorPages{cases: make(map[string][]*errorCase)}
	e.add("", problemNoRoute, problemMethod)
	return e
}

// add notes the problems of an operation; "" is every path.
func (e *errorPages) add(operation string, problems ...*problem) {
	for _, p := range problems {
		code := p.Type[len(errorsPath):]
		i := slices.IndexFunc(e.cases[code], func(c *errorCase) bool { return c.Detail == p.Detail })
		if i < 0 {
			i = len(e.cases[code])
			e.cases[code] = append(e.cases[code], &errorCase{Status: p.Status, Phrase: p.Title, Detail: p.Detail, RetryAfter: p.retryAfter})
		}
		if c := e.cases[code][i]; operation != "" {
			c.Operations = append(c.Operations, operation)
		}
	}
}

// render makes the pages of what was added.
func (e *errorPages) render() error {
	page, err := template.New("errors").Parse(errorsHTML)
	if err != nil {
		return fmt.Errorf("httpapi: error pages: %w", err)
	}
	e.pages = make(map[string][]byte, len(e.cases)+1)
	codes := slices.Sorted(maps.Keys(e.cases))
	for _, code := range append(codes, "") {
		data := struct {
			Title string
			Codes []string
			Cases []*errorCase
		}{Title: code, Cases: e.cases[code]}
		if code == "" {
			data.Title, data.Codes = "Errors of the API", codes
		}
		var out bytes.Buffer
		if err := page.Execute(&out, data); err != nil {
			return fmt.Errorf("httpapi: error pages: %w", err)
		}
		e.pages[code] = out.Bytes()
	}
	return nil
}

// serve shows the page of a code, or which there are.
func (e *errorPages) serve(w http.ResponseWriter, r *http.Request) {
	x, code := w.(*exchange), r.PathValue("code")
	page, ok := e.pages[code]
	if !ok {
		problemNoRoute.write(x)
		return
	}
	h := x.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", errorsPolicy)
	h.Set("Cache-Control", "public, max-age=3600")
	h["Content-Language"] = languageEnglish
	send(x, http.StatusOK, page)
}
