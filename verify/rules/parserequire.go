package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

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

// readValue reads a number, a table, a formula, a term, or none for a cell
// without limit.
func (p *parser) readValue(n *yaml.Node) Bound {
	if n.Kind == yaml.MappingNode {
		if hasKey(n, "formula") {
			return Bound{Formula: p.readFormula(n)}
		}
		if hasKey(n, "term") {
			return Bound{Term: p.readTerm(n)}
		}
		return Bound{Table: p.readTable(n)}
	}
	if n.Value == string(NoLimit) {
		return Bound{}
	}
	number := p.readNumber(n)
	return Bound{Number: &number}
}
