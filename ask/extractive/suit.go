package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// How much less an answer of another kind counts.
const (
	contrary  = 0.5  // it is for the very opposite of the case asked about
	otherKind = 0.85 // it does not say what is needed, or allowed
	notNeeded = 0.65 // it does not say that something is needed, where it is asked when
	bareRow   = 0.7  // a row of figures, where yes or no is asked
)

// suits is 1 when a statement can answer that kind of question, less when it
// hardly can, and more when it was made for the very case.
func (a *query) suits(s *statement, values []value) float64 {
	folded := retrieval.Fold(s.text)
	if garbled(s, folded) || a.denied(folded+"\n"+retrieval.Fold(s.innermost())) || a.opposed(s.text+"\n"+s.innermost()+"\n"+s.lead) || a.ofOtherUse(s) || a.misplaced(s) || a.inside(folded+"\n"+retrieval.Fold(s.prior)) {
		return contrary
	}
	switch a.kind {
	case howMuch:
		if s.row >= 0 {
			if a.otherUnit(s) {
				return contrary
			}
			return a.suitsAmount(s, values) * a.fits(s.text)
		}
		return a.suitsAmount(s, values) * a.applies(values)
	case whenIs:
		if s.row >= 0 && a.inHeader(s) {
			return a.fits(s.text)
		}
		if neededCue.MatchString(folded) || normCue.MatchString(retrieval.Fold(s.passage.Title)) {
			return a.fits(s.text)
		}
		return a.fits(s.text) * notNeeded
	case mayI:
		switch {
		case s.row >= 0:
			return a.fits(s.text) * bareRow
		case !normCue.MatchString(folded):
			return a.fits(s.text) * otherKind
		}
		return a.fits(s.text)
	case meaning:
		if s.passage.Kind != retrieval.Definition && !definesCue.MatchString(folded) {
			return notNeeded
		}
		return a.defines(folded)
	default:
		return a.fits(s.text)
	}
}

// inside reports whether a rule is for the inside of one unit where the question
// is about what parts two.
func (a *query) inside(folded string) bool {
	return betweenCue.MatchString(plain(a.text)) && sameCue.MatchString(folded)
}

// isElse reports whether a text is for all cases it does not name.
func isElse(text string) bool { return elseCue.MatchString(retrieval.Fold(text)) }

// denied reports whether a text says of what the question is about that it is
// not: "si no es itinerario accesible".
func (a *query) denied(folded string) bool {
	for _, m := range denial.FindAllStringSubmatch(folded, -1) {
		if ofDuty.MatchString(m[1]) {
			continue // "no es obligatoria en viviendas" says nothing against them
		}
		what := bagOf(m[1])
		if slices.ContainsFunc(a.terms, func(t term) bool {
			return t.property == nil && !t.head && t.weight >= subjectWeight && what.match(&t) > 0
		}) {
			return true
		}
	}
	return false
}

// ofDuty opens what a denial says of a duty, not of a thing.
var ofDuty = lazyregexp.New(`^ (?:obligatori|necesari|exigible|precis|preceptiv|aplicable|de aplicacion|admisible|required|necessary|mandatory|applicable|needed|allowed|permitted)`)

// opposed reports whether a text has the opposite of a word of the question, and
// not the word, or is of another degree: "grave" where "muy grave" is asked about.
func (a *query) opposed(text string) bool {
	if (hasDegree(a.text) || hasDegree(text)) && otherDegree(plain(a.text), plain(text)) {
		return true
	}
	own := a.read(text)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return t.opposite != nil && own.match(&t) == 0 && own.hasAny(t.opposite)
	})
}

func (b bag) hasAny(terms bag) bool {
	for s := range terms {
		if b[s] {
			return true
		}
	}
	return false
}

// How much less a statement counts that has no amount of what is asked, or only
// one that bounds the other way.
const (
	noAmount   = 0.5
	unread     = 0.92 // it has one that is better quoted than restated
	wrongBound = 0.6
)

// suitsAmount looks for an amount of what is asked, bounding the way that is
// asked.
func (a *query) suitsAmount(s *statement, values []value) float64 {
	switch {
	case len(values) == 0 && a.quotable(s):
		return unread
	case len(values) == 0:
		return noAmount
	case len(a.wanted(slices.Clone(values))) == 0:
		if s.row >= 0 && a.leavesOpen(s, values) {
			return unread
		}
		return wrongBound
	}
	return 1
}

// amounts are those of a sentence or a row that answer.
func (a *query) amounts(s *statement) []value {
	switch {
	case a.kind != howMuch:
		return nil
	case s.row >= 0:
		return a.rowValues(s)
	}
	return a.valuesOf(s)
}

// quotable reports whether a statement has amounts of the kind asked for, though
// none that may be restated: a ratio ("one for every 40"), a limit within a
// prohibition, a cell of several figures.
func (a *query) quotable(s *statement) bool {
	if s.row >= 0 {
		return a.cellsQuotable(s)
	}
	if a.property == nil || len(a.dims) > 0 {
		return a.hasAmount(s)
	}
	folded := retrieval.Fold(s.text)
	return slices.ContainsFunc(quantitiesOf(s.text), func(q ask.Quantity) bool {
		before := folded[max(0, q.Start-maxSubject):q.Start]
		switch {
		case q.Strict && !forbids.MatchString(before) && !ruling.MatchString(before):
			return false // it only tells which things are meant
		case q.Reference || q.Composite || a.ofOther(before) || a.unnarrowed(s):
			return false
		case eachCue.MatchString(before):
			return a.property.Measures(q.Dimension())
		case a.property.Measures("") && q.Dimension() == "":
			return false
		}
		return a.property.Measures(q.Dimension()) && (q.Of != nil && a.asksFor(q.Of) || q.Of == nil && a.names(s))
	})
}

// cellsQuotable reports whether a row has figures in the columns that answer, and
// its table says that they are of what is asked for.
func (a *query) cellsQuotable(s *statement) bool {
	for _, i := range a.columns(s) {
		if a.property == nil {
			return true
		}
		numbers := quantitiesOf(s.cells()[i])
		named := a.namesInTable(s, i) || a.property.Measures("") && a.namedIn(s.passage.Table.Header[i]) > 0
		if named && slices.ContainsFunc(numbers, func(q ask.Quantity) bool {
			return q.Dimension() == "" || a.property.Measures(q.Dimension())
		}) {
			return true
		}
	}
	return false
}

// inHeader reports whether what a question asks for is a column of a row's table.
func (a *query) inHeader(s *statement) bool {
	header := a.read(strings.Join(s.passage.Table.Header, "\n"))
	return slices.ContainsFunc(a.terms, func(t term) bool { return t.weight >= subjectWeight && !t.use && header.match(&t) > 0 })
}

// defined raises a statement that says what the very thing asked about is.
const defined = 1.15

// defines is defined where what is defined first is what the question asks about,
// else 1: "se consideran fabricantes de tejas" defines no tile.
func (a *query) defines(folded string) float64 {
	at := definesCue.FindStringIndex(folded)
	if at == nil {
		return 1
	}
	what := folded[at[1]:]
	if strings.HasSuffix(folded[:at[1]], ":") {
		what = folded[at[0]:at[1]]
	}
	for _, w := range retrieval.Words(what, a.lang) {
		if w.Stop() || w.Number || len(w.Fold) == 1 {
			continue
		}
		first := bagOf(w.Text)
		if slices.ContainsFunc(a.terms, func(t term) bool { return first.match(&t) > 0 }) {
			return defined
		}
		return 1
	}
	return 1
}

// hasDegree reports whether a text may raise an adjective at all.
func hasDegree(text string) bool {
	return strings.Contains(text, "muy ") || strings.Contains(text, "very ") || strings.Contains(text, "sumamente ") || strings.Contains(text, "extremely ")
}

// otherDegree reports whether a text has an adjective of the question in another
// degree, and not in the one that is asked about. Both are plain.
func otherDegree(asked, text string) bool {
	for _, m := range raised.FindAllStringSubmatch(asked, -1) {
		if with, without := inDegrees(text, m[1]); without && !with {
			return true
		}
	}
	for _, m := range raised.FindAllStringSubmatch(text, -1) {
		if with, without := inDegrees(asked, m[1]); without && !with {
			if _, plainly := inDegrees(text, m[1]); !plainly {
				return true
			}
		}
	}
	return false
}

// raised is an adjective in a higher degree.
var raised = lazyregexp.New(` (?:muy|very|extremely|sumamente) (\p{L}{4,}?)(?:es|s)? `)

// inDegrees reports whether an adjective stands in a plain text in a higher degree,
// and without.
func inDegrees(text, adjective string) (with, without bool) {
	list := strings.Fields(text)
	for i, w := range list {
		if stem := strings.TrimSuffix(strings.TrimSuffix(w, "s"), "e"); stem != strings.TrimSuffix(adjective, "e") {
			continue
		}
		if i > 0 && degreeWords[list[i-1]] {
			with = true
		} else {
			without = true
		}
	}
	return with, without
}

var degreeWords = words("muy very extremely sumamente")
