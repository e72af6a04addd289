package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a text that a user starts a conversation with. Its words hold a %s for each
// argument, in this order.
type prompt struct {
	name     string
	required []string
	optional []string
}

var prompts = []prompt{
	{"check_element", []string{"element", "parameter", "value", "place"}, []string{"use"}},
	{"what_applies_here", []string{"place"}, []string{"date"}},
	{"compare_editions", []string{"code"}, []string{"from", "to"}},
}

func (x *session) addPrompts() {
	for _, p := range prompts {
		var arguments []*sdk.PromptArgument
		for _, name := range p.names() {
			arguments = append(arguments, &sdk.PromptArgument{
				Name: name, Title: x.words.text("argument." + name), Description: x.words.text("argument." + name + ".description"), Required: len(arguments) < len(p.required),
			})
		}
		x.sdk.AddPrompt(&sdk.Prompt{Name: p.name, Title: x.words.text("prompt." + p.name + ".title"), Arguments: arguments}, x.fillPrompt(p))
	}
}

func (p prompt) names() []string { return append(append([]string{}, p.required...), p.optional...) }

// maxArgument bounds what one argument of a prompt may hold, in bytes.
const maxArgument = 2000

// fillPrompt returns the handler of a prompt: its words with the arguments, or a dash
// where one is left out.
func (x *session) fillPrompt(p prompt) sdk.PromptHandler {
	return func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		values := make([]any, 0, len(p.names()))
		var mistakes []mistake
		for i, name := range p.names() {
			value := strings.TrimSpace(req.Params.Arguments[name])
			switch {
			case value == "" && i < len(p.required):
				mistakes = append(mistakes, mistake{name, "is required"})
			case len(value) > maxArgument:
				mistakes = append(mistakes, mistake{name, "must have at most 2000 characters"})
			case value == "":
				value = "–"
			}
			values = append(values, value)
		}
		if len(mistakes) > 0 {
			return nil, x.protocolError(&problem{Errors: mistakes})
		}
		text := x.words.fill("prompt."+p.name, values...)
		return &sdk.GetPromptResult{
			Description: x.words.text("prompt." + p.name + ".title"),
			Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}},
		}, nil
	}
}

// protocolError says a problem where the protocol has no result to say it in.
func (x *session) protocolError(p *problem) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: x.explain(p)}
}
