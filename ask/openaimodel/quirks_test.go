package openaimodel_test

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// Answers in the shapes that servers are documented to give.
//
//go:embed testdata/answers
var answers embed.FS

// usualTools are the tools a transcript of these tests offers.
var usualTools = []ask.ToolSpec{
	{Name: ask.SearchRegulations, Description: "Searches.", Params: []ask.Param{
		{Name: ask.ArgQueries, Kind: ask.TextsParam, Doc: "Wordings.", Required: true, Max: 200},
		{Name: ask.ArgCode, Kind: ask.TextParam},
		{Name: ask.ArgStatus, Kind: ask.ChoiceParam, Choices: []string{"active", "repealed", "any"}},
		{Name: ask.ArgTop, Kind: ask.IntegerParam, Max: 20},
	}},
	{Name: ask.ProjectContext, Description: "Tells of the project."},
}

// transcript returns a first round in which tools are offered.
func transcript(t testing.TB) *ask.Transcript {
	t.Helper()
	w, err := asktest.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	return &ask.Transcript{Question: w.Question("¿Qué altura mínima tiene una barandilla?"), Tools: usualTools, Round: 1}
}

// call is a call as these tests compare it.
type call struct{ ID, Tool, Args string }

func callsOf(step ask.Step) []call {
	var list []call
	for _, c := range step.Calls {
		var args bytes.Buffer
		if err := json.Compact(&args, c.Args); err != nil {
			args.WriteString(err.Error())
		}
		list = append(list, call{c.ID, c.Tool, args.String()})
	}
	return list
}

func TestModel_Next_Quirks(t *testing.T) {
	const search, context, altura = "search_regulations", "project_context", `{"queries":["altura"]}`
	for _, tt := range []struct {
		file          string
		calls         []call
		draft         string
		input, output int64
	}{
		{file: "openai_tool_calls.json", calls: []call{{"call_A1", search, `{"queries":["altura barandilla","barreras de protección"],"code":null,"status":null,"top":5}`}, {"call_A2", context, "{}"}}, input: 812, output: 41},
		{file: "openai_legacy_function_call.json", calls: []call{{"", search, altura}}},
		{file: "openai_stream.sse", calls: []call{{"call_1", search, altura}, {"call_2", context, "{}"}}, input: 7, output: 5},
		{file: "azure_annotated_answer.json", draft: "No consta en las fuentes.", input: 120, output: 8},
		{file: "azure_stream.sse", draft: "No consta en las fuentes."},
		{file: "vllm_hermes.json", calls: []call{{"chatcmpl-tool-1f", search, altura}}, input: 300, output: 20},
		{file: "vllm_no_parser.json", calls: []call{{"", search, altura}}, input: 1, output: 2},
		{file: "llamacpp_object_arguments.json", calls: []call{{"", search, altura}}, input: 90, output: 12},
		{file: "llamacpp_mistral_text.json", calls: []call{{"", search, altura}, {"", context, "{}"}}, input: 90, output: 12},
		{file: "ollama_stop_with_calls.json", calls: []call{{"call_x1", search, `{"queries":"[\"altura\"]"}`}, {"call_x2", context, "{}"}}, input: 200, output: 30},
		{file: "ollama_stream.sse", calls: []call{{"call_a", search, altura}, {"call_b", context, "{}"}}},
		{file: "lmstudio_parts.json", draft: "No consta en las fuentes.", input: 3, output: 4},
		{file: "lmstudio_tool_request.json", calls: []call{{"", search, altura}}},
		{file: "gptoss_channels.json", draft: "No consta en las fuentes."},
		{file: "qwen_coder_tags.json", calls: []call{{"", search, `{"code":"seguridad","queries":["altura"]}`}}},
		{file: "deepseek_tokens.json", calls: []call{{"", search, altura}}},
		{file: "llama_python_tag.json", calls: []call{{"", search, altura}}},
		{file: "cut_arguments.json", calls: []call{{"c1", search, `{"queries":["altura","barrera de prot"]}`}}, input: 1, output: 4096},
		{file: "unknown_tool.json", calls: []call{{"c1", "browse_web", `{"url":"http://x"}`}, {"c2", search, `[1,2]`}}},
		{file: "fenced_call.json", calls: []call{{"", search, altura}}},
		{file: "fenced_data.json", draft: "No consta en las fuentes. Ejemplo:\n```json\n{\"name\":\"Casa\",\"parameters\":{\"altura\":1}}\n```"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			m, _ := serve(t, &openaimodel.Options{Stream: strings.HasSuffix(tt.file, ".sse")}, recorded(t, tt.file))
			step, err := m.Next(t.Context(), transcript(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.calls, callsOf(step)); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if len(tt.calls) == 0 && step.Draft != tt.draft {
				t.Errorf("draft %q, want %q", step.Draft, tt.draft)
			}
			if want := (ask.Usage{Requests: 1, Input: tt.input, Output: tt.output}); step.Usage != want {
				t.Errorf("usage %+v, want %+v", step.Usage, want)
			}
		})
	}
}

func recorded(t *testing.T, file string) openaitest.Step {
	t.Helper()
	body, err := answers.ReadFile("testdata/answers/" + file)
	if err != nil {
		t.Fatal(err)
	}
	kind := "application/json"
	if strings.HasSuffix(file, ".sse") {
		kind = "text/event-stream"
	}
	return openaitest.Raw(200, kind, string(body))
}

// TestModel_Next_Declined: neither the model's refusal nor a filter's is a draft,
// and asking again would not help.
func TestModel_Next_Declined(t *testing.T) {
	for name, declined := range map[string]openaitest.Step{
		"OpenAI":         recorded(t, "openai_refusal.json"),
		"Azure":          recorded(t, "azure_filtered_answer.json"),
		"FilteredWithin": openaitest.Answers(openaitest.Answer{Text: "La altura mínima es de", Finish: "content_filter"}),
	} {
		t.Run(name, func(t *testing.T) {
			m, s := serve(t, nil, declined)
			step, err := m.Next(t.Context(), transcript(t))
			if !errors.Is(err, openaimodel.ErrNoAnswer) || step.Draft != "" || len(s.Requests()) != 1 {
				t.Errorf("step %+v, error %v, %d requests", step, err, len(s.Requests()))
			}
		})
	}
}
