package extractive

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// plainFound is a statement that holds what a question is about.
type plainFound struct {
	passage *ask.Passage
	order   int // in the passage
	stated  ask.Statement
	columns map[int]bool // of its row, that are asked for; nil for all
	rank    float64
	bonus   float64 // of rank, for being of the case of the question
	said    string  // its words as they are quoted
	headed  bool    // it stands under a heading of a special case that is not asked for
	cased   bool    // it says itself that it is for such a case
	behind  bool    // what holds in general goes before it
	holds   bool    // the amounts of the question are within those it is for
}

// How much a plain answer quotes.
const (
	mostPlain    = 3
	mostPlainRow = 6
	longestQuote = 3000 // bytes
)

// findPlainly returns the statements that answer, best first. Each stands in a
// passage that speaks of every subject; one that gives a figure goes before others
// where one is asked for.
func (a *plainQuery) findPlainly(t *ask.Transcript) []plainFound {
	if len(a.articles) > 0 {
		return a.findArticle(t)
	}
	if len(a.subjects) == 0 {
		return nil
	}
	return a.findIn(t, passagesOf(t.Results))
}

// findIn is findPlainly among some passages.
func (a *plainQuery) findIn(t *ask.Transcript, passages []*ask.Passage) []plainFound {
	passages = a.ofTheirs(passages)
	a.readRelaxed(passages)
	var list []plainFound
	for _, p := range passages {
		list = append(list, a.inPassage(p)...)
	}
	list = slices.DeleteFunc(list, func(f plainFound) bool { return refused(t.Repair, &f) || a.pointsAtOther(&f) })
	withoutStray(list)
	slices.SortStableFunc(list, func(x, y plainFound) int { return cmp.Compare(y.rank, x.rank) })
	if a.figure && slices.ContainsFunc(list, func(f plainFound) bool { return a.hasFigure(&f.stated) }) {
		list = slices.DeleteFunc(list, func(f plainFound) bool { return !a.hasFigure(&f.stated) })
	}
	return a.answering(a.withProvisos(bestOf(generalFirst(list)), passages))
}

// refused reports whether a draft that quoted a statement was sent back for it.
func refused(r *ask.Repair, f *plainFound) bool {
	return r != nil && slices.ContainsFunc(r.Problems, func(p ask.Problem) bool { return strings.Contains(p.Sentence, f.said) })
}

// bestOf cuts a list to what is about as good as the best: rows of one table, or
// statements of any passage.
func bestOf(list []plainFound) []plainFound {
	if len(list) == 0 {
		return nil
	}
	best, most := list[0], mostPlain
	if best.stated.Row >= 0 {
		most = mostPlainRow
	}
	var chosen []plainFound
	for _, f := range list {
		sameTable := f.stated.Row >= 0 && best.stated.Row >= 0 && f.passage == best.passage
		repeats := slices.ContainsFunc(chosen, func(c plainFound) bool { return c.said == f.said && c.passage.Version == f.passage.Version })
		if len(chosen) < most && f.rank >= nearly*best.rank && !repeats && (sameTable || len(chosen) < mostPlain) {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// inPassage weighs the statements of a passage that, with what stands around them,
// speak of every subject.
func (a *plainQuery) inPassage(p *ask.Passage) []plainFound {
	whole := a.wholeOf(p)
	for i := range a.subjects {
		if s := &a.subjects[i]; !whole.has(s) && !a.inScope(p, s) && !a.spared(p, i) {
			return nil
		}
	}
	isScope, asksScope := a.isScope(p), a.asks("scope")
	if isScope && !asksScope && a.figure {
		return nil
	}
	list := ask.Statements(p.Text, p.Lead, p.Table)
	title, asked := bagIn(p.Title, a.texts), a.askedBag()
	before := bagIn(p.Lead, a.texts)
	var found []plainFound
	for i := range list {
		st := &list[i]
		if i > 0 {
			before.add(list[i-1].Text, a.texts)
		}
		fit := a.fits(p, st)
		if !a.quotable(st) || fit == plainExcludes || a.boundsOtherwise(p, st) || a.ofOther(p, st, before) {
			continue
		}
		ofCase := fit == plainHolds && st.Row < 0 && a.countsOnlyCase(st.Text)
		if !ofCase && !a.counts(p, st) {
			continue
		}
		if st.Row >= 0 && !a.rowTells(p, st.Row) {
			continue
		}
		if _, no := a.contradicts(st); no {
			continue
		}
		rank, ok := a.weigh(p, st, title, before)
		if !ok {
			continue
		}
		if st.Row >= 0 && fit == plainUnsaid && a.labelAsked(p, st.Row, asked) {
			fit = plainHolds
		}
		rank += a.merit(st)
		bonus := 0.0
		if fit == plainHolds {
			bonus = cased
		}
		if isScope != asksScope {
			rank *= ofScope
		}
		f := plainFound{passage: p, order: i, stated: *st, columns: a.columnsOf(p, st, title), rank: rank + bonus, bonus: bonus}
		f.holds = fit == plainHolds
		f.headed, f.cased = a.headedSpecial(p, st, asked), fit != plainHolds && !a.setsSame(st) && a.casedSpecial(st, asked)
		f.said = a.wordsOf(&f)
		found = append(found, f)
	}
	return found
}

// withoutStray takes back what prose gained by an amount it has, where it speaks less of
// the question than other statements do.
func withoutStray(list []plainFound) {
	most := 0.0
	for i := range list {
		most = max(most, list[i].rank-list[i].bonus)
	}
	for i := range list {
		if f := &list[i]; f.stated.Row < 0 && f.rank-f.bonus < nearly*most {
			f.rank -= f.bonus
			f.bonus = 0
		}
	}
}

// ofScope is what a statement on what a text goes for is worth where nobody asks that,
// and another where somebody does.
const ofScope = 0.7

// quotable reports whether a statement says something by itself: it is not too long,
// does not only lead to others, and is none on the text itself.
func (a *plainQuery) quotable(st *ask.Statement) bool {
	return len(st.Text) <= longestQuote && (st.Row >= 0 || !strings.HasSuffix(st.Text, ":")) && !a.ofItself(st.Text)
}

// What a word of the question counts in the header of a column: that it is there at all,
// and that it is not only one that means the same. No number of the latter makes up for
// one of the former.
const (
	nearWord = 100
	ownWord  = 1
)

// columnsOf are the columns of a row that the question names and nothing else does;
// nil for all.
func (a *plainQuery) columnsOf(p *ask.Passage, st *ask.Statement, title termBag) map[int]bool {
	if st.Row < 0 {
		return nil
	}
	labels := ask.LabelColumns(p.Table)
	rest := bagIn(st.Over+"\n"+strings.Join(p.Table.Rows[st.Row][:min(labels, len(p.Table.Rows[st.Row]))], "\n"), a.texts)
	named, most := map[int]bool(nil), 0
	for c := labels; c < len(p.Table.Header); c++ {
		head, n := bagIn(p.Table.Header[c], a.texts), 0
		for i := range a.subjects {
			if s := &a.subjects[i]; head.has(s) && !rest.has(s) && !title.has(s) {
				n += nearWord
				if slices.ContainsFunc(s.terms, func(t string) bool { return head[t] }) {
					n += ownWord
				}
			}
		}
		switch {
		case n > most:
			named, most = map[int]bool{c: true}, n
		case n == most && n > 0:
			named[c] = true
		}
	}
	return named
}
