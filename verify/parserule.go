package verify

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/verify/quantity"
)

func (p *parser) readRules(n *yaml.Node) {
	seen := make(map[string]bool)
	p.items(n, "rules", func(item *yaml.Node) {
		rule := p.readRule(item)
		rule.Unless = append(rule.Unless, p.set.Unless...)
		if seen[rule.ID] && rule.ID != "" {
			p.add(item, "rule %s is there twice", rule.ID)
		}
		seen[rule.ID] = true
		p.set.Rules = append(p.set.Rules, rule)
	})
}

func (p *parser) readRule(n *yaml.Node) Rule {
	rule := Rule{Line: n.Line}
	p.fields(n, "a rule", map[string]func(*yaml.Node){
		"!id":        func(n *yaml.Node) { rule.ID = p.id(n, "id") },
		"!subjects":  func(n *yaml.Node) { rule.Subjects = p.readSubjects(n) },
		"when":       func(n *yaml.Node) { rule.When = p.readConditions(n, "when") },
		"unless":     func(n *yaml.Node) { rule.Unless = p.readConditions(n, "unless") },
		"!require":   func(n *yaml.Node) { rule.Require = p.readRequirement(n) },
		"reading":    func(n *yaml.Node) { rule.Reading = p.readText(n, "reading") },
		"conditions": func(n *yaml.Node) { rule.Extras = p.readExtras(n) },
		"!section":   func(n *yaml.Node) { rule.Section = p.text(n, "section") },
		"!quote":     func(n *yaml.Node) { rule.Quote = p.text(n, "quote") },
		"tests":      func(n *yaml.Node) { rule.Cases = p.readCases(n) },
	})
	return rule
}

func (p *parser) readSubjects(n *yaml.Node) []Subject {
	var list []Subject
	p.items(n, "subjects", func(item *yaml.Node) {
		var elements, parameters []string
		p.fields(item, "a subject", map[string]func(*yaml.Node){
			"!element":   func(n *yaml.Node) { elements = p.readRefs(n, "element") },
			"!parameter": func(n *yaml.Node) { parameters = p.readRefs(n, "parameter") },
		})
		for _, element := range elements {
			for _, parameter := range parameters {
				list = append(list, Subject{element, parameter})
			}
		}
	})
	return list
}

func (p *parser) readRefs(n *yaml.Node, kind string) []string {
	list := p.oneOrMore(n, kind)
	for _, id := range list {
		p.refer(n, kind, id)
	}
	return list
}

func (p *parser) readExtras(n *yaml.Node) []Extra {
	var list []Extra
	p.items(n, "conditions", func(item *yaml.Node) {
		var e Extra
		p.fields(item, "a condition on a pass", map[string]func(*yaml.Node){
			"!text": func(n *yaml.Node) { e.Text = p.readText(n, "text") },
			"when":  func(n *yaml.Node) { e.When = p.readConditions(n, "when") },
		})
		list = append(list, e)
	})
	return list
}

var ops = []Op{Less, AtMost, Equal, AtLeast, Greater, Between, OneOf, MustBeTrue, MustBeAbsent, NoLimit}

func (p *parser) readRequirement(n *yaml.Node) Requirement {
	var r Requirement
	var value, low, high, values *yaml.Node
	p.fields(n, "require", map[string]func(*yaml.Node){
		"!op":    func(n *yaml.Node) { r.Op = Op(p.text(n, "op")) },
		"unit":   func(n *yaml.Node) { r.Unit = p.readUnit(n) },
		"value":  func(n *yaml.Node) { value = n },
		"min":    func(n *yaml.Node) { low = n },
		"max":    func(n *yaml.Node) { high = n },
		"values": func(n *yaml.Node) { values = n },
	})
	if !slices.Contains(ops, r.Op) {
		p.add(n, "op %q is none of %v", r.Op, ops)
		return r
	}
	needs := map[Op]string{Between: "min and max", OneOf: "values", MustBeTrue: "", MustBeAbsent: "", NoLimit: ""}
	want, special := needs[r.Op]
	if !special {
		want = "value"
	}
	if have := given(value, low, high, values); have != want {
		p.add(n, "op %s needs %q, not %q", r.Op, want, have)
		return r
	}
	if (want != "") == r.Unit.IsZero() {
		p.add(n, "op %s: a limit has a unit, and only a limit has", r.Op)
	}
	p.readLimits(&r, value, low, high, values)
	return r
}

// given names the operands that are there, as readRequirement expects them.
func given(value, low, high, values *yaml.Node) string {
	var have []string
	for _, g := range []struct {
		name string
		node *yaml.Node
	}{{"value", value}, {"min", low}, {"max", high}, {"values", values}} {
		if g.node != nil {
			have = append(have, g.name)
		}
	}
	return strings.Join(have, " and ")
}

func (p *parser) readLimits(r *Requirement, value, low, high, values *yaml.Node) {
	if value != nil {
		r.Value = p.readValue(value)
	}
	if low != nil {
		r.Min, r.Max = p.readValue(low), p.readValue(high)
		if a, b := r.Min.Number, r.Max.Number; a != nil && b != nil && a.Cmp(*b) > 0 {
			p.add(low, "min %s is above max %s", a, b)
		}
	}
	if values != nil {
		p.items(values, "values", func(item *yaml.Node) { r.Values = append(r.Values, p.readNumber(item)) })
		if len(r.Values) == 0 {
			p.add(values, "values is empty; nothing could ever comply")
		}
	}
}

// readValue reads a number, a table, or none for a cell without limit.
func (p *parser) readValue(n *yaml.Node) Value {
	if n.Kind == yaml.MappingNode {
		return Value{Table: p.readTable(n)}
	}
	if n.Value == string(NoLimit) {
		return Value{}
	}
	number := p.readNumber(n)
	return Value{Number: &number}
}

var matches = []Match{Exact, Prefix, Step, Interpolate}

func (p *parser) readTable(n *yaml.Node) *Table {
	t := &Table{Match: Exact}
	var cells *yaml.Node
	p.fields(n, "a table", map[string]func(*yaml.Node){
		"!by":    func(n *yaml.Node) { t.By = p.text(n, "by"); p.refer(n, "fact", t.By) },
		"match":  func(n *yaml.Node) { t.Match = Match(p.text(n, "match")) },
		"!cells": func(n *yaml.Node) { cells = n },
	})
	if !slices.Contains(matches, t.Match) {
		p.add(n, "match %q is none of %v", t.Match, matches)
		return t
	}
	if t.Match == Step || t.Match == Interpolate {
		p.comparable(n, t.By)
	}
	if cells != nil {
		p.entries(cells, "cells", func(key, value *yaml.Node) { t.Cells = append(t.Cells, p.readCell(t, key, value)) })
	}
	p.checkTable(n, t)
	return t
}

func (p *parser) readCell(t *Table, key, value *yaml.Node) Cell {
	c := Cell{Key: strings.TrimSpace(key.Value), Value: p.readValue(value)}
	bound := c.Key
	switch t.Match {
	case Exact:
		p.factValue(t.By, key)
		return c
	case Prefix:
		return c
	case Step:
		if c.Key == "else" {
			c.Op = c.Key
			return c
		}
		for _, op := range comparisons { // the longer operator comes behind its beginning
			if rest, ok := strings.CutPrefix(c.Key, op); ok {
				c.Op, bound = op, strings.TrimSpace(rest)
			}
		}
		if c.Op == "" {
			p.add(key, "step %q must begin with one of %v, or be else", c.Key, comparisons)
			return c
		}
	case Interpolate: // the key is the number itself
	}
	number, err := quantity.ParseNumber(bound)
	if err != nil {
		p.add(key, "%q is no number", bound)
	}
	c.Bound = number
	return c
}

func (p *parser) checkTable(n *yaml.Node, t *Table) {
	if len(t.Cells) == 0 {
		p.add(n, "a table needs cells")
	}
	if t.Match != Interpolate {
		return
	}
	for i, c := range t.Cells {
		if c.Value.Number == nil {
			p.add(n, "cells to interpolate between are numbers; %q is not", c.Key)
		}
		if i > 0 && t.Cells[i-1].Bound.Cmp(c.Bound) >= 0 {
			p.add(n, "cells to interpolate between must rise; %q does not", c.Key)
		}
	}
}

func (p *parser) readCases(n *yaml.Node) []Case {
	var list []Case
	p.items(n, "tests", func(item *yaml.Node) {
		c := Case{Line: item.Line}
		text := func(dst *string, what string) func(*yaml.Node) {
			return func(n *yaml.Node) { *dst = p.text(n, what) }
		}
		status := ""
		p.fields(item, "a test", map[string]func(*yaml.Node){
			"!element": text(&c.Element, "element"), "!parameter": text(&c.Parameter, "parameter"),
			"!value": text(&c.Value, "value"), "!unit": text(&c.Unit, "unit"), "!expect": text(&status, "expect"),
			"use": text(&c.BuildingUse, "use"), "zone": text(&c.ClimateZone, "zone"),
			"limit": text(&c.Limit, "limit"), "margin": text(&c.Margin, "margin"),
		})
		c.Status = Status(status)
		if !slices.Contains([]Status{Compliant, Conditional, NonCompliant, Undetermined}, c.Status) {
			p.add(item, "expect %q is no verdict", status)
		}
		list = append(list, c)
	})
	return list
}
