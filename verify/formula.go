package verify

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

// eval returns the span of values the formula has when every fact lies in the span
// that lookup gives for it.
func (f *Formula) eval(lookup func(fact string) span) span { return f.root.eval(lookup) }

// eval returns the span of values e has when every fact lies in the span that
// lookup gives for it.
func (e *expr) eval(lookup func(fact string) span) span {
	switch e.op {
	case "number":
		return exactly(e.number)
	case "fact":
		return lookup(e.fact)
	}
	out := e.args[0].eval(lookup)
	switch e.op {
	case "neg":
		return out.neg()
	case "ceil":
		return out.ceil()
	case "floor":
		return out.floor()
	case "round":
		return out.round(e.number)
	}
	for _, arg := range e.args[1:] {
		out = binary(e.op, out, arg.eval(lookup))
	}
	return out
}

func binary(op string, a, b span) span {
	switch op {
	case "+":
		return a.add(b)
	case "-":
		return a.add(b.neg())
	case "*":
		return a.mul(b)
	case "/":
		return a.quo(b)
	case "min":
		return a.least(b)
	}
	return a.greatest(b)
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
func (f *Formula) dividesByZero(lookup func(fact string) span) bool {
	found := false
	f.root.each(func(e *expr) {
		if e.op == "/" {
			found = found || slices.ContainsFunc(e.args[1:], func(arg *expr) bool { return arg.eval(lookup).contains(quantity.Number{}) })
		}
	})
	return found
}

// problem returns what is wrong with a formula of a rule that holds when conditions hold,
// given its facts, which are all there; "" for nothing.
func (f *Formula) problem(fact func(id string) *Fact, when []Condition) string {
	if f.dividesByZero(func(id string) span { return narrowed(fact(id).domain(), id, when) }) {
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

// domain is the span of values a fact can have at all: a count is never
// negative.
func (f *Fact) domain() span {
	if f.Unit.Kind() == quantity.Count {
		return span{lo: &quantity.Number{}}
	}
	return span{}
}

// narrowed returns the part of a fact's domain that the conditions of a rule
// leave: "when: {fact: drop, \">\": 0}" makes 1/drop a number.
func narrowed(domain span, fact string, when []Condition) span {
	for i := range when {
		if when[i].Fact == fact && slices.Contains(comparisons, when[i].Op) {
			bound := exactly(when[i].Value)
			domain = domain.meet(*bound.compared(when[i].Op))
		}
	}
	return domain
}
