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
	count  int // of blocks
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
	key    key
	text   string
	second string      // of a pair
	lists  [][]posting // in the scope: blocks before rows, in order of units
	idf    float32     // its rarity among the blocks of the scope
}

func (t *term) String() string {
	if t.second == "" {
		return t.text
	}
	return t.text + " " + t.second
}

// term returns the term of a key, nil when the scope does not hold it.
func (q *question) term(k key, text, second string) *term {
	for _, t := range q.known {
		if t.key == k {
			return t
		}
	}
	s, from := q.scope, len(q.lists)
	blocks, rows := s.index.find(k)
	n := 0
	for _, span := range s.blocks {
		if list := within(blocks, span); len(list) > 0 {
			q.lists = append(q.lists, list)
			n += len(list)
		}
	}
	for _, span := range s.rows {
		if list := within(rows, span); len(list) > 0 {
			q.lists = append(q.lists, list)
		}
	}
	if len(q.lists) == from {
		return nil
	}
	idf := math.Log(1 + (float64(s.count-n)+0.5)/(float64(n)+0.5))
	q.terms = append(q.terms, term{k, text, second, q.lists[from:len(q.lists):len(q.lists)], float32(idf)})
	t := &q.terms[len(q.terms)-1]
	q.known = append(q.known, t)
	return t
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
	from, to := 0, len(list)
	for from < to {
		if mid := int(uint(from+to) >> 1); list[mid].unit < u {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}
