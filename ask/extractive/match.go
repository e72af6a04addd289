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
	inPrior     = 0.75 // the sentence before
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
			values := a.amounts(&s)
			about, fit := a.about(&s, values), a.suits(&s, values)
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
func (a *query) about(s *statement, values []value) float64 {
	own, heading, prior, rest := bagOf(s.text), bagOf(s.heading()), bagOf(s.prior), bagOf(s.rest())
	total, found, subjects, named := 0.0, 0.0, 0, false
	others := elseCue.MatchString(retrieval.Fold(s.text))
	for i := range a.terms {
		t := &a.terms[i]
		above := max(inStatement*own.match(t), inHeading*heading.match(t))
		if t.property != nil && t.property == a.property && len(values) > 0 {
			above = max(above, inHeading) // its amounts are of the property, named or not
		}
		if t.use {
			s.named, s.further = s.named || above > 0, s.further || others
		}
		if t.use && others {
			above = max(above, inPrior) // "in all other uses"
		}
		level := max(above, inPrior*prior.match(t), inPassage*rest.match(t))
		if level == 0 && (t.name || t.owner) || above == 0 && t.head {
			return 0
		}
		if t.name && own.match(t) == 0 {
			named = named || above > 0
			continue // the right document, which is no answer yet
		}
		if above > 0 && t.weight >= subjectWeight {
			subjects++
		}
		total += t.weight
		found += t.weight * level
	}
	switch {
	case total == 0 && named:
		return inHeading // nothing but a name is asked about
	case total == 0 || subjects == 0 && a.hasSubject():
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
	contrary  = 0.5  // it is for the very opposite of the case asked about
	otherKind = 0.85 // it does not say what is needed, or allowed
	notNeeded = 0.65 // it does not say that something is needed, where it is asked when
	bareRow   = 0.7  // a row of figures, where yes or no is asked
)

// suits is 1 when a statement can answer that kind of question, less when it
// hardly can, and more when it was made for the very case.
func (a *query) suits(s *statement, values []value) float64 {
	folded := retrieval.Fold(s.text)
	if a.denied(folded+"\n"+retrieval.Fold(s.innermost())) || a.opposed(s.text) || a.ofOtherUse(s) {
		return contrary
	}
	switch a.kind {
	case howMuch:
		if s.row >= 0 {
			return a.suitsAmount(values) * a.fits(s.text)
		}
		return a.suitsAmount(values) * a.applies(values)
	case whenIs:
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
	default:
		return 1
	}
}

// denied reports whether a text says of what the question is about that it is
// not: "si no es itinerario accesible".
func (a *query) denied(folded string) bool {
	for _, m := range denial.FindAllStringSubmatch(folded, -1) {
		what := bagOf(m[1])
		if slices.ContainsFunc(a.terms, func(t term) bool { return t.property == nil && !t.head && what.match(&t) > 0 }) {
			return true
		}
	}
	return false
}

// opposed reports whether a text has the opposite of a word of the question, and
// not the word.
func (a *query) opposed(text string) bool {
	own := bagOf(text)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return t.opposite != nil && own.match(&t) == 0 && own.hasAny(t.opposite)
	})
}

// ofOtherUse reports whether a statement is for uses of buildings other than the
// one the question names.
func (a *query) ofOtherUse(s *statement) bool {
	if elseCue.MatchString(retrieval.Fold(s.text)) {
		return false
	}
	own := bagOf(s.text + "\n" + s.lead)
	if !slices.ContainsFunc(uses, own.hasAny) {
		return false
	}
	asked := false
	for i := range a.terms {
		if t := &a.terms[i]; t.use {
			if asked = true; own.match(t) > 0 {
				return false
			}
		}
	}
	return asked
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
	wrongBound = 0.6
)

// suitsAmount looks for an amount of what is asked, bounding the way that is
// asked.
func (a *query) suitsAmount(values []value) float64 {
	switch {
	case len(values) == 0:
		return noAmount
	case len(a.wanted(slices.Clone(values))) == 0:
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
