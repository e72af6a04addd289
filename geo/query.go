package geo

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// checkQuery returns ErrInvalidQuery for what is no search text.
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
