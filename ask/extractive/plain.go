package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// A question of a country whose language is not built in is answered plainly: by the
// statements that hold every word it is about, quoted. Nothing is read for what it
// means, so nothing is restated, worked out or judged.

// plainQuery is a question as far as it is understood in any language.
type plainQuery struct {
	question  ask.Question
	lang      string // of the question
	texts     string // of the country, and so of its regulations
	subjects  []topic
	amounts   []plainAmount
	cases     []plainMeasure
	figure    bool    // a figure is asked for
	denied    bool    // the question denies something
	counted   *topic  // what is counted, where a question asks how many
	direction string  // "min" or "max", where it asks for one of them
	judges    bool    // its amounts are not its case but what is to be judged
	who       []topic // the people a question counts, where it says which

	owner    *owned             // the measure asked for, and of what; nil for none
	articles []string           // it names, as articleIDs has them
	scopes   map[string]termBag // by version: what each text goes for
	codes    map[string]termBag // by slug: the words of the regulation's title
	relaxed  map[string][]bool  // by section: subjects that a case it is not of alone speaks of
}

// topic is a word that a question is about.
type topic struct {
	text     string
	terms    []string   // its own
	same     [][]string // what means the same: each list of terms together
	optional bool       // a passage need not speak of it
	single   bool       // it says that it is one alone
	alone    bool       // it says only that something is built, and nothing else says of what: titles do not do
}

// termBag is the terms of a text.
type termBag map[string]bool

func bagIn(text, lang string) termBag {
	b := termBag{}
	b.add(text, lang)
	return b
}

func (b termBag) add(text, lang string) {
	for _, w := range retrieval.Words(text, lang) {
		b[w.Fold] = true
		for _, t := range w.Terms {
			b[t] = true
		}
	}
}

func (b termBag) hasAny(words []retrieval.Word) bool {
	return slices.ContainsFunc(words, func(w retrieval.Word) bool { return b[w.Fold] })
}

// has reports whether a text speaks of a subject.
func (b termBag) has(s *topic) bool {
	if slices.ContainsFunc(s.terms, func(t string) bool { return b[t] }) {
		return true
	}
	return slices.ContainsFunc(s.same, func(terms []string) bool {
		return !slices.ContainsFunc(terms, func(t string) bool { return !b[t] })
	})
}

// plainStep is what a model does next with such a question: it searches with its
// words, then with its subjects alone and around what came closest, and writes.
func plainStep(t *ask.Transcript) ask.Step {
	a := readPlainly(t.Question)
	if said := a.fromProject(); said != "" && t.Repair == nil {
		return ask.Step{Draft: said}
	}
	a.readScopes(passagesOf(t.Results))
	found := a.findPlainly(t)
	foreign := a.lang != a.texts // its own words find little: those of the texts may find more
	if (foreign || !a.settled(found)) && !t.Final && t.Repair == nil {
		if calls := a.nextPlainCalls(t); len(calls) > 0 {
			return ask.Step{Calls: calls}
		}
	}
	if len(found) == 0 || onlyHeaded(found) {
		return ask.Step{Draft: a.abstainPlainly(passagesOf(t.Results))}
	}
	return ask.Step{Draft: a.quotes(found)}
}

// settled reports whether what was found needs no further search: it is no special case
// alone, and it is for the amounts of the question where there are any.
func (a *plainQuery) settled(found []plainFound) bool {
	if len(found) == 0 || onlyHeaded(found) {
		return false
	}
	return len(a.amounts) == 0 || slices.ContainsFunc(found, func(f plainFound) bool { return f.holds })
}

// onlyHeaded reports whether all that was found stands under headings of special cases
// nobody asked for: what holds in general may be another thing.
func onlyHeaded(found []plainFound) bool {
	return len(found) > 0 && !slices.ContainsFunc(found, func(f plainFound) bool { return !f.headed })
}

// wholeOf is all a passage says, and what stands over it.
func (a *plainQuery) wholeOf(p *ask.Passage) termBag {
	return bagIn(p.Title+"\n"+p.Lead+"\n"+p.Text, a.texts)
}

// lacking counts the subjects a text does not speak of.
func (a *plainQuery) lacking(b termBag) int {
	n := 0
	for i := range a.subjects {
		if s := &a.subjects[i]; !s.optional && !b.has(s) {
			n++
		}
	}
	return n
}
