package verify

import "github.com/reglookup/regengine/codes/reading/quantity"

// The arithmetic of intervals: what a formula gives for every choice of its inputs
// lies in the interval it gives for theirs. Where one input stands twice it may be
// wider than need be; it is never narrower.

// exactly is the interval of one number.
func exactly(n quantity.Number) span { return span{lo: &n, hi: &n} }

// end is one end of an interval: a number, or infinity on the side named by inf.
type end struct {
	n    quantity.Number
	inf  int // -1, 0 or 1
	open bool
}

func (s span) ends() (lo, hi end) {
	lo, hi = end{inf: -1, open: true}, end{inf: 1, open: true}
	if s.lo != nil {
		lo = end{n: *s.lo, open: s.loOpen}
	}
	if s.hi != nil {
		hi = end{n: *s.hi, open: s.hiOpen}
	}
	return lo, hi
}

func spanOf(lo, hi end) span {
	var s span
	if lo.inf == 0 {
		s.lo, s.loOpen = &lo.n, lo.open
	}
	if hi.inf == 0 {
		s.hi, s.hiOpen = &hi.n, hi.open
	}
	return s
}

func (e end) sign() int {
	if e.inf != 0 {
		return e.inf
	}
	return e.n.Sign()
}

// cmp orders ends by where they lie, open or not.
func (e end) cmp(f end) int {
	if e.inf != 0 || f.inf != 0 {
		return e.inf - f.inf
	}
	return e.n.Cmp(f.n)
}

func (e end) neg() end { return end{n: e.n.Neg(), inf: -e.inf, open: e.open} }

func (e end) add(f end) end {
	if e.inf != 0 || f.inf != 0 {
		return end{inf: e.inf + f.inf, open: true} // both lie on the same side, or one is finite
	}
	return end{n: e.n.Add(f.n), open: e.open || f.open}
}

// isZero reports whether the end is a zero that is reached: times anything at
// all it is zero.
func (e end) isZero() bool { return e.inf == 0 && !e.open && e.n.Sign() == 0 }

func (e end) mul(f end) end {
	switch {
	case e.isZero() || f.isZero():
		return end{}
	case e.sign() == 0 || f.sign() == 0:
		return end{open: true}
	case e.inf != 0 || f.inf != 0:
		return end{inf: e.sign() * f.sign(), open: true}
	}
	return end{n: e.n.Mul(f.n), open: e.open || f.open}
}

// inverse returns 1 over an end of an interval without zero; of an open zero itself,
// an infinite end.
func (e end) inverse() end {
	if e.inf != 0 {
		return end{open: true}
	}
	n, ok := quantity.NewNumber(1, 1).Quo(e.n)
	if !ok {
		return end{inf: 1, open: true} // on which side, its place in the interval tells
	}
	return end{n: n, open: e.open}
}

// neg is the interval of the numbers with the other sign.
func (s span) neg() span {
	lo, hi := s.ends()
	return spanOf(hi.neg(), lo.neg())
}

// add is the interval of the sums.
func (s span) add(t span) span {
	a, b := s.ends()
	c, d := t.ends()
	return spanOf(a.add(c), b.add(d))
}

// mul is the interval of the products.
func (s span) mul(t span) span {
	a, b := s.ends()
	c, d := t.ends()
	lo := a.mul(c)
	hi := lo
	for _, corner := range []end{a.mul(d), b.mul(c), b.mul(d)} {
		lo, hi = outermost(lo, corner, -1), outermost(hi, corner, 1)
	}
	return spanOf(lo, hi)
}

// outermost returns the end that lies further to the side given; of two that
// lie alike the closed one.
func outermost(e, f end, side int) end {
	switch order := e.cmp(f) * side; {
	case order > 0:
		return e
	case order < 0:
		return f
	}
	e.open = e.open && f.open
	return e
}

// innermost returns the end that lies further from the side given; of two that
// lie alike the open one.
func innermost(e, f end, side int) end {
	switch order := e.cmp(f) * side; {
	case order > 0:
		return f
	case order < 0:
		return e
	}
	e.open = e.open || f.open
	return e
}

// quo divides by t; where t may be zero the result is any number.
func (s span) quo(t span) span {
	if t.contains(quantity.Number{}) {
		return span{}
	}
	lo, hi := t.ends()
	return s.mul(spanOf(hi.inverse(), lo.inverse()))
}

// least is the interval of the smaller of two numbers.
func (s span) least(t span) span {
	a, b := s.ends()
	c, d := t.ends()
	return spanOf(outermost(a, c, -1), innermost(b, d, 1))
}

// greatest is the interval of the larger of two numbers.
func (s span) greatest(t span) span {
	a, b := s.ends()
	c, d := t.ends()
	return spanOf(innermost(a, c, -1), outermost(b, d, 1))
}

// ceil is the interval of the whole numbers reached by rounding up.
func (s span) ceil() span {
	return s.neg().floor().neg()
}

// floor is the interval of the whole numbers reached by rounding down. An open upper
// end that is whole is not reached.
func (s span) floor() span {
	lo, hi := s.ends()
	whole := hi.inf == 0 && hi.open && hi.n.IsInt()
	lo.n, hi.n, lo.open, hi.open = lo.n.Floor(), hi.n.Floor(), false, false
	if whole {
		hi.n = hi.n.Sub(quantity.NewNumber(1, 1))
	}
	return spanOf(lo, hi)
}

// round is the interval of the multiples of unit that are nearest, halves away from
// zero.
func (s span) round(unit quantity.Number) span {
	lo, hi := s.ends()
	lo.n, hi.n, lo.open, hi.open = roundTo(lo.n, unit), roundTo(hi.n, unit), false, false
	return spanOf(lo, hi)
}

// roundTo returns the multiple of unit nearest to n, halves away from zero.
func roundTo(n, unit quantity.Number) quantity.Number {
	scaled, _ := n.Abs().Quo(unit)
	out := scaled.Add(quantity.NewNumber(1, 2)).Floor().Mul(unit)
	if n.Sign() < 0 {
		return out.Neg()
	}
	return out
}

// meet returns what s and t share.
func (s span) meet(t span) span {
	a, b := s.ends()
	c, d := t.ends()
	return spanOf(innermost(a, c, -1), innermost(b, d, 1))
}

// hull returns the smallest interval that holds both.
func (s span) hull(t span) span {
	out := s
	if s.lo == nil || t.lo == nil {
		out.lo, out.loOpen = nil, false
	} else if c := t.lo.Cmp(*s.lo); c < 0 || c == 0 && !t.loOpen {
		out.lo, out.loOpen = t.lo, t.loOpen
	}
	if s.hi == nil || t.hi == nil {
		out.hi, out.hiOpen = nil, false
	} else if c := t.hi.Cmp(*s.hi); c > 0 || c == 0 && !t.hiOpen {
		out.hi, out.hiOpen = t.hi, t.hiOpen
	}
	return out
}

// whole brings the ends to whole numbers that are reached.
func (s span) whole() span {
	lo, hi := s.ends()
	one := quantity.NewNumber(1, 1)
	if lo.inf == 0 && (lo.open || !lo.n.IsInt()) {
		lo = end{n: lo.n.Floor().Add(one)}
	}
	if hi.inf == 0 && (hi.open || !hi.n.IsInt()) {
		hi = end{n: hi.n.Neg().Floor().Add(one).Neg()}
	}
	return spanOf(lo, hi)
}
