package quantity

// The arithmetic of intervals: what a formula gives for every choice of its inputs
// lies in the interval it gives for theirs. Where one input stands twice it may be
// wider than need be; it is never narrower.

// Exactly is the interval of one number.
func Exactly(n Number) Interval { return Interval{Lo: &n, Hi: &n} }

// end is one end of an interval: a number, or infinity on the side named by inf.
type end struct {
	n    Number
	inf  int // -1, 0 or 1
	open bool
}

func (s Interval) ends() (lo, hi end) {
	lo, hi = end{inf: -1, open: true}, end{inf: 1, open: true}
	if s.Lo != nil {
		lo = end{n: *s.Lo, open: s.LoOpen}
	}
	if s.Hi != nil {
		hi = end{n: *s.Hi, open: s.HiOpen}
	}
	return lo, hi
}

func intervalOf(lo, hi end) Interval {
	var s Interval
	if lo.inf == 0 {
		s.Lo, s.LoOpen = &lo.n, lo.open
	}
	if hi.inf == 0 {
		s.Hi, s.HiOpen = &hi.n, hi.open
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
	n, ok := NewNumber(1, 1).Quo(e.n)
	if !ok {
		return end{inf: 1, open: true} // on which side, its place in the interval tells
	}
	return end{n: n, open: e.open}
}

// Neg is the interval of the numbers with the other sign.
func (s Interval) Neg() Interval {
	lo, hi := s.ends()
	return intervalOf(hi.neg(), lo.neg())
}

// Add is the interval of the sums.
func (s Interval) Add(t Interval) Interval {
	a, b := s.ends()
	c, d := t.ends()
	return intervalOf(a.add(c), b.add(d))
}

// Mul is the interval of the products.
func (s Interval) Mul(t Interval) Interval {
	a, b := s.ends()
	c, d := t.ends()
	lo := a.mul(c)
	hi := lo
	for _, corner := range []end{a.mul(d), b.mul(c), b.mul(d)} {
		lo, hi = outermost(lo, corner, -1), outermost(hi, corner, 1)
	}
	return intervalOf(lo, hi)
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

// Quo divides by t; where t may be zero the result is any number.
func (s Interval) Quo(t Interval) Interval {
	if t.Contains(Number{}) {
		return Interval{}
	}
	lo, hi := t.ends()
	return s.Mul(intervalOf(hi.inverse(), lo.inverse()))
}

// Least is the interval of the smaller of two numbers.
func (s Interval) Least(t Interval) Interval {
	a, b := s.ends()
	c, d := t.ends()
	return intervalOf(outermost(a, c, -1), innermost(b, d, 1))
}

// Greatest is the interval of the larger of two numbers.
func (s Interval) Greatest(t Interval) Interval {
	a, b := s.ends()
	c, d := t.ends()
	return intervalOf(innermost(a, c, -1), outermost(b, d, 1))
}

// Ceil is the interval of the whole numbers reached by rounding up.
func (s Interval) Ceil() Interval {
	return s.Neg().Floor().Neg()
}

// Floor is the interval of the whole numbers reached by rounding down. An open upper
// end that is whole is not reached.
func (s Interval) Floor() Interval {
	lo, hi := s.ends()
	whole := hi.inf == 0 && hi.open && hi.n.IsInt()
	lo.n, hi.n, lo.open, hi.open = lo.n.Floor(), hi.n.Floor(), false, false
	if whole {
		hi.n = hi.n.Sub(NewNumber(1, 1))
	}
	return intervalOf(lo, hi)
}

// Round is the interval of the multiples of unit that are nearest, halves away from
// zero.
func (s Interval) Round(unit Number) Interval {
	lo, hi := s.ends()
	lo.n, hi.n, lo.open, hi.open = roundTo(lo.n, unit), roundTo(hi.n, unit), false, false
	return intervalOf(lo, hi)
}

// roundTo returns the multiple of unit nearest to n, halves away from zero.
func roundTo(n, unit Number) Number {
	scaled, _ := n.Abs().Quo(unit)
	out := scaled.Add(NewNumber(1, 2)).Floor().Mul(unit)
	if n.Sign() < 0 {
		return out.Neg()
	}
	return out
}

// Meet returns what s and t share.
func (s Interval) Meet(t Interval) Interval {
	a, b := s.ends()
	c, d := t.ends()
	return intervalOf(innermost(a, c, -1), innermost(b, d, 1))
}

// Hull returns the smallest interval that holds both.
func (s Interval) Hull(t Interval) Interval {
	out := s
	if s.Lo == nil || t.Lo == nil {
		out.Lo, out.LoOpen = nil, false
	} else if c := t.Lo.Cmp(*s.Lo); c < 0 || c == 0 && !t.LoOpen {
		out.Lo, out.LoOpen = t.Lo, t.LoOpen
	}
	if s.Hi == nil || t.Hi == nil {
		out.Hi, out.HiOpen = nil, false
	} else if c := t.Hi.Cmp(*s.Hi); c > 0 || c == 0 && !t.HiOpen {
		out.Hi, out.HiOpen = t.Hi, t.HiOpen
	}
	return out
}

// ToWhole brings the ends to whole numbers that are reached.
func (s Interval) ToWhole() Interval {
	lo, hi := s.ends()
	one := NewNumber(1, 1)
	if lo.inf == 0 && (lo.open || !lo.n.IsInt()) {
		lo = end{n: lo.n.Floor().Add(one)}
	}
	if hi.inf == 0 && (hi.open || !hi.n.IsInt()) {
		hi = end{n: hi.n.Neg().Floor().Add(one).Neg()}
	}
	return intervalOf(lo, hi)
}
