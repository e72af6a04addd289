package extractive

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// plainAmount is what a question says its case is of: "300 personnes", from 20 to 50 of
// them, or more than 100.
type plainAmount struct {
	span
	of topic
}

// span is from least to most, both within.
type span struct{ least, most float64 }

// amountsIn reads the numbers of a question that a word stands behind. Several with
// only stop words between are one amount.
func (a *plainQuery) amountsIn(words []retrieval.Word) []plainAmount {
	runs := a.runsOf(words, a.lang)
	list := make([]plainAmount, 0, len(runs))
	for _, r := range runs {
		unit := r.behind.Text
		of := topic{text: unit, terms: a.termsOf(unit), same: append(retrieval.SynonymsIn(unit, a.texts), a.people(r.behind)...)}
		list = append(list, plainAmount{span: a.bounded(r.span, a.leadTo(words, r.first)), of: of})
	}
	return list
}

// leadTo is the text right before a number of the question: two words, but for those
// that only frame it ("minimale pour").
func (a *plainQuery) leadTo(words []retrieval.Word, number int) string {
	from := max(0, number-2)
	for i := from; i < number; i++ {
		if words[i].Framing || words[i].Number {
			from = i + 1
		}
	}
	return a.question.Text[words[from].Start:words[number].End]
}

// bounded is the span that a text with one number stands for: that number, or all on
// one side of it where the language tells which.
func (a *plainQuery) bounded(s span, text string) span {
	if s.least != s.most {
		return s
	}
	direction, strict := ask.Bound(a.question, text)
	switch {
	case direction == "min" && strict:
		return span{math.Nextafter(s.least, math.Inf(1)), math.Inf(1)}
	case direction == "min":
		return span{s.least, math.Inf(1)}
	case direction == "max" && strict:
		return span{math.Inf(-1), math.Nextafter(s.most, math.Inf(-1))}
	case direction == "max":
		return span{math.Inf(-1), s.most}
	}
	return s
}

// fit tells whether an amount is within a span, beside it, or neither.
func (s span) fit(n span) plainFit {
	switch {
	case s.least <= n.least && n.most <= s.most:
		return plainHolds
	case n.most < s.least || n.least > s.most:
		return plainExcludes
	}
	return plainUnsaid
}

// numberRun is numbers with only stop words between, and the word behind them.
type numberRun struct {
	span
	count  int
	first  int // which word is the first number
	behind *retrieval.Word
}

func (a *plainQuery) runsOf(words []retrieval.Word, lang string) []numberRun {
	units := a.unitSigns()
	var list []numberRun
	run := numberRun{}
	for i := range words {
		w := &words[i]
		value, isNumber := numberOf(w.Fold)
		if n := numeral(w.Fold, lang); n > 0 {
			value, isNumber = float64(n), true
		}
		switch {
		case isNumber:
			if run.count == 0 {
				run.first = i
			}
			run = run.with(value)
		case i > 0 && units[w.Text] && words[i-1].Number: // of something else than what follows
			run = numberRun{}
		case !w.Number && w.Stop():
		case !w.Number && run.count > 0:
			run.behind = w
			list = append(list, run)
			run = numberRun{}
		default:
			run = numberRun{}
		}
	}
	return list
}

func (r numberRun) with(value float64) numberRun {
	if r.count == 0 {
		r.span = span{value, value}
	}
	r.least, r.most = min(r.least, value), max(r.most, value)
	r.count++
	return r
}

// plainFit is how the case a statement is for goes with that of the question.
type plainFit int

const (
	plainUnsaid plainFit = iota
	plainHolds
	plainExcludes
)

// fits tells whether the amounts of the question are within those a row is labelled
// with, or that prose is for.
func (a *plainQuery) fits(p *ask.Passage, st *ask.Statement) plainFit {
	all := plainUnsaid
	for i := range a.amounts {
		if st.Row >= 0 {
			all = max(all, a.fitsRow(&a.amounts[i], p, st.Row))
		} else {
			all = max(all, a.fitsProse(&a.amounts[i], st.Text))
		}
	}
	for i := range a.cases {
		if st.Row >= 0 {
			all = max(all, a.fitsLabel(&a.cases[i], p, st.Row))
		} else if !a.judges && a.withinAll(&a.cases[i], st.Text) {
			all = max(all, plainHolds)
		}
	}
	return all
}

func (a *plainQuery) fitsRow(n *plainAmount, p *ask.Passage, row int) plainFit {
	all, cells := plainUnsaid, p.Table.Rows[row]
	for c := range min(ask.LabelColumns(p.Table), len(cells)) {
		named := bagIn(cells[c], a.texts)
		if c < len(p.Table.Header) {
			named.add(p.Table.Header[c], a.texts)
		}
		if named.has(&n.of) {
			all = max(all, a.fitsCell(n, cells[c]))
		}
	}
	return all
}

// fitsCell reads a label: two numbers are a range, one is a bound where the language
// tells which, or itself where nothing else is said.
func (a *plainQuery) fitsCell(n *plainAmount, cell string) plainFit {
	words, units := retrieval.Words(cell, a.texts), a.unitSigns()
	run := numberRun{}
	for i := range words {
		if i+1 < len(words) && units[words[i+1].Text] {
			continue // of something else than what is counted
		}
		if value, err := strconv.ParseFloat(words[i].Fold, 64); words[i].Number && err == nil {
			run = run.with(value)
		}
	}
	labelled := a.bounded(run.span, cell)
	if run.count == 2 || run.count == 1 && (len(words) == 1 || labelled != run.span) {
		return labelled.fit(n.span)
	}
	return plainUnsaid
}

// opening is within how many words a sentence names the case it is for: "Pour plus de
// 200 personnes, ...".
const opening = 4

// fitsProse reads the ranges of the same thing in a text, and the bound it opens with: it
// excludes an amount that is in none of them, where it opens with one or no number stands
// without the word for what it counts.
func (a *plainQuery) fitsProse(n *plainAmount, text string) plainFit {
	words := retrieval.Words(text, a.texts)
	beside, opened := a.besideSingle(n, words), false
	for _, r := range a.runsOf(words, "") {
		if !bagIn(r.behind.Text, a.texts).has(&n.of) {
			continue
		}
		of, opens := r.span, r.first <= opening && strings.HasPrefix(text[r.behind.End:], ",")
		if r.count == 1 && opens {
			of = a.bounded(of, text[words[max(0, r.first-3)].Start:r.behind.End])
		}
		switch fit, ranged := of.fit(n.span), r.count == 2 || of != r.span; {
		case fit == plainHolds && ranged && opens:
			return plainHolds
		case fit != plainExcludes, r.count > 2:
			return plainUnsaid
		case ranged:
			beside, opened = true, opened || opens
		}
	}
	if beside && (opened || !a.hasBareNumber(text, words)) {
		return plainExcludes
	}
	return plainUnsaid
}

// besideSingle reports whether a text is for one thing alone, where the amount counts
// others: "d'une seule pièce".
func (a *plainQuery) besideSingle(n *plainAmount, words []retrieval.Word) bool {
	single := bagIn(a.ofTexts("single"), a.texts)
	for i := range words[:max(0, len(words)-1)] {
		if inBag(single, &words[i]) && bagIn(words[i+1].Text, a.texts).has(&n.of) && (span{1, 1}).fit(n.span) == plainExcludes {
			return true
		}
	}
	return false
}

// hasBareNumber reports whether a number stands without its unit or the word for what it
// counts, as in "1 pièce, 2 et 3 pièces": then it cannot be told for which all of it is.
func (a *plainQuery) hasBareNumber(text string, words []retrieval.Word) bool {
	units := a.unitSigns()
	for i := range words[:max(0, len(words)-1)] {
		if units[words[i+1].Text] || strings.ContainsAny(text[words[i].End:words[i+1].Start], ",;.:()") {
			continue
		}
		if words[i].Number && words[i+1].Stop() && !words[i+1].Number && (i+2 >= len(words) || !words[i+2].Number) {
			return true
		}
	}
	return false
}

// numeral is the number a word stands for in a language, 0 for none.
func numeral(fold, lang string) int {
	if lang == "" {
		return 0
	}
	return slices.Index(foldedFields(messageIn(lang, "numerals")), fold) + 1
}

func numberOf(text string) (float64, bool) {
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
