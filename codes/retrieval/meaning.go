package retrieval

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// addMeanings offers what means the same as a phrase that begins with the first of
// tokens, which are of a language of the scope: by its own table, or by the field's
// and those of the languages beside it.
func (q *question) addMeanings(lang int, tokens []token) {
	if added := q.scope.index.lexicon.analyzerOf(q.scope.langs[lang]).added; added != nil {
		q.addSynonyms(added.synonyms, tokens)
		return
	}
	q.addSynonyms(fieldSynonyms(), tokens)
	for _, table := range q.scope.own {
		q.addSynonyms(table, tokens)
	}
}

// addSynonyms offers what a table has for a phrase that begins with the first of
// tokens.
func (q *question) addSynonyms(table *thesaurus, tokens []token) {
	if tokens[0].stop() || len(tokens[0].keys) == 0 {
		return
	}
	if !table.begins(tokens[0].lexeme) {
		return
	}
	first, last := tokens[0].keys[0], tokens[0].keys[len(tokens[0].keys)-1]
	words := 0
	for i := range tokens {
		t := &tokens[i]
		if len(t.keys) == 0 || i > 0 && bounding()[t.fold] {
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
var bounding = sync.OnceValue(func() map[string]bool {
	return wordSet("mínimo mínima mínimos mínimas máximo máxima máximos máximas minimum maximum")
})

// addZone offers the letter of a zone that ends tokens: what holds for zone D holds
// for D3, whose number tells of its summer only.
func (q *question) addZone(tokens []token) {
	if len(tokens) < 2 || !zoneWords()[tokens[len(tokens)-2].fold] {
		return
	}
	fold := tokens[len(tokens)-1].fold
	letter, size := utf8.DecodeRuneInString(fold)
	if !unicode.IsLetter(letter) || len(fold) != size+1 || !isDigit(fold[size]) {
		return
	}
	if t := q.term(termKey(fold[:size]), fold[:size], ""); t != nil {
		q.refs = append(q.refs, t)
		q.addOption(q.refs[len(q.refs)-1:len(q.refs):len(q.refs)], nearWeight, asReference)
	}
}

var zoneWords = sync.OnceValue(func() map[string]bool { return wordSet("zona zonas zone zones climática climate") })

// addForeign offers what means the same as a phrase that begins with word i, taken
// for one of any language of the thesaurus: the scope does not hold the word.
func (q *question) addForeign(i int) {
	if q.scope.field {
		q.addForeignBy(fieldSynonyms(), languageNames(), i)
	}
	for _, table := range q.scope.own {
		q.addForeignBy(table, table.langs, i)
	}
}

func (q *question) addForeignBy(table *thesaurus, langs []string, i int) {
	const longest = 2 * maxPhrase // with stop words between
	words := q.tokens[0][i:min(i+longest, len(q.tokens[0]))]
	if words[0].number {
		return
	}
	for _, lang := range langs {
		if q.scope.spoken&q.scope.index.lexicon.bit(lang) != 0 {
			continue
		}
		a := q.builtInAnalyzer(lang)
		if first := a.lexeme(words[0].text); len(first.keys) == 0 || !table.begins(first) {
			continue
		}
		q.window = q.window[:0]
		for _, w := range words {
			q.window = append(q.window, token{lexeme: a.lexeme(w.text)})
		}
		q.addSynonyms(table, q.window)
	}
}

func (q *question) offerAll(phrases []phrase) {
	for _, p := range phrases {
		from := len(q.refs)
		for i, k := range p.keys {
			if t := q.term(k, p.terms[i], ""); t != nil {
				q.refs = append(q.refs, t)
			}
		}
		if len(q.refs)-from == len(p.keys) {
			q.addOption(q.refs[from:len(q.refs):len(q.refs)], p.weight/float32(len(p.keys)), asSynonym)
		}
	}
}
