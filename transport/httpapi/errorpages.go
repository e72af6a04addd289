package httpapi

import (
	"bytes"
	"cmp"
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

// errorsPolicy lets an error page load what its frame does.
const errorsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

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
	cases map[string][]*errorCase  // by code
	pages map[string]template.HTML // by code; "" lists them
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
	e.pages = make(map[string]template.HTML, len(e.cases)+1)
	codes := slices.Sorted(maps.Keys(e.cases))
	for _, code := range append(codes, "") {
		data := struct {
			Title string
			Codes []string
			Cases []*errorCase
		}{Title: code, Cases: e.cases[code]}
		if code == "" {
			data.Title, data.Codes = errorsTitle, codes
		}
		var out bytes.Buffer
		if err := page.Execute(&out, data); err != nil {
			return fmt.Errorf("httpapi: error pages: %w", err)
		}
		e.pages[code] = template.HTML(out.String()) //nolint:gosec // html/template made it
	}
	return nil
}

// errorsTitle heads the list of all.
const errorsTitle = "Errors of the API"

// errorPage shows the page of a code, or which there are.
func (a *API) errorPage(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("code")
	page, ok := a.errors.pages[code]
	if !ok {
		problemNoRoute.write(w.(*exchange))
		return
	}
	a.frame.Framed(w, r, errorsPolicy, cmp.Or(code, errorsTitle), "", page)
}
