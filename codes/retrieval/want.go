package retrieval

// want is a word, a form or a pair looked for, with everything that satisfies it
// in the scope. A block is scored by the best option only: two spellings of a word
// are one word.
type want struct {
	id       key // of what was asked first, so that it is asked once
	from, to int // its options

	// needs are wants of words that a block has where it has this one, a form or a
	// pair: their numbers, or -1.
	needs [2]int
}

// option is terms that must all be in a block.
type option struct {
	terms  []*term
	weight float32 // of each term's part; that of its want is in it
	kind   optionKind
}

// optionKind says how an option came to a want.
type optionKind uint8

const (
	asWord optionKind = iota
	asReference
	asSynonym
)

// rarity is that of the rarest of an option's terms.
func (o *option) rarity() (idf float32) {
	for _, t := range o.terms {
		idf = max(idf, t.idf)
	}
	return idf
}

// offer adds a term as an option of the newest want.
func (q *question) offer(k key, text, second string, kind optionKind) {
	w := &q.wants[len(q.wants)-1]
	if w.id == 0 {
		w.id = k
	}
	if t := q.term(k, text, second); t != nil {
		q.refs = append(q.refs, t)
		q.addOption(q.refs[len(q.refs)-1:len(q.refs):len(q.refs)], 1, kind)
	}
}

func (q *question) addOption(terms []*term, weight float32, kind optionKind) {
	for _, have := range q.options[q.wants[len(q.wants)-1].from:] {
		if len(have.terms) == len(terms) && have.terms[0] == terms[0] && have.terms[len(terms)-1] == terms[len(terms)-1] {
			return
		}
	}
	q.options = append(q.options, option{terms, weight, kind})
}

func (q *question) begin(one, other int) {
	q.wants = append(q.wants, want{from: len(q.options), needs: [2]int{one, other}})
}

// end closes the newest want and returns its number. It drops it when nothing
// satisfies it, which returns -1, or it was asked before, which returns that one.
func (q *question) end(weight float32) int {
	last := len(q.wants) - 1
	w := &q.wants[last]
	w.to = len(q.options)
	again := -1
	for i := range q.wants[:last] {
		if q.wants[i].id == w.id {
			again = i
			break
		}
	}
	if again >= 0 || w.from == w.to {
		q.options = q.options[:w.from]
		q.wants = q.wants[:last]
		return again
	}
	options := q.options[w.from:w.to]
	shareRarity(options)
	for i := range options {
		options[i].weight *= weight
	}
	return last
}

// shareRarity makes a word and what means the same as rare as the commonest of
// them: they are one thing asked for, and a text that says it in a rare way says
// no more than another.
func shareRarity(options []option) {
	var least [asSynonym + 1]float32 // the rarity of the commonest option of each kind, 0 for none
	for i := range options {
		if idf, l := options[i].rarity(), &least[options[i].kind]; *l == 0 || idf < *l {
			*l = idf
		}
	}
	for i := range options {
		o := &options[i]
		most := least[asSynonym]
		switch o.kind {
		case asWord:
		case asReference:
			continue
		case asSynonym:
			most = least[asWord]
		}
		if idf := o.rarity(); most > 0 && most < idf {
			o.weight *= most / idf
		}
	}
}
