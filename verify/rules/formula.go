package rules

import (
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Formula computes a limit from quantities, each in its fact's unit; the result
// is in the requirement's unit. Numbers are exact throughout.
//
// The language: numbers such as 0.5, facts by their ids, + - * / and
// parentheses, min(a, b, ...), max(a, b, ...), ceil(a), floor(a), and
// round(a, n) to n decimal places, halves away from zero. A minus sign between
// two names stands between spaces, because ids may hold hyphens.
type Formula struct {
	Text      string
	Facts     []string          // ids, in order
	Constants []quantity.Number // numbers as written, without those that only say how to round
	Line      int
	root      *expr
}

// String returns the formula as written.
func (f *Formula) String() string { return f.Text }

// expr is one operation of a formula: a number, a fact, or an operator with its
// operands.
type expr struct {
	op     string // "number", "fact", "neg", "+", "-", "*", "/" or the name of a function
	number quantity.Number
	fact   string
	args   []*expr
}

// Eval returns the span of values the formula has when every fact lies in the span
// that lookup gives for it.
func (f *Formula) Eval(lookup func(fact string) quantity.Interval) quantity.Interval {
	return f.root.eval(lookup)
}

// eval returns the span of values e has when every fact lies in the span that
// lookup gives for it.
func (e *expr) eval(lookup func(fact string) quantity.Interval) quantity.Interval {
	switch e.op {
	case "number":
		return quantity.Exactly(e.number)
	case "fact":
		return lookup(e.fact)
	}
	out := e.args[0].eval(lookup)
	switch e.op {
	case "neg":
		return out.Neg()
	case "ceil":
		return out.Ceil()
	case "floor":
		return out.Floor()
	case "round":
		return out.Round(e.number)
	}
	for _, arg := range e.args[1:] {
		out = binary(e.op, out, arg.eval(lookup))
	}
	return out
}

func binary(op string, a, b quantity.Interval) quantity.Interval {
	switch op {
	case "+":
		return a.Add(b)
	case "-":
		return a.Add(b.Neg())
	case "*":
		return a.Mul(b)
	case "/":
		return a.Quo(b)
	case "min":
		return a.Least(b)
	}
	return a.Greatest(b)
}

// each calls visit with e and everything below it.
func (e *expr) each(visit func(*expr)) {
	visit(e)
	for _, arg := range e.args {
		arg.each(visit)
	}
}

// dividesByZero reports whether a divisor may be zero for some choice of facts
// within the spans lookup gives.
func (f *Formula) dividesByZero(lookup func(fact string) quantity.Interval) bool {
	found := false
	f.root.each(func(e *expr) {
		if e.op == "/" {
			found = found || slices.ContainsFunc(e.args[1:], func(arg *expr) bool { return arg.eval(lookup).Contains(quantity.Number{}) })
		}
	})
	return found
}

// Problem returns what is wrong with a formula of a rule that holds when conditions hold,
// given its facts, which are all there; "" for nothing.
func (f *Formula) Problem(fact func(id string) *Fact, when []Condition) string {
	if f.dividesByZero(func(id string) quantity.Interval { return narrowed(fact(id).Domain(), id, when) }) {
		return fmt.Sprintf("formula %q may divide by zero; guard the divisor by max, or by a condition under when", f)
	}
	return ""
}

// collect fills in the facts and constants of a formula just read.
func (f *Formula) collect() {
	f.root.each(func(e *expr) {
		switch e.op {
		case "fact":
			f.Facts = append(f.Facts, e.fact)
		case "number":
			f.Constants = append(f.Constants, e.number)
		}
	})
	slices.Sort(f.Facts)
	f.Facts = slices.Compact(f.Facts)
}

// Domain is the span of values a fact can have at all: a count is never
// negative.
func (f *Fact) Domain() quantity.Interval {
	if f.Unit.Kind() == quantity.Count {
		return quantity.Interval{Lo: &quantity.Number{}}
	}
	return quantity.Interval{}
}

// narrowed returns the part of a fact's domain that the conditions of a rule
// leave: "when: {fact: drop, \">\": 0}" makes 1/drop a number.
func narrowed(domain quantity.Interval, fact string, when []Condition) quantity.Interval {
	for i := range when {
		if when[i].Fact == fact && slices.Contains(comparisons, when[i].Op) {
			bound := quantity.Exactly(when[i].Value)
			domain = domain.Meet(*bound.Compared(when[i].Op))
		}
	}
	return domain
}
