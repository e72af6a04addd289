package ask

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Against says of a question for yes or no whether its amount keeps the limit that a
// statement sets, in the language of the question; "" wherever that is not beyond doubt:
// both have one amount of one kind and one word for what is measured, every word of one
// is in the other, and nothing denies, excepts or makes a condition. It says nothing of
// other limits. list are the statements of the passage, i the one that is meant.
func Against(q Question, list []Statement, i int) string {
	if !ReadsPlainly(q) || list[i].Row >= 0 || list[i].leads() || limitedBehind(q, list, i) {
		return ""
	}
	asked, limit := readMatter(q, q.Text, LanguageOf(q)), readMatter(q, list[i].Text, countryLanguage(q))
	if asked == nil || limit == nil || asked.direction != "" || limit.direction == "" || !limit.permits(q) || !sameMatter(q, asked, limit) {
		return ""
	}
	sign, ok := asked.Compare(limit.Quantity)
	if !ok {
		return ""
	}
	if limit.direction == "max" {
		sign = -sign
	}
	if sign > 0 || sign == 0 && !limit.strict {
		return Said(q, "within", asked.shown)
	}
	return Said(q, "beyond", asked.shown)
}

// limitedBehind reports whether the statement behind one limits it, or frees of it.
func limitedBehind(q Question, list []Statement, i int) bool {
	return i+1 < len(list) && (Limits(q, list[i+1].Text) || Exempts(q, list[i+1].Text))
}

// sameMatter reports whether a question and a statement are about the same measure of
// the same thing, as far as each word of one has its like in the other.
func sameMatter(q Question, asked, limit *matter) bool {
	texts, foreign := countryLanguage(q), LanguageOf(q) != countryLanguage(q)
	if !alike(asked.measure, limit.measure, texts, true) {
		return false
	}
	met := func(w *retrieval.Word) bool {
		return slices.ContainsFunc(asked.of, func(o retrieval.Word) bool { return alike(&o, w, texts, foreign) })
	}
	for i := range asked.of {
		if !slices.ContainsFunc(limit.of, func(w retrieval.Word) bool { return alike(&asked.of[i], &w, texts, foreign) }) {
			return false
		}
	}
	chosen := len(limit.choice) == 0
	for i := range limit.of {
		w := &limit.of[i]
		isChoice := slices.ContainsFunc(limit.choice, func(c retrieval.Word) bool { return c.Start == w.Start })
		if chosen = chosen || isChoice && met(w); !isChoice && !met(w) {
			return false
		}
	}
	return chosen
}

// alike reports whether two words are one, or each means what the other does; oneWay is
// enough for words of another language and for measures, of which one is the adjective.
func alike(asked, w *retrieval.Word, texts string, oneWay bool) bool {
	means := func(a, b *retrieval.Word) bool {
		return slices.ContainsFunc(retrieval.SynonymsIn(a.Text, texts), func(terms []string) bool {
			return len(terms) == 1 && slices.Contains(termsIn(b, texts), terms[0])
		})
	}
	if slices.ContainsFunc(termsIn(asked, texts), func(term string) bool { return slices.Contains(termsIn(w, texts), term) }) {
		return true
	}
	return means(asked, w) && (oneWay || means(w, asked))
}

func termsIn(w *retrieval.Word, lang string) (terms []string) {
	for _, x := range retrieval.Words(w.Text, lang) {
		terms = append(append(terms, x.Terms...), x.Fold)
	}
	return terms
}
