package retrieval

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// ErrVector says that an [Index] was given what it cannot keep or compare: a
// value that is not finite, a block named twice, or a name no database can hold.
var ErrVector = errors.New("retrieval: unusable vectors")

// unitTolerance is how far from 1 the length of a vector may be and still count
// as 1: single precision rounds that much.
const unitTolerance = 1e-6

// CheckCollection tells whether an [Index] may keep vectors under the names given
// and returns their dimension, 0 for no vectors. ErrDimension when they differ in
// length or have none; ErrVector when a value is not finite, a block stands there
// twice, or a name is no UTF-8 or holds a zero byte.
func CheckCollection(doc, embedder string, vectors []Vector) (dimension int, err error) {
	if !nameable(doc) || !nameable(embedder) {
		return 0, fmt.Errorf("%w: the document %q and the embedder %q need names in UTF-8 without zero bytes", ErrVector, doc, embedder)
	}
	seen := make(map[string]struct{}, len(vectors))
	for i, v := range vectors {
		if i == 0 {
			dimension = len(v.Values)
		}
		if err := checkVector(v, dimension); err != nil {
			return 0, fmt.Errorf("vectors of %q: %w", doc, err)
		}
		seen[v.ID] = struct{}{}
		if len(seen) <= i {
			return 0, fmt.Errorf("%w: block %q stands twice in %q", ErrVector, v.ID, doc)
		}
	}
	return dimension, nil
}

func checkVector(v Vector, dimension int) error {
	switch {
	case len(v.Values) == 0:
		return fmt.Errorf("%w: block %q has a vector of no values", ErrDimension, v.ID)
	case len(v.Values) != dimension:
		return fmt.Errorf("%w: block %q has %d values where the first block has %d", ErrDimension, v.ID, len(v.Values), dimension)
	case !nameable(v.ID) || !nameable(v.SHA256):
		return fmt.Errorf("%w: the block %q and its hash %q need names in UTF-8 without zero bytes", ErrVector, v.ID, v.SHA256)
	}
	return checkFinite(v.Values)
}

func nameable(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsRune(name, 0)
}

// CheckQuery tells whether query can be compared with anything: ErrDimension when
// it has no values, ErrVector when one is not finite.
func CheckQuery(query []float32) error {
	if len(query) == 0 {
		return fmt.Errorf("%w: the query has no values", ErrDimension)
	}
	return checkFinite(query)
}

func checkFinite(values []float32) error {
	for i, value := range values {
		if v := float64(value); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%w: value %d is %v", ErrVector, i, value)
		}
	}
	return nil
}

// Unit returns the vector of length 1 (Euclidean) that points where values do,
// or nil when these are all zeros and point nowhere. Values of length 1 within
// rounding are returned themselves, not copied.
func Unit(values []float32) []float32 {
	var sum float64 // no float32 is too large or too small for its square
	for _, v := range values {
		sum += float64(v) * float64(v)
	}
	length := math.Sqrt(sum)
	switch {
	case length == 0:
		return nil
	case math.Abs(length-1) <= unitTolerance:
		return values
	}
	unit := make([]float32, len(values))
	for i, v := range values {
		unit[i] = float32(float64(v) / length)
	}
	return unit
}

// Cosine returns the score of a product of two vectors of length 1: rounding
// may carry the product a little beyond -1 or 1.
func Cosine(product float64) float64 { return min(max(product, -1), 1) }

// CompareNear orders neighbours as [Index.Nearest] returns them: the best score
// first, equal ones by document and block.
func CompareNear(a, b Near) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.ID, b.ID))
}
