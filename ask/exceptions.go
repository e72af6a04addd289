package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A passage may except something from the value it sets, in the same sentence or
// in the one behind it. A sentence that cites the value has to carry that or to
// point to it (CITATIONS S6). One that does neither is not false: after the
// repair round the agent itself points to the exception, in the passage's words.

// exceptionOf is an exception beside something a sentence cites.
type exceptionOf struct {
	passage int
	clause  string // the passage's own words
	terms   map[string]bool
}

// mostClause bounds a quoted exception in code points.
const mostClause = 240

// leftOut lists the exceptions that stand beside what a sentence cites and that
// it does not carry.
func (t *turn) leftOut(plain string, cited []int) []exceptionOf {
	c := t.newClaim(plain, "")
	var list []exceptionOf
	for _, i := range cited {
		s := supportOf(t.issued[i])
		for _, at := range c.statementsUsed(s) {
			if x, ok := s.exceptionAt(at); ok && !c.carries(x) && !slices.ContainsFunc(list, func(o exceptionOf) bool { return o.clause == x.clause }) {
				x.passage = i
				list = append(list, x)
			}
		}
	}
	return list
}

// statementsUsed finds the statements of a passage that a claim rests on: those
// with its amounts, or else those most like it.
func (c *claim) statementsUsed(s *support) []int {
	const enough = 2 // terms in common
	var used []int
	for _, q := range c.numbers {
		for i := range s.figures {
			f := &s.figures[i]
			if f.at >= 0 && q.unit.dimension != "" && !slices.Contains(used, f.at) && q.equals(f.Quantity, f.units, c.lang, s.lang) &&
				!opposed(q.Dir, f.Dir) && sameSubject(q, f.Quantity) && !c.beaten(q, f, s) {
				used = append(used, f.at)
			}
		}
	}
	if s.tabular && slices.ContainsFunc(c.numbers, func(q Quantity) bool { return c.supported(q, []*support{s}) }) {
		return []int{0} // the notes of a table go for all of it
	}
	if len(used) > 0 || len(c.numbers) > 0 {
		return used
	}
	best, at := 0, -1
	for i, st := range s.statements {
		if n := hits(st.terms, c.said); n > best {
			best, at = n, i
		}
	}
	if best < enough {
		return nil
	}
	return []int{at}
}

// exceptClause is what a sentence of a passage excepts: anywhere in it, and where
// the exception opens it.
type exceptClause struct{ inside, opening string }

// addExceptions reads the exceptions of a passage; of a table, those of its notes.
func (s *support) addExceptions(b *retrieval.Block) {
	sentences := Sentences(b.Text)
	if s.tabular {
		sentences = nil
		if b.Table != nil {
			sentences = b.Table.Notes
		}
	}
	for _, sentence := range sentences {
		s.exceptions = append(s.exceptions, exceptClause{exceptionIn(sentence, false), exceptionIn(sentence, true)})
	}
}

// exceptionAt returns the exception in a statement, or the one that opens the
// statement behind it, or a later one that speaks of the same; of a table, that of
// its notes.
func (s *support) exceptionAt(at int) (exceptionOf, bool) {
	if s.tabular {
		for _, x := range s.exceptions {
			if says("exceptor", retrieval.Fold(x.inside)) { // a condition of a note is a case of its own
				return newException(x.inside, s.lang), true
			}
		}
		return exceptionOf{}, false
	}
	if at >= len(s.exceptions) || at >= len(s.statements) {
		return exceptionOf{}, false
	}
	if clause := s.exceptions[at].inside; clause != "" {
		return newException(clause, s.lang), true
	}
	for k, x := range s.exceptions[at+1:] {
		if x.opening == "" {
			continue
		}
		if out := newException(x.opening, s.lang); k == 0 || hits(out.terms, s.statements[at].terms) > 0 {
			if own := without(out.terms, s.statements[at].terms); len(own) > 0 {
				out.terms = own // what both speak of carries nothing
			}
			return out, true
		}
	}
	return exceptionOf{}, false
}

// exceptionIn returns the clause of a sentence that makes an exception or sets a
// condition; "" when there is none. With opens it has to open the sentence.
func exceptionIn(sentence string, opens bool) string {
	cased := foldKeepingCase(sentence)
	m := phrases()["exception"].find(strings.ToLower(cased))
	if m == nil || opens && m[0] > len("Se ") || len([]rune(cased)) != len([]rune(sentence)) {
		return ""
	}
	runes := []rune(sentence)
	from := len([]rune(cased[:m[0]]))
	clause := strings.TrimSpace(string(runes[from:]))
	if from == 0 && !opens { // "Salvo en sótanos, la altura será ...": the exception ends at the comma
		clause, _, _ = strings.Cut(clause, ",")
	} else if end := strings.IndexAny(clause, ";"); end > 0 {
		clause = clause[:end]
	}
	return strings.TrimRight(clip(neutralise(strings.TrimRight(clause, ".;:, ")), mostClause), " ")
}

func newException(clause, lang string) exceptionOf {
	return exceptionOf{clause: clause, terms: contentTerms(retrieval.Words(clause, lang))}
}

// carries reports whether a sentence carries an exception: it says that there is
// one, or names what is excepted.
func (c *claim) carries(x exceptionOf) bool {
	if says("refers", c.folded) {
		return true
	}
	shared := hits(x.terms, c.said)
	if says("exception", c.folded) {
		return shared > 0 || len(x.terms) == 0 || c.lang != Language(x.clause)
	}
	return len(x.terms) > 0 && 2*shared > len(x.terms)
}

// pointTo is the sentence by which the agent points to an exception.
func (t *turn) pointTo(x exceptionOf) string {
	return strings.Replace(strings.Replace(t.words.exception, "%s", x.clause, 1), "%m", markOf(x.passage), 1)
}
