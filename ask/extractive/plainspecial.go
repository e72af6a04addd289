package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// askedBag are the words of a question with what means the same.
func (a *plainQuery) askedBag() termBag {
	b := bagIn(a.question.Text, a.texts)
	b.add(a.question.Text, a.lang)
	for i := range a.subjects {
		for _, t := range a.subjects[i].terms {
			b[t] = true
		}
		for _, same := range a.subjects[i].same {
			for _, t := range same {
				b[t] = true
			}
		}
	}
	return b
}

// headedSpecial reports whether a statement stands under a heading of a special case
// that the question is not said to be of: neither by the word of the heading, nor by the
// case the statement itself opens with ("Avec un dispositif de réglage, ...").
func (a *plainQuery) headedSpecial(p *ask.Passage, st *ask.Statement, asked termBag) bool {
	if clause, ok := a.caseClause(st); ok && a.anyAsked(clause, asked) {
		return false
	}
	_, over, _ := strings.Cut(p.Title, " › ")
	if p.Table != nil {
		over += "\n" + p.Table.Caption
	}
	special := bagIn(a.ofTexts("special"), a.texts)
	return slices.ContainsFunc(retrieval.Words(over+"\n"+st.Over, a.texts), func(w retrieval.Word) bool {
		return inBag(special, &w) && !inBag(asked, &w)
	})
}

func inBag(b termBag, w *retrieval.Word) bool {
	return b[w.Fold] || slices.ContainsFunc(w.Terms, func(t string) bool { return b[t] })
}

// casedSpecial reports whether a statement says that it is for a case the question says
// nothing of: "si le garde-corps ...", "En sous-sol, ...".
func (a *plainQuery) casedSpecial(st *ask.Statement, asked termBag) bool {
	if st.Row >= 0 {
		return false
	}
	folded := retrieval.Fold(st.Text)
	for _, span := range ask.Conditions(a.question, st.Text) {
		if a.unasked(folded[span[0]:span[1]], asked) {
			return true
		}
	}
	clause, ok := a.caseClause(st)
	return ok && a.unasked(clause, asked)
}

// caseClause is what a statement opens with up to a comma, folded, where that says the
// case it is for.
func (a *plainQuery) caseClause(st *ask.Statement) (clause string, ok bool) {
	if st.Row >= 0 {
		return "", false
	}
	lead, _, comma := strings.Cut(retrieval.Fold(st.Text), ",")
	words := retrieval.Words(lead, a.texts)
	return lead, comma && len(words) > 1 && slices.Contains(foldedFields(a.ofTexts("openers")), words[0].Fold)
}

// anyAsked reports whether a clause has a word that says something and that the question
// has too.
func (a *plainQuery) anyAsked(clause string, asked termBag) bool {
	openers := foldedFields(a.ofTexts("openers"))
	return slices.ContainsFunc(retrieval.Words(clause, a.texts), func(w retrieval.Word) bool {
		return !w.Stop() && !w.Number && !slices.Contains(openers, w.Fold) && inBag(asked, &w)
	})
}

// unasked reports whether a clause has words that say something, none of which the
// question has; of words for a measure one that it lacks is enough.
func (a *plainQuery) unasked(clause string, asked termBag) bool {
	says, shared := false, false
	for _, w := range retrieval.Words(clause, a.texts) {
		if w.Stop() || w.Number || slices.Contains(foldedFields(a.ofTexts("openers")), w.Fold) {
			continue
		}
		known := inBag(asked, &w)
		if w.Figure && !known {
			return true
		}
		says, shared = true, shared || known
	}
	return says && !shared
}

func foldedFields(text string) []string { return strings.Fields(retrieval.Fold(text)) }

// likeGeneral is how good a general statement has to be, as a share of the rank of a
// special one, to stand for it.
const likeGeneral = 0.8

// generalFirst takes out what is headed as a special case where the same text states
// the general one, and puts behind that what says its case itself.
func generalFirst(list []plainFound) []plainFound {
	general := func(f *plainFound, alsoCased bool) bool {
		return slices.ContainsFunc(list, func(g plainFound) bool {
			return !g.headed && (alsoCased || !g.cased) && g.passage.Version == f.passage.Version && g.passage.Private == f.passage.Private && g.rank >= likeGeneral*f.rank
		})
	}
	var out []plainFound
	for i := range list {
		f := list[i]
		if f.headed && general(&f, true) {
			continue
		}
		f.behind = f.cased && general(&f, false)
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(x, y plainFound) int {
		switch {
		case x.behind == y.behind:
			return 0
		case x.behind:
			return 1
		}
		return -1
	})
	return out
}

// withProvisos adds to statements what belongs to them: in front the one they refer back
// to; behind what limits them, which is the next one of the passage where that opens so,
// and one of the same section that takes out, or frees, what the question is about.
func (a *plainQuery) withProvisos(chosen []plainFound, all []*ask.Passage) []plainFound {
	var out []plainFound
	add := func(f plainFound) {
		same := func(c plainFound) bool { return c.passage == f.passage && c.order == f.order }
		if !slices.ContainsFunc(out, same) && !slices.ContainsFunc(chosen, same) {
			f.said = a.wordsOf(&f)
			out = append(out, f)
		}
	}
	for _, f := range chosen {
		if earlier, ok := a.before(&f); ok {
			add(earlier)
		}
		if !slices.ContainsFunc(out, func(c plainFound) bool { return c.passage == f.passage && c.order == f.order }) {
			out = append(out, f)
		}
		for _, p := range all {
			if p != f.passage && (p.Title != f.passage.Title || p.Version != f.passage.Version || p.Private) {
				continue
			}
			for _, x := range a.limitsOf(&f, p) {
				add(x)
			}
		}
	}
	return out
}

// limitsOf are the statements of a passage that limit one that was chosen; where an
// amount is judged by that one, also such as set another limit under a condition.
func (a *plainQuery) limitsOf(f *plainFound, p *ask.Passage) (found []plainFound) {
	list := ask.Statements(p.Text, p.Lead, p.Table)
	for i := range list {
		st := &list[i]
		if st.Row >= 0 || !a.quotable(st) || a.ofItself(st.Text) {
			continue
		}
		if _, no := a.contradicts(st); no || a.fits(p, st) == plainExcludes {
			continue
		}
		next := p == f.passage && f.stated.Row < 0 && i == f.order+1 && (ask.Limits(a.question, st.Text) || a.goesOn(st, f))
		other := p != f.passage && f.stated.Row < 0 && a.judged(f) != "" && a.setsOther(st) && a.aboutSame(st, &f.stated)
		if next || other || ask.Exempts(a.question, st.Text) && (p != f.passage || i > f.order) && a.aboutSame(st, &f.stated) {
			found = append(found, plainFound{passage: p, order: i, stated: *st})
		}
	}
	return found
}

// setsOther reports whether a statement sets an amount of the question's kind under a
// condition.
func (a *plainQuery) setsOther(st *ask.Statement) bool {
	alike, _ := a.measuresAlike(st.Text)
	return alike && len(ask.Conditions(a.question, st.Text)) > 0
}

// goesOn reports whether a statement sets another amount, of a kind that the one before
// it sets, of something the question is about: "A ramp rises 10 % at most. An accessible
// ramp rises 6 %." The reader has to see both, however the second begins.
func (a *plainQuery) goesOn(st *ask.Statement, f *plainFound) bool {
	set := a.measuresIn(f.stated.Text, a.texts)
	alike := slices.ContainsFunc(a.measuresIn(st.Text, a.texts), func(m plainMeasure) bool {
		return slices.ContainsFunc(set, func(n plainMeasure) bool { return n.Dimension() == m.Dimension() })
	})
	return alike && a.aboutSame(st, &f.stated)
}

// aboutSame reports whether a statement speaks of a subject of the question that the
// other statement speaks of too.
func (a *plainQuery) aboutSame(st, other *ask.Statement) bool {
	own, beside := bagIn(st.Text, a.texts), bagIn(other.Text+"\n"+other.Over, a.texts)
	n := 0
	for i := range a.subjects {
		if s := &a.subjects[i]; own.has(s) && beside.has(s) {
			n++
		}
	}
	return n > 0
}
