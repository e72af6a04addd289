package extractive

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
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
	near := a.closeness(results)
	passages := passagesOf(results)
	rare := a.rarities(passages)
	var list []statement
	for _, p := range passages {
		if near[p.Handle] < recallClose || a.lacks(p, near[p.Handle]) {
			continue
		}
		for _, s := range statements(p) {
			coverage := a.coverage(&s)
			total := coverageShare*coverage + (1-coverageShare)*near[p.Handle]
			if coverage < recallCoverage || total < recallEnough || !a.answersKind(&s) {
				continue
			}
			s.score, s.rank = total, total*a.preference(&s, rare)
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y statement) int { return cmp.Compare(y.rank, x.rank) })
	return a.publicFirst(list)
}

// rarities weigh each word of the question by how few of the passages found have
// it; a word that none has tells none from another, and weighs nothing.
func (a *query) rarities(passages []*ask.Passage) []float64 {
	rare := make([]float64, len(a.terms))
	for i := range a.terms {
		have := 0
		for _, p := range passages {
			if a.read(p.Lead+"\n"+p.Text).match(&a.terms[i]) > 0 {
				have++
			}
		}
		if have > 0 {
			rare[i] = math.Log(1 + float64(len(passages))/float64(have))
		}
	}
	return rare
}

// rareShare is the share of the question, by rarity, that a statement and what it
// stands right under have.
func (a *query) rareShare(s *statement, rare []float64) float64 {
	own, above := a.read(s.text), a.read(s.lead+"\n"+s.innermost())
	total, found := 0.0, 0.0
	for i := range a.terms {
		total += rare[i]
		found += rare[i] * max(own.match(&a.terms[i]), inHeading*above.match(&a.terms[i]))
	}
	if total == 0 {
		return 0
	}
	return found / total
}

// lacks reports whether a passage and its headings miss a name, or more of the
// question's subjects than may be said in other words: one of two where the search
// puts it first, else one of four. What the question is of has to be there.
func (a *query) lacks(p *ask.Passage, near float64) bool {
	all := a.read(p.Title + "\n" + p.Version + "\n" + p.Lead + "\n" + p.Text)
	missing, subjects, mainMissing := 0.0, 0, false
	for i := range a.terms {
		t := &a.terms[i]
		found := all.match(t) > 0 || a.saidByScope(p, t)
		if t.norm && a.read(p.Title+"\n"+p.Version).match(t) == 0 && !a.atHome(p, t) {
			return true
		}
		if (t.name || t.owner) && !found {
			return true
		}
		if t.weight >= subjectWeight && !t.name && !t.verb {
			if subjects++; !found {
				missing += a.missingCounts(t)
				mainMissing = mainMissing || subjects == 1 || t.head
			}
		}
	}
	if near >= recallFirst && !mainMissing {
		return missing > 0 && 2*missing >= float64(subjects)
	}
	return missing > float64(subjects/4)
}

// missingCounts is how much a missing word counts: one that only tells the kind of
// the thing before it half as much as a thing of its own.
func (a *query) missingCounts(t *term) float64 {
	if t.at > 0 && !a.before(t, ownThing) {
		return 0.5
	}
	return 1
}

// ownThing stands before a thing of its own, and not before what only tells the kind
// of another: "extintor de polvo", but "extintor portátil".
var ownThing = lazyregexp.New(`(?:^|[,;¿?] ?|\b(?:de|del|al?|en|con|para|por|y|o|el|la|los|las|una?|unos|unas|of|in|on|at|to|for|with|and|or|the|an?|my|mi) )$`)

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
		if t.head && max(here, heading.match(t)) == 0 && !qualifiers[retrieval.Fold(t.text)] {
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
		if here == 0 && others >= leastOfElse && t.property == nil && !t.name && isElse(s.text) {
			here = inSame // "in all other cases"
		}
		found += weight * max(inStatement*here, inHeading*heading.match(t), inPrior*prior.match(t), inSame*rest.match(t))
	}
	if total == 0 || subjects == 0 || headless && (others < 2 || !a.setsIt(s)) {
		return 0
	}
	return found / total
}

// leastOfElse is how many of the question's subjects a statement for all other cases
// has to name, for those it does not name to be other cases.
const leastOfElse = 2

// answersKind reports whether a statement says something of the kind asked for.
func (a *query) answersKind(s *statement) bool {
	folded := retrieval.Fold(s.text)
	if len(strings.Fields(folded)) < 4 && s.lead == "" && s.row < 0 {
		return false
	}
	if noRule(s) || a.forOtherCase(s) || !a.tellsShape(s) || a.otherDegree(s.text) || garbled(s, folded) || a.denied(folded) || a.opposed(s.text+"\n"+s.lead) || a.ofOtherUse(s) || a.misplaced(s) {
		return false
	}
	switch a.kind {
	case howMuch:
		if a.counting() && a.shareOf(folded) {
			return true
		}
		return a.hasAmount(s) && !a.otherMeasure(s) && (!a.unnarrowed(s) || a.subjectsIn(s) >= leastUnnarrowed) || a.spansIt(s, folded)
	case mayI:
		return normCue.MatchString(folded)
	case meaning:
		return s.passage.Kind == retrieval.Definition || definesCue.MatchString(folded)
	default:
		return a.shareNear(s) >= leastNear
	}
}

// leastNear is the share of the question that a statement has to have, there or
// right around, where no figure bears it out.
const leastNear = 0.5

// shareNear is share of a statement, what stands above it and the sentence before.
func (a *query) shareNear(s *statement) float64 {
	return a.share(a.read(s.text + "\n" + s.heading() + "\n" + s.prior))
}

// leastUnnarrowed is how many subjects a statement has to name that gives the
// property without what narrows it in the question.
const leastUnnarrowed = 2

// subjectsIn counts the subjects that a statement names, or the sentence before it.
func (a *query) subjectsIn(s *statement) (n int) {
	own := a.read(s.text + "\n" + s.prior)
	for i := range a.terms {
		t := &a.terms[i]
		if t.property == nil && !t.verb && !qualifiers[retrieval.Fold(t.text)] && own.match(t) > 0 {
			n++
		}
	}
	return n
}

// preference raises a statement that lays down a rule, and one whose own words are
// the question's.
func (a *query) preference(s *statement, rare []float64) float64 {
	raised := 1 + 0.2*a.share(a.read(s.text)) + 0.3*a.rareShare(s, rare) - min(mostStray, strayPenalty*float64(a.stray(s.text, "")))
	if a.unnarrowed(s) {
		raised -= 0.2
	}
	if t := a.mainSubject(); t != nil && a.read(s.text+"\n"+s.lead+"\n"+s.innermost()).match(t) == 0 {
		raised -= withoutMain
	}
	if preamble(s.passage) {
		raised -= 2 * preambleLess
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
	return raised * a.fitsSome(s.text)
}

// withoutMain is how much less a statement ranks that does not name what the question
// is of, neither there nor right above.
const withoutMain = 0.15

// mainSubject is the first word of the question that may be what it is of, nil where
// there is none.
func (a *query) mainSubject() *term {
	for i := range a.terms {
		t := &a.terms[i]
		if t.property == nil && !t.name && !t.verb && !t.asked && t.weight >= subjectWeight && !a.inShape(t) {
			return t
		}
	}
	return nil
}

// fitsSome is fits for a statement of several cases: one of them being met, the
// others are for other cases.
func (a *query) fitsSome(text string) float64 {
	if slices.ContainsFunc(quantitiesOf(text), func(q ask.Quantity) bool {
		met, known := holds(q, a.figures)
		return met && known
	}) {
		return max(1, a.fits(text))
	}
	return a.fits(text)
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

var preambleTitle = lazyregexp.New(`\b(?:exposicion de motivos|preambulo|preamble|recitals?|considerandos?)\b`)

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
var futureVerb = lazyregexp.New(`\b\p{L}{3,}(?:ran?|aba[n]?)\b`)
