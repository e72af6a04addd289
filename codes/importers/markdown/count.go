package markdown

import (
	"html"
	"strings"

	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	// address is what a link leads to, of which nothing is text.
	address = lazyregexp.New(`\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+["'][^"'\n]*["'])?\s*\)|^ {0,3}\[[^\]^]+\]:\s*\S+.*|<(?:https?|mailto):[^>\s]*>`)

	// markupTag is a tag or a comment of HTML.
	markupTag = lazyregexp.New(`<!--.*?-->|</?[a-zA-Z][^<>]*>`)

	// fenceLine begins a block of code; what it names is its language.
	fenceLine = lazyregexp.New("^\\s*(?:```|~~~).*")
)

// countWords counts the words of a Markdown text line by line, without parsing it:
// what its parser loses must not be lost here too.
func countWords(body string, words *legal.Words) {
	for line := range strings.Lines(body) {
		if strings.Contains(line, "](") || strings.Contains(line, "]:") || strings.Contains(line, "://") {
			line = address.ReplaceAllString(line, "]")
		}
		if strings.Contains(line, "<") {
			line = markupTag.ReplaceAllString(line, "")
		}
		if strings.Contains(line, "&") {
			line = html.UnescapeString(line)
		}
		if strings.Contains(line, "```") || strings.Contains(line, "~~~") {
			line = fenceLine.ReplaceAllString(line, "")
		}
		countCells(line, words)
		words.End()
	}
}

// countCells counts a line, the same text in cells side by side once: such a cell
// was one, and tables have no other way to say so here.
func countCells(line string, words *legal.Words) {
	if strings.Count(line, "|") < 2 {
		words.Add(strings.Map(withoutMarkup, line))
		return
	}
	before := ""
	for cell := range strings.SplitSeq(line, "|") {
		if cell = strings.TrimSpace(cell); cell != before {
			words.Line(strings.Map(withoutMarkup, cell))
		}
		before = cell
	}
}

// withoutMarkup takes out the marks of emphasis, which may stand within a word.
func withoutMarkup(r rune) rune {
	if r == '*' || r == '_' || r == '`' || r == '\\' {
		return -1
	}
	return r
}
