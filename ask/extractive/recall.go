package extractive

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Where no statement has every word asked about, the search may still have found
// the one that answers: it weighs rare words above common ones, which a reader of
// a few passages cannot. A passage it put first, with a sentence of the kind asked
// for and nearly all words asked about somewhere in it, is quoted as it stands;
// no figure of it is restated.

// How a statement is judged by where the search put its passage.
const (
	recallEnough   = 0.70 // of coverage and closeness together
	recallCoverage = 0.58 // share of the question it, its headings and its passage have
	recallClose    = 0.62 // share of the best passage's score
	recallFirst    = 0.9  // and of one that is as good as the best
	coverageShare  = 0.6  // of coverage in the whole; the rest is closeness
	inSame         = 0.6  // of a word elsewhere in the passage
)

// recalled returns the statements that answer by what the search says of their
// passages, best first.
func (a *query) recalled(results []ask.Result) []statement {
	near := closeness(results)
	var list []statement
	for _, p := range passagesOf(results) {
		if near[p.Handle] < recallClose || a.lacks(p, near[p.Handle]) {
			continue
		}
		for _, s := range statements(p) {
			coverage := a.coverage(&s)
			total := coverageShare*coverage + (1-coverageShare)*near[p.Handle]
			if coverage < recallCoverage || total < recallEnough || !a.answersKind(&s) {
				continue
			}
			s.score, s.rank = total, total*a.preference(&s)
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y statement) int { return cmp.Compare(y.rank, x.rank) })
	return list
}

// lacks reports whether a passage and its headings miss a name, or more of the
// question's subjects than may be said in other words: one of three where the
// search puts it first, else one of four.
func (a *query) lacks(p *ask.Passage, near float64) bool {
	all := a.read(p.Title + "\n" + p.Version + "\n" + p.Lead + "\n" + p.Text)
	missing, subjects := 0, 0
	for i := range a.terms {
		t := &a.terms[i]
		found := all.match(t) > 0 || a.saidByScope(p, t)
		if (t.name || t.owner) && !found {
			return true
		}
		if t.weight >= subjectWeight && !t.name && !t.verb {
			if subjects++; !found {
				missing++
			}
		}
	}
	if near >= recallFirst {
		return missing > subjects/3
	}
	return missing > subjects/4
}

// coverage is the share of the question's words that a statement has, or what
// stands around it.
func (a *query) coverage(s *statement) float64 {
	own, heading, prior, rest := a.read(s.text), a.read(s.heading()), a.read(s.prior), a.read(s.rest())
	total, found, subjects, headless, others := 0.0, 0.0, 0, false, 0
	for i := range a.terms {
		t := &a.terms[i]
		weight := t.weight
		if t.verb {
			weight = min(weight, propertyWeight)
		}
		here := own.match(t)
		if t.head && max(here, heading.match(t)) == 0 {
			headless = true
		}
		if t.whole && heading.match(t) == 0 && a.onlyPlace(s, t) {
			return 0 // what is asked for is a property of another thing
		}
		if here > 0 {
			subjects++
		}
		if here > 0 && t.property == nil && !t.head && t.weight >= subjectWeight {
			others++
		}
		if here == 0 && t.property != nil && t.property == a.property && a.kind == howMuch {
			here = inPrior // its amounts are of the property, named or not
		}
		total += weight
		if here == 0 && a.saidByScope(s.passage, t) {
			here = inHeading
		}
		found += weight * max(inStatement*here, inHeading*heading.match(t), inPrior*prior.match(t), inSame*rest.match(t))
	}
	if total == 0 || subjects == 0 || headless && (others < 2 || !a.setsIt(s)) {
		return 0
	}
	return found / total
}

// answersKind reports whether a statement says something of the kind asked for.
func (a *query) answersKind(s *statement) bool {
	folded := retrieval.Fold(s.text)
	if len(strings.Fields(folded)) < 4 && s.lead == "" && s.row < 0 {
		return false
	}
	if garbled(s, folded) || a.denied(folded) || a.opposed(s.text+"\n"+s.lead) || a.ofOtherUse(s) || a.misplaced(s) {
		return false
	}
	switch a.kind {
	case howMuch:
		return a.hasAmount(s) && !a.unnarrowed(s)
	case mayI:
		return normCue.MatchString(folded)
	case meaning:
		return s.passage.Kind == retrieval.Definition || definesCue.MatchString(folded)
	default:
		return true
	}
}

// preference raises a statement that lays down a rule, and one whose own words are
// the question's.
func (a *query) preference(s *statement) float64 {
	own := a.share(a.read(s.text))
	raised := 1 + 0.3*own
	if preamble(s.passage) {
		raised -= preambleLess
	}
	if a.kind == howMuch && a.property != nil && !a.setsIt(s) {
		raised -= 0.15
	}
	if normCue.MatchString(retrieval.Fold(s.text)) {
		raised += 0.05
	}
	if a.counting() && a.hasRate(s) {
		raised += 0.2
	}
	if s.passage.Private && !documentCue.MatchString(plain(a.text)) {
		raised -= preambleLess
	}
	return raised * a.fits(s.text)
}

// setsIt reports whether an amount of a statement is said to be of the property
// asked for.
func (a *query) setsIt(s *statement) bool {
	return slices.ContainsFunc(quantitiesOf(s.text), func(q ask.Quantity) bool {
		return q.Of != nil && !q.Of.Generic() && a.answersAmount(q)
	})
}

// preambleLess is how much less a sentence of a preamble ranks: it tells why, and
// lays down nothing.
const preambleLess = 0.15

var preambleTitle = regexp.MustCompile(`\b(?:exposicion de motivos|preambulo|preamble|recitals?|considerandos?)\b`)

// preamble reports whether a passage stands before the provisions of its text.
func preamble(p *ask.Passage) bool {
	document, path, _ := strings.Cut(p.Title, " › ")
	return !p.Private && (path == "" || path == document || preambleTitle.MatchString(retrieval.Fold(path)))
}

// mostBare is how many amounts words without a verb may hold.
const mostBare = 4

// garbled reports whether words are no sentence but what is left of a figure: many
// amounts and no verb.
func garbled(s *statement, folded string) bool {
	amounts := len(quantitiesOf(s.text))
	return s.row < 0 && amounts > mostBare && 2*strings.Count(s.text, ",")+2*strings.Count(s.text, ";") < amounts && !normCue.MatchString(folded) && !valueCue.MatchString(folded) &&
		!neededCue.MatchString(folded) && !futureVerb.MatchString(folded)
}

// futureVerb is a verb in the form Spanish rules are in: "mantendrá".
var futureVerb = regexp.MustCompile(`\b\p{L}{3,}(?:ran?|aba[n]?)\b`)
