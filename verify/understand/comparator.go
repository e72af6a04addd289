package understand

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// mergeComparators turns "más de 6 m", "≤ 6 m" and "entre 3 y 6 m" into one
// number with bounds.
func (t *Languages) mergeComparators(words []Word) []Word {
	if !slices.ContainsFunc(words, func(w Word) bool { return w.Number != nil }) {
		return words
	}
	out := make([]Word, 0, len(words))
	skip := 0
	for i, w := range words {
		if skip > 0 {
			skip--
			continue
		}
		if w.Number == nil || w.IsHole {
			out = append(out, w)
			continue
		}
		if wide, ok := tolerance(out, w); ok {
			out = append(out[:len(out)-2], wide)
			continue
		}
		if op, n := t.comparatorBehind(words[i+1:], w.Clause); n > 0 {
			w.Number, skip = w.Number.Compared(op), n
			out = append(out, w)
			continue
		}
		if low, rest, ok := t.openRange(out); ok {
			w = spanned(low, w)
			out = rest
			out = append(out, w)
			continue
		}
		op, rest := t.comparatorBefore(out)
		w.Number = w.Number.Compared(op)
		out = rest
		out = append(out, w)
	}
	return out
}

// tolerance recognises "5 ±" at the end of out, with w behind it.
func tolerance(out []Word, w Word) (wide Word, ok bool) {
	n := len(out)
	if n < 2 || out[n-1].Fold != "±" || out[n-2].Number == nil {
		return Word{}, false
	}
	middle, exact := out[n-2].Number.Exact()
	if !exact {
		return Word{}, false
	}
	wide = out[n-2]
	lo, hi := middle.Sub(*w.Number.Hi), middle.Add(*w.Number.Hi)
	wide.Number = &quantity.Interval{Lo: &lo, Hi: &hi}
	if wide.Unit.IsZero() {
		wide.Unit = w.Unit
	}
	return wide, true
}

// comparatorBehind recognises "o más" at the beginning of words, and returns how
// many words it has.
func (t *Languages) comparatorBehind(words []Word, clause int) (op string, n int) {
	for n := min(2, len(words)); n > 0; n-- {
		if words[n-1].Clause != clause || n < len(words) && words[n].Number != nil {
			continue // "4 m minimum, ..." but "4 m at least 2 wide" compares what follows
		}
		wording := joinWords(words[:n])
		for _, g := range t.languages {
			if op, ok := g.behind[wording]; ok {
				return op, n
			}
		}
	}
	return "", 0
}

// openRange recognises "entre 3 y" at the end of out.
func (t *Languages) openRange(out []Word) (low Word, rest []Word, ok bool) {
	n := len(out)
	if n < 3 || out[n-2].Number == nil {
		return Word{}, out, false
	}
	for _, g := range t.languages {
		if g.between[0] != "" && out[n-3].Fold == g.between[0] && out[n-1].Fold == g.between[1] {
			return out[n-2], out[:n-3], true
		}
	}
	return Word{}, out, false
}

// spanned is the range between two numbers: "between 50 cm and 6 m".
func spanned(low, high Word) Word {
	if high.Unit.IsZero() {
		high.Unit = low.Unit
	}
	bottom := *low.Number
	switch {
	case low.Part || low.measuresElse(&high): // "between 2 persons and 6 m"
		bottom.Lo, high.Part = nil, true
	case !low.Unit.IsZero():
		converted, err := bottom.Convert(low.Unit, high.Unit)
		if err != nil {
			bottom.Lo, high.Part = nil, true
		} else {
			bottom = converted
		}
	}
	high.Number = &quantity.Interval{Lo: bottom.Lo, Hi: high.Number.Hi}
	return high
}

// maxComparator is the most words a comparator has, links included.
const maxComparator = 5

// comparatorBefore recognises the longest comparator at the end of out.
func (t *Languages) comparatorBefore(out []Word) (op string, rest []Word) {
	for n := min(maxComparator, len(out)); n > 0; n-- {
		tail := out[len(out)-n:]
		wording := joinWords(tail)
		if op, ok := symbols[wording]; ok {
			return op, out[:len(out)-n]
		}
		for _, g := range t.languages {
			if op, ok := g.comparators[wording]; ok {
				return op, out[:len(out)-n]
			}
		}
	}
	return "=", out
}

// joinWords writes words with their little words, a last link left out: "no más
// de" is "no mas", "como máximo" itself.
func joinWords(words []Word) string {
	parts := make([]string, 0, len(words))
	for i, w := range words {
		if w.Number != nil {
			return ""
		}
		if i == len(words)-1 && w.Role == LinkWord && i > 0 {
			break
		}
		parts = append(parts, w.Fold)
	}
	return strings.Join(parts, " ")
}
