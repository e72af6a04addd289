package openaihttp

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFaultOf(t *testing.T) {
	for body, want := range map[string]Fault{
		`{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}`:                                     FaultContext,
		`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`:                             FaultContext,
		`{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096)"}`:                FaultContext,
		`{"object":"error","message":"max_tokens is too large: 9000. This model's maximum context length is 4096 tokens","code":400}`:                      FaultTokens,
		`{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.","param":"max_tokens"}}`:                           FaultTokens,
		`{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.","param":"temperature"}}`:                               FaultTemperature,
		`{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError"}`: FaultTools,
		`{"error":{"message":"registry.ollama.ai/library/gemma3 does not support tools","type":"api_error","code":null}}`:                                  FaultTools,
		`{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","code":"content_filter"}}`: FaultFilter,
		`{"detail":[{"type":"extra_forbidden","loc":["body","tools",0,"function","strict"],"msg":"Extra inputs are not permitted"}]}`:                      FaultSchema,
		`{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`:                                   FaultStream,
		`{"error":"Error rendering prompt with jinja template: System role not supported"}`:                                                                FaultRoles,
		`{"error":{"message":"no"},"request":{"tools":[],"temperature":0}}`:                                                                                FaultUnknown,
		`does not support tools`: FaultTools,
		``:                       FaultUnknown,
		`{"error":[1,2]}`:        FaultUnknown,
	} {
		if got := FaultOf([]byte(body)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestFaultTable: every line of the table names a fault and words it can be met by.
func TestFaultTable(t *testing.T) {
	all := []Fault{FaultContext, FaultTools, FaultSchema, FaultTemperature, FaultTokens, FaultStream, FaultRoles, FaultFilter}
	for _, rule := range faultRules() {
		if !slices.Contains(all, rule.fault) || slices.ContainsFunc(rule.words, func(w string) bool { return w == "" || w != strings.ToLower(w) }) {
			t.Errorf("%q %q", rule.fault, rule.words)
		}
	}
	if len(faultRules()) < len(all) {
		t.Error("the table is not read")
	}
}

// TestDoor_refuse: what a status and a body mean for whoever asks.
func TestDoor_refuse(t *testing.T) {
	const tools = `{"error":{"message":"tools param requires --jinja flag"}}`
	for name, tt := range map[string]struct {
		status  int
		body    string
		fault   Fault
		passing bool
		after   time.Duration
	}{
		"ServerCannot": {500, tools, FaultTools, false, 0},
		"ServerFails":  {500, `{"error":{"message":"out of memory"}}`, FaultUnknown, true, time.Second},
		"ProxyPage":    {502, "<html>the tool is being mended</html>", FaultUnknown, true, time.Second},
		"TooLarge":     {413, "", FaultContext, false, 0},
		"Quota":        {429, `{"error":{"code":"insufficient_quota"}}`, FaultUnknown, false, 0},
		"Busy":         {429, `{"error":{"message":"too many requests with tools"}}`, FaultUnknown, true, time.Second},
		"Filter":       {400, `{"error":{"code":"content_filter"}}`, FaultFilter, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			res := &http.Response{StatusCode: tt.status, Header: http.Header{"Retry-After": {"1"}}, Body: io.NopCloser(strings.NewReader(tt.body))}
			r := (&Door{Now: time.Now}).refuse(res)
			if r.Fault != tt.fault || r.Passing != tt.passing || r.After != tt.after {
				t.Errorf("%+v", r)
			}
		})
	}
}

func FuzzFaultOf(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"tools"}}`))
	f.Add([]byte(`{"error":"x","detail":[1]}`))
	f.Add([]byte("\xff"))
	f.Fuzz(func(_ *testing.T, body []byte) { FaultOf(body) })
}
