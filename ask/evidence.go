package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// evidence is what one text can prove: a block, the question with the project's data, or
// what tools of this turn said.
type evidence struct {
	lang    *tongue
	amounts []amount // of prose; of a table its caption and notes
	names   nameSet
	grid    *grid  // nil of prose
	folded  string // all of it, for what is looked for word by word
}

// evidenceOf is what a passage can prove, worked out once in a turn.
func (t *turn) evidenceOf(p *passage) *evidence {
	if p.proof == nil {
		p.proof = newBlockEvidence(p.title, p.block)
	}
	return p.proof
}

func newBlockEvidence(title string, b *retrieval.Block) *evidence {
	tag := b.Lang
	if tag == "" {
		tag = Language(b.Text)
	}
	lang := tongueOf(tag)
	table, prose := b.Table, b.Lead+"\n"+b.Text
	if table == nil && strings.Contains(b.Text, "|") {
		table = tableOf(b.Text)
	}
	if table != nil {
		prose = strings.Join(append([]string{b.Lead, table.Caption}, table.Notes...), "\n")
	}
	e := newEvidence(title+"\n"+b.Lead+"\n"+b.Text, prose, lang)
	e.names.addPlace(b)
	if table != nil {
		e.grid = newGrid(table, title, lang)
		for _, zone := range e.grid.zones() {
			e.names.zones[zone] = true
		}
	}
	return e
}

// newEvidence reads all of a text for names, and the part of it that is prose for
// amounts.
func newEvidence(all, prose string, lang *tongue) *evidence {
	e := &evidence{lang: lang, names: lang.newNames(all), folded: foldWord(all)}
	e.amounts = lang.amountsIn(prose, spansOf(lang.namesIn(prose)))
	return e
}

// find lists the amounts of a text that are the one of a sentence.
func (e *evidence) find(a *amount) []*amount {
	var list []*amount
	for i := range e.amounts {
		if b := &e.amounts[i]; a.same(b) {
			list = append(list, b)
		}
	}
	return list
}

// isHeading reports whether a bare number is that of a heading the text stands under:
// "3.1".
func (e *evidence) isHeading(a *amount, text string) bool {
	digits := text[a.start:a.end]
	return a.Unit.IsZero() && strings.Contains(digits, ".") && e.names.parts[digits]
}

// shortest is how many letters a word has that names nothing: "no", "m2".
const shortest = 2

// wordsOf are the stems of a text in a language.
func (l *tongue) wordsOf(text string) []string {
	var list []string
	for _, w := range retrieval.Words(text, l.tag) {
		if !w.Number && !w.Stop() && len(w.Fold) > shortest && !slices.Contains(list, w.Terms[0]) {
			list = append(list, w.Terms[0])
		}
	}
	return list
}

// alike reports whether two stems are of one word, or one goes on where the other ends:
// "hospital", "hospitalari".
func alike(a, b string) bool {
	const enough = 5
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= enough && strings.HasPrefix(b, a)
}

// shared counts the words of one list that are in another.
func shared(words, in []string) int {
	n := 0
	for _, w := range words {
		if slices.ContainsFunc(in, func(v string) bool { return alike(w, v) }) {
			n++
		}
	}
	return n
}
