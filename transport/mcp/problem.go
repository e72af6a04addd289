package mcp

import (
	"encoding/json"
	"net/http"
	"strings"
)

// problem is an error of the HTTP API: its RFC 9457 body, and what its headers say.
type problem struct {
	Status     int       `json:"status"`
	Detail     string    `json:"detail"`
	Code       string    `json:"code"`
	Errors     []mistake `json:"errors"`
	retryAfter string    // seconds; "" for none
}

// mistake is one thing wrong with the arguments.
type mistake struct {
	Location string `json:"location"`
	Message  string `json:"message"`
}

func readProblem(status int, body []byte, header http.Header) *problem {
	var p problem
	if json.Unmarshal(body, &p) != nil || p.Status == 0 {
		p = problem{Status: status}
	}
	p.retryAfter = header.Get("Retry-After")
	return &p
}

// explain says a problem in the user's language: what is wrong, what to do, and the
// stable code where there is one.
func (x *session) explain(p *problem) string {
	var b strings.Builder
	switch {
	case len(p.Errors) > 0:
		b.WriteString(x.words.text("invalid"))
		for _, m := range p.Errors {
			b.WriteString("\n- " + x.place(m.Location) + ": " + x.said(m.Message))
		}
	case p.Detail == "":
		b.WriteString(x.words.text("failed"))
	default:
		b.WriteString(x.said(p.Detail))
	}
	if p.retryAfter != "" {
		b.WriteString(" " + x.words.fill("retry", p.retryAfter))
	}
	if p.Code != "" {
		b.WriteString(" (" + p.Code + ")")
	}
	return b.String()
}

// said says in the user's language what the API said in English.
func (x *session) said(english string) string {
	text, _ := x.words.translate(x.renamed(english))
	return text
}

// place names an argument where the API names a part of the request.
func (x *session) place(location string) string {
	for _, part := range []string{"body.", "query.", "path."} {
		location = strings.TrimPrefix(location, part)
	}
	if header, ok := strings.CutPrefix(location, "header."); ok {
		return headerArguments[header]
	}
	if location == "body" {
		return "arguments"
	}
	return location
}
