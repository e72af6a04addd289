package geo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// SearchOptions narrow a search. The zero value searches every country.
type SearchOptions struct {
	Country ID    // "" for all
	Level   Level // 0 for all
	Within  ID    // only places inside this one, itself excluded; "" for no filter
	Limit   int   // 1 to MaxResults; anything else means MaxResults
}

const (
	// MaxResults is the most places one search returns (SPEC section 4.1).
	MaxResults = 50

	// MaxQueryLength is the length of the longest search text in Unicode code
	// points (DECISIONS 14).
	MaxQueryLength = 200
)

// Search finds places by name or alias, best first: exact, prefix, word prefix,
// inside, and last names within one typing error; among equals wider levels and
// then larger populations come first, that of a wider place being the sum of
// the places inside. Case, accents and punctuation do not matter, words may
// come in any order, every character is literal. q has 1 to 200 code points
// that are not all white space, otherwise ErrInvalidQuery; a text that is
// nothing but punctuation finds nothing. A Within that does not exist finds
// nothing.
//
// Exact is a whole name, also without its article or as one part of a bilingual
// name. A typing error is one letter wrong, missing, too many, or exchanged
// with its neighbour in a word of five letters or more; a space left out or one
// too many between two words; or another article in front.
func (g *Gazetteer) Search(q string, opts *SearchOptions) ([]*Place, error) {
	var o SearchOptions
	if opts != nil {
		o = *opts
	}
	if o.Limit < 1 || o.Limit > MaxResults {
		o.Limit = MaxResults
	}
	return g.search(q, o)
}

// search does what Search does; a limit may exceed MaxResults here.
func (g *Gazetteer) search(q string, o SearchOptions) ([]*Place, error) {
	if err := checkQuery(q); err != nil {
		return nil, err
	}
	var textRoom [128]byte
	var wordRoom [8]span
	query := query{text: appendFold(textRoom[:0], q), limit: o.Limit, level: o.Level}
	if len(query.text) == 0 || o.Level > Municipality {
		return nil, nil
	}
	query.words = appendWords(wordRoom[:0], query.text)
	if o.Within != "" {
		return g.searchWithin(&query, o)
	}
	if len(g.territories) == 1 || o.Country != "" {
		for _, t := range g.territories {
			if o.Country == "" || o.Country == t.country {
				return t.search(&query), nil
			}
		}
		return nil, nil
	}
	return g.searchAll(&query), nil
}

func checkQuery(q string) error {
	switch {
	case !utf8.ValidString(q) || strings.IndexByte(q, 0) >= 0:
		return fmt.Errorf("%w: it is not UTF-8 text without NUL", ErrInvalidQuery)
	case len(q) > MaxQueryLength && utf8.RuneCountInString(q) > MaxQueryLength:
		return fmt.Errorf("%w: it is longer than %d characters", ErrInvalidQuery, MaxQueryLength)
	case strings.TrimSpace(q) == "":
		return fmt.Errorf("%w: it is empty", ErrInvalidQuery)
	}
	return nil
}

func (g *Gazetteer) searchWithin(q *query, o SearchOptions) ([]*Place, error) {
	container := g.nodes[o.Within]
	if container == nil || o.Country != "" && o.Country != container.territory.country {
		return nil, nil
	}
	q.within, q.container = true, container.rank
	return container.territory.search(q), nil
}

// searchAll merges what each country finds.
func (g *Gazetteer) searchAll(q *query) []*Place {
	type ranked struct {
		quality    match
		place      *Place
		population int64
	}
	var all []ranked
	for _, t := range g.territories {
		var room [MaxResults * 2]match
		for _, key := range t.matches(room[:0], q) {
			rank := key & rankMask
			all = append(all, ranked{key &^ rankMask, t.ranked[rank], t.population[rank]})
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.quality, b.quality), comparePriority(a.place, a.population, b.place, b.population))
	})
	places := make([]*Place, min(len(all), q.limit))
	for i := range places {
		places[i] = all[i].place
	}
	return places
}

// query is a search text made ready, with the filters of one search.
type query struct {
	text      []byte // folded, not empty
	words     []span // of text
	limit     int
	level     Level // 0 for all
	within    bool
	container uint32 // rank of the place that holds all results, if within
}

// span is where a word stands in the text of a query. Positions keep a query
// off the heap, which slices of its text would not.
type span struct{ from, to int }

// word returns the i-th word of q.
func (q *query) word(i int) []byte { return q.text[q.words[i].from:q.words[i].to] }

func appendWords(dst []span, text []byte) []span {
	start := 0
	for i, c := range text {
		if c == ' ' {
			dst = append(dst, span{start, i})
			start = i + 1
		}
	}
	return append(dst, span{start, len(text)})
}

// search returns the places that match q in this country, best first.
func (t *territory) search(q *query) []*Place {
	var room [MaxResults * 2]match
	keys := t.matches(room[:0], q)
	if len(keys) == 0 {
		return nil
	}
	places := make([]*Place, len(keys))
	for i, key := range keys {
		places[i] = t.ranked[key&rankMask]
	}
	return places
}

// matches appends to found, which is empty, the matches of q, best first, each
// place once. Every step runs only when there is room left for worse matches
// than the ones found.
func (t *territory) matches(found []match, q *query) []match {
	lo, hi := t.suffixes.find(q.text)
	found = t.addExact(found, q, lo, hi)
	found = t.addDirect(found, q, lo, hi)
	if len(found) == q.limit && found[len(found)-1] < wordMatch {
		return found
	}
	var room [8]wordRange
	ranges := t.wordRanges(room[:0], q)
	if len(q.words) > 1 {
		found = t.addAnyOrder(found, q, ranges)
	}
	if len(found) < q.limit {
		found = t.addTypos(found, q, ranges)
	}
	return found
}

// passes reports whether the place of a rank is one the filters let through.
func (t *territory) passes(q *query, rank uint32) bool {
	if q.level != 0 && (rank < t.levelStart[q.level] || rank >= t.levelStart[q.level+1]) {
		return false
	}
	return !q.within || t.inside(rank, q.container)
}

// addExact adds the places that have q as a whole name. Their suffixes lead the
// range of those that begin with q.
func (t *territory) addExact(found []match, q *query, lo, hi int) []match {
	for _, s := range t.suffixes.sorted[lo:hi] {
		whole := s.key>>rankBits<<rankBits == prefixMatch && t.names.text[int(s.at)+len(q.text)] == 0
		if !whole || len(found) == q.limit {
			break
		}
		if rank := s.key & rankMask; t.passes(q, rank) {
			found = append(found, exactMatch|rank)
		}
	}
	return found
}

// addDirect adds the places that have q somewhere in a name.
func (t *territory) addDirect(found []match, q *query, lo, hi int) []match {
	if len(found) == q.limit || lo == hi {
		return found
	}
	if q.limit <= MaxResults {
		var ok bool
		if found, ok = t.addListed(found, q, lo, hi); ok {
			return found
		}
	}
	from := len(found)
	if q.within && hi-lo > t.sizeOf(q.container) {
		found = t.addScanned(found, q)
	} else {
		for _, s := range t.suffixes.sorted[lo:hi] {
			if t.passes(q, s.key&rankMask) {
				found = append(found, s.key)
			}
		}
	}
	return settle(found, from, q.limit)
}

// addListed adds the places that are listed in advance. It returns false,
// having added nothing, when the list does not say enough.
func (t *territory) addListed(found []match, q *query, lo, hi int) (_ []match, ok bool) {
	if q.within {
		return t.addListedWithin(found, q, lo, hi)
	}
	var room [MaxResults]match
	listed, _, ok := t.suffixes.tops.get(room[:0], lo, hi, q.level, q.limit)
	return appendNew(found, listed, q.limit), ok
}

func (t *territory) addListedWithin(found []match, q *query, lo, hi int) (_ []match, ok bool) {
	var room [int(Municipality) * MaxResults]match
	listed, whole, ok := t.suffixes.tops.get(room[:0], lo, hi, q.level, len(room))
	if !ok {
		return found, false
	}
	inside := listed[:0]
	for _, key := range listed {
		if t.passes(q, key&rankMask) {
			inside = append(inside, key)
		}
	}
	if !whole && len(inside) < q.limit {
		return found, false
	}
	return appendNew(found, inside, q.limit), true
}

// sizeOf returns how many places lie inside that of a rank.
func (t *territory) sizeOf(rank uint32) int { return int(t.walkEnd[rank] - t.walk[rank]) }

// addScanned adds the places inside the container that have q somewhere in a
// name, by reading all their names: quicker where the container is small and q
// is in names everywhere.
func (t *territory) addScanned(found []match, q *query) []match {
	inside := t.walkRank[t.walk[q.container]+1 : t.walkEnd[q.container]]
	for _, rank := range inside {
		if !t.passes(q, rank) {
			continue
		}
		if quality, ok := t.names.bestMatch(rank, q.text); ok {
			found = append(found, quality|rank)
		}
	}
	return found
}

// settle sorts the matches from an index on, leaves out places that are there
// already, and keeps the first limit of all.
func settle(found []match, from, limit int) []match {
	added := found[from:]
	slices.Sort(added)
	return appendNew(found[:from], added, limit)
}

// appendNew appends the matches of added whose places are not in found yet, up
// to limit in all. added may share memory with what follows found.
func appendNew(found, added []match, limit int) []match {
	for _, key := range added {
		if len(found) >= limit {
			break
		}
		if !hasRank(found, key&rankMask) {
			found = append(found, key)
		}
	}
	return found
}

func hasRank(found []match, rank uint32) bool {
	for _, key := range found {
		if key&rankMask == rank {
			return true
		}
	}
	return false
}
