package retrieval

import (
	"math"
	"slices"
	"strings"
)

// BM25F parameters (Robertson and Zaragoza, The Probabilistic Relevance
// Framework, 2009). Titles and section names are short and chosen with care, so
// a match there weighs more and its field's length matters less.
const (
	saturation    = 1.2
	synonymWeight = 0.6
)

var (
	fieldWeight = [numFields]float64{titleField: 2.0, sectionField: 1.2, bodyField: 1.0}
	fieldLength = [numFields]float64{titleField: 0.3, sectionField: 0.3, bodyField: 0.7}
)

// wish is one word of a query with everything that satisfies it. A block is
// scored by the best alternative only: two spellings of a word are one word.
type wish []alternative

// alternative is a list of terms that must all be in a block.
type alternative struct {
	terms  []string
	weight float64
}

// wishes analyses a query under every language of the index, for a question
// says nothing of its language and a scope may hold several.
func wishes(text string, langs []string) []wish {
	var list []wish
	for n, lang := range langs {
		words := Words(text, lang)
		if n == 0 {
			list = make([]wish, len(words))
		}
		for i := range words {
			list[i].addTerms(words[i].Terms)
		}
		addSynonyms(list, words)
	}
	return distinct(list)
}

func (w *wish) addTerms(terms []string) {
	for _, t := range terms {
		w.add(alternative{[]string{t}, 1})
	}
}

func (w *wish) add(a alternative) {
	for _, have := range *w {
		if slices.Equal(have.terms, a.terms) {
			return
		}
	}
	*w = append(*w, a)
}

// addSynonyms gives the first word of every phrase of the table what means the
// same as the phrase.
func addSynonyms(list []wish, words []Word) {
	for i := range words {
		if words[i].Stop() {
			continue
		}
		for _, phrase := range phrasesFrom(words[i:]) {
			for _, same := range fieldSynonyms()[phrase] {
				list[i].add(alternative{strings.Fields(same), synonymWeight})
			}
		}
	}
}

// bounding words may stand within a phrase: "altura máxima del peldaño".
var bounding = wordSet("mínimo mínima mínimos mínimas máximo máxima máximos máximas minimum maximum")

// phrasesFrom spells the phrases of up to maxPhrase words that begin with the
// first of words.
func phrasesFrom(words []Word) []string {
	var found []string
	var phrase []Word
	for i, w := range words {
		if w.Stop() || i > 0 && bounding[w.Fold] {
			continue
		}
		phrase = append(phrase, w)
		for _, s := range spellings(phrase) {
			found = appendNew(found, s)
		}
		if len(phrase) == maxPhrase {
			break
		}
	}
	return found
}

// distinct drops words without terms, and words asked twice.
func distinct(list []wish) []wish {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(w wish) bool {
		if len(w) == 0 {
			return true
		}
		key := strings.Join(w[0].terms, " ")
		again := seen[key]
		seen[key] = true
		return again
	})
}

// scope is the documents a query may look into, with their statistics.
type scope struct {
	index  *index
	spans  []span
	blocks int
	mean   [numFields]float64 // terms of a block, at least a little above zero
}

func (x *index) scope(docs []string) *scope {
	s := &scope{index: x}
	var length [numFields]int
	named := slices.Clone(docs)
	slices.Sort(named)
	for _, doc := range slices.Compact(named) {
		stats, known := x.docs[doc]
		if !known {
			continue
		}
		s.spans = append(s.spans, stats.span)
		s.blocks += int(stats.to - stats.from)
		for f, n := range stats.length {
			length[f] += n
		}
	}
	for f, n := range length {
		s.mean[f] = math.Max(float64(n)/math.Max(float64(s.blocks), 1), 1e-9)
	}
	return s
}

// term is a word as it occurs in a scope.
type term struct {
	text  string
	all   []posting   // in the whole index
	lists [][]posting // in the scope, a list for each document
	idf   float64     // its rarity in the scope
}

func (s *scope) term(text string) *term {
	t := &term{text: text, all: s.index.postings[text]}
	if len(t.all) == 0 {
		return t
	}
	n := 0
	for _, span := range s.spans {
		if list := within(t.all, span); len(list) > 0 {
			t.lists = append(t.lists, list)
			n += len(list)
		}
	}
	t.idf = math.Log(1 + (float64(s.blocks-n)+0.5)/(float64(n)+0.5))
	return t
}

// want is a wish whose terms were looked up in a scope.
type want []option

type option struct {
	terms  []*term
	weight float64
}

// lookUp finds the terms of all wishes and drops what the scope does not hold.
func (s *scope) lookUp(list []wish) []want {
	known := map[string]*term{}
	var found []want
	for _, w := range list {
		var options want
		for _, alt := range w {
			if o, ok := s.option(alt, known); ok {
				options = append(options, o)
			}
		}
		if len(options) > 0 {
			found = append(found, options)
		}
	}
	return found
}

func (s *scope) option(alt alternative, known map[string]*term) (option, bool) {
	o := option{weight: alt.weight / float64(len(alt.terms))}
	for _, text := range alt.terms {
		if known[text] == nil {
			known[text] = s.term(text)
		}
		if len(known[text].lists) == 0 {
			return option{}, false
		}
		o.terms = append(o.terms, known[text])
	}
	return o, true
}

// weigh is the saturated, length-normalised frequency of a posting, between 0
// and 1+saturation, and the share each field has in it before saturation.
func (s *scope) weigh(p posting) (total float64, shares [numFields]float64) {
	sum := 0.0
	for f, tf := range p.tf {
		if tf == 0 {
			continue
		}
		relative := float64(s.index.lengths[p.block][f]) / s.mean[f]
		norm := 1 - fieldLength[f] + fieldLength[f]*relative
		shares[f] = fieldWeight[f] * float64(tf) / norm
		sum += shares[f]
	}
	if sum == 0 {
		return 0, shares
	}
	for f := range shares {
		shares[f] /= sum
	}
	return sum * (saturation + 1) / (sum + saturation), shares
}
