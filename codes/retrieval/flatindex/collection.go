package flatindex

import (
	"cmp"
	"context"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// collection holds the vectors of a document. It never changes.
type collection struct {
	embedder string
	rotation *rotation

	// The vectors that point somewhere, by block id: of the i-th the values scaled
	// to length 1 are units[i*dimension : (i+1)*dimension].
	ids, hashes []string
	units       []float32
	codes       codes

	given map[int][]float32  // as they came, where that is not their unit
	zeros []retrieval.Vector // those that point nowhere, by block id
}

func newCollection(ctx context.Context, embedder string, r *rotation, vectors []retrieval.Vector) (*collection, error) {
	sorted := slices.Clone(vectors)
	slices.SortFunc(sorted, func(a, b retrieval.Vector) int { return cmp.Compare(a.ID, b.ID) })
	c := &collection{
		embedder: embedder, rotation: r,
		ids: make([]string, 0, len(sorted)), hashes: make([]string, 0, len(sorted)),
		units: make([]float32, 0, len(sorted)*r.dimension), given: map[int][]float32{},
	}
	for _, v := range sorted {
		c.add(v)
	}
	var err error
	c.codes, err = encode(ctx, r, c.units)
	return c, err
}

func (c *collection) add(v retrieval.Vector) {
	unit := retrieval.Unit(v.Values)
	if unit == nil {
		v.Values = slices.Clone(v.Values)
		c.zeros = append(c.zeros, v)
		return
	}
	if &unit[0] != &v.Values[0] {
		c.given[len(c.ids)] = slices.Clone(v.Values)
	}
	c.ids = append(c.ids, v.ID)
	c.hashes = append(c.hashes, v.SHA256)
	c.units = append(c.units, unit...)
}

// unit returns the i-th vector, scaled to length 1.
func (c *collection) unit(i int) []float32 {
	d := c.rotation.dimension
	return c.units[i*d : (i+1)*d : (i+1)*d]
}

// vectors returns a copy of all, by block id.
func (c *collection) vectors() []retrieval.Vector {
	all := make([]retrieval.Vector, 0, len(c.ids)+len(c.zeros))
	for i, id := range c.ids {
		values := c.unit(i)
		if given, ok := c.given[i]; ok {
			values = given
		}
		all = append(all, retrieval.Vector{ID: id, SHA256: c.hashes[i], Values: slices.Clone(values)})
	}
	for _, v := range c.zeros {
		v.Values = slices.Clone(v.Values)
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b retrieval.Vector) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// dot returns the product of two vectors of one length. Four sums at once: a
// sum waits for the one before it.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0]*b[0] + a[4]*b[4]
		s1 += a[1]*b[1] + a[5]*b[5]
		s2 += a[2]*b[2] + a[6]*b[6]
		s3 += a[3]*b[3] + a[7]*b[7]
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
