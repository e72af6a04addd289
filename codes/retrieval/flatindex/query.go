package flatindex

import (
	"math"
	"math/bits"
)

// planes is the number of bits a value of the query is rounded to. With 4 the
// rounding adds a few hundredths to the error that the signs have made.
const planes = 4

// question is a query made ready to be compared with the codes of one
// collection: its rotated difference from the mean, in whole steps from the
// lowest value up, one bit of every step in each plane.
type question struct {
	words  [][planes]uint64 // by word of a code
	center float32          // query · mean
	length float32          // of the difference
	low    float32
	step   float32
	sum    float32 // of the difference's values, as rounded
}

// prepare sets q for the collection's codes. turned is the rotated query and
// scratch as long.
func (q *question) prepare(c *codes, unit, turned, scratch []float32) {
	var squares float64
	low, high := float32(math.MaxFloat32), float32(-math.MaxFloat32)
	for i, v := range turned {
		d := v - c.turned[i]
		scratch[i] = d
		squares += float64(d) * float64(d)
		low, high = min(low, d), max(high, d)
	}
	q.center = dot(unit, c.mean)
	q.length = float32(math.Sqrt(squares))
	q.low, q.step = low, (high-low)/(1<<planes-1)
	q.round(scratch)
}

// round fills the planes.
func (q *question) round(values []float32) {
	clear(q.words)
	var perStep float32 // stays 0 where all values are the same
	if q.step > 0 {
		perStep = 1 / q.step
	}
	var steps uint64
	for i, v := range values {
		step := uint64((v-q.low)*perStep + 0.5)
		step = min(step, 1<<planes-1)
		steps += step
		for plane := range planes {
			q.words[i/64][plane] |= (step >> plane & 1) << (i % 64)
		}
	}
	q.sum = q.low*float32(len(values)) + q.step*float32(steps)
}

// estimate returns about the score of a vector and how far off it may be, in
// standard deviations.
func (q *question) estimate(code []uint64, f figures) (score, spread float32) {
	// The values where the code has a bit, in steps.
	var s0, s1, s2, s3 int
	for i, planes := range q.words[:len(code)] {
		word := code[i]
		s0 += bits.OnesCount64(word & planes[0])
		s1 += bits.OnesCount64(word & planes[1])
		s2 += bits.OnesCount64(word & planes[2])
		s3 += bits.OnesCount64(word & planes[3])
	}
	steps := s0 + s1<<1 + s2<<2 + s3<<3
	set := q.low*f.ones + q.step*float32(steps)
	// Those with a bit count +1, the others -1.
	return q.center + f.base + f.gain*(2*set-q.sum), f.spread * q.length
}
