package flatindex

import (
	"math"
	"math/bits"
)

// rounds is how often a rotation turns both ends of a vector. From the third on
// nothing is gained.
const rounds = 3

// rotation turns vectors of one dimension in a fixed random direction, so that
// what they say is spread evenly over all values: an embedding may keep most of
// it in few, and a sign would lose it there. Products do not change.
//
// It alternates random signs with Hadamard transforms, each of the largest power
// of two that fits: once over the first values, once over the last.
type rotation struct {
	dimension int         // of the vectors
	padded    int         // of what it makes of them: a multiple of 64
	power     int         // size of a transform
	signs     [][]float32 // of +1 and -1, two for each round
}

func newRotation(dimension int) *rotation {
	r := &rotation{dimension: dimension, padded: (dimension + 63) / 64 * 64}
	r.power = 1 << (bits.Len(uint(r.padded)) - 1)
	state := uint64(dimension)
	for range 2 * rounds {
		signs := make([]float32, r.padded)
		for i := range signs {
			signs[i] = float32(int64(splitmix(&state)>>63)*2 - 1)
		}
		r.signs = append(r.signs, signs)
	}
	return r
}

// splitmix returns the next of a fixed sequence of numbers (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", 2014). The rotation
// must be the same in every run, not unpredictable.
func splitmix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// apply writes the turned vector to out, which has padded values.
func (r *rotation) apply(vector, out []float32) {
	clear(out[copy(out, vector):])
	for i, signs := range r.signs {
		for j, s := range signs {
			out[j] *= s
		}
		if i%2 == 0 {
			hadamard(out[:r.power])
		} else {
			hadamard(out[r.padded-r.power:])
		}
	}
}

// hadamard applies the Hadamard transform, scaled to keep lengths. The number of
// values is a power of two, at least 64.
func hadamard(values []float32) {
	for half := 1; half < len(values); half *= 2 {
		for start := 0; start < len(values); start += 2 * half {
			low, high := values[start:start+half], values[start+half:start+2*half]
			high = high[:len(low)]
			for i := range low {
				a, b := low[i], high[i]
				low[i], high[i] = a+b, a-b
			}
		}
	}
	scale := float32(1 / math.Sqrt(float64(len(values))))
	for i := range values {
		values[i] *= scale
	}
}
