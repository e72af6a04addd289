package openaimodel

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestCompleted(t *testing.T) {
	for text, want := range map[string]string{
		`{"queries":["alt`:                `{"queries":["alt"]}`,
		`{"queries":["a","b"],"to`:        `{"queries":["a","b"]}`,
		`{"queries":["a","b"],"top":`:     `{"queries":["a","b"]}`,
		`{"queries":["a \"quoted\" wor`:   `{"queries":["a \"quoted\" wor"]}`,
		`{"a":{"b":[1,2,{"c":"d"},{"e"`:   `{"a":{"b":[1,2,{"c":"d"}]}}`,
		`{"a":1}`:                         `{"a":1}`,
		`{"que`:                           `{}`,
		`no JSON, at all`:                 ``,
		`{"a":"` + strings.Repeat(",", 9): `{"a":"` + strings.Repeat(",", 9) + `"}`,
	} {
		if got := completed(text); got != want {
			t.Errorf("completed(%s) = %s, want %s", text, got, want)
		}
	}
}

func TestArgsOf(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 `{}`,
		`{"a":null,"b":1}`:                 `{"a":null,"b":1}`, // whoever runs the call knows what null is
		"```json\n{\"a\":1}\n```":          `{"a":1}`,
		`{"a":1`:                           `{"a":1}`,
		`[1]`:                              `[1]`,
		`altura de la barandilla`:          `"altura de la barandilla"`,
		"{\"a\":\"\xff\"}":                 "{\"a\":\"\uFFFD\"}",
		`{"a":1}` + strings.Repeat("}", 3): `"{\"a\":1}}}}"`,
	} {
		got := string(argsOf(text))
		if want == `{"a":"�"}` { // whatever stands for the broken letter
			if !utf8.ValidString(got) {
				t.Errorf("argsOf(%q) = %q", text, got)
			}
			continue
		}
		if got != want {
			t.Errorf("argsOf(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestWithoutThoughts(t *testing.T) {
	for text, want := range map[string]string{
		"<think>a</think>b": "b",
		"a</think>b":        "b",
		"<think>a":          "",
		"a <think>b</think> c <think>d</think> e": "a  c  e",
		"[THINK]x[/THINK]Sí.":                     "Sí.",
		"Sí.<|im_end|>":                           "Sí.",
		"No hay </think> que valga <think>":       "que valga",
		"Altura < 1 m y > 0,9 m":                  "Altura < 1 m y > 0,9 m",
	} {
		if got := withoutThoughts(text); got != want {
			t.Errorf("withoutThoughts(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestDraftOf(t *testing.T) {
	for _, tt := range []struct {
		text string
		cut  bool
		want string
	}{
		{"```markdown\nSí. [[a]]\n```", false, "Sí. [[a]]"},
		{"```\nSí.\n```", false, "Sí."},
		{"Antes ```x``` y después", false, "Antes ```x``` y después"},
		{"Una. Dos", true, "Una."},
		{"Una.\n- Dos", true, "Una."},
		{"Una.", true, "Una."},
		{"Sin fin", true, ""},
		{"La altura es de 0.9", true, ""},
	} {
		if got := draftOf(tt.text, tt.cut); got != tt.want {
			t.Errorf("draftOf(%q, %t) = %q, want %q", tt.text, tt.cut, got, tt.want)
		}
	}
}

func TestWrittenCalls(t *testing.T) {
	tools := map[string]bool{"search": true}
	for _, tt := range []struct{ name, text, calls, rest string }{
		{"Two", `<tool_call>{"name":"search","arguments":{"q":1}}</tool_call><tool_call>{"name":"other","arguments":{}}</tool_call>`, `search{"q":1} other{}`, ""},
		{"Open", `Busco. <tool_call>{"name":"search","arguments":{"q":"a`, `search{"q":"a"}`, "Busco. "},
		{"List", `[TOOL_CALLS][{"name":"search","arguments":{"q":1}},{"name":"search","arguments":"{\"q\":2}"}]`, `search{"q":1} search{"q":2}`, ""},
		{"Bare", `{"name":"search","parameters":{"q":1}}`, `search{"q":1}`, ""},
		{"Around", `{"tool_calls":[{"function":{"name":"search","arguments":"{}"}}]}`, `search{}`, ""},
		{"Lines", "{\"name\":\"search\",\"arguments\":{\"q\":1}}\n{\"name\":\"search\",\"arguments\":{\"q\":2}}", `search{"q":1} search{"q":2}`, ""},
		{"FunctionTag", `<function=search>{"q":1}</function>`, `search{"q":1}`, ""},
		{"UnknownBare", `{"name":"Casa","parameters":{"q":1}}`, "", `{"name":"Casa","parameters":{"q":1}}`},
		{"Prose", "El término <tool_call> no es nada.", "", "El término <tool_call> no es nada."},
		{"Handles", "[[k3f9w2ab]] dice 0,9 m, y 1 m.", "", "[[k3f9w2ab]] dice 0,9 m, y 1 m."},
		{"Deep", strings.Repeat("[", 50000), "", strings.Repeat("[", 50000)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			calls, rest := writtenCalls(tt.text, tools)
			var got []string
			for _, c := range calls {
				got = append(got, c.Tool+string(c.Args))
			}
			if diff := cmp.Diff(tt.calls, strings.Join(got, " ")); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if rest != tt.rest {
				t.Errorf("rest %.80q, want %.80q", rest, tt.rest)
			}
		})
	}
}

// FuzzAnswer reads whatever a server may send: it never fails otherwise than with
// a refusal, and every call it reads has a name and arguments that are JSON.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"choices":[{"index":0,"message":{"content":"a","tool_calls":[{"id":"1","function":{"name":"x","arguments":"{}"}}]},"finish_reason":"stop"}]}`,
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"x\",\"arguments\":\"{\"}}]}}]}\n\ndata: [DONE]\n",
		`{"choices":[{"message":{"content":[{"text":"<tool_call>{\"name\":\"x\",\"arguments\":{\"a\":["}]}}]}`,
		`{"error":"x"}`, "error: x\n", "<think>", `{"choices":[{"message":{"content":"[TOOL_CALLS]x[ARGS]{\"a\":1}"}}]}`,
		`{"choices":[{"message":{"function_call":{"name":"x","arguments":{"a":null}}}}],"usage":{"prompt_tokens":1e99}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		a, err := readAnswer(strings.NewReader(body))
		if err != nil {
			return
		}
		r := a.reply(map[string]bool{"x": true})
		for _, c := range r.calls {
			if c.Tool == "" || !json.Valid(c.Args) {
				t.Errorf("call %+v", c)
			}
		}
		if r.input < 0 || r.output < 0 {
			t.Errorf("usage %d, %d", r.input, r.output)
		}
	})
}

// FuzzWritten reads whatever a model may write.
func FuzzWritten(f *testing.F) {
	for _, seed := range []string{"<tool_call>{}</tool_call>", "```json\n[]\n```", "<function=x><parameter=y>1</parameter>", "[TOOL_CALLS]x{", "<｜tool▁call▁begin｜>x\n```json\n{}", "<think></think>"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, cut bool) {
		calls, rest := writtenCalls(withoutThoughts(text), map[string]bool{"x": true})
		for _, c := range calls {
			if c.Tool == "" || !json.Valid(c.Args) {
				t.Errorf("call %+v", c)
			}
		}
		_ = draftOf(rest, cut)
	})
}

// TestReadStream_last: an event counts that has no empty line behind it.
func TestReadStream_last(t *testing.T) {
	a, err := readStream(bufio.NewReader(strings.NewReader(`data: {"choices":[{"delta":{"content":"Sí."},"finish_reason":"stop"}]}`)))
	if err != nil || a.text.String() != "Sí." {
		t.Errorf("%v, %v", a, err)
	}
}
