// Package localembed is a [retrieval.Embedder] that needs no network, no weights
// and no corpus. It knows spelling, not meaning: a text's vector is made of the
// pieces its words are made of, so that a word misspelt, inflected or compounded
// is near the word meant. For two words of one meaning it does nothing.
//
// Fused with the lexical index it made no search better that was measured (see the
// README): it is there to try the vector side without a server, and stays out of
// the default search.
package localembed

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

var _ retrieval.Embedder = (*Embedder)(nil)

// DefaultDimension is the length of vectors where options do not say.
const DefaultDimension = 512

// maxChars is how much of a text is embedded, in code points: more says nothing
// about a passage, and time must be bounded.
const maxChars = 20_000

// Options change the vectors. The zero value is useful.
type Options struct {
	// Dimension is the length of the vectors, 64 to 4096. Fewer values let more
	// pieces fall together. 0 means DefaultDimension.
	Dimension int
}

// Embedder makes vectors of hashed word pieces. It is immutable and safe for
// concurrent use.
type Embedder struct{ dimension int }

// New returns an Embedder. A Dimension out of range is moved into it.
func New(opts *Options) *Embedder {
	e := &Embedder{dimension: DefaultDimension}
	if opts != nil && opts.Dimension != 0 {
		e.dimension = min(max(opts.Dimension, 64), 4096)
	}
	return e
}

// version changes with anything that changes a vector.
const version = 1

// ID implements [retrieval.Embedder].
func (e *Embedder) ID() string {
	return fmt.Sprintf("local:ngrams-%d dimension=%d", version, e.dimension)
}

// Embed implements [retrieval.Embedder]. Both purposes have the same vectors. It
// takes about a microsecond for each word.
func (e *Embedder) Embed(ctx context.Context, texts []string, _ retrieval.Purpose) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = e.vector(text)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return vectors, nil
}

// vector adds up a text's words, each by how often it stands there. The order of
// the sums is fixed, for it shows in the last digits.
func (e *Embedder) vector(text string) []float32 {
	sum := make([]float32, e.dimension)
	counts := countWords(firstChars(text))
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		e.addWord(sum, word, damped(counts[word])*telling(word))
	}
	if unit := retrieval.Unit(sum); unit != nil {
		return unit
	}
	return sum
}

func firstChars(text string) string {
	if len(text) <= maxChars {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > maxChars {
			return text[:i]
		}
	}
	return text
}

// countWords counts the folded words of a text.
func countWords(text string) map[string]int {
	counts := map[string]int{}
	for _, w := range retrieval.Words(strings.ToValidUTF8(text, " "), "") {
		if w.Fold != "" {
			counts[w.Fold]++
		}
	}
	return counts
}
