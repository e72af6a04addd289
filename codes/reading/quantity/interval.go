package quantity

// Interval is a set of numbers between two bounds; a nil bound is none.
type Interval struct {
	Lo, Hi         *Number
	LoOpen, HiOpen bool // the bound itself is outside
}

// Exact returns the one number in s.
func (s Interval) Exact() (n Number, ok bool) {
	if s.Lo == nil || s.Hi == nil || s.LoOpen || s.HiOpen {
		return Number{}, false
	}
	return *s.Lo, s.Lo == s.Hi || s.Lo.Equal(*s.Hi)
}

// IsWhole reports whether s is one whole number.
func (s Interval) IsWhole() bool {
	n, exact := s.Exact()
	return exact && n.IsInt()
}

// Empty reports whether no number lies in s.
func (s Interval) Empty() bool {
	if s.Lo == nil || s.Hi == nil {
		return false
	}
	order := s.Lo.Cmp(*s.Hi)
	return order > 0 || order == 0 && (s.LoOpen || s.HiOpen)
}

// Contains reports whether n lies in s.
func (s Interval) Contains(n Number) bool {
	if s.Lo != nil && (n.Cmp(*s.Lo) < 0 || s.LoOpen && n.Equal(*s.Lo)) {
		return false
	}
	return s.Hi == nil || n.Cmp(*s.Hi) < 0 || !s.HiOpen && n.Equal(*s.Hi)
}

// Compared reads an exact number as the bound of a comparison.
func (s *Interval) Compared(op string) *Interval {
	switch op {
	case "<":
		return &Interval{Hi: s.Hi, HiOpen: true}
	case "<=":
		return &Interval{Hi: s.Hi}
	case ">":
		return &Interval{Lo: s.Lo, LoOpen: true}
	case ">=":
		return &Interval{Lo: s.Lo}
	}
	return s
}

// Convert expresses the bounds in another unit; a slope in per cent, as a ratio or
// in degrees is one thing.
func (s Interval) Convert(from, to Unit) (Interval, error) {
	for _, bound := range []**Number{&s.Lo, &s.Hi} {
		if *bound == nil {
			continue
		}
		n, err := Convert(**bound, from, to, Slope)
		if err != nil {
			return Interval{}, err
		}
		*bound = &n
	}
	return s, nil
}

// Meets reports whether some number of s stands to bound as op says.
func (s Interval) Meets(op string, bound Number) bool {
	switch op {
	case "<":
		return s.Lo == nil || s.Lo.Cmp(bound) < 0
	case "<=":
		return s.Lo == nil || s.Lo.Cmp(bound) < 0 || !s.LoOpen && s.Lo.Equal(bound)
	case ">":
		return s.Hi == nil || s.Hi.Cmp(bound) > 0
	}
	return s.Hi == nil || s.Hi.Cmp(bound) > 0 || !s.HiOpen && s.Hi.Equal(bound)
}

// Same reports whether s and t have the same bounds.
func (s Interval) Same(t Interval) bool {
	equal := func(a, b *Number) bool {
		return a == b || a != nil && b != nil && a.Equal(*b)
	}
	return equal(s.Lo, t.Lo) && equal(s.Hi, t.Hi) && s.LoOpen == t.LoOpen && s.HiOpen == t.HiOpen
}
