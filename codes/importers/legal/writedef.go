package legal

import (
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// definition writes the definition of a term, if the element is one: a line that
// holds both, or the term alone with its meaning behind.
func (w *writer) definition(e *Element) bool {
	text := joinMark(e)
	behind := text
	mark, marked := ParseMark(text)
	if marked {
		behind = mark.Rest
	}
	term, ok := w.g.Definition(behind, w.defining)
	if !ok && w.defining && e.Lead > 0 && e.Lead < len(e.Text) && words(e.Text[:e.Lead]) <= 12 {
		term, ok = strings.Trim(e.Text[:e.Lead], " .:–-"), true
	}
	if !ok {
		return w.defining && !marked && w.isTerm(e) && w.meaningBehind() && w.term(e)
	}
	if marked {
		w.outline.Depth(mark) // what follows may be items below it
		w.kept.Items++
		if mark.isBullet() {
			text = mark.Rest
		}
	}
	w.kept.Definitions++
	w.add(e, importers.Piece{Kind: retrieval.Definition, Title: term, Text: text})
	w.announced(e)
	return true
}

// isTerm reports whether an element may be a term that stands alone: emphasised,
// or ending with a colon.
func (w *writer) isTerm(e *Element) bool {
	return (e.Strong || strings.HasSuffix(e.Text, ":")) && words(e.Text) <= 12 && startsUpper(e.Text) && !w.g.Defines(e.Text)
}

// meaningBehind reports whether the next element can be the meaning of a term: a
// paragraph.
func (w *writer) meaningBehind() bool {
	next := w.next(1)
	if next == nil || next.Role != Prose || next.Level > 0 || next.Strong || next.Mark != "" {
		return false
	}
	_, mark := ParseMark(next.Text)
	_, heading := w.g.Heading(next.Text)
	return !mark && !heading && words(next.Text) >= 2
}

// term writes a term and the paragraphs of its meaning as one block: the first
// paragraph, or all that the source marks as meaning.
func (w *writer) term(e *Element) bool {
	term := strings.TrimRight(e.Text, " :.")
	joined := Element{Page: e.Page}
	text := term
	separator := ": "
	for {
		next := w.next(1)
		if next == nil || next.Role != AsMeaning && (e.Role == AsTerm || separator == "\n") {
			break
		}
		if next.Role == AsMeaning || next.Role == Prose {
			joined.Refs = append(joined.Refs, moved(next.Refs, len(text)+len(separator)+len(joinMark(next))-len(next.Text))...)
			text += separator + joinMark(next)
			separator = "\n"
		}
		w.at++
	}
	joined.Text = text
	w.kept.Definitions++
	w.add(&joined, importers.Piece{Kind: retrieval.Definition, Title: term, Text: text})
	return true
}
