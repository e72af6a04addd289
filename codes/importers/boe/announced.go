package boe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/retrieval"
)

// reach is how many pieces behind the words that announce it a table, figure or
// formula may stand.
const reach = 4

// announced notes each table, figure or formula that the text says comes next and
// that does not come: the publisher lost it, and nobody must take the text for
// whole.
func (r *reading) announced() {
	grammar := legal.For(r.lang)
	for i := len(r.w.pieces) - 1; i >= 0; i-- {
		p := &r.w.pieces[i]
		text := strings.TrimSpace(p.text.Text)
		if p.heading != nil || p.text.Table != nil || p.text.Kind == retrieval.Note || !strings.HasSuffix(text, ":") {
			continue
		}
		what, ok := grammar.Following(lastClause(text))
		if !ok || r.comes(i, what) {
			continue
		}
		r.report.Add(importers.Problem{Line: p.line, Where: r.id, Message: fmt.Sprintf("a %s is announced and not in the file: %s", what, lastClause(text))})
		lost := piece{text: importers.Piece{Kind: retrieval.Note, Text: importers.Missing(r.lang, what, "")}, line: p.line}
		r.w.pieces = slices.Insert(r.w.pieces, i+1, lost)
	}
}

// comes reports whether what piece i announces stands behind it.
func (r *reading) comes(i int, what string) bool {
	for _, p := range r.w.pieces[i+1 : min(i+1+reach, len(r.w.pieces))] {
		text := p.text.Text
		if p.heading != nil {
			text = p.heading.Title
		}
		shown := p.text.Table != nil || p.pictured || importers.IsTableCaption(text)
		if shown || what == legal.OfFormula && legal.IsFormula(text) {
			return true
		}
		if p.heading != nil {
			return false
		}
	}
	return false
}

// lastClause returns the end of a text that an announcement stands in.
func lastClause(text string) string {
	const limit = 120
	runes := []rune(text)
	if len(runes) > limit {
		_, text, _ = strings.Cut(string(runes[len(runes)-limit:]), " ") // from a whole word on
	}
	if at := strings.LastIndexAny(strings.TrimRight(text, ".:"), ".;"); at >= 0 {
		text = text[at+1:]
	}
	return strings.TrimSpace(text)
}
