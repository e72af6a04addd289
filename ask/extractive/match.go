package extractive

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// How much of a word's weight counts where it stands.
const (
	inStatement = 1.0
	inHeading   = 0.9
	inPrior     = 0.75 // the sentence before
	inPassage   = 0.4
	asSynonym   = 0.92 // of any of these
	asKin       = 0.88 // a word of the same root
)

// enough is the share of the question a statement has to be about to answer it.
// Below, the nearest passage is not an answer, and it is better to say so.
const enough = 0.64

// bag is the words of a text, for matching.
type bag map[string]bool

func readBag(text string) bag {
	b := bag{}
	for _, lang := range languagesOf(text) {
		for _, w := range retrieval.Words(text, lang) {
			for _, t := range w.Terms {
				b[t] = true
			}
			if !w.Number && !w.Stop() {
				if root := rootOf(w.Fold); root != "" {
					b[root] = true
				}
			}
		}
	}
	return b
}

// languagesOf is what a text is analysed as: as one language where its smallest
// words tell, else as both, as for a heading or a single word.
func languagesOf(text string) []string {
	const sure = 3 // small words
	spanish, english := smallWords(text, " de ", " la ", " el ", " en ", " los "), smallWords(text, " the ", " of ", " and ", " to ")
	switch {
	case spanish >= sure && english == 0:
		return []string{"es"}
	case english >= sure && spanish == 0:
		return []string{"en"}
	}
	return []string{"es", "en"}
}

func smallWords(text string, list ...string) (n int) {
	for _, w := range list {
		n += strings.Count(text, w)
	}
	return n
}

// read is bagOf with a memory: many statements stand under one heading.
func (a *query) read(text string) bag {
	b, known := a.bags[text]
	if !known {
		b = bagOf(text)
		a.bags[text] = b
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
	if b.holdsOne(t.classes) {
		return asSynonym
	}
	for _, root := range t.roots {
		if b[root] {
			return asKin
		}
	}
	return 0
}

// matchWord is match without phrases, whose words may stand scattered in a text.
func (b bag) matchWord(t *term) float64 {
	single := *t
	single.synonyms = slices.DeleteFunc(slices.Clone(t.synonyms), func(phrase []string) bool { return len(phrase) > 1 })
	return b.match(&single)
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
			if a.about(&s, true) < enough || noRule(&s) || a.forOtherCase(&s) || !a.tellsShape(&s) || a.otherDegree(s.text) {
				continue // whatever its amounts are
			}
			values := a.amounts(&s)
			about, fit := a.about(&s, len(values) > 0 || a.kind == howMuch && a.quotable(&s)), a.suits(&s, values)
			if s.score = about * min(fit, 1); s.score >= enough {
				if s.rank = a.rank(&s, about*fit); a.kind == mayI && fit > 1 {
					s.rank += madeForIt
				}
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y statement) int { return cmp.Compare(y.rank, x.rank) })
	return a.publicFirst(list)
}

// publicFirst leaves out what the project's own documents say where a regulation
// answers and the question does not ask for them: a figure of a private document
// is no case of a rule.
func (a *query) publicFirst(list []statement) []statement {
	wanted := documentCue.MatchString(plain(a.text))
	public := filter(list, func(s statement) bool { return s.passage.Private == wanted })
	if len(public) == 0 {
		return list
	}
	return public
}

// about is the share of the question's words the statement is about. sets says
// that it sets an amount of the property asked for, and so is about it.
func (a *query) about(s *statement, sets bool) float64 {
	own, heading, prior, rest := a.read(s.text), a.read(s.heading()), a.read(s.prior), a.read(s.rest())
	total, found, subjects, named := 0.0, 0.0, 0, false
	others := elseCue.MatchString(retrieval.Fold(s.text))
	for i := range a.terms {
		t := &a.terms[i]
		above := max(inStatement*own.match(t), inHeading*heading.match(t))
		if t.property != nil && t.property == a.property && sets {
			above = max(above, inHeading) // its amounts are of the property, named or not
		}
		if t.use {
			s.named, s.further = s.named || above > 0, s.further || others
		}
		if t.use && others {
			above = max(above, inPrior) // "in all other uses"
		}
		if above == 0 && a.atHome(s.passage, t) {
			above = inHeading
		}
		level := max(above, inPrior*prior.match(t), inPassage*rest.match(t))
		if t.whole && heading.match(t) == 0 && a.onlyPlace(s, t) {
			return 0 // "en la acera queda libre un ancho" is no width of the acera
		}
		if level == 0 && (t.name || t.owner) || above == 0 && t.head && !t.use {
			return 0
		}
		if t.norm && a.read(s.passage.Title+"\n"+s.passage.Version).match(t) == 0 && !a.atHome(s.passage, t) {
			return 0
		}
		if t.name && own.match(t) == 0 {
			named = named || above > 0
			continue // the right document, which is no answer yet
		}
		if above > 0 && t.weight >= subjectWeight {
			subjects++
		}
		weight := t.weight
		if t.verb {
			weight = min(weight, propertyWeight)
		}
		total += weight
		found += weight * level
	}
	switch {
	case total == 0 && named:
		return inHeading // nothing but a name is asked about
	case total == 0 || subjects == 0 && a.hasSubject():
		return 0
	}
	return found / total
}

// onlyPlace reports whether a statement names a thing only as the place it opens
// with.
func (a *query) onlyPlace(s *statement, t *term) bool {
	folded := retrieval.Fold(s.text)
	if word := retrieval.Fold(t.text); qualifiers[word] {
		return bagOf(strings.ReplaceAll(folded, " de "+word+" ", " ")).match(t) == 0 // "libre de paso"
	}
	at := placeOpens.FindStringIndex(folded)
	if at == nil {
		return false
	}
	cut := unfolded(s.text, at[1])
	return a.read(s.text[:cut]).match(t) > 0 && a.read(s.text[cut:]).match(t) == 0
}

var placeOpens = lazyregexp.New(`^(?:en|junto a|on|in|at|beside) [^,;.]{1,60}, `)

// What moves a statement among those that answer.
const (
	headingBonus = 0.2  // for standing under a heading that is the question
	strayPenalty = 0.01 // for each word the question does not have: a special case
	mostStray    = 0.15

	madeForIt = 0.25 // for a bound that the case asked about keeps

	mostHeadingStray = 0.05 // of those of the heading it stands under
)

// rank prefers statements under the heading that names what is asked, and the
// general rule before the special case.
func (a *query) rank(s *statement, score float64) float64 {
	heading := a.read(s.innermost())
	if preamble(s.passage) || s.passage.Private && !documentCue.MatchString(plain(a.text)) {
		score -= preambleLess
	}
	score -= min(mostHeadingStray, strayPenalty*float64(a.stray(plainHeading(s.innermost()), s.text)))
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
		if w.Stop() || w.Number || framing()[w.Fold] || len(w.Fold) <= 2 {
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
