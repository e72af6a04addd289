package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// A measure is of what stands behind its word: "la largeur de l'escalier entre mains
// courantes" is the width of no handrail.

// owned is the measure a question asks for, and the things it is of.
type owned struct {
	measure topic
	things  []topic
}

// readOwner finds the first word of a question that is measured, and which of the
// subjects stand behind it.
func (a *plainQuery) readOwner(words []retrieval.Word) *owned {
	for i := range words {
		if !words[i].Figure || words[i].Framing {
			continue
		}
		k := slices.IndexFunc(a.subjects, func(s topic) bool { return s.text == words[i].Text })
		if k < 0 {
			continue
		}
		o := &owned{measure: a.subjects[k]}
		for _, w := range a.chain(a.question.Text, words, i, foldedSet(a.message("openers"))) {
			if n := slices.IndexFunc(a.subjects, func(s topic) bool { return s.text == w.Text && !s.optional }); n >= 0 {
				o.things = append(o.things, a.subjects[n])
			}
		}
		return o
	}
	return nil
}

// chain are the words that say something behind one, up to a number, a sign, or a word
// that opens a case.
func (a *plainQuery) chain(text string, words []retrieval.Word, at int, openers map[string]bool) (list []retrieval.Word) {
	for i := at + 1; i < len(words); i++ {
		if words[i].Number || openers[words[i].Fold] || strings.ContainsAny(text[words[i-1].End:words[i].Start], ",;:.()?!") {
			break
		}
		if !words[i].Stop() && !words[i].Framing {
			list = append(list, words[i])
		}
	}
	return list
}

// ofOther reports whether a statement measures another thing than the one asked for: its
// measure is of something else wherever it stands in the statement.
func (a *plainQuery) ofOther(p *ask.Passage, st *ask.Statement, before termBag) bool {
	if a.owner == nil || len(a.owner.things) == 0 || st.Row >= 0 {
		return false
	}
	words, found := retrieval.Words(st.Text, a.texts), false
	for i := range words {
		if !words[i].Figure || !bagIn(words[i].Text, a.texts).has(&a.owner.measure) {
			continue
		}
		if found = true; a.isTheirs(p, st, words, i, before) {
			return false
		}
	}
	return found
}

// isTheirs reports whether one measure of a statement is of a thing asked for: that is
// said behind it, or before it in the statement, or over it; or where nothing is said
// behind it, further on up to the next sign, before, or in the heading.
func (a *plainQuery) isTheirs(p *ask.Passage, st *ask.Statement, words []retrieval.Word, at int, before termBag) bool {
	behind := a.chain(st.Text, words, at, foldedSet(a.ofTexts("openers")))
	near := st.Text[:words[at].Start] + "\n" + st.Over
	for _, w := range behind {
		near += " " + w.Text
	}
	if a.ownsAny(bagIn(near, a.texts)) {
		return true
	}
	if len(behind) > 0 {
		return false
	}
	rest := st.Text[words[at].End:]
	if end := strings.Index(rest, ", "); end >= 0 {
		rest = rest[:end]
	}
	return a.ownsAny(before) || a.ownsAny(bagIn(rest, a.texts)) || a.headsOwner(p)
}

// headsOwner reports whether the nearest heading of a passage names a thing whose measure
// is asked for, where one is.
func (a *plainQuery) headsOwner(p *ask.Passage) bool {
	if a.owner == nil || len(a.owner.things) == 0 {
		return true
	}
	return a.ownsAny(bagIn(p.Title[strings.LastIndex(p.Title, "›")+1:], a.texts))
}

func (a *plainQuery) ownsAny(b termBag) bool {
	return slices.ContainsFunc(a.owner.things, func(s topic) bool { return b.has(&s) })
}

// rowTells reports whether a row has more of the question than the head of its labels:
// that names the cases, and what is asked for stands elsewhere.
func (a *plainQuery) rowTells(p *ask.Passage, row int) bool {
	labels := min(ask.LabelColumns(p.Table), len(p.Table.Header))
	told := bagIn(strings.Join(p.Table.Rows[row], "\n")+"\n"+strings.Join(p.Table.Header[labels:], "\n"), a.texts)
	head, caption := bagIn(strings.Join(p.Table.Header[:labels], "\n"), a.texts), bagIn(p.Table.Caption, a.texts)
	return slices.ContainsFunc(a.subjects, func(s topic) bool { return told.has(&s) || caption.has(&s) && !head.has(&s) })
}
