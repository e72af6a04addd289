package ask

import (
	"regexp"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// freePlain reports whether a sentence needs no marker in a language that is not
// built in: it is one of the agent's own about the search, it leads over to what
// follows, it repeats the question, or what the project or a tool says.
func (t *turn) freePlain(plain string) bool {
	folded := evenly(plain)
	trimmed := strings.TrimSpace(plain)
	switch {
	case folded == "":
		return true
	case t.saidOfSearch(trimmed), t.statesFact(trimmed):
		return true
	case strings.HasSuffix(trimmed, ":"), strings.HasSuffix(trimmed, "?"):
		return t.onlyGiven(trimmed)
	}
	return t.repeatsProject(folded)
}

// holeShape finds what a text takes.
var holeShape = lazyregexp.New(`%(?:\\\[\d+\\\])?[sd]`)

// saidOfSearch reports whether a sentence is one of [Said], with nothing put in but
// words of the question and of the project.
func (t *turn) saidOfSearch(sentence string) bool {
	sentence = strings.Join(strings.Fields(sentence), " ")
	for _, text := range []string{t.words.nothing, t.words.absent, t.words.offered, t.words.offeredTextless, t.words.textless, t.words.noArticle} {
		if m := putInto(text, sentence); m != nil && t.onlyGiven(strings.Join(m, " ")) {
			return true
		}
	}
	return false
}

// putInto returns what was put into a text to make a sentence, nil where that is none
// of it.
func putInto(text, sentence string) []string {
	if text == "" {
		return nil
	}
	shape := holeShape.ReplaceAllString(regexp.QuoteMeta(strings.Join(strings.Fields(text), " ")), `(.+)`)
	m := regexp.MustCompile(`^(?s:` + shape + `)$`).FindStringSubmatch(sentence)
	if m == nil {
		return nil
	}
	return m[1:]
}

// statesFact reports whether a sentence says of a datum of the project, word for word,
// that it is one.
func (t *turn) statesFact(sentence string) bool {
	m := putInto(t.words.fact, strings.Join(strings.Fields(sentence), " "))
	return m != nil && t.repeatsProject(evenly(strings.Join(m, " ")))
}

// onlyGiven reports whether every word of a text is one of the question or of the
// project's data, or leads.
func (t *turn) onlyGiven(text string) bool {
	for _, w := range retrieval.Words(text, "") {
		if !t.plain.given[w.Fold] && (w.Number || !t.plain.leads(w.Fold)) {
			return false
		}
	}
	return true
}

// repeatsProject reports whether a clause stands in the project's data, or in what a
// tool of this turn said, word for word.
func (t *turn) repeatsProject(folded string) bool {
	for line := range strings.Lines(t.facts.said) {
		if holdsClause(evenly(line), folded) {
			return true
		}
	}
	for i := range t.results {
		for line := range strings.Lines(t.results[i].Text) {
			if evenly(line) == folded {
				return true
			}
		}
	}
	return false
}
