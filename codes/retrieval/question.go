package retrieval

import "strings"

// mostWords is how many words of a query are looked for.
const mostWords = 400

// question is a query while it is answered. Its memory is used again for the next
// one.
type question struct {
	scope   *scope
	tokens  [][]token // under each language
	own     languages // of the scope's, the one it is clearly asked in
	foreign languages // it may be asked in, none of the scope's
	wants   []want
	options []option
	words   []int // the want of each word, -1 where the scope has nothing for it

	keys  []key   // looked up, each once
	known []*term // what was found under each, nil for nothing
	refs  []*term // where the terms of options are kept
	terms []term  // where known points to
	lists [][]posting

	analyzers map[string]*analyzer
	window    []token // words in a row under another language
	shown     []shown // where explanations are made
	has       []bool  // for each want whether the present unit has it
}

// analyzer returns one with a memory. Languages are those of blocks and of the
// thesaurus, so few.
func (q *question) analyzer(lang string) *analyzer {
	a := q.analyzers[lang]
	if a == nil {
		a = q.scope.index.lexicon.analyzerOf(lang).remembering()
		q.analyzers[lang] = a
	}
	return a
}

// builtInAnalyzer is analyzer for a language that the scope does not hold: what was
// added of it goes for its own texts alone.
func (q *question) builtInAnalyzer(lang string) *analyzer {
	name := "built in: " + lang
	a := q.analyzers[name]
	if a == nil {
		a = builtIn().analyzerOf(lang).remembering()
		q.analyzers[name] = a
	}
	return a
}

// ask analyses a query under every language of its scope, for a question says
// nothing of its language and a scope may hold several, and looks its words up.
func (q *question) ask(s *scope, text string) {
	q.scope = s
	q.wants, q.options, q.words, q.shown = q.wants[:0], q.options[:0], q.words[:0], q.shown[:0]
	q.keys, q.known, q.refs, q.terms, q.lists = q.keys[:0], q.known[:0], q.refs[:0], q.terms[:0], q.lists[:0]
	for len(q.tokens) < len(s.langs) {
		q.tokens = append(q.tokens, nil)
	}
	for i, lang := range s.langs {
		tokens := q.analyzer(lang).tokens(q.tokens[i][:0], text)
		q.tokens[i] = tokens[:min(len(tokens), mostWords)]
	}
	q.hear()
	for i := range q.tokens[0] {
		q.words = append(q.words, q.addWord(i))
	}
	for _, tokens := range q.tokens[:len(s.langs)] {
		q.addPairs(tokens, text)
	}
}

// addWord asks for word i in every language, for what means the same, and for
// the word as written. It returns the number of the want, -1 for none.
func (q *question) addWord(i int) int {
	if q.isSilent(&q.tokens[q.scope.ear][i]) {
		return -1
	}
	weight := float32(1)
	var form *lexeme
	q.begin(-1, -1)
	for lang, tokens := range q.tokens[:len(q.scope.langs)] {
		t := &tokens[i]
		switch {
		case t.framing:
			weight = framingWeight
		case t.number && len(t.joined) == 0 && !strings.Contains(t.fold, "."):
			weight = numberWeight
		}
		for n, k := range t.keys {
			q.offer(k, t.terms[n], "", asWord)
		}
		for _, text := range t.joined {
			q.offer(termKey(text), text, "", asReference)
		}
		if t.form != 0 {
			form = t.lexeme
		}
		q.addMeanings(lang, tokens[i:])
		q.addZone(tokens[:i+1])
	}
	if q.wants[len(q.wants)-1].from == len(q.options) {
		q.addForeign(i)
	}
	if form == nil { // the stem is the word as written
		return q.end(weight * (1 + formWeight))
	}
	word := q.end(weight)
	if word >= 0 {
		q.begin(word, -1)
		q.offer(form.form, form.fold, "", asWord)
		q.end(weight * formWeight)
	}
	return word
}

// addPairs asks for the words that stand side by side.
func (q *question) addPairs(tokens []token, text string) {
	var before *token
	last := -1
	for i := range tokens {
		t := &tokens[i]
		if t.stop() || q.isSilent(t) {
			continue
		}
		if k := pairOf(before, t, text); k != 0 && last >= 0 && q.words[i] >= 0 {
			q.begin(last, q.words[i])
			q.offer(k, before.fold, t.fold, asWord)
			q.end(pairWeight)
		}
		before, last = t, q.words[i]
	}
}
