package openaimodel

import (
	"encoding/json"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// wireAnswer is an answer, or a piece of a streamed one, as far as it matters.
// What servers write differently is kept raw and read with patience.
type wireAnswer struct {
	Choices []wireChoice    `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type wireChoice struct {
	Index        int             `json:"index"`
	Message      *wireMessage    `json:"message"`
	Delta        *wireMessage    `json:"delta"`
	FinishReason json.RawMessage `json:"finish_reason"`
}

type wireMessage struct {
	Content      json.RawMessage `json:"content"`
	Refusal      json.RawMessage `json:"refusal"`
	ToolCalls    json.RawMessage `json:"tool_calls"`
	FunctionCall json.RawMessage `json:"function_call"`
}

type wireCall struct {
	Index    *int            `json:"index"`
	ID       json.RawMessage `json:"id"`
	Function *wireFunction   `json:"function"`
	wireFunction
}

type wireFunction struct {
	Name       json.RawMessage `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
}

// assembly puts an answer together from its pieces. A whole answer is one piece.
type assembly struct {
	text    strings.Builder
	refusal strings.Builder
	calls   []*callPieces
	finish  string
	chosen  bool // there was a choice
	ended   bool // the answer is whole

	input, output int64
}

// callPieces is a call being put together.
type callPieces struct {
	index int
	id    string
	name  string
	args  strings.Builder
}

// add adds a piece. An error in it is the server's refusal.
func (a *assembly) add(data []byte) error {
	var w wireAnswer
	// A member of an odd type leaves the others readable.
	if err := json.Unmarshal(data, &w); err != nil && w.Choices == nil && isNull(w.Error) && isNull(w.Usage) {
		if json.Valid(data) {
			return errNoChat
		}
		return errCut
	}
	if !isNull(w.Error) {
		return refusalIn(data)
	}
	a.count(w.Usage)
	for _, c := range w.Choices {
		if c.Index != 0 {
			continue
		}
		a.chosen = true
		if m := c.Message; m != nil {
			a.message(m)
		}
		if m := c.Delta; m != nil {
			a.message(m)
		}
		if reason := textOf(c.FinishReason); reason != "" {
			a.finish, a.ended = reason, true
		}
	}
	return nil
}

// refusalIn reads an error that came as an answer.
func refusalIn(data []byte) error {
	r := &openaihttp.Refusal{Reason: "the server answered 200 with an error", Passing: true, Fault: openaihttp.FaultOf(data)}
	if r.Fault != openaihttp.FaultUnknown {
		r.Passing = false
		r.Reason += ": " + string(r.Fault)
	}
	return r
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// count reads the tokens used. In a stream the last count holds.
func (a *assembly) count(raw json.RawMessage) {
	var usage struct {
		Input  float64 `json:"prompt_tokens"`
		Output float64 `json:"completion_tokens"`
	}
	const most = 1 << 40
	if isNull(raw) || json.Unmarshal(raw, &usage) != nil {
		return
	}
	a.input = int64(min(max(usage.Input, 0), most))
	a.output = int64(min(max(usage.Output, 0), most))
}

func (a *assembly) message(m *wireMessage) {
	a.text.WriteString(textOf(m.Content))
	a.refusal.WriteString(textOf(m.Refusal))
	for _, raw := range listOf(m.ToolCalls) {
		var c wireCall
		_ = json.Unmarshal(raw, &c) // what can be read of it
		a.call(c)
	}
	if !isNull(m.FunctionCall) { // before there were several calls
		var c wireCall
		if json.Unmarshal(m.FunctionCall, &c.wireFunction) == nil {
			a.call(c)
		}
	}
}

// mostPieces is how many calls of one answer are read.
const mostPieces = 64

// call adds a call, or a piece of one.
func (a *assembly) call(c wireCall) {
	f := c.wireFunction
	if c.Function != nil {
		f = *c.Function
	}
	args := argsText(f.Arguments)
	if isNull(f.Arguments) {
		args = argsText(f.Parameters)
	}
	id, name := textOf(c.ID), textOf(f.Name)
	p := a.pieceOf(c.Index, id, name)
	if p == nil {
		return
	}
	if p.id == "" {
		p.id = id
	}
	if p.name == "" {
		p.name = name
	}
	p.args.WriteString(args)
}

// pieceOf returns the call a piece belongs to. Servers number calls, or give ids,
// or neither; some number all of them 0, and send each in one piece.
func (a *assembly) pieceOf(index *int, id, name string) *callPieces {
	for i := len(a.calls) - 1; i >= 0; i-- {
		p := a.calls[i]
		if index != nil && p.index != *index {
			continue
		}
		another := id != "" && p.id != "" && id != p.id || name != "" && json.Valid([]byte(p.args.String()))
		if another || index == nil && name != "" {
			break
		}
		return p
	}
	if len(a.calls) >= mostPieces {
		return nil
	}
	p := &callPieces{index: len(a.calls)}
	if index != nil {
		p.index = *index
	}
	a.calls = append(a.calls, p)
	return p
}

// textOf reads a text, or the texts of a list of parts; "" of anything else.
func textOf(raw json.RawMessage) string {
	var s string
	if isNull(raw) || json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "" || p.Type == "text" || p.Type == "output_text" {
			b.WriteString(textOf(p.Text))
		}
	}
	return b.String()
}

// argsText reads arguments, written as a text of JSON, as they should be, or as
// the object itself.
func argsText(raw json.RawMessage) string {
	var s string
	if isNull(raw) || json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// listOf reads a list, or the single thing that some send in its place.
func listOf(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if isNull(raw) || json.Unmarshal(raw, &list) == nil {
		return list
	}
	return []json.RawMessage{raw}
}
