package openaimodel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"

	"github.com/reglookup/regengine/ask"
)

// The roles of messages.
const (
	roleSystem    = "system"
	roleUser      = "user"
	roleAssistant = "assistant"
	roleTool      = "tool"
)

// message is one message of the conversation, before it is put into the API's form.
type message struct {
	role  string
	text  string
	id    string // of a tool message: the call it answers
	calls []ask.Call
}

// mostListed is how many entries of each kind of a project are told at once; the tools
// bring the rest.
const mostListed = 40

// converse writes the conversation of a turn so far. All of it is made of the
// transcript: the server keeps nothing. room is how many bytes of passages it may
// hold, nudge what is said last because the answer before was of no use.
func converse(t *ask.Transcript, d dialect, room int, nudge string) []message {
	keep, _ := shown(t, room)
	f := cmp.Or(fence(t.Fence), newFence())
	w := &page{fence: f, keep: keep, told: map[string]bool{}}

	system := systemPrompt + "\n" + f.rule()
	if d.tools == writtenTools && len(t.Tools) > 0 {
		system += "\n" + toldTools(t.Tools)
	}
	list := []message{
		{role: roleSystem, text: system},
		{role: roleUser, text: "What is known of the project:\n" + f.around(clipped(ask.ProjectText(t.Question, mostListed), longestPassage)) + "\n\nQuestion: " + t.Question.Text},
	}
	list = append(list, rounds(t, w, d.tools == writtenTools)...)
	if t.Repair != nil {
		list = append(list, message{role: roleAssistant, text: t.Repair.Draft}, message{role: roleUser, text: complaints(t.Repair, f)})
	}
	if t.Final && t.Repair == nil {
		list = append(list, message{role: roleUser, text: strings.TrimSpace(finalPrompt)})
	}
	if nudge != "" {
		list = append(list, message{role: roleUser, text: nudge})
	}
	return folded(list, d.noSystem)
}

// rounds are the calls made so far and their results, a round after the other.
func rounds(t *ask.Transcript, w *page, written bool) []message {
	var list []message
	ids := map[string]bool{}
	for start := 0; start < len(t.Results); {
		end := start
		for end < len(t.Results) && t.Results[end].Round == t.Results[start].Round {
			end++
		}
		if round := t.Results[start:end]; written {
			list = append(list, writtenRound(round, w)...)
		} else {
			list = append(list, calledRound(round, w, ids)...)
		}
		start = end
	}
	return list
}

func calledRound(results []ask.Result, w *page, ids map[string]bool) []message {
	asked := message{role: roleAssistant}
	answers := make([]message, 0, len(results)+1)
	for _, r := range results {
		call := r.Call
		call.ID, call.Tool = uniqueID(call.ID, ids), functionName(call.Tool)
		call.Args = objectOrEmpty(call.Args)
		asked.calls = append(asked.calls, call)
		answers = append(answers, message{role: roleTool, id: call.ID, text: w.result(r)})
	}
	return slices.Insert(answers, 0, asked)
}

// uniqueID returns the call's own id where it has one that no other call has. One
// that is made up has nine letters and digits, for some servers take no other.
func uniqueID(id string, taken map[string]bool) string {
	const longest = 64
	if id == "" || len(id) > longest || taken[id] {
		for n := len(taken); id == "" || len(id) > longest || taken[id]; n++ {
			id = fmt.Sprintf("call%05d", n)
		}
	}
	taken[id] = true
	return id
}

// functionName returns the name of a tool as servers take it back: one that a
// model made up may hold what no name may.
func functionName(name string) string {
	const longest = 64
	name = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	if name == "" {
		return "none"
	}
	return name[:min(len(name), longest)]
}

// objectOrEmpty returns arguments as servers take them back: templates of some
// fail at what is no object.
func objectOrEmpty(args json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(args, &object) != nil || object == nil {
		return json.RawMessage("{}")
	}
	return args
}

// writtenRound is a round of a model that writes its calls into the text.
func writtenRound(results []ask.Result, w *page) []message {
	type writtenCall struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	calls := make([]writtenCall, 0, len(results))
	var answers strings.Builder
	for _, r := range results {
		calls = append(calls, writtenCall{r.Call.Tool, objectOrEmpty(r.Call.Args)})
		fmt.Fprintf(&answers, "Result of %s:\n%s\n\n", oneLine(r.Call.Tool), w.result(r))
	}
	text, err := json.Marshal(calls)
	if err != nil { // the arguments were read as JSON before
		text = []byte("[]")
	}
	return []message{
		{role: roleAssistant, text: "```json\n" + string(text) + "\n```"},
		{role: roleUser, text: strings.TrimSpace(answers.String())},
	}
}

// complaints say what is wrong with a draft. The sentences are fenced: they may
// repeat a passage.
func complaints(r *ask.Repair, f fence) string {
	var b strings.Builder
	for i, p := range r.Problems {
		fmt.Fprintf(&b, "%d. sentence: %s\n   reason: %s\n", i+1, oneLine(p.Sentence), oneLine(p.Reason))
		if p.Nearest != "" {
			fmt.Fprintf(&b, "   the nearest it cites: %s [[%s]]\n", oneLine(p.Nearest), p.Handle)
		}
	}
	return strings.TrimSpace(repairPrompt) + "\n" + f.around(b.String())
}

// folded joins messages of one role that follow each other, which some servers
// refuse; the instructions too go into the first one where there is no system role.
func folded(list []message, noSystem bool) []message {
	var out []message
	for _, m := range list {
		if noSystem && m.role == roleSystem {
			m.role = roleUser
		}
		if last := len(out) - 1; last >= 0 && m.role == roleUser && out[last].role == roleUser {
			out[last].text += "\n\n" + m.text
			continue
		}
		out = append(out, m)
	}
	return out
}

// messageParams puts messages into the API's form.
func messageParams(list []message) []openai.ChatCompletionMessageParamUnion {
	out := make([]openai.ChatCompletionMessageParamUnion, len(list))
	for i, m := range list {
		switch m.role {
		case roleSystem:
			out[i] = openai.SystemMessage(m.text)
		case roleUser:
			out[i] = openai.UserMessage(m.text)
		case roleTool:
			out[i] = openai.ToolMessage(m.text, m.id)
		default:
			out[i] = openai.AssistantMessage(m.text)
			out[i].OfAssistant.ToolCalls = callParams(m.calls)
		}
	}
	return out
}

func callParams(calls []ask.Call) []openai.ChatCompletionMessageToolCallUnionParam {
	if len(calls) == 0 {
		return nil // an empty list would be sent
	}
	out := make([]openai.ChatCompletionMessageToolCallUnionParam, 0, len(calls))
	for _, c := range calls {
		function := openai.ChatCompletionMessageFunctionToolCallParam{ID: c.ID}
		function.Function.Name, function.Function.Arguments = c.Tool, string(c.Args)
		out = append(out, openai.ChatCompletionMessageToolCallUnionParam{OfFunction: &function})
	}
	return out
}
