package note

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// question is what an answer has to be about.
type question struct {
	ask.Question
	words *words
	langs []string // it, and what answers it, may be in
	terms []term
	total float64

	asWritten    []retrieval.Word
	home, abroad []retrieval.Word // words for the project's country, and for another

	yesNo, other, exception, meaning bool
	status, scope                    bool // of a regulation: whether it is in force, or what it is about
	duty, bound, compares, permitted bool // see [ask.AsksDuty], [ask.AsksBound], [ask.AsksCases], [ask.AsksPermission]
}

// term is a word of the question that tells something, in all the ways it may stand in a
// text.
type term struct {
	fold   string
	ways   [][]string // each a list of index terms that must all be there
	figure bool
	number bool
	weight float64
}

func readQuestion(q ask.Question) *question {
	out := &question{Question: q, words: wordsIn(ask.LanguageOf(q))}
	out.Text = brief(q.Text)
	out.langs = []string{ask.LanguageOf(q)}
	if q.Project != nil {
		if lang := langfile.Primary(q.Project.Language); lang != "" && lang != out.langs[0] {
			out.langs = append(out.langs, lang)
		}
	}
	w := out.words
	out.yesNo, out.bound = w.asksYesNo(q.Text), w.hears("asks_bound", q.Text)
	out.compares = w.hears("asks_comparison", q.Text)
	out.duty = (out.yesNo || out.bound) && w.hears("asks_duty", q.Text)
	out.permitted = out.yesNo && !out.duty && w.hears("asks_permission", q.Text)
	out.other, out.exception = w.hears("asks_other", q.Text) && !w.hears("asks_extent", q.Text), w.hears("asks_exception", q.Text)
	out.status, out.meaning = w.hears("asks_edition", q.Text), w.hears("asks_meaning", q.Text)
	out.scope = !out.status && w.hears("asks_scope", q.Text)
	out.asWritten = retrieval.Words(out.Text, out.langs[0])
	out.readCountries()
	out.readTerms()
	out.readPhrases()
	return out
}

// longestQuestion is how many words of a question are read. Of a longer one each word
// counts once, so that what a question costs is bounded.
const longestQuestion = 120

// brief is a question as far as it is read.
func brief(text string) string {
	list := strings.Fields(text)
	if len(list) <= longestQuestion {
		return text
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(word string) bool {
		again := seen[word]
		seen[word] = true
		return again
	})
	return strings.Join(list[:min(len(list), longestQuestion)], " ")
}

// shortestTelling is how many letters a word has that tells something, a sign in
// capitals aside.
const shortestTelling = 3

// telling reports whether the question has a word that tells what it is about: numbers,
// words of measures, single letters do not.
func (q *question) telling() bool {
	return slices.ContainsFunc(q.asWritten, func(w retrieval.Word) bool {
		letters := utf8.RuneCountInString(w.Text)
		sign := letters > 1 && w.Text == strings.ToUpper(w.Text)
		return !w.Number && !w.Stop() && !w.Figure && (letters >= shortestTelling || sign)
	})
}

// asks is what the question asks of a thing.
func (q *question) asks() string {
	switch {
	case q.compares:
		return ask.AsksCases
	case q.scope && q.yesNo:
		return ask.AsksScope
	case q.duty && q.bound:
		return ask.AsksBound
	case q.duty:
		return ask.AsksDuty
	case q.permitted:
		return ask.AsksPermission
	case !q.yesNo:
		return ask.AsksAmount
	}
	return ""
}

// readTerms takes the words that tell something: not those that every question is made
// of.
func (q *question) readTerms() {
	for i, lang := range q.langs {
		for _, w := range retrieval.Words(q.Text, lang) {
			known := slices.IndexFunc(q.terms, func(t term) bool { return t.fold == w.Fold })
			switch {
			case w.Stop() || w.Framing && !w.Figure || q.words.form[w.Fold] && !w.Figure:
			case known >= 0:
				q.terms[known].ways = append(q.terms[known].ways, w.Terms)
			case i == 0:
				q.terms = append(q.terms, term{fold: w.Fold, ways: q.waysOf(w), figure: w.Figure, number: w.Number})
			}
		}
	}
}

// longestPhrase is how many words a phrase has that means something as a whole.
const longestPhrase = 3

// readPhrases adds to the words of a phrase what means the same as all of it: "escape
// route".
func (q *question) readPhrases() {
	told := slices.DeleteFunc(slices.Clone(q.asWritten), func(w retrieval.Word) bool { return w.Stop() })
	for from := range told {
		for to := from + 2; to <= min(from+longestPhrase, len(told)); to++ {
			ways := q.synonyms(q.Text[told[from].Start:told[to-1].End])
			for _, w := range told[from:to] {
				if i := slices.IndexFunc(q.terms, func(t term) bool { return t.fold == w.Fold }); i >= 0 {
					q.terms[i].ways = append(q.terms[i].ways, ways...)
				}
			}
		}
	}
}

func (q *question) synonyms(text string) [][]string {
	ways := retrieval.Synonyms(text)
	for _, lang := range q.langs {
		ways = append(ways, retrieval.SynonymsIn(text, lang)...)
	}
	return ways
}

func (q *question) waysOf(w retrieval.Word) [][]string {
	ways := make([][]string, 0, len(w.Terms))
	for _, t := range w.Terms {
		ways = append(ways, []string{t})
	}
	return append(ways, q.synonyms(w.Text)...)
}

// bag is the index terms of a text, under each of the languages.
type bag map[string]bool

func (q *question) bagOf(text string) bag {
	out := bag{}
	for _, lang := range q.langs {
		for _, w := range retrieval.Words(text, lang) {
			for _, t := range w.Terms {
				out[t] = true
			}
		}
	}
	return out
}

func (b bag) has(t *term) bool {
	return slices.ContainsFunc(t.ways, func(way []string) bool {
		return len(way) > 0 && !slices.ContainsFunc(way, func(one string) bool { return !b[one] })
	})
}

// weigh gives each word a weight: the fewer of the passages found have it, the more it
// tells, and most where none has it.
func (q *question) weigh(bags []bag) {
	q.total = 0
	for i := range q.terms {
		t, in := &q.terms[i], 0
		for _, b := range bags {
			if b.has(t) {
				in++
			}
		}
		t.weight = math.Log(1 + float64(len(bags)+1)/float64(in+1))
		switch {
		case t.number:
			t.weight *= numberShare
		case t.figure:
			t.weight *= figureShare
		}
		q.total += t.weight
	}
}

// What words of measures, and numbers, weigh beside others: they may be said in other
// ways, or not at all.
const (
	figureShare = 0.5
	numberShare = 0.3
)

// share is how much of the question a text has.
func (q *question) share(b bag) float64 {
	if q.total == 0 {
		return 0
	}
	found := 0.0
	for i := range q.terms {
		if b.has(&q.terms[i]) {
			found += q.terms[i].weight
		}
	}
	return found / q.total
}
