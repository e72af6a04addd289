package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// sum is arithmetic written out in a sentence: "60 / 1,5 = 40". It is worked out exactly
// (CITATIONS H6).
type sum struct {
	span
	shown  string
	value  quantity.Number // what the expression comes to
	result quantity.Figure
	exact  bool // "=", not "≈"
}

// operators are the signs of a sum, by what each does.
var operators = map[string]rune{
	"+": '+', "-": '-', "−": '-', "–": '-', "x": '*', "×": '*', "·": '*', "*": '*', "/": '/', "÷": '/', ":": '/',
}

// equals are the signs before a result.
var equals = []string{"=", "≈", "~", "≃", "≅"}

// sumsIn finds the sums of a text.
func sumsIn(text, lang string) []sum {
	if !strings.ContainsFunc(text, func(r rune) bool { return slices.Contains(equals, string(r)) }) {
		return nil
	}
	var list []sum
	for at, r := range text {
		if !slices.Contains(equals, string(r)) {
			continue
		}
		if s, ok := sumAt(text, lang, at, r); ok {
			list = append(list, s)
		}
	}
	return list
}

// sumAt reads the sum whose sign of equality stands at a place: the longest expression
// that ends there.
func sumAt(text, lang string, at int, sign rune) (s sum, ok bool) {
	behind := text[at+utf8.RuneLen(sign):]
	right := quantity.Figures(behind, lang, nil)
	if len(right) == 0 || strings.Trim(behind[:right[0].Lead], " \u00a0") != "" {
		return s, false
	}
	s.result, s.exact = right[0], sign == '='
	s.result.Start += at + utf8.RuneLen(sign)
	s.result.End += at + utf8.RuneLen(sign)
	terms := termsOf(text, lang, at)
	for from := range terms {
		p := sumParser{terms: terms[from:]}
		if value, whole := p.sum(); whole && p.at == len(p.terms) && p.operations > 0 {
			s.value, s.span = value, span{terms[from].start, s.result.End}
			s.shown = text[s.start:s.end]
			return s, true
		}
	}
	return s, false
}

// term is a number, a sign or a bracket of an expression.
type term struct {
	start int
	value quantity.Number
	sign  rune // 0 of a number
}

// termsOf takes what stands before a place apart, as far back as it may be an expression.
func termsOf(text, lang string, at int) []term {
	const far = 160 // bytes
	from := max(0, at-far)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	var list []term
	last := from
	figures := quantity.Figures(text[from:at], lang, nil)
	for i := range figures {
		f := &figures[i]
		start, end := from+f.Start, from+f.End
		if isDash(f.Unit) {
			end = from + f.NumberEnd
		}
		if f.Form != quantity.Single || start < last {
			return nil
		}
		list = between(list, text, last, start)
		value := f.Value
		if f.Unit.Kind() == quantity.Percent {
			value, _ = value.Quo(quantity.NewNumber(100, 1))
		}
		list, last = append(list, term{start: start, value: value}), end
	}
	return between(list, text, last, at)
}

// mostLetters are those of words between two numbers that still are one expression.
const mostLetters = 40

// between reads the signs and brackets between two numbers. Words before a sign only say
// what the number is of; words without a sign break the expression off.
func between(list []term, whole string, at, to int) []term {
	var signs []term
	letters := 0
	for i, r := range whole[at:to] {
		if op := operatorAt(whole[at:to], i, r); op != 0 {
			signs = append(signs, term{start: at + i, sign: op})
		} else {
			letters += flag(unicode.IsLetter(r))
		}
	}
	if letters >= mostLetters || letters > 0 && len(signs) == 0 && len(list) > 0 && !trailing(whole[at:to]) {
		return nil
	}
	return append(list, signs...)
}

// operatorAt is what a rune does in an expression, 0 for nothing: an "x" within a word is
// a letter, and so are a hyphen, a slash or a colon behind one.
func operatorAt(text string, i int, r rune) rune {
	switch {
	case r == '(' || r == ')':
		return r
	case i == 0:
	case r == 'x' && text[i-1] != ' ', strings.ContainsRune("-/:", r) && unicode.IsLetter(rune(text[i-1])):
		return 0
	}
	return operators[string(r)]
}

// trailing reports whether words stand behind a number only: the expression ends there.
func trailing(text string) bool { return len(text) < 30 && !strings.ContainsAny(text, ".,;:") }

// sumParser works an expression out: brackets, then products, then sums.
type sumParser struct {
	terms      []term
	at         int
	operations int
}

func (p *sumParser) next(signs string) (rune, bool) {
	if p.at < len(p.terms) && p.terms[p.at].sign != 0 && strings.ContainsRune(signs, p.terms[p.at].sign) {
		p.at++
		return p.terms[p.at-1].sign, true
	}
	return 0, false
}

func (p *sumParser) sum() (total quantity.Number, ok bool) {
	if total, ok = p.product(); !ok {
		return total, false
	}
	for {
		sign, more := p.next("+-")
		if !more {
			return total, true
		}
		n, ok := p.product()
		if !ok {
			return total, false
		}
		if sign == '-' {
			n = n.Neg()
		}
		total = total.Add(n)
		p.operations++
	}
}

func (p *sumParser) product() (total quantity.Number, ok bool) {
	if total, ok = p.factor(); !ok {
		return total, false
	}
	for {
		sign, more := p.next("*/")
		if !more {
			return total, true
		}
		n, ok := p.factor()
		if !ok {
			return total, false
		}
		if sign == '*' {
			total = total.Mul(n)
		} else if total, ok = total.Quo(n); !ok {
			return total, false
		}
		p.operations++
	}
}

func (p *sumParser) factor() (n quantity.Number, ok bool) {
	if _, open := p.next("("); open {
		n, ok = p.sum()
		_, shut := p.next(")")
		return n, ok && shut
	}
	if p.at >= len(p.terms) || p.terms[p.at].sign != 0 {
		return n, false
	}
	p.at++
	return p.terms[p.at-1].value, true
}

// right reports whether the result is what the expression comes to; one that has no end
// in decimals, or is said to be about so much, may be rounded to the digits shown.
func (s *sum) right() bool {
	if s.value.Equal(s.result.Value) || s.percent() {
		return true
	}
	if s.exact && s.value.Finite() {
		return false
	}
	decimals := 0
	if _, fraction, cut := strings.Cut(s.result.Value.String(), "."); cut {
		decimals = len(fraction)
	}
	half := quantity.NewNumber(1, 2)
	for range decimals {
		half, _ = half.Quo(quantity.NewNumber(10, 1))
	}
	return s.value.Sub(s.result.Value).Abs().Cmp(half) <= 0
}

// percent reports whether a share was written as a percentage.
func (s *sum) percent() bool {
	v, err := quantity.Convert(s.value, quantity.MustUnit("ratio"), s.result.Unit, quantity.Fraction)
	return err == nil && v.Equal(s.result.Value)
}

// inSum reports whether an amount is part of a sum.
func (c *claim) inSum(a *amount) bool {
	return slices.ContainsFunc(c.sums, func(s sum) bool { return a.start >= s.start && a.start < s.end })
}

// isResult reports whether an amount is what a sum of the sentence comes to, there or
// said again behind it.
func (c *claim) isResult(a *amount) bool {
	return slices.ContainsFunc(c.sums, func(s sum) bool {
		if !s.right() {
			return false
		}
		r := amount{Quantity: quantity.Quantity{Value: s.result.Value, Unit: s.result.Unit}}
		r.bare = r.Unit.IsZero()
		return a.start >= s.result.Start && a.start < s.result.End || r.same(a) || s.roundedUp(a)
	})
}

// roundedUp reports whether a whole number is the next one above a result: so many of
// what cannot be parted.
func (s *sum) roundedUp(a *amount) bool {
	over := a.Value.Sub(s.result.Value)
	return a.Value.IsInt() && !s.result.Value.IsInt() && over.Sign() > 0 && over.Cmp(quantity.NewNumber(1, 1)) < 0
}
