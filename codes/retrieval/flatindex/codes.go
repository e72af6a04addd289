package flatindex

import (
	"context"
	"math"
)

// smallest is the number of vectors from which a document has codes. The query
// is prepared anew for each document, which costs about as much as comparing
// with this many vectors.
const smallest = 32

// checkEvery is the number of vectors after which a caller that has gone is
// noticed.
const checkEvery = 4096

// codes say of each vector of a collection roughly where it is, relative to the
// mean of the collection. The zero value is that of a collection without codes.
type codes struct {
	mean    []float32 // as the vectors are
	turned  []float32 // the mean, rotated
	words   []uint64  // padded/64 for each vector: the signs of its rotated difference from the mean
	figures []figures // of each vector
}

// figures are what turns the comparison with a code into a score. With r the
// difference of a vector from the mean and r' the same rotated:
type figures struct {
	base   float32 // mean · r
	gain   float32 // |r|² / Σ|r'|: makes the product with the signs one with r, without bias
	spread float32 // the error's standard deviation for a query of length 1 from the mean
	ones   float32 // set bits of the code
}

// encode returns the codes of vectors, which lie one after the other.
func encode(ctx context.Context, r *rotation, units []float32) (codes, error) {
	n := len(units) / r.dimension
	if n < smallest {
		return codes{}, ctx.Err()
	}
	c := codes{
		mean: mean(units, r.dimension), turned: make([]float32, r.padded),
		words: make([]uint64, n*r.padded/64), figures: make([]figures, n),
	}
	r.apply(c.mean, c.turned)
	turned := make([]float32, r.padded)
	for i := range n {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return codes{}, ctx.Err()
		}
		unit := units[i*r.dimension : (i+1)*r.dimension]
		r.apply(unit, turned)
		for j, m := range c.turned {
			turned[j] -= m
		}
		words := c.words[i*r.padded/64 : (i+1)*r.padded/64]
		c.figures[i] = signs(turned, words)
		c.figures[i].base = dot(c.mean, unit) - dot(c.mean, c.mean)
	}
	return c, nil
}

func mean(units []float32, dimension int) []float32 {
	sums := make([]float64, dimension)
	for i, v := range units {
		sums[i%dimension] += float64(v)
	}
	out := make([]float32, dimension)
	for i, sum := range sums {
		out[i] = float32(sum / float64(len(units)/dimension))
	}
	return out
}

// signs writes the signs of a rotated difference to words and returns what they
// leave out.
func signs(turned []float32, words []uint64) figures {
	var squares, sum float64
	var f figures
	for i, v := range turned {
		squares += float64(v) * float64(v)
		sum += math.Abs(float64(v))
		if v > 0 {
			words[i/64] |= 1 << (i % 64)
			f.ones++
		}
	}
	if sum == 0 {
		return f // the vector is the mean
	}
	// f² of the paper, how well the signs point where the vector does: 0.8 if
	// the rotation is a good one.
	n := float64(len(turned))
	fit := sum * sum / (n * squares)
	f.gain = float32(squares / sum)
	f.spread = float32(math.Sqrt(max(0, squares*(1/fit-1)/(n-1))))
	return f
}
