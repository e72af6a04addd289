package retrieval

import "strings"

// mostWords is how many words of a query are looked for.
const mostWords = 400

// want is a word, a form or a pair looked for, with everything that satisfies it
// in the scope. A block is scored by the best option only: two spellings of a word
// are one word.
type want struct {
	id       key // of what was asked first, so that it is asked once
	from, to int // its options
}

// option is terms that must all be in a block.
type option struct {
	terms  []*term
	weight float32 // of each term's part; that of its want is in it
}

// question is a query while it is answered. Its memory is used again for the next
// one.
type question struct {
	scope   *scope
	tokens  [][]token // under each language
	wants   []want
	options []option

	known []*term // each term in the scope, once
	refs  []*term // where the terms of options are kept
	terms []term  // where known points to
	lists [][]posting

	explained []Term // where explanations are made
}

// ask analyses a query under every language of its scope, for a question says
// nothing of its language and a scope may hold several, and looks its words up.
func (t *tally) ask(s *scope, text string) *question {
	q := &t.question
	q.scope = s
	q.wants, q.options = q.wants[:0], q.options[:0]
	q.known, q.refs, q.terms, q.lists = q.known[:0], q.refs[:0], q.terms[:0], q.lists[:0]
	for len(q.tokens) < len(s.langs) {
		q.tokens = append(q.tokens, nil)
	}
	for i, lang := range s.langs {
		tokens := t.analyzer(lang).tokens(q.tokens[i][:0], text)
		q.tokens[i] = tokens[:min(len(tokens), mostWords)]
	}
	for i := range q.tokens[0] {
		q.addWord(i)
	}
	for _, tokens := range q.tokens[:len(s.langs)] {
		q.addPairs(tokens, text)
	}
	return q
}

// addWord asks for word i in every language, for what means the same, and for
// the word as written.
func (q *question) addWord(i int) {
	weight := float32(1)
	var form *lexeme
	q.begin()
	for _, tokens := range q.tokens[:len(q.scope.langs)] {
		t := &tokens[i]
		switch {
		case t.framing:
			weight = framingWeight
		case t.number && len(t.joined) == 0 && !strings.Contains(t.fold, "."):
			weight = numberWeight
		}
		for n, k := range t.keys {
			q.offer(k, t.terms[n], "")
		}
		for _, text := range t.joined {
			q.offer(termKey(text), text, "")
		}
		if t.form != 0 {
			form = t.lexeme
		}
		q.addSynonyms(tokens[i:])
	}
	if form == nil { // the stem is the word as written
		q.end(weight * (1 + formWeight))
		return
	}
	q.end(weight)
	q.begin()
	q.offer(form.form, form.fold, "")
	q.end(weight * formWeight)
}

// addPairs asks for the words that stand side by side.
func (q *question) addPairs(tokens []token, text string) {
	var before *token
	for i := range tokens {
		t := &tokens[i]
		if t.stop() {
			continue
		}
		if k := pairOf(before, t, text); k != 0 {
			q.begin()
			q.offer(k, before.fold, t.fold)
			q.end(pairWeight)
		}
		before = t
	}
}

// addSynonyms offers what means the same as a phrase that begins with the first
// of tokens.
func (q *question) addSynonyms(tokens []token) {
	if tokens[0].stop() || len(tokens[0].keys) == 0 {
		return
	}
	table := fieldSynonyms()
	first, last := tokens[0].keys[0], tokens[0].keys[len(tokens[0].keys)-1]
	if !table.first[first] && !table.first[last] {
		return
	}
	words := 0
	for i := range tokens {
		t := &tokens[i]
		if len(t.keys) == 0 || i > 0 && bounding[t.fold] {
			continue
		}
		if words++; words > 1 {
			first, last = pairKey(first, t.keys[0]), pairKey(last, t.keys[len(t.keys)-1])
		}
		q.offerAll(table.same[first])
		if last != first {
			q.offerAll(table.same[last])
		}
		if words == maxPhrase {
			return
		}
	}
}

// bounding words may stand within a phrase: "altura máxima del peldaño".
var bounding = wordSet("mínimo mínima mínimos mínimas máximo máxima máximos máximas minimum maximum")

func (q *question) offerAll(phrases []phrase) {
	for _, p := range phrases {
		from := len(q.refs)
		for i, k := range p.keys {
			if t := q.term(k, p.terms[i], ""); t != nil {
				q.refs = append(q.refs, t)
			}
		}
		if len(q.refs)-from == len(p.keys) {
			q.addOption(q.refs[from:len(q.refs):len(q.refs)], synonymWeight/float32(len(p.keys)))
		}
	}
}

// offer adds a term as an option of the newest want.
func (q *question) offer(k key, text, second string) {
	w := &q.wants[len(q.wants)-1]
	if w.id == 0 {
		w.id = k
	}
	if t := q.term(k, text, second); t != nil {
		q.refs = append(q.refs, t)
		q.addOption(q.refs[len(q.refs)-1:len(q.refs):len(q.refs)], 1)
	}
}

func (q *question) addOption(terms []*term, weight float32) {
	for _, have := range q.options[q.wants[len(q.wants)-1].from:] {
		if len(have.terms) == len(terms) && have.terms[0] == terms[0] && have.terms[len(terms)-1] == terms[len(terms)-1] {
			return
		}
	}
	q.options = append(q.options, option{terms, weight})
}

func (q *question) begin() {
	q.wants = append(q.wants, want{from: len(q.options)})
}

// end closes the newest want and drops it when nothing satisfies it or it was
// asked before.
func (q *question) end(weight float32) {
	last := len(q.wants) - 1
	w := &q.wants[last]
	w.to = len(q.options)
	again := false
	for i := range q.wants[:last] {
		again = again || q.wants[i].id == w.id
	}
	if again || w.from == w.to {
		q.options = q.options[:w.from]
		q.wants = q.wants[:last]
		return
	}
	for i := range q.options[w.from:w.to] {
		q.options[w.from+i].weight *= weight
	}
}
