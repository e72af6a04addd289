package retrieval

import (
	"fmt"
	"slices"
	"strings"
)

// Query asks for passages.
type Query struct {
	Text string   // any length; what is not a word is ignored, and so is what follows 400 words
	Docs []string // only blocks of these documents, filtered inside the index; empty finds nothing
	TopK int      // 1 to MaxTopK; 0 means DefaultTopK

	// Kinds keeps only blocks of these kinds, inside the index too; empty keeps
	// all. [Row] means tables that a row of theirs was found in.
	Kinds []Kind
}

func (q *Query) check() error {
	if strings.TrimSpace(q.Text) == "" {
		return fmt.Errorf("%w: it has no text", ErrInvalidQuery)
	}
	if q.TopK < 0 || q.TopK > MaxTopK {
		return fmt.Errorf("%w: TopK is %d, it must be 0 to %d", ErrInvalidQuery, q.TopK, MaxTopK)
	}
	for _, k := range q.Kinds {
		if k != Row && !slices.Contains(Kinds(), k) {
			return fmt.Errorf("%w: there is no kind %q of block, only %v", ErrInvalidQuery, k, Kinds())
		}
	}
	return nil
}

// keep returns whether a block is of a kind asked for; nil when every one is.
func (t *tally) keep(q *Query) func(block uint32) bool {
	if len(q.Kinds) == 0 {
		return nil
	}
	return func(i uint32) bool {
		kind := t.scope.index.marks[i].kind()
		if slices.Contains(q.Kinds, kind) {
			return true
		}
		if kind != TableKind || !slices.Contains(q.Kinds, Row) {
			return false
		}
		table, ok := t.scope.index.table(i)
		return ok && len(t.rows(table)) > 0
	}
}

// What the parts of a question are worth beside a word asked for, which is 1.
// The weights were chosen on the development questions of ObliQA and hold over a
// wide range; see the README.
const (
	synonymWeight = 0.8 // a word that means the same
	nearWeight    = 0.6 // a word that what is meant may be called by: "a > b" of the table
	framingWeight = 0.3 // a word that questions are made of, see framing_xx.txt
	numberWeight  = 0.5 // a whole number that ends no reference: mostly it is the asker's own
	formWeight    = 0.4 // the word as it is written, on top of its stem
	pairWeight    = 0.5 // two words side by side, on top of each
)
