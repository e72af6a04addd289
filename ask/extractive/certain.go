package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// A figure is restated only where nothing is in doubt; where anything is, the
// passage is quoted as it stands, with its heading, and the reader sees what it is
// of. A wrong figure stated with confidence is worse than none.

// certain keeps the values that may be restated: those of statements that have
// every word asked about, right there or right above. It returns nil when none
// may, or when a table leaves open what its figures are.
func (a *query) certain(values []value) []value {
	values = slices.DeleteFunc(values, func(v value) bool { return !v.beside && !a.covers(v.from) })
	if len(values) == 0 || slices.ContainsFunc(values, func(v value) bool { return a.unsure(&v) }) {
		return nil
	}
	return values
}

// covers reports whether a statement, or the headings within its document, have
// every subject of the question.
func (a *query) covers(s *statement) bool {
	local := a.read(s.text + "\n" + s.prior + "\n" + s.above())
	others := isElse(s.text)
	return !slices.ContainsFunc(a.terms, func(t term) bool {
		return t.weight >= subjectWeight && t.property == nil && !t.name && local.match(&t) == 0 && (!t.use || !others) && !a.saidByScope(s.passage, &t)
	})
}

// above is what is said above a statement within its document.
func (s *statement) above() string {
	_, path, _ := strings.Cut(s.passage.Title, " › ")
	parts := []string{path, s.lead}
	if t := s.passage.Table; t != nil {
		parts = append(append(parts, t.Caption), t.Header...)
	}
	return strings.Join(parts, "\n")
}

// unsure reports whether a cell does not say how it bounds, where that is asked,
// or is one of too many that answer, or stands beside cells that do and cannot be
// restated.
func (a *query) unsure(v *value) bool {
	if v.row == "" {
		return false
	}
	return severalThings.MatchString(v.shown) || a.want != ask.Unsaid && v.bounds == ask.Unsaid && !a.bounded(v)
}

// severalThings is a cell that says more than one amount: "1.500 m², y dos salidas".
var severalThings = lazyregexp.New(`[,;:] | (?:o|u|or|salvo|excepto|except) `)

// bounded reports whether a column or caption names the limit asked for in another
// word than minimum or maximum.
func (a *query) bounded(v *value) bool {
	return mostCue.MatchString(" " + retrieval.Fold(v.from.innermost()) + " ")
}

// leavesOpen reports whether a row that answers cannot be restated: its cells hold
// words, or several amounts, of which those read are not what is asked.
func (a *query) leavesOpen(row *statement, read []value) bool {
	if slices.ContainsFunc(read, func(v value) bool { return severalThings.MatchString(v.shown) }) {
		return true
	}
	columns := a.columns(row)
	return len(read) == 0 && (len(columns) == 0 || slices.ContainsFunc(columns, func(i int) bool { return !bareNumber.MatchString(strings.TrimSpace(row.cells()[i])) }))
}
