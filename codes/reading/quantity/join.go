package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// join makes one figure of two that belong together.
func (s *figureScanner) join() []Figure {
	var out []Figure
	for i := 0; i < len(s.list); i++ {
		f := s.list[i]
		if i+1 < len(s.list) {
			next := &s.list[i+1]
			if both, ok := s.footed(f, *next); ok {
				f = both
				i++
			} else if both, ok := s.tolerance(f, *next); ok {
				f = both
				i++
			} else if both, ok := s.ranged(f, *next, i); ok {
				f = both
				i++
			} else if both, ok := s.oneOf(f, *next); ok {
				f = both
				i++
			} else if s.sides(f, *next) {
				f = withUnit(f, next.Unit)
			}
		}
		out = append(out, f)
	}
	return out
}

// between returns the words between two figures, folded; ok is false when they
// stand too far apart.
func (s *figureScanner) between(f, g Figure) (words string, ok bool) {
	if f.End > g.Start || g.Start-f.End > maxAround {
		return "", false
	}
	return strings.TrimSpace(foldUnit(s.text[f.End:g.Start])), true
}

// footed joins "5 ft 6 in", in inches.
func (s *figureScanner) footed(f, g Figure) (both Figure, ok bool) {
	words, near := s.between(f, g)
	if !near || words != "" || !f.Unit.Equal(MustUnit("ft")) || !g.Unit.Equal(inch()) || !f.Value.IsInt() || g.Value.Sign() < 0 || g.Value.Cmp(NewNumber(12, 1)) >= 0 {
		return Figure{}, false
	}
	value := f.Value.Mul(NewNumber(12, 1)).Add(g.Value)
	both = joined(Single, f, g)
	both.Unit, both.Value, both.Low, both.High, both.NumberEnd = inch(), value, value, value, f.NumberEnd
	both.Parts = []Found{{Quantity: Quantity{Value: value, Unit: both.Unit}, Start: f.Start, End: g.End}}
	return both, true
}

// tolerance joins "25 ± 1 mm"; the second may be a share of the first in per cent.
func (s *figureScanner) tolerance(f, g Figure) (both Figure, ok bool) {
	words, ok := s.between(f, g)
	if !ok || !slices.Contains(s.lang.tolerance, words) || g.Value.Sign() < 0 {
		return Figure{}, false
	}
	unit, off := f.Unit, g.Value
	switch {
	case unit.IsZero():
		unit = g.Unit
	case g.Unit.label == Percent && unit.label != Percent:
		off = f.Value.Abs().Mul(g.Value).Mul(g.Unit.factor)
	case !g.Unit.IsZero():
		converted, err := Convert(g.Value, withoutOffset(g.Unit), withoutOffset(unit), SameKind)
		if err != nil {
			return Figure{}, false
		}
		off = converted
	}
	both = joined(Tolerance, f, g)
	both.Unit, both.Value, both.Low, both.High = unit, f.Value, f.Value.Sub(off), f.Value.Add(off)
	return both, true
}

// ranged joins "13 a 17,5 cm". The first takes the unit of the second where it
// has none, and the other way round; both come in the unit of the second.
func (s *figureScanner) ranged(f, g Figure, i int) (both Figure, ok bool) {
	lead, ok := s.rangeLead(f, g, i)
	if !ok || g.Sign != "" || f.Unit.IsFireClass() || g.Unit.IsFireClass() {
		return Figure{}, false
	}
	unit, low, high := g.Unit, f.Value, g.Value
	switch {
	case f.Unit.IsZero():
	case unit.IsZero():
		unit = f.Unit
	default:
		converted, err := Convert(low, f.Unit, unit, SameKind)
		if err != nil {
			return Figure{}, false
		}
		low = converted
	}
	if low.Cmp(high) >= 0 {
		return Figure{}, false
	}
	both = joined(Range, f, g)
	both.Lead = min(lead, f.Lead)
	both.Unit, both.Value, both.Low, both.High = unit, Number{}, low, high
	for i := range both.Parts {
		if both.Parts[i].Unit.IsZero() {
			both.Parts[i].Unit = unit
		}
	}
	return both, true
}

// oneOf joins "1 in 20", "uno de cada veinte": a share or a slope of one in so many.
func (s *figureScanner) oneOf(f, g Figure) (both Figure, ok bool) {
	words, near := s.between(f, g)
	if !near || !slices.Contains(s.lang.ratios, words) || !f.Unit.IsZero() || !g.Unit.IsZero() || !f.Value.Equal(NewNumber(1, 1)) || !g.Value.IsInt() || g.Value.Cmp(f.Value) <= 0 {
		return Figure{}, false
	}
	value, ok := f.Value.Quo(g.Value)
	both = joined(Single, f, g)
	both.Value, both.Low, both.High = value, value, value
	both.Parts = []Found{{Quantity: Quantity{Value: value}, Start: f.Start, End: g.End}}
	return both, ok
}

// dashes stand between the numbers of a range.
var dashes = []string{"-", "–", "—", "−", "--", "...", "..", "…", "÷"}

// rangeLead reports whether the words around two figures make them a range, and
// where these begin.
func (s *figureScanner) rangeLead(f, g Figure, i int) (lead int, ok bool) {
	words, near := s.between(f, g)
	if !near {
		return 0, false
	}
	if slices.Contains(dashes, words) {
		words = "-"
		if s.chained(f, g, i) {
			return 0, false
		}
	}
	before := strings.TrimRightFunc(s.text[:f.Lead], unicode.IsSpace)
	for _, r := range s.lang.ranges {
		if r.middle != words {
			continue
		}
		if r.open == "" {
			lead, ok = f.Lead, true
			continue
		}
		from := max(0, len(before)-len(r.open))
		if opens(before, from) && foldUnit(before[from:]) == r.open {
			return from, true
		}
	}
	return lead, ok
}

// opens reports whether a word begins at text[at:].
func opens(text string, at int) bool {
	if at == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return !unicode.IsLetter(r) && utf8.RuneStart(text[at])
}

// chained reports whether a dash joins more than two numbers, or numbers and
// words: a date or a reference is no range.
func (s *figureScanner) chained(f, g Figure, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:f.Start])
	after, _ := utf8.DecodeRuneInString(s.text[g.End:])
	if strings.ContainsRune("-–/", before) && f.Start > 0 {
		return true
	}
	return strings.ContainsRune("-–/", after) && i+2 < len(s.list) && s.list[i+2].Start == g.End+utf8.RuneLen(after)
}

// sides reports whether f is the first of "1,20 x 2,10 m" and takes its unit from
// the second.
func (s *figureScanner) sides(f, g Figure) bool {
	words, ok := s.between(f, g)
	return ok && f.Unit.IsZero() && !g.Unit.IsZero() && (words == "×" || slices.Contains(s.lang.by, words))
}

func withUnit(f Figure, unit Unit) Figure {
	f.Unit = unit
	f.Parts = slices.Clone(f.Parts)
	for i := range f.Parts {
		f.Parts[i].Unit = unit
	}
	return f
}

func joined(form Form, f, g Figure) Figure {
	f.Form = form
	f.End = g.End
	f.Written = f.Written || g.Written
	f.Article = false
	f.Parts = slices.Concat(f.Parts, g.Parts)
	return f
}
