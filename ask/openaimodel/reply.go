package openaimodel

import (
	"encoding/json"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// reply is an answer as it was understood.
type reply struct {
	text    string // a draft; "" when there is none
	calls   []ask.Call
	refused bool // the model, or a filter, declined
	cut     bool // it ended for its length

	input, output int64
}

// reply reads the calls of an answer, and what is left as its text. tools are the
// names of those offered.
func (a *assembly) reply(tools map[string]bool) *reply {
	r := &reply{input: a.input, output: a.output, cut: a.finish == "length"}
	for _, p := range a.calls {
		if name := strings.TrimSpace(p.name); name != "" {
			r.calls = append(r.calls, ask.Call{ID: p.id, Tool: name, Args: argsOf(p.args.String())})
		}
	}
	text := withoutThoughts(strings.ToValidUTF8(a.text.String(), "\uFFFD"))
	if len(r.calls) == 0 {
		r.calls, text = writtenCalls(text, tools)
	}
	r.text = draftOf(text, r.cut)
	declined := strings.TrimSpace(a.refusal.String()) != "" || a.finish == "content_filter"
	r.refused = declined && (r.text == "" || a.finish == "content_filter") && len(r.calls) == 0
	return r
}

// draftOf returns the text of an answer without a fence around all of it. Of one
// that was cut the sentence it broke off in goes too.
func draftOf(text string, cut bool) string {
	text = strings.TrimSpace(text)
	if rest, fenced := strings.CutPrefix(text, "```"); fenced && strings.Count(text, "```") <= 2 {
		head, inner, found := strings.Cut(rest, "\n")
		if inner, closed := strings.CutSuffix(strings.TrimSpace(inner), "```"); found && (closed || cut) && !strings.Contains(head, " ") {
			text = strings.TrimSpace(inner)
		}
	}
	if cut {
		text = text[:lastEnd(text)]
	}
	return strings.TrimSpace(text)
}

// lastEnd returns where the last sentence or line of a text that is whole ends.
func lastEnd(text string) int {
	end := strings.LastIndexByte(text, '\n') + 1
	for _, mark := range []string{". ", ".\n", "? ", "! "} {
		if at := strings.LastIndex(text, mark); at >= 0 {
			end = max(end, at+1)
		}
	}
	if strings.HasSuffix(text, ".") {
		end = len(text)
	}
	return end
}

// argsOf reads the arguments of a call as JSON, also such as stand in a code fence or
// were cut. What is none is handed on as a text, so that whoever runs the call can say so.
func argsOf(text string) json.RawMessage {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if text == "" {
		return json.RawMessage("{}")
	}
	for _, try := range []string{text, draftOf(text, false), completed(text)} {
		if json.Valid([]byte(try)) {
			return json.RawMessage(try)
		}
	}
	quoted, err := json.Marshal(clipped(text, 1000))
	if err != nil { // texts always can be
		return json.RawMessage("{}")
	}
	return quoted
}

// completed closes what is open in JSON that was cut: texts, lists, objects. A
// member that has no value yet goes. It returns "" for what cannot be saved.
func completed(text string) string {
	const mostCuts = 32
	cut := len(text)
	for n := 0; n < mostCuts && cut > 0; n, cut = n+1, strings.LastIndexByte(text[:cut], ',') {
		if closed := text[:cut] + closers(text[:cut]); json.Valid([]byte(closed)) {
			return closed
		}
	}
	if open := strings.TrimSpace(text); strings.HasPrefix(open, "{") && !strings.ContainsAny(open[1:], ",}") {
		return "{}"
	}
	return ""
}

// closers returns what closes everything that is open at the end of a text.
func closers(text string) string {
	var open []byte
	inText, escaped := false, false
	for i := range len(text) {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case inText && c == '\\':
			escaped = true
		case c == '"':
			inText = !inText
		case inText:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	var b strings.Builder
	if inText {
		b.WriteByte('"')
	}
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteByte(open[i])
	}
	return b.String()
}
