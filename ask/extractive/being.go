package extractive

import (
	"regexp"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A question may ask whether a thing is of a kind ("is a kitchen of 25 kW one of
// special risk?"). A rule that says from which amount on it is answers yes where the
// amount is met. What it says of an amount that is not met, it does not say.

// deniesSome marks a text that says of something that it is not.
var deniesSome = regexp.MustCompile(` (?:no|ni|ningun\w*|not|never|neither|salvo|excepto|except|unless) `)

// judgedCase is yes where a statement says of the thing asked about, and from an
// amount on that the question's meets, all that is asked.
func (a *query) judgedCase(s *statement) polar {
	if len(a.figures) == 0 || len(a.terms) < 2 {
		return unjudged
	}
	if s.row >= 0 {
		return a.judgedRow(s)
	}
	text := plainKeeping(s.text)
	if deniesSome.MatchString(text) || a.missingFrom(s) > 0 {
		return unjudged
	}
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if a.clauseIsOf(clause) {
			return polarYes
		}
	}
	return unjudged
}

// clauseIsOf reports whether a clause names the first thing of the question, with a
// bound that the question's amount meets.
func (a *query) clauseIsOf(clause string) bool {
	if a.read(clause).match(&a.terms[0]) == 0 {
		return false
	}
	for _, b := range bracketsOf(clause) {
		if met, known := b.holds(a.figures); met && known {
			return true
		}
	}
	return false
}

// judgedRow is yes where the row of the thing asked about has one column for the
// question's amount, whose heading or the table's says all else that is asked.
func (a *query) judgedRow(s *statement) polar {
	columns := make([]int, 0, len(s.cells()))
	for i := range s.cells() {
		if i > 0 && i < len(s.passage.Table.Header) {
			columns = append(columns, i)
		}
	}
	column, ok := a.columnByCell(s.cells(), columns)
	if !ok || a.read(s.key()).match(&a.terms[0]) == 0 {
		return unjudged
	}
	told := a.read(s.key() + "\n" + s.passage.Table.Header[column] + "\n" + s.passage.Table.Caption + "\n" + s.passage.Title)
	for i := range a.terms {
		if t := &a.terms[i]; t.weight >= subjectWeight && len(retrieval.Fold(t.text)) > 2 && told.match(t) == 0 {
			return unjudged
		}
	}
	return polarYes
}
