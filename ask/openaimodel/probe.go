package openaimodel

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/ask"
)

// Abilities are what a server was found to offer.
type Abilities struct {
	// Tools is how tools are offered: "strict" with schemas that calls are held to,
	// "plain" with schemas, "written" when the server knows no tools and they are
	// told in the prompt.
	Tools string

	// Calls says whether the model called the tool it was asked to call. One that
	// does not answers from nothing: another model, or a server started with its
	// parser of tool calls, is needed.
	Calls bool
}

var toolModes = map[toolMode]string{strictTools: "strict", plainTools: "plain", writtenTools: "written"}

// probeTool is a tool that is offered to see whether it is called.
var probeTool = ask.ToolSpec{
	Name:        ask.SearchRegulations,
	Description: "Finds passages of regulations. Nothing can be answered without it.",
	Params:      []ask.Param{{Name: ask.ArgQueries, Kind: ask.TextsParam, Required: true, Doc: "Wordings of what is looked for."}},
}

// Probe asks one short question that needs a tool, and tells how the server took
// it. What it learns of the server holds for later turns. The error wraps
// ErrNoAnswer, or is ctx's.
func (m *Model) Probe(ctx context.Context) (Abilities, error) {
	step, err := m.Next(ctx, &ask.Transcript{
		Question: ask.Question{Text: "Search the regulations for the minimum width of a stair."},
		Tools:    []ask.ToolSpec{probeTool},
		Round:    1,
	})
	if err != nil {
		return Abilities{}, fmt.Errorf("probe: %w", err)
	}
	return Abilities{Tools: toolModes[m.dialect().tools], Calls: len(step.Calls) > 0}, nil
}
