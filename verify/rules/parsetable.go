package rules

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

var matches = []Match{Exact, Prefix, Step, Interpolate}

// Else is the key of the cell that holds where no other does.
const Else = "else"

func (p *parser) readTable(n *yaml.Node) *Table {
	t := &Table{Match: Exact, Line: n.Line}
	var cells *yaml.Node
	p.fields(n, "a table", map[string]func(*yaml.Node){
		"!by":     func(n *yaml.Node) { t.By = p.text(n, "by"); p.refer(n, "fact", t.By) },
		"match":   func(n *yaml.Node) { t.Match = Match(p.text(n, "match")) },
		"outside": func(n *yaml.Node) { t.Outside = Outside(p.text(n, "outside")) },
		"!cells":  func(n *yaml.Node) { cells = n },
	})
	if !slices.Contains(matches, t.Match) {
		p.add(n, "match %q is none of %v", t.Match, matches)
		return t
	}
	p.checkOutside(n, t)
	if t.Match == Step || t.Match == Interpolate {
		p.comparable(n, t.By)
	}
	if cells != nil {
		p.entries(cells, "cells", func(key, value *yaml.Node) { t.Cells = append(t.Cells, p.readCell(t, key, value)) })
	}
	if len(t.Cells) == 0 {
		p.add(n, "a table needs cells")
		return t
	}
	slices.SortStableFunc(t.Cells, func(a, b Cell) int { return a.compare(b, t.Match) })
	p.checkCells(n, t)
	return t
}

func (p *parser) checkOutside(n *yaml.Node, t *Table) {
	switch t.Outside {
	case "", Clamp, OutOfScope:
	default:
		p.add(n, "outside %q is neither clamp nor out_of_scope", t.Outside)
	}
	if t.Outside != "" && t.Match != Step && t.Match != Interpolate {
		p.add(n, "outside belongs to steps and points to interpolate; names have no ends")
	}
	if t.Outside == "" && t.Match == Interpolate {
		t.Outside = Clamp
	}
}

func (p *parser) readCell(t *Table, key, value *yaml.Node) Cell {
	c := Cell{Key: strings.TrimSpace(key.Value), Value: p.readValue(value)}
	bound := c.Key
	switch {
	case c.Key == Else && t.Match != Interpolate:
		p.checkElse(key, t)
		c.Op = Else
		return c
	case t.Match == Exact:
		p.factValue(t.By, key)
		return c
	case t.Match == Prefix:
		return c
	case t.Match == Step:
		for _, op := range comparisons { // the longer operator comes behind its beginning
			if rest, ok := strings.CutPrefix(c.Key, op); ok {
				c.Op, bound = op, strings.TrimSpace(rest)
			}
		}
		if c.Op == "" {
			p.add(key, "step %q must begin with one of %v, or be else", c.Key, comparisons)
			return c
		}
	}
	number, err := quantity.ParseNumber(bound)
	if err != nil {
		p.add(key, "%q is no number", bound)
	}
	c.Bound = number
	return c
}

// checkElse refuses a cell for every other value of a text, because its values
// are not declared: what else there may be is not known.
func (p *parser) checkElse(n *yaml.Node, t *Table) {
	if f := p.facts[t.By]; f != nil && f.Kind == TextFact {
		p.add(n, "else needs a fact whose values are declared; %s is a text", t.By)
	}
}

// compare orders cells so that the first that holds is the narrowest: points,
// upper bounds from the least, lower bounds from the greatest, longer prefixes
// before shorter, and else last.
func (c Cell) compare(d Cell, match Match) int {
	rank := func(c Cell) int {
		return slices.Index([]string{"", "=", "<", "<=", ">", ">=", Else}, c.Op) / 2 // < and <= rank alike, and so do > and >=
	}
	order := cmp.Compare(rank(c), rank(d))
	if order != 0 || match == Exact || match == Prefix {
		return cmp.Or(order, cmp.Compare(len(d.Key), len(c.Key)), cmp.Compare(c.Key, d.Key))
	}
	if c.isLower() {
		return cmp.Or(d.Bound.Cmp(c.Bound), cmp.Compare(len(c.Op), len(d.Op)))
	}
	return cmp.Or(c.Bound.Cmp(d.Bound), cmp.Compare(len(c.Op), len(d.Op)))
}

func (c Cell) isLower() bool { return c.Op == ">" || c.Op == ">=" }

func (c Cell) isUpper() bool { return c.Op == "<" || c.Op == "<=" }

func (p *parser) checkCells(n *yaml.Node, t *Table) {
	for i, c := range t.Cells {
		if i > 0 && (t.Match == Step || t.Match == Interpolate) && t.Cells[i-1].Op == c.Op && c.Op != Else && t.Cells[i-1].Bound.Equal(c.Bound) {
			p.add(n, "cells %q and %q are the same", t.Cells[i-1].Key, c.Key)
		}
		if t.Match == Interpolate && c.Value.Number == nil {
			p.add(n, "cells to interpolate between are numbers; %q is not", c.Key)
			t.Match = Exact // keeps the mistake from being met again
		}
	}
	if t.Match == Step {
		p.checkSteps(n, t)
	}
}

// checkSteps refuses steps that overlap from two sides, and an else that nothing
// is left for.
func (p *parser) checkSteps(n *yaml.Node, t *Table) {
	upper, lower := t.Reach()
	if upper == nil || lower == nil {
		return
	}
	order := upper.Bound.Cmp(lower.Bound)
	both := order == 0 && upper.Op == "<=" && lower.Op == ">="
	if order > 0 || both {
		p.add(n, "steps %q and %q overlap", upper.Key, lower.Key)
	}
	if last := t.Cells[len(t.Cells)-1]; last.Op == Else && order == 0 && !both && (upper.Op == "<=" || lower.Op == ">=") {
		p.add(n, "else is never reached: %q and %q leave nothing", upper.Key, lower.Key)
	}
}

// Reach returns the widest of the upper and of the lower bounds; nil for none.
func (t *Table) Reach() (upper, lower *Cell) {
	for i := range t.Cells {
		switch c := &t.Cells[i]; {
		case c.isUpper():
			upper = c
		case c.isLower():
			lower = c
		}
	}
	return upper, lower
}

// gap describes the values that no cell of a table of steps is for; "" when there
// are none, or when the file says what holds there.
func (t *Table) gap() string {
	if t.Match != Step || t.Outside != "" || t.Cells[len(t.Cells)-1].Op == Else {
		return ""
	}
	upper, lower := t.Reach()
	switch {
	case upper == nil && lower == nil:
		return "beside the points"
	case lower == nil:
		return "beyond " + upper.Key
	case upper == nil:
		return "below " + lower.Key
	}
	if order := upper.Bound.Cmp(lower.Bound); order < 0 || order == 0 && upper.Op == "<" && lower.Op == ">" {
		return "between " + upper.Key + " and " + lower.Key
	}
	return ""
}
