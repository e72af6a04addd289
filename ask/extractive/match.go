package extractive

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// How much of a word's weight counts where it stands.
const (
	inStatement = 1.0
	inHeading   = 0.9
	inPassage   = 0.4
	asSynonym   = 0.92 // of any of these
)

// enough is the share of the question a statement has to be about to answer it.
// Below, the nearest passage is not an answer, and it is better to say so.
const enough = 0.64

// bag is the words of a text, for matching.
type bag map[string]bool

func bagOf(text string) bag {
	b := bag{}
	for _, lang := range []string{"es", "en"} {
		for _, w := range retrieval.Words(text, lang) {
			for _, t := range w.Terms {
				b[t] = true
			}
		}
	}
	return b
}

// match is 1 for the word itself, asSynonym for another word for it, else 0.
func (b bag) match(t *term) float64 {
	for s := range t.terms {
		if b[s] {
			return 1
		}
	}
	for _, phrase := range t.synonyms {
		if b.hasAll(phrase) {
			return asSynonym
		}
	}
	return 0
}

func (b bag) hasAll(phrase []string) bool {
	return len(phrase) > 0 && !slices.ContainsFunc(phrase, func(s string) bool { return !b[s] })
}

// find scores every statement of the passages and returns those that answer,
// best first.
func (a *query) find(passages []*ask.Passage) []statement {
	var list []statement
	for _, p := range passages {
		for _, s := range statements(p) {
			about, fit := a.about(&s), a.suits(&s)
			s.score = about * min(fit, 1)
			if s.rank = a.rank(&s, about*fit); s.score >= enough {
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y statement) int { return cmp.Compare(y.rank, x.rank) })
	return list
}

// about is the share of the question's words the statement is about.
func (a *query) about(s *statement) float64 {
	own, heading, rest := bagOf(s.text), bagOf(s.heading()), bagOf(s.rest())
	total, found, subjects := 0.0, 0.0, 0
	for i := range a.terms {
		t := &a.terms[i]
		above := max(inStatement*own.match(t), inHeading*heading.match(t))
		level := max(above, inPassage*rest.match(t))
		if level == 0 && t.name || above == 0 && t.head {
			return 0
		}
		if t.name && own.match(t) == 0 {
			continue // the right document, which is no answer yet
		}
		if above > 0 && t.weight >= subjectWeight {
			subjects++
		}
		total += t.weight
		found += t.weight * level
	}
	if total == 0 || subjects == 0 && a.hasSubject() {
		return 0
	}
	return found / total
}

// What moves a statement among those that answer.
const (
	headingBonus = 0.2  // for standing under a heading that is the question
	strayPenalty = 0.01 // for each word the question does not have: a special case
	mostStray    = 0.15
)

// rank prefers statements under the heading that names what is asked, and the
// general rule before the special case.
func (a *query) rank(s *statement, score float64) float64 {
	heading := bagOf(s.innermost())
	return score + headingBonus*a.share(heading) - min(mostStray, strayPenalty*float64(a.stray(s.text, "")))
}

// stray counts the words of a text that the question has not, in these or
// other words; beside helps to tell what the text's words mean.
func (a *query) stray(text, beside string) (n int) {
	known, have := bag{}, bagOf(text+"\n"+beside)
	for i := range a.terms {
		for s := range a.terms[i].terms {
			known[s] = true
		}
		for _, phrase := range a.terms[i].synonyms {
			if have.hasAll(phrase) {
				for _, s := range phrase {
					known[s] = true
				}
			}
		}
	}
	for _, w := range retrieval.Words(text, "es") {
		if w.Stop() || w.Number || framing[w.Fold] || len(w.Fold) <= 2 {
			continue
		}
		if !slices.ContainsFunc(w.Terms, func(s string) bool { return known[s] }) {
			n++
		}
	}
	return n
}

func (a *query) hasSubject() bool {
	return slices.ContainsFunc(a.terms, func(t term) bool { return t.weight >= subjectWeight })
}

// How much less an answer of another kind counts.
const (
	otherKind = 0.85 // it does not say what is needed, or allowed
	bareRow   = 0.7  // a row of figures, where yes or no is asked
)

// suits is 1 when a statement can answer that kind of question, less when it
// hardly can, and more when it was made for the very case.
func (a *query) suits(s *statement) float64 {
	folded := retrieval.Fold(s.text)
	switch a.kind {
	case howMuch:
		if s.row >= 0 {
			return a.suitsAmount(s) * a.fits(s.text)
		}
		return a.suitsAmount(s) * a.applies(s.text)
	case whenIs:
		if neededCue.MatchString(folded) || normCue.MatchString(retrieval.Fold(s.passage.Title)) {
			return a.fits(s.text)
		}
		return a.fits(s.text) * otherKind
	case mayI:
		switch {
		case s.row >= 0:
			return a.fits(s.text) * bareRow
		case !normCue.MatchString(folded):
			return a.fits(s.text) * otherKind
		}
		return a.fits(s.text)
	default:
		return 1
	}
}

// suitsAmount looks for an amount of what is asked, bounding the way that is
// asked.
func (a *query) suitsAmount(s *statement) float64 {
	best := 0.5
	for _, q := range ask.Quantities(s.text) {
		fit := 0.0
		switch {
		case q.Reference:
		case a.property == nil || a.property.dimension == "" || q.Dimension() == a.property.dimension:
			fit = 1
		case q.Dimension() == "" && s.row >= 0:
			fit = 1
		case a.property.dimension == "ratio" && q.Dimension() == "angle":
			fit = 1
		}
		if a.want != ask.Unsaid && q.Dir != ask.Unsaid && q.Dir != a.want {
			fit *= 0.6
		}
		best = max(best, fit)
	}
	return best
}
