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

// compare tells whether every number in s stands to bound as op says, or none.
func (s span) compare(op string, bound quantity.Number) truth {
	if n, ok := s.exact(); ok {
		return truthOf(holds(n.Cmp(bound), op))
	}
	if op == "=" {
		if s.contains(bound) {
			return maybe
		}
		return no
	}
	// The complement of a comparison is a comparison, so two tests decide: is
	// anything of s inside, and is anything outside.
	inside, outside := s.meets(op, bound), s.meets(opposite[op], bound)
	switch {
	case inside && outside:
		return maybe
	case inside:
		return yes
	}
	return no
}

var opposite = map[string]string{"<": ">=", ">=": "<", "<=": ">", ">": "<="}

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

// holds reads the sign of a comparison.
func holds(sign int, op string) bool {
	switch op {
	case "<":
		return sign < 0
	case "<=":
		return sign <= 0
	case "=":
		return sign == 0
	case ">=":
		return sign >= 0
	}
	return sign > 0
}

// same reports whether s and t have the same bounds.
func (s span) same(t span) bool {
	equal := func(a, b *quantity.Number) bool {
		return a == b || a != nil && b != nil && a.Equal(*b)
	}
	return equal(s.lo, t.lo) && equal(s.hi, t.hi) && s.loOpen == t.loOpen && s.hiOpen == t.hiOpen
}
