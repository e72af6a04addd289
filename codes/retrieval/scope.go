package retrieval

import (
	"math"
	"slices"
	"strings"
)

// scope is the documents a query may look into. Spans that touch are one.
type scope struct {
	index  *index
	blocks []span // of units
	rows   []span // of units
	tables []span // of index.tables
	langs  []string
	spoken languages    // those of langs that we know
	ear    int          // whose analyzer, of langs, tells the languages of words
	field  bool         // the field's synonyms go for it
	own    []*thesaurus // of the languages of langs that were added
	count  int          // of blocks
	all    bool         // every document there is
}

func (x *index) scope(docs []string) *scope {
	found := make([]*docSpan, 0, len(docs))
	for _, doc := range docs {
		if d := x.docs[doc]; d != nil {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b *docSpan) int { return int(a.blocks.from) - int(b.blocks.from) })
	s := &scope{index: x}
	for _, d := range slices.Compact(found) {
		s.count += d.blocks.len()
		s.blocks = join(s.blocks, d.blocks)
		s.rows = join(s.rows, d.rows)
		s.tables = join(s.tables, d.tables)
		for _, l := range d.langs {
			s.langs = appendNew(s.langs, l)
		}
	}
	slices.SortFunc(s.langs, strings.Compare)
	s.all = s.count == len(x.sections)
	s.hearIn(x.lexicon)
	return s
}

// join appends a span to spans in order.
func join(list []span, next span) []span {
	if next.len() == 0 {
		return list
	}
	if n := len(list); n > 0 && list[n-1].to == next.from {
		list[n-1].to = next.to
		return list
	}
	return append(list, next)
}

// term is a word as it occurs in a scope.
type term struct {
	text   string
	second string      // of a pair
	lists  [][]posting // in the scope: blocks before rows, in order of units
	idf    float32     // its rarity among the blocks of the scope
}

// name is the term for people.
func (t *term) name() string {
	if t.second != "" { // said once, for all hits
		t.text, t.second = t.text+" "+t.second, ""
	}
	return t.text
}

// term returns the term of a key, nil when the scope does not hold it.
func (q *question) term(k key, text, second string) *term {
	for i, have := range q.keys {
		if have == k {
			return q.known[i]
		}
	}
	t := q.find(k, text, second)
	q.keys, q.known = append(q.keys, k), append(q.known, t)
	return t
}

// find is term for a key that was not looked up before.
func (q *question) find(k key, text, second string) *term {
	s, from := q.scope, len(q.lists)
	blocks, rows := s.index.find(k)
	if len(blocks)+len(rows) == 0 {
		return nil
	}
	n := 0
	if s.all { // nothing to cut, and nothing to read yet
		q.addList(blocks)
		q.addList(rows)
		n = len(blocks)
	} else {
		for _, span := range s.blocks {
			n += q.addList(within(blocks, span))
		}
		for _, span := range s.rows {
			q.addList(within(rows, span))
		}
	}
	if len(q.lists) == from {
		return nil
	}
	idf := math.Log(1 + (float64(s.count-n)+0.5)/(float64(n)+0.5))
	q.terms = append(q.terms, term{text, second, q.lists[from:len(q.lists):len(q.lists)], float32(idf)})
	return &q.terms[len(q.terms)-1]
}

func (q *question) addList(list []posting) int {
	if len(list) > 0 {
		q.lists = append(q.lists, list)
	}
	return len(list)
}

// within returns the part of a posting list that lies in s.
func within(list []posting, s span) []posting {
	if len(list) == 0 || list[0].unit >= s.to || list[len(list)-1].unit < s.from {
		return nil
	}
	from := before(list, s.from)
	return list[from : from+before(list[from:], s.to)]
}

// before returns how many postings come before a unit.
func before(list []posting, u unit) int {
	from, n := 0, len(list)
	for n > 1 { // halves without a branch that could be foretold wrongly
		half := n >> 1
		if list[from+half-1].unit < u {
			from += half
		}
		n -= half
	}
	if n == 1 && list[from].unit < u {
		from++
	}
	return from
}
