package verify

import "github.com/reglookup/regengine/codes/reading/quantity"

// span is a set of numbers between two bounds; a nil bound is none.
type span struct {
	lo, hi         *quantity.Number
	loOpen, hiOpen bool // the bound itself is outside
}

// exact returns the one number in s.
func (s span) exact() (n quantity.Number, ok bool) {
	if s.lo == nil || s.hi == nil || s.loOpen || s.hiOpen {
		return quantity.Number{}, false
	}
	return *s.lo, s.lo == s.hi || s.lo.Equal(*s.hi)
}

// isWhole reports whether s is one whole number.
func (s span) isWhole() bool {
	n, exact := s.exact()
	return exact && n.IsInt()
}

// empty reports whether no number lies in s.
func (s span) empty() bool {
	if s.lo == nil || s.hi == nil {
		return false
	}
	order := s.lo.Cmp(*s.hi)
	return order > 0 || order == 0 && (s.loOpen || s.hiOpen)
}

// contains reports whether n lies in s.
func (s span) contains(n quantity.Number) bool {
	if s.lo != nil && (n.Cmp(*s.lo) < 0 || s.loOpen && n.Equal(*s.lo)) {
		return false
	}
	return s.hi == nil || n.Cmp(*s.hi) < 0 || !s.hiOpen && n.Equal(*s.hi)
}

// compared reads an exact number as the bound of a comparison.
func (s *span) compared(op string) *span {
	switch op {
	case "<":
		return &span{hi: s.hi, hiOpen: true}
	case "<=":
		return &span{hi: s.hi}
	case ">":
		return &span{lo: s.lo, loOpen: true}
	case ">=":
		return &span{lo: s.lo}
	}
	return s
}

// convert expresses the bounds in another unit; a slope in per cent, as a ratio or
// in degrees is one thing.
func (s span) convert(from, to quantity.Unit) (span, error) {
	for _, bound := range []**quantity.Number{&s.lo, &s.hi} {
		if *bound == nil {
			continue
		}
		n, err := quantity.Convert(**bound, from, to, quantity.Slope)
		if err != nil {
			return span{}, err
		}
		*bound = &n
	}
	return s, nil
}

// meets reports whether some number of s stands to bound as op says.
func (s span) meets(op string, bound quantity.Number) bool {
	switch op {
	case "<":
		return s.lo == nil || s.lo.Cmp(bound) < 0
	case "<=":
		return s.lo == nil || s.lo.Cmp(bound) < 0 || !s.loOpen && s.lo.Equal(bound)
	case ">":
		return s.hi == nil || s.hi.Cmp(bound) > 0
	}
	return s.hi == nil || s.hi.Cmp(bound) > 0 || !s.hiOpen && s.hi.Equal(bound)
}

// same reports whether s and t have the same bounds.
func (s span) same(t span) bool {
	equal := func(a, b *quantity.Number) bool {
		return a == b || a != nil && b != nil && a.Equal(*b)
	}
	return equal(s.lo, t.lo) && equal(s.hi, t.hi) && s.loOpen == t.loOpen && s.hiOpen == t.hiOpen
}
