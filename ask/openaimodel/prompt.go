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

// fence keeps data apart from instructions. It is random, and taken out of the data, so
// no text can close it.
type fence string

func newFence() fence { return fence(strings.ToLower(rand.Text()[:12])) }

func (f fence) begin() string { return "=== DATA " + string(f) + " BEGIN ===" }
func (f fence) end() string   { return "=== DATA " + string(f) + " END ===" }

// around fences a text.
func (f fence) around(text string) string {
	return f.begin() + "\n" + strings.TrimRight(strings.ReplaceAll(text, string(f), ""), "\n") + "\n" + f.end()
}

// rule tells the model which lines the fence is made of.
func (f fence) rule() string {
	return "The fence lines of this conversation are\n" + f.begin() + "\n" + f.end() + "\n"
}
