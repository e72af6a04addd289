package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// What a sentence says in the very words of what it cites needs no reading: a sentence
// of a tool of this turn, and whole sentences of a passage (CITATIONS H1, M8). Whole
// ones, because a part of a sentence may say the contrary of it.

// repeats reports whether a sentence only repeats what it cites, with what names where
// that stands in front of it.
func (t *turn) repeats(sentence string) bool {
	plain, cited := withoutMarks(sentence), marksIn(sentence)
	if len(cited) != 1 {
		return false
	}
	p := t.issued[cited[0]]
	if t.vouchedFor(plain, cited[0]) {
		return true
	}
	before, quote, behind, ok := quotedIn(plain)
	if !ok || strings.ContainsFunc(behind, isWordRune) {
		return false
	}
	return t.namesOnly(before, p) && p.says(quote)
}

// vouchedFor reports whether a tool said a sentence of a passage. An author that says of
// itself what it is may put the word that settles a question in front.
func (t *turn) vouchedFor(plain string, passage int) bool {
	if slices.Contains(t.vouched[plainly(plain)], passage) {
		return true
	}
	_, rest, found := strings.Cut(plain, ": ")
	return found && t.form != "" && slices.Contains(t.vouched[plainly(rest)], passage)
}

// namesOnly reports whether what stands in front of a quotation only says where it
// stands. Of what is no law in force it has to: the document of the project, or that
// the edition is not in force.
func (t *turn) namesOnly(before string, p *passage) bool {
	title := p.title + t.outOfForce(p)
	if p.status != codes.Active && !strings.Contains(plainly(before), plainly(title)) {
		return false
	}
	parts := strings.Split(title, "›")
	for part := range strings.SplitSeq(before, "›") {
		if part = plainly(part); part != "" && !slices.ContainsFunc(parts, func(of string) bool { return opensWith(plainly(of), part) }) {
			return false
		}
	}
	return true
}

// opensWith reports whether a text begins with another, whole words of it.
func opensWith(text, begin string) bool {
	rest, ok := strings.CutPrefix(text, begin)
	return ok && (rest == "" || !goesOn(rest))
}

// says reports whether a text is whole sentences, or whole rows, of a passage, in
// their order.
func (p *passage) says(text string) bool {
	want := plainly(text)
	if want == "" {
		return false
	}
	if table := changedTable(p.block.Table, neutralise); table != nil && tells(text, table) {
		return true
	}
	have := mapSlice(Statements(neutralise(p.block.Text), neutralise(p.block.Lead), changedTable(p.block.Table, neutralise)), func(s Statement) string { return plainly(s.Text) })
	lead := plainly(neutralise(p.block.Lead))
	for from := range have {
		rest := want
		if lead != "" {
			rest = strings.TrimLeft(strings.TrimPrefix(rest, lead), between)
		}
		for _, s := range have[from:] {
			behind, ok := strings.CutPrefix(rest, s)
			if !ok || s == "" {
				break
			}
			if rest = strings.TrimLeft(behind, between); rest == "" {
				return true
			}
		}
	}
	return false
}

// RowBreak stands between rows of a table that are quoted together.
const RowBreak = " – "

// tells reports whether a text is rows of a table, each with its labels and some of its
// columns.
func tells(text string, table *retrieval.Table) bool {
	for row := range strings.SplitSeq(text, RowBreak) {
		told := false
		for i := range table.Rows {
			told = told || isRow(row, table, i)
		}
		if !told {
			return false
		}
	}
	return true
}

// between are the signs between whole statements that are quoted together.
const between = " :;-–•"

// plainly brings texts to the form in which words are compared that have to be the
// same: single spaces, no emphasis, no points at the end of sentences.
func plainly(text string) string {
	list := Sentences(strings.ReplaceAll(text, "**", ""))
	return strings.Join(mapped(list, func(s string) string { return evenly(withoutItemMark(s)) }), " ")
}
