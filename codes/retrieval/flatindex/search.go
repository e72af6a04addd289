package flatindex

import (
	"context"
	"math"

	"github.com/reglookup/regengine/codes/retrieval"
)

const (
	// sure is by how many standard deviations an estimate may be too low before
	// a vector at the bar is missed: one in 160 of those.
	sure = 2.5

	// leaders times k is the number of vectors, those with the best estimates,
	// that are compared in full first: they set the bar for all others.
	leaders = 4

	// rounding is what single precision may take from an estimate.
	rounding = 1e-5
)

// scan compares the query with every vector in scope.
func scan(ctx context.Context, parts []part, unit []float32, k int) ([]retrieval.Near, error) {
	best := newTop(k)
	for p := range parts {
		if err := scanPart(ctx, best, parts, p, unit); err != nil {
			return nil, err
		}
	}
	return nearest(best, parts), nil
}

func scanPart(ctx context.Context, best *top, parts []part, p int, unit []float32) error {
	c := parts[p].collection
	for row := range c.ids {
		if row%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		best.offer(found{dot(unit, c.unit(row)), int32(p), int32(row)})
	}
	return nil
}

// nearest returns what was found, best first.
func nearest(best *top, parts []part) []retrieval.Near {
	sorted := best.sorted()
	near := make([]retrieval.Near, len(sorted))
	for i, f := range sorted {
		p := parts[f.part]
		near[i] = retrieval.Near{Doc: p.doc, ID: p.ids[f.row], Score: retrieval.Cosine(float64(f.score))}
	}
	return near
}

// search is one search by codes.
type search struct {
	parts  []part
	unit   []float32   // the query
	first  *top        // by estimate
	best   *top        // by score
	uppers [][]float32 // by part and row: what the score may be at most
}

// searchCodes estimates every score in scope and compares the query in full with
// those vectors that may be among the k best.
func searchCodes(ctx context.Context, parts []part, unit []float32, k int) ([]retrieval.Near, error) {
	s := &search{parts: parts, unit: unit, first: newTop(leaders * k), best: newTop(k), uppers: make([][]float32, len(parts))}
	if err := s.estimateAll(ctx); err != nil {
		return nil, err
	}
	for _, f := range s.first.heap {
		s.compare(int(f.part), int(f.row))
		s.uppers[f.part][f.row] = float32(math.Inf(-1)) // not a second time
	}
	for p, uppers := range s.uppers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for row, upper := range uppers {
			if !s.best.full() || upper >= s.best.worst().score {
				s.compare(p, row)
			}
		}
	}
	return nearest(s.best, parts), nil
}

func (s *search) compare(p, row int) {
	s.best.offer(found{dot(s.unit, s.parts[p].unit(row)), int32(p), int32(row)})
}

// estimateAll fills first and uppers, and compares at once with the vectors that
// have no codes.
func (s *search) estimateAll(ctx context.Context) error {
	r := s.parts[0].rotation // all are of one dimension
	turned, scratch := make([]float32, r.padded), make([]float32, r.padded)
	r.apply(s.unit, turned)
	q := question{words: make([][planes]uint64, r.padded/64)}
	for p := range s.parts {
		c := s.parts[p].collection
		if len(c.codes.words) == 0 {
			if err := scanPart(ctx, s.best, s.parts, p, s.unit); err != nil {
				return err
			}
			continue
		}
		q.prepare(&c.codes, s.unit, turned, scratch)
		if err := s.estimatePart(ctx, p, &q); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) estimatePart(ctx context.Context, p int, q *question) error {
	c := &s.parts[p].codes
	uppers, words := make([]float32, len(c.figures)), len(q.words)
	for row, f := range c.figures {
		if row%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		score, spread := q.estimate(c.words[row*words:(row+1)*words], f)
		uppers[row] = score + sure*spread + rounding
		if !s.first.full() || score > s.first.worst().score {
			s.first.offer(found{score, int32(p), int32(row)})
		}
	}
	s.uppers[p] = uppers
	return nil
}
