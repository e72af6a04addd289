package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// describer puts the circumstances of a ruling into words.
type describer struct {
	speaker
	v    *rulebook
	base []knowledge // what is known anyway need not be said
	unit quantity.Unit
}

// limit writes what a ruling asks: "≥ 0.9 m".
func (d describer) limit(r ruling) string {
	switch {
	case r.free:
		return d.say(msgNoLimit)
	case !r.limited:
		return d.say(msgDuty)
	}
	sign := map[rules.Direction]string{rules.Maximum: "≤", rules.Minimum: "≥", rules.Equality: "="}[r.dir]
	if r.strict {
		sign = map[rules.Direction]string{rules.Maximum: "<", rules.Minimum: ">"}[r.dir]
	}
	text := sign + " " + d.figure(readable(r.limit, r.dir))
	if r.other != nil {
		sign := map[rules.Direction]string{rules.Maximum: "≤", rules.Minimum: "≥"}[r.otherDir]
		text += d.say(msgAnd) + sign + " " + d.figure(readable(*r.other, r.otherDir))
	}
	return text + " " + d.unit.String()
}

// shown rounds a number that has no finite decimal form towards the safe side.
func shown(n quantity.Number, dir rules.Direction) quantity.Number {
	if dir == rules.Minimum {
		return n.Round(quantity.Up)
	}
	return n.Round(quantity.Down)
}

// circumstances says when the ruling holds.
func (d describer) circumstances(r ruling) string {
	fallback := r.rule.set.Language
	if text := r.rule.Reading.In(d.lang, fallback); text != "" && len(r.cells) == 0 {
		return text
	}
	parts := d.list(r.rule.When, r.rule.when)
	for i := range r.rule.unless {
		if r.rule.unless[i].eval(d.base) == maybe {
			parts = append(parts, d.denied(r.rule.Unless[i], &r.rule.unless[i]))
		}
	}
	parts = append(parts, d.cells(r)...)
	parts = append(parts, d.inputs(r)...)
	switch len(parts) {
	case 0:
		return d.say(msgAlways)
	case 1:
		return unbracketed(parts[0])
	}
	return strings.Join(parts, d.say(msgAnd))
}

// list describes conditions that what is known leaves open.
func (d describer) list(from []rules.Condition, compiled []condition) []string {
	var parts []string
	for i, c := range from {
		if compiled[i].eval(d.base) != maybe {
			continue
		}
		if text := d.condition(c, &compiled[i]); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return parts
}

// names writes the values a condition asks of a fact.
func (d describer) names(f *fact, c rules.Condition) string {
	names := make([]string, len(c.Texts))
	for i, t := range c.Texts {
		names[i] = d.value(f, t)
	}
	return strings.Join(names, d.say(msgOr))
}

// condition writes a condition as far as what is known leaves it open: of
// several parts only those that are.
func (d describer) condition(c rules.Condition, compiled *condition) string {
	switch {
	case c.Not != nil:
		return d.denied(*c.Not, compiled.not)
	case len(c.All) > 0:
		return strings.Join(d.list(c.All, compiled.all), d.say(msgAnd))
	case len(c.Any) > 0:
		return d.any(c.Any, compiled.any)
	}
	return d.simple(c)
}

// any writes alternatives, those of several parts in brackets.
func (d describer) any(from []rules.Condition, compiled []condition) string {
	parts := d.list(from, compiled)
	if len(parts) == 1 {
		return parts[0]
	}
	joint := d.say(msgAnd)
	for i, part := range parts {
		if strings.Contains(part, joint) && !strings.HasPrefix(part, "(") {
			parts[i] = "(" + part + ")"
		}
	}
	return "(" + strings.Join(parts, d.say(msgOr)) + ")"
}

// unbracketed takes off the brackets that hold the whole of a text.
func unbracketed(text string) string {
	inner, ok := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	depth := 0
	for _, r := range inner {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			return text
		}
	}
	if !ok || !closed {
		return text
	}
	return inner
}

// simple writes a condition on one fact.
func (d describer) simple(c rules.Condition) string {
	f := d.v.factByID(c.Fact)
	label := d.text(f.Label)
	if f.Kind == rules.QuantityFact {
		return label + " " + comparison(c.Op) + " " + d.inUnit(f, c.Value)
	}
	return d.say(msgLabelled, label, d.names(f, c))
}

// value writes a value of a fact for a person.
func (d describer) value(f *fact, text string) string {
	switch f.Kind {
	case rules.BooleanFact:
		if text == "true" {
			return d.say(msgYes)
		}
		return d.say(msgNo)
	case rules.CategoryFact:
		for _, v := range f.Values {
			if v.ID == text {
				return d.text(v.Label)
			}
		}
	case rules.QuantityFact:
		if n, err := quantity.ParseNumber(text); err == nil {
			return d.inUnit(f, n)
		}
	case rules.TextFact: // shows itself
	}
	return text
}

func (s speaker) inUnit(f *fact, n quantity.Number) string {
	if f.Unit.IsRatio() || f.Unit.Kind() == quantity.Count { // the label says what is counted
		return s.figure(n.String())
	}
	return s.figure(n.String()) + " " + f.Unit.String()
}

// cells describes where in its table the limit was found.
func (d describer) cells(r ruling) []string {
	var parts []string
	for _, v := range []value{r.rule.value, r.rule.min, r.rule.max} {
		for i, t := 0, v.table; t != nil && i < len(r.cells); i++ {
			c := r.cells[i]
			if t.open(c, d.base) {
				parts = append(parts, d.cellText(t, c))
			}
			t = t.inner(c)
		}
	}
	return slices.Compact(parts)
}

// inputs says what a formula's limit was computed from, as far as that was open.
func (d describer) inputs(r ruling) []string {
	var parts []string
	for _, in := range r.inputs {
		if !d.open(in.fact) {
			continue
		}
		f := d.v.facts[in.fact]
		parts = append(parts, d.text(f.Label)+" "+d.span(f, in.span))
	}
	return parts
}

// span writes the values of a quantity: "= 5", "> 5 and < 20".
func (d describer) span(f *fact, s quantity.Interval) string {
	if n, ok := s.Exact(); ok {
		return "= " + d.inUnit(f, n)
	}
	var parts []string
	for _, bound := range []struct {
		n              *quantity.Number
		open           bool
		strict, inside string
	}{{s.Lo, s.LoOpen, ">", "≥"}, {s.Hi, s.HiOpen, "<", "≤"}} {
		if bound.n == nil {
			continue
		}
		sign := bound.inside
		if bound.open {
			sign = bound.strict
		}
		parts = append(parts, sign+" "+d.inUnit(f, *bound.n))
	}
	return strings.Join(parts, d.say(msgAnd))
}

// open reports whether what is known leaves it open that the cell is the one.
func (t *table) open(c *rules.Cell, base []knowledge) bool {
	k := &base[t.fact]
	return k.unknown() || cellHolds(c, t.Match, k) != yes
}

// inner returns the table in a cell, nil when it holds a number.
func (t *table) inner(c *rules.Cell) *table {
	for i := range t.Cells {
		if c == &t.Cells[i] {
			return t.cells[i].table
		}
	}
	return nil
}

func (d describer) cellText(t *table, c *rules.Cell) string {
	f := d.v.facts[t.fact]
	label := d.text(f.Label)
	switch {
	case c.Op == "else":
		return d.say(msgLabelled, label, d.say(msgAlways))
	case t.Match == rules.Step || t.Match == rules.Interpolate:
		text := label + " " + comparison(c.Op) + " " + d.inUnit(f, c.Bound)
		if below := t.below(c); below != nil {
			text += d.say(msgAnd) + comparison(opposite[below.Op]) + " " + d.inUnit(f, below.Bound)
		}
		return text
	}
	return d.say(msgLabelled, label, d.value(f, c.Key))
}

// below returns the step next to c that is narrower than it, nil when there is
// none: of "<= 25" and "<= 50" the second begins where the first ends.
func (t *table) below(c *rules.Cell) *rules.Cell {
	var best *rules.Cell
	if t.Match != rules.Step {
		return nil
	}
	for i := range t.Cells {
		other := &t.Cells[i]
		if other == c || len(other.Op) == 0 || len(c.Op) == 0 || other.Op[0] != c.Op[0] || c.Op[0] == '=' || c.Op == rules.Else {
			continue
		}
		inside, upwards := other.Bound.Cmp(c.Bound), c.Op[0] == '>'
		narrower := inside < 0 && !upwards || inside > 0 && upwards
		if narrower && (best == nil || (best.Bound.Cmp(other.Bound) < 0) != upwards) {
			best = other
		}
	}
	return best
}

// missing lists the facts that leave it open whether the ruling holds.
func (d describer) missing(r ruling) []int {
	set := make(map[int]bool)
	for _, list := range [][]condition{r.rule.when, r.rule.unless} {
		for i := range list {
			if list[i].eval(d.base) == maybe {
				conditionFacts(list[i:i+1], set)
			}
		}
	}
	for _, v := range []value{r.rule.value, r.rule.min, r.rule.max} {
		for i, t := 0, v.table; t != nil && i < len(r.cells); i++ {
			if t.open(r.cells[i], d.base) {
				set[t.fact] = true
			}
			t = t.inner(r.cells[i])
		}
	}
	for _, in := range r.inputs {
		set[in.fact] = true
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(set)), func(index int) bool { return !d.open(index) })
}

// open reports whether what is known leaves more than one value of a fact.
func (d describer) open(index int) bool { return d.v.facts[index].open(d.base[index]) }
