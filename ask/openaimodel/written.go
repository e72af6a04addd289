package openaimodel

import (
	"encoding/json"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// writtenCalls reads calls that a model wrote into its text, because its server
// does not part them from it or because it was told to. It returns the text
// without them. What is marked as a call counts whatever the tool is called; JSON
// in a code fence, or that is all of the text, only with the name of a tool.
func writtenCalls(text string, tools map[string]bool) (calls []ask.Call, rest string) {
	for _, t := range tags() {
		if t.kind != "call" {
			continue
		}
		var found []ask.Call
		found, text = markedCalls(text, t)
		calls = append(calls, found...)
	}
	if len(calls) > 0 {
		return limited(calls), text
	}
	if found := jsonCalls(text, tools); len(found) > 0 && (strings.HasPrefix(strings.TrimSpace(text), "{") || strings.HasPrefix(strings.TrimSpace(text), "[")) {
		return limited(found), ""
	}
	rest = codeFence.ReplaceAllStringFunc(text, func(block string) string {
		found := jsonCalls(codeFence.FindStringSubmatch(block)[1], tools)
		calls = append(calls, found...)
		if len(found) > 0 {
			return ""
		}
		return block
	})
	return limited(calls), rest
}

// codeFence is a block of code; the last one may be cut.
var codeFence = lazyregexp.New("(?s)```[a-zA-Z_]*[ \t]*\n(.*?)(?:```|\\z)")

func limited(calls []ask.Call) []ask.Call { return calls[:min(len(calls), mostPieces)] }

// markedCalls takes the calls out that stand between the words of a tag.
func markedCalls(text string, t tag) (calls []ask.Call, rest string) {
	var b strings.Builder
	for range mostPieces {
		before, inside, found := strings.Cut(text, t.open)
		b.WriteString(before)
		if !found {
			return calls, b.String()
		}
		inside, after := t.split(inside)
		got := callsIn(t, inside)
		if len(got) == 0 { // the words stand for something else
			b.WriteString(t.open)
			text = text[len(before)+len(t.open):]
			continue
		}
		calls = append(calls, got...)
		text = after
	}
	return calls, b.String() + text
}

// split parts what stands in a mark from what comes behind it. One without an end
// goes to the next of its kind.
func (t tag) split(text string) (inside, after string) {
	if t.close != "" {
		inside, after, _ = strings.Cut(text, t.close)
		return inside, after
	}
	if next := strings.Index(text, t.open); next >= 0 {
		return text[:next], text[next:]
	}
	return text, ""
}

// callsIn reads what stands in a mark: JSON, or the name of a tool before its
// arguments.
func callsIn(t tag, inside string) []ask.Call {
	inside = strings.TrimSpace(inside)
	if strings.HasSuffix(t.open, "=") { // the name is part of the mark
		inside = t.open + inside
	}
	if name, body, ok := namedFunction(inside); ok {
		return []ask.Call{{Tool: name, Args: body}}
	}
	if calls := jsonCalls(inside, nil); len(calls) > 0 {
		return calls
	}
	m := nameFirst.FindStringSubmatch(inside)
	if m == nil {
		return nil
	}
	var args json.RawMessage
	if json.NewDecoder(strings.NewReader(m[2])).Decode(&args) != nil {
		args = json.RawMessage(m[2])
	}
	return []ask.Call{{Tool: m[1], Args: argsOf(string(args))}}
}

var (
	// nameFirst is "name{...}", with the separators and fences that some models put
	// between.
	nameFirst = lazyregexp.New("(?s)^(?:function)?(?:<｜tool▁sep｜>)?\\s*([A-Za-z_][A-Za-z0-9_.-]{0,63})\\s*(?:\\[ARGS\\]|<\\|tool_call_argument_begin\\|>)?\\s*(?:```(?:json)?\\s*)?(\\{.*)$")

	functionTag  = lazyregexp.New(`(?s)^<function=([A-Za-z0-9_.-]{1,64})>(.*)$`)
	valueOfJSON  = lazyregexp.New(`^[\[{0-9-]`)
	parameterTag = lazyregexp.New(`(?s)<parameter=([A-Za-z0-9_.-]{1,64})>(.*?)</parameter>`)
)

// namedFunction reads <function=name>, with JSON or with a tag for each argument
// behind it.
func namedFunction(inside string) (name string, args json.RawMessage, ok bool) {
	m := functionTag.FindStringSubmatch(inside)
	if m == nil {
		return "", nil, false
	}
	body := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m[2]), "</function>"))
	parameters := parameterTag.FindAllStringSubmatch(body, -1)
	if len(parameters) == 0 {
		return m[1], argsOf(body), true
	}
	object := make(map[string]any, len(parameters))
	for _, p := range parameters {
		value := strings.TrimSpace(p[2])
		object[p[1]] = value
		if valueOfJSON.MatchString(value) && json.Valid([]byte(value)) {
			object[p[1]] = json.RawMessage(value)
		}
	}
	args, err := json.Marshal(object)
	return m[1], args, err == nil
}

// jsonCalls reads the calls in JSON: one after the other, or a list of them. With
// tools only calls of these count.
func jsonCalls(text string, tools map[string]bool) []ask.Call {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil
	}
	var calls []ask.Call
	dec := json.NewDecoder(strings.NewReader(text))
	for len(calls) < mostPieces {
		at := dec.InputOffset()
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			if saved := completed(strings.TrimLeft(text[at:], " \t\r\n,;")); saved != "" {
				calls = append(calls, callsOf(json.RawMessage(saved), tools, 0)...)
			}
			break
		}
		calls = append(calls, callsOf(value, tools, 0)...)
	}
	return calls
}

// callsOf reads one value: a call, a list of calls, or an object around them.
func callsOf(value json.RawMessage, tools map[string]bool, depth int) []ask.Call {
	const deepest = 3
	if depth > deepest {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil {
		var calls []ask.Call
		for _, v := range list[:min(len(list), mostPieces)] {
			calls = append(calls, callsOf(v, tools, depth+1)...)
		}
		return calls
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(value, &object) != nil {
		return nil
	}
	for _, around := range []string{"tool_calls", "calls", "function", "tool_call", "function_call"} {
		if inner := object[around]; len(inner) > 0 && (inner[0] == '{' || inner[0] == '[') {
			return callsOf(inner, tools, depth+1)
		}
	}
	name := strings.TrimSpace(textOf(member(object, "name", "tool", "function", "tool_name", "recipient_name")))
	args := member(object, "arguments", "parameters", "args", "input", "tool_input", "params")
	if name == "" || tools == nil && args == nil || tools != nil && !tools[strings.ToLower(name)] {
		return nil
	}
	return []ask.Call{{ID: textOf(object["id"]), Tool: name, Args: argsOf(argsText(args))}}
}

// member returns the first member that is there.
func member(object map[string]json.RawMessage, names ...string) json.RawMessage {
	for _, name := range names {
		if value, ok := object[name]; ok {
			return value
		}
	}
	return nil
}
