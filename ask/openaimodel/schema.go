package openaimodel

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/reglookup/regengine/ask"
)

// jsonTypes are the types of the arguments of which a JSON Schema speaks.
var jsonTypes = map[ask.ParamKind]string{
	ask.TextParam: "string", ask.ChoiceParam: "string", ask.TextsParam: "array",
	ask.IntegerParam: "integer", ask.NumberParam: "number", ask.ObjectParam: "object",
}

// toolParams describes tools to the server.
func toolParams(specs []ask.ToolSpec, mode toolMode) []openai.ChatCompletionToolUnionParam {
	tools := make([]openai.ChatCompletionToolUnionParam, len(specs))
	for i, spec := range specs {
		strict := mode == strictTools && canBeStrict(spec)
		function := shared.FunctionDefinitionParam{
			Name:        spec.Name,
			Description: openai.String(spec.Description),
			Parameters:  schemaOf(spec, strict),
		}
		if strict {
			function.Strict = openai.Bool(true)
		}
		tools[i] = openai.ChatCompletionFunctionTool(function)
	}
	return tools
}

// canBeStrict reports whether a server can hold calls to the schema of a tool: the
// schema of an object is the tool's own and may be more than strict ones can say.
func canBeStrict(spec ask.ToolSpec) bool {
	return !slices.ContainsFunc(spec.Params, func(p ask.Param) bool { return p.Kind == ask.ObjectParam })
}

// schemaOf returns the JSON Schema of the arguments of a tool. A strict one names
// every argument as required, and those that may be left out can be null.
func schemaOf(spec ask.ToolSpec, strict bool) map[string]any {
	properties := make(map[string]any, len(spec.Params))
	required := []string{}
	for _, p := range spec.Params {
		properties[p.Name] = schemaOfParam(p, strict && !p.Required)
		if p.Required || strict {
			required = append(required, p.Name)
		}
	}
	return map[string]any{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
}

func schemaOfParam(p ask.Param, nullable bool) map[string]any {
	s := map[string]any{}
	if p.Kind == ask.ObjectParam && len(p.Schema) > 0 && json.Unmarshal(p.Schema, &s) != nil {
		s = map[string]any{}
	}
	name := jsonTypes[p.Kind]
	if p.Kind != ask.ObjectParam || s["type"] == nil {
		s["type"] = name
	}
	if nullable {
		s["type"] = []string{name, "null"}
	}
	switch p.Kind {
	case ask.TextsParam:
		s["items"] = map[string]any{"type": "string"}
	case ask.ChoiceParam:
		choices := make([]any, 0, len(p.Choices)+1)
		for _, c := range p.Choices {
			choices = append(choices, c)
		}
		if nullable {
			choices = append(choices, nil)
		}
		s["enum"] = choices
	default: // its type says it all
	}
	if p.Doc != "" {
		s["description"] = p.Doc
	}
	return s
}

// toldTools describes tools in words, for a model that is offered none.
func toldTools(specs []ask.ToolSpec) string {
	text := toolsPrompt
	for _, spec := range specs {
		schema, err := json.Marshal(schemaOf(spec, false))
		if err != nil { // maps of texts and numbers always can be
			continue
		}
		text += fmt.Sprintf("\n%s: %s\n%s\n", spec.Name, spec.Description, schema)
	}
	return text
}
