package askeval

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Rate is how many of so many came out well.
type Rate struct {
	Hits int `json:"hits"`
	Of   int `json:"of"`
}

// Share is Hits of Of, between 0 and 1; 0 of nothing.
func (r Rate) Share() float64 { return rateOf(r.Hits, r.Of, 0) }

// Interval returns the bounds within which the true share lies with 95 %
// confidence, by Wilson's score (1927): it holds for few cases and for shares
// near 0 and 1. Of nothing it is 0 to 1.
func (r Rate) Interval() (low, high float64) {
	if r.Of == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	n, p := float64(r.Of), r.Share()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// String returns the rate for people: "20 of 23, 87.0 % (67.9 to 95.5)".
func (r Rate) String() string {
	if r.Of == 0 {
		return "none"
	}
	low, high := r.Interval()
	return fmt.Sprintf("%d of %d, %.1f %% (%.1f to %.1f)", r.Hits, r.Of, 100*r.Share(), 100*low, 100*high)
}

func (r *Rate) add(hit bool) {
	r.Of++
	if hit {
		r.Hits++
	}
}

func (r *Rate) join(other Rate) {
	r.Hits += other.Hits
	r.Of += other.Of
}

// quantile returns the time that a share of all did not exceed (nearest rank).
func quantile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}
