package legal

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// publisherMark is how a publisher of consolidated texts says which act brought the
// words behind it ("▼M2", "►C1 ... ◄"), or that one took some away ("▼M2 —————").
var publisherMark = lazyregexp.New(`[▼►][ \x{A0}]?[A-Z]{1,2}\d{0,3}(?:[ \x{A0}]*[—–-]{2,})?|[▼►◄]`)

// apart takes the marks of the publisher out of the texts and keeps them beside: they
// are no part of a title, a number or a sentence. An element that is nothing else is
// left out, its marks go to the one behind it.
func apart(list []Element) []Element {
	if !slices.ContainsFunc(list, func(e Element) bool { return strings.ContainsAny(e.Text, "▼►◄") }) {
		return list
	}
	var due []string
	kept := make([]Element, 0, len(list)+1)
	for i := range list {
		e := list[i]
		e.Marks = append(e.Marks, due...)
		due = nil
		if e.Role != AsTable && e.Role != AsPlain && strings.ContainsAny(e.Text, "▼►◄") {
			e.takeMarks()
			if e.Text == "" && e.Mark == "" && e.Role != AsLost {
				due = e.Marks
				continue
			}
		}
		kept = append(kept, e)
	}
	if len(due) > 0 {
		kept = append(kept, Element{Role: AsRemark, Text: strings.Join(due, " ")})
	}
	return kept
}

// takeMarks moves the marks in the text of an element to its Marks. References move
// with the text; one to nothing but a mark goes with it.
func (e *Element) takeMarks() {
	found := publisherMark.FindAllStringIndex(e.Text, -1)
	refs := slices.Clone(e.Refs)
	text := e.Text
	for i := len(found) - 1; i >= 0; i-- {
		from, to := found[i][0], found[i][1]
		if mark := text[from:to]; mark != "◄" {
			e.Marks = append(e.Marks, strings.Join(strings.Fields(mark), " "))
		}
		if text[from:to] == "◄" && from > 0 && text[from-1] == ' ' { // the blank is the mark's
			from--
		}
		for to < len(text) && text[to] == ' ' && (from == 0 || text[from-1] == ' ') { // of two blanks one stays
			to++
		}
		refs = cutRefs(refs, from, to)
		e.Lead = shifted(e.Lead, from, to)
		text = text[:from] + text[to:]
	}
	slices.Reverse(e.Marks[len(e.Marks)-strings.Count(e.Text, "▼")-strings.Count(e.Text, "►"):])
	e.Text = strings.TrimRight(text, " \n")
	e.Lead = min(e.Lead, len(e.Text))
	if e.Refs != nil {
		e.Refs = slices.DeleteFunc(refs, func(r retrieval.Ref) bool { return r.End > len(e.Text) })
	}
}

// cutRefs returns references as they are when a stretch of their text is cut out.
func cutRefs(refs []retrieval.Ref, from, to int) []retrieval.Ref {
	for i := range refs {
		refs[i].Start, refs[i].End = shifted(refs[i].Start, from, to), shifted(refs[i].End, from, to)
	}
	return slices.DeleteFunc(refs, func(r retrieval.Ref) bool { return r.End <= r.Start })
}

// shifted is a place in a text when a stretch is cut out of it.
func shifted(at, from, to int) int {
	switch {
	case at <= from:
		return at
	case at < to:
		return from
	}
	return at - (to - from)
}

// tellMarks writes the marks of the publisher that stand before the next piece, as a
// note of the section that is open then.
func (w *writer) tellMarks() {
	if len(w.marks) == 0 {
		return
	}
	text := strings.Join(slices.Compact(w.marks), " ")
	w.marks = nil
	w.kept.Notes++
	w.b.Add(importers.Piece{Kind: retrieval.Note, Text: text})
}
