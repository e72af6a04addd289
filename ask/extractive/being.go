package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// A question may ask whether a thing is of a kind ("is a kitchen of 25 kW one of
// special risk?"). A rule that says from which amount on it is answers yes where the
// amount is met. What it says of an amount that is not met, it does not say.

// deniesSome marks a text that says of something that it is not.
var deniesSome = lazyregexp.New(` (?:no|ni|ningun\w*|not|never|neither|salvo|excepto|except|unless) `)

// judgedCase is yes where a statement says of the thing asked about, and from an
// amount on that the question's meets, all that is asked.
func (a *query) judgedCase(s *statement) polar {
	if len(a.terms) < 2 {
		return unjudged
	}
	if len(a.figures) == 0 {
		return a.judgedDenial(s)
	}
	if s.row >= 0 {
		return a.judgedRow(s)
	}
	text := plainKeeping(s.text)
	thing := a.measuredThing()
	if thing == nil || deniesSome.MatchString(text) || a.missingFrom(s) > 0 {
		return unjudged
	}
	head, bounded := "", false
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if bounded = bounded || len(bracketsOf(clause)) > 0; !bounded {
			head += clause + ","
			continue
		}
		if a.clauseIsOf(clause, thing) && a.tellsAll(head+clause) {
			return polarYes
		}
	}
	return unjudged
}

// deniesBeing says of a thing that it is not of a kind.
var deniesBeing = lazyregexp.New(`(\p{L}*) (?:no (?:lo )?(?:es|son|sera|seran|se consider\p{L}*|tendra\p{L}* la consideracion|tiene\p{L}* la consideracion)|(?:is|are) not(?: considered| regarded as)?) `)

// conditional opens a clause in which something is only supposed not to be.
var conditional = words("que si cuando donde if when where that which unless who")

// judgedDenial is no where a clause of a statement says outright that the thing asked
// about is not what is asked.
func (a *query) judgedDenial(s *statement) polar {
	if s.row >= 0 {
		return unjudged
	}
	text := plainKeeping(s.text)
	for _, m := range deniesBeing.FindAllStringSubmatchIndex(text, -1) {
		if conditional[text[m[2]:m[3]]] {
			continue
		}
		from, to := strings.LastIndexAny(text[:m[0]+1], ",;")+1, len(text)
		if at := strings.IndexAny(text[m[1]:], ",;"); at >= 0 {
			to = m[1] + at
		}
		if !a.tellsAll(text[from:to] + "\n" + s.prior + "\n" + s.above()) {
			continue
		}
		if exceptionOpens.MatchString(text) {
			return polarNoUnless
		}
		return polarNo
	}
	return unjudged
}

// measuredThing is the word of the question that its first amount is of: the last
// before it ("a kitchen of 25 kW"), nil when there is none.
func (a *query) measuredThing() *term {
	before := retrieval.Fold(a.text)[:a.figures[0].Start]
	var thing *term
	at := -1
	for i := range a.terms {
		t := &a.terms[i]
		if k := strings.LastIndex(before, retrieval.Fold(t.text)); k > at && t.weight >= subjectWeight {
			thing, at = t, k
		}
	}
	return thing
}

// tellsAll reports whether a text has every subject of the question.
func (a *query) tellsAll(text string) bool {
	told := a.read(text)
	return !slices.ContainsFunc(a.terms, func(t term) bool {
		return t.weight >= subjectWeight && len(t.text) > 2 && told.match(&t) == 0
	})
}

// clauseIsOf reports whether a clause names a thing, with a bound that the question's
// amount meets.
func (a *query) clauseIsOf(clause string, thing *term) bool {
	if a.read(clause).match(thing) == 0 {
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
	thing := a.measuredThing()
	if !ok || thing == nil || a.read(s.key()).match(thing) == 0 {
		return unjudged
	}
	table := s.passage.Table
	if !a.tellsAll(s.key() + "\n" + table.Header[column] + "\n" + table.Caption + "\n" + s.passage.Title) {
		return unjudged
	}
	return polarYes
}
