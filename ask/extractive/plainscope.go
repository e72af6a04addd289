package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// What a text goes for is said once, in the title of its regulation or in a section of
// its own: every passage of it is about that.

// codeTitles are the words of the titles of what is selected, by slug.
func (a *plainQuery) codeTitles() map[string]termBag {
	titles := map[string]termBag{}
	for _, c := range a.question.Project.Selected {
		titles[c.Slug] = bagIn(c.Title, a.texts)
	}
	return titles
}

// codeTitle is the title of the regulation a passage is of; "" of a private document.
func (a *plainQuery) codeTitle(p *ask.Passage) string {
	slug, _, _ := strings.Cut(p.Version, "/")
	for _, c := range a.question.Project.Selected {
		if c.Slug == slug && !p.Private {
			return c.Title
		}
	}
	return ""
}

// readScopes takes from passages that say what a text goes for what that is.
func (a *plainQuery) readScopes(passages []*ask.Passage) {
	a.scopes = map[string]termBag{}
	aims := foldedFields(a.ofTexts("aims"))
	for _, p := range passages {
		if p.Private {
			continue
		}
		if a.scopes[p.Version] == nil {
			a.scopes[p.Version] = termBag{}
		}
		for _, s := range ask.Sentences(p.Text) {
			if aimsAt(s, a.texts, aims) && !a.deniesIn(s) {
				a.scopes[p.Version].add(a.beforeException(s), a.texts)
			}
		}
	}
}

// isScope reports whether a passage says what its text goes for: its heading tells, or
// it speaks of the text itself.
func (a *plainQuery) isScope(p *ask.Passage) bool {
	title := retrieval.Fold(p.Title)
	if slices.ContainsFunc(a.phrases("scope_heading"), func(h string) bool { return strings.Contains(title, h) }) {
		return true
	}
	return a.ofItself(p.Text)
}

// ofItself reports whether a text has what a digest says of itself.
func (a *plainQuery) ofItself(text string) bool {
	folded := strings.Join(strings.Fields(retrieval.Fold(text)), " ")
	return slices.ContainsFunc(a.phrases("itself"), func(p string) bool { return strings.Contains(folded, p) })
}

// aimsAt reports whether a sentence says what its text goes for: one of some verbs is
// among its first words.
func aimsAt(sentence, lang string, verbs []string) bool {
	const first = 4
	words := retrieval.Words(sentence, lang)
	return slices.ContainsFunc(words[:min(first, len(words))], func(w retrieval.Word) bool { return slices.Contains(verbs, w.Fold) })
}

// deniesIn reports whether a sentence denies something.
func (a *plainQuery) deniesIn(sentence string) bool { return ask.Denies(a.question, sentence) }

// beforeException is a sentence up to what it takes out.
func (a *plainQuery) beforeException(sentence string) string {
	if at := ask.ExceptionAt(a.question, sentence); at >= 0 {
		return retrieval.Fold(sentence)[:at]
	}
	return sentence
}

// inScope reports whether a passage speaks of a subject by what its text goes for.
func (a *plainQuery) inScope(p *ask.Passage, s *topic) bool {
	slug, _, _ := strings.Cut(p.Version, "/")
	if p.Private {
		return false
	}
	return a.codes[slug].has(s) || a.scopes[p.Version].has(s)
}

// takeBuildings marks the subjects that say no more than that something is built, where
// the question has others: a measure alone is none, for it is theirs then.
func (a *plainQuery) takeBuildings() {
	general := foldedSet(a.message("building"))
	rest := slices.ContainsFunc(a.subjects, func(s topic) bool { return !general[retrieval.Fold(s.text)] && !a.isMeasure(s.text) })
	for i := range a.subjects {
		if s := &a.subjects[i]; general[retrieval.Fold(s.text)] {
			s.optional, s.alone = rest, !rest
		}
	}
}

// isMeasure reports whether a word of the question asks for a figure.
func (a *plainQuery) isMeasure(word string) bool {
	return slices.ContainsFunc(retrieval.Words(word, a.lang), func(w retrieval.Word) bool { return w.Figure })
}
