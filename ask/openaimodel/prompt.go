package openaimodel

import (
	"crypto/rand"
	_ "embed"
	"strings"
)

// What the model is told, apart from the question and the data.
var (
	//go:embed prompt_system.txt
	systemPrompt string

	//go:embed prompt_tools.txt
	toolsPrompt string

	//go:embed prompt_final.txt
	finalPrompt string

	//go:embed prompt_repair.txt
	repairPrompt string
)

// fence keeps data apart from instructions. It is drawn anew for each request and
// is in none of the data, so no text can close it.
type fence string

// newFence draws a fence that none of the texts holds.
func newFence(holds func(word string) bool) fence {
	for {
		word := strings.ToLower(rand.Text()[:12])
		if !holds(word) {
			return fence(word)
		}
	}
}

func (f fence) begin() string { return "=== DATA " + string(f) + " BEGIN ===" }
func (f fence) end() string   { return "=== DATA " + string(f) + " END ===" }

// around fences a text.
func (f fence) around(text string) string {
	return f.begin() + "\n" + strings.TrimRight(text, "\n") + "\n" + f.end()
}

// rule tells the model which lines the fence is made of.
func (f fence) rule() string {
	return "The fence lines of this conversation are\n" + f.begin() + "\n" + f.end() + "\n"
}
