package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func (p *parser) readFacts(n *yaml.Node) {
	usual, where := make(map[int]*yaml.Node), make(map[int]*yaml.Node) // they ask about facts of the whole file
	p.entries(n, "facts", func(key, value *yaml.Node) {
		f := Fact{ID: p.id(key, "fact"), Line: key.Line}
		var byDefault *yaml.Node
		p.fields(value, "fact "+f.ID, map[string]func(*yaml.Node){
			"!kind":         func(n *yaml.Node) { f.Kind = FactKind(p.text(n, "kind")) },
			"!label":        func(n *yaml.Node) { f.Label = p.readText(n, "label") },
			"own":           func(n *yaml.Node) { own := p.readBool(n, "own"); f.Own = &own },
			"says":          func(n *yaml.Node) { f.Says = p.readNames(n, "says") },
			"yes":           func(n *yaml.Node) { f.Yes = p.readNames(n, "yes") },
			"no":            func(n *yaml.Node) { f.No = p.readNames(n, "no") },
			"as_use":        func(n *yaml.Node) { f.AsUse = p.readNames(n, "as_use") },
			"hints":         func(n *yaml.Node) { f.Hints = p.readNames(n, "hints") },
			"values":        func(n *yaml.Node) { f.Values = p.readValues(n) },
			"counts":        func(n *yaml.Node) { f.Counts = p.readCounts(n) },
			"unit":          func(n *yaml.Node) { f.Unit = p.readUnit(n) },
			"place":         func(n *yaml.Node) { f.Place = p.text(n, "place") },
			"tells":         func(n *yaml.Node) { f.Tells = Tells(p.text(n, "tells")) },
			"default":       func(n *yaml.Node) { byDefault = n },
			"usual":         func(n *yaml.Node) { usual[len(p.set.Facts)] = n },
			"default_where": func(n *yaml.Node) { where[len(p.set.Facts)] = n },
		})
		p.checkFact(key, &f)
		p.facts[f.ID] = &f
		if byDefault != nil {
			f.Default = p.factValue(f.ID, byDefault)
		}
		p.set.Facts = append(p.set.Facts, f)
	})
	for i, n := range usual {
		p.set.Facts[i].Usual = p.readUsual(n, &p.set.Facts[i])
	}
	for i, n := range where {
		p.set.Facts[i].DefaultWhere = p.readDefaultWhere(n, &p.set.Facts[i])
	}
}

// readUsual reads when the default is the usual case: always, or conditions.
func (p *parser) readUsual(n *yaml.Node, f *Fact) []Condition {
	if f.Default == "" {
		p.add(n, "fact %s: usual is of a fact with a default", f.ID)
	}
	if n.Value == "always" {
		return []Condition{}
	}
	return p.readConditions(n, "usual")
}

// readDefaultWhere reads where the default is assumed.
func (p *parser) readDefaultWhere(n *yaml.Node, f *Fact) []Condition {
	if f.Default == "" {
		p.add(n, "fact %s: default_where is of a fact with a default", f.ID)
	}
	return p.readConditions(n, "default_where")
}

// keysOfKinds are the keys that only facts of some kinds have, with what is said of the others.
var keysOfKinds = []struct {
	has   func(f *Fact) bool
	kinds []FactKind
	wrong string
}{
	{func(f *Fact) bool { return f.Says != nil }, []FactKind{CategoryFact, QuantityFact, TextFact}, "a boolean has yes and no, not says"},
	{func(f *Fact) bool { return f.Yes != nil || f.No != nil }, []FactKind{BooleanFact}, "yes and no are of a boolean"},
	{func(f *Fact) bool { return f.Values != nil }, []FactKind{CategoryFact}, "values are of a category"},
	{func(f *Fact) bool { return !f.Unit.IsZero() }, []FactKind{QuantityFact}, "a unit is of a quantity"},
	{func(f *Fact) bool { return f.Counts != nil }, []FactKind{CategoryFact}, "counts is of a category"},
	{func(f *Fact) bool { return f.Hints != nil }, []FactKind{BooleanFact, QuantityFact, TextFact}, "the hints of a category belong to its values"},
	{func(f *Fact) bool { return f.AsUse != nil }, []FactKind{BooleanFact}, "as_use is of a boolean"},
	{func(f *Fact) bool { return f.Tells != "" }, []FactKind{CategoryFact}, "tells is use, of a category"},
}

// checkFact holds a fact to the keys its kind has.
func (p *parser) checkFact(n *yaml.Node, f *Fact) {
	if !slices.Contains([]FactKind{BooleanFact, CategoryFact, QuantityFact, TextFact}, f.Kind) {
		p.add(n, "fact %s: kind %q is none of boolean, category, quantity, text", f.ID, f.Kind)
		return
	}
	for _, key := range keysOfKinds {
		if key.has(f) && !slices.Contains(key.kinds, f.Kind) {
			p.add(n, "fact %s: %s", f.ID, key.wrong)
		}
	}
	if f.Tells != "" && f.Tells != TellsUse {
		p.add(n, "fact %s: tells is use, not %q", f.ID, f.Tells)
	}
	switch f.Kind {
	case BooleanFact:
	case CategoryFact:
		if len(f.Values) == 0 || f.Says != nil && f.Counts == nil {
			p.add(n, "fact %s: a category has values, each with its says", f.ID)
		}
		p.checkCounts(n, f)
	case QuantityFact:
		if f.Unit.IsZero() {
			p.add(n, "fact %s: a quantity has a unit", f.ID)
		}
		p.checkHoles(n, f)
	case TextFact:
		p.checkHoles(n, f)
	}
}

// checkHoles holds the wordings of a quantity or a text to one hole.
func (p *parser) checkHoles(n *yaml.Node, f *Fact) {
	for _, lang := range slices.Sorted(maps.Keys(f.Says)) {
		for _, name := range f.Says[lang] {
			if strings.Count(name, Hole) != 1 {
				p.add(n, "fact %s: %q must hold %s once, where the value stands", f.ID, name, Hole)
			}
		}
	}
}

func (p *parser) readValues(n *yaml.Node) []CategoryValue {
	var list []CategoryValue
	p.entries(n, "values", func(key, value *yaml.Node) {
		v := CategoryValue{ID: p.id(key, "value")}
		p.fields(value, "value "+v.ID, map[string]func(*yaml.Node){
			"!label": func(n *yaml.Node) { v.Label = p.readText(n, "label") },
			"says":   func(n *yaml.Node) { v.Says = p.readNames(n, "says") },
			"hints":  func(n *yaml.Node) { v.Hints = p.readNames(n, "hints") },
		})
		list = append(list, v)
	})
	return list
}

func (p *parser) readAges(n *yaml.Node) Ages {
	if Ages(n.Value) != AnyAge {
		p.add(n, "ages is any, or is left out, not %q", n.Value)
	}
	return Ages(n.Value)
}

func (p *parser) readUnit(n *yaml.Node) quantity.Unit {
	u, err := quantity.ParseUnitIn(n.Value, p.set.Language)
	if err != nil {
		u, err = quantity.ParseUnit(n.Value)
	}
	if err != nil {
		p.add(n, "unit %q is unknown", n.Value)
	}
	return u
}

// factValue reads a value a fact may have and returns it as text.
func (p *parser) factValue(id string, n *yaml.Node) string {
	text := p.text(n, "the value of "+id)
	f := p.facts[id]
	if f == nil {
		return text // another file declares it; verify.New looks at it again
	}
	if reason := f.ValueProblem(text); reason != "" {
		p.add(n, "%s", reason)
	}
	return text
}

// ValueProblem returns what keeps text from being a value of f, or "".
func (f *Fact) ValueProblem(text string) string {
	switch f.Kind {
	case BooleanFact:
		if text != "true" && text != "false" {
			return fmt.Sprintf("%s is true or false, not %q", f.ID, text)
		}
	case CategoryFact:
		if !slices.ContainsFunc(f.Values, func(v CategoryValue) bool { return v.ID == text }) {
			return fmt.Sprintf("%s has no value %q", f.ID, text)
		}
	case QuantityFact:
		if _, err := quantity.ParseNumber(text); err != nil {
			return fmt.Sprintf("%s is a number in %s, not %q", f.ID, f.Unit, text)
		}
	case TextFact: // any text
	}
	return ""
}

func (p *parser) readImpossible(n *yaml.Node) {
	p.items(n, "impossible", func(item *yaml.Node) {
		p.set.Impossible = append(p.set.Impossible, p.readConditions(item, "impossible"))
	})
}

func (p *parser) readConditions(n *yaml.Node, what string) []Condition {
	if n.Kind == yaml.MappingNode {
		return []Condition{p.readCondition(n)}
	}
	var list []Condition
	p.items(n, what, func(item *yaml.Node) { list = append(list, p.readCondition(item)) })
	return list
}

// comparisons are the operators of a condition on a quantity.
var comparisons = []string{"<", "<=", "=", ">", ">="}

// readCondition reads {fact: drop, "<=": 6}, {fact: use, in: [a, b]},
// {any: [...]}, {all: [...]} or {not: {...}}.
func (p *parser) readCondition(n *yaml.Node) Condition {
	var c Condition
	var operand *yaml.Node
	operator := func(op string) func(*yaml.Node) {
		return func(n *yaml.Node) {
			if operand != nil {
				p.add(n, "a condition has one operator")
			}
			c.Op, operand = op, n
		}
	}
	readers := map[string]func(*yaml.Node){
		"fact": func(n *yaml.Node) { c.Fact = p.text(n, "fact"); p.refer(n, "fact", c.Fact) },
		"any":  func(n *yaml.Node) { c.Any = p.readConditions(n, "any") },
		"all":  func(n *yaml.Node) { c.All = p.readConditions(n, "all") },
		"not":  func(n *yaml.Node) { inner := p.readCondition(n); c.Not = &inner },
		"is":   operator("is"), "in": operator("in"), "starts": operator("starts"),
	}
	for _, op := range comparisons {
		readers[op] = operator(op)
	}
	p.fields(n, "a condition", readers)
	p.finishCondition(n, &c, operand)
	return c
}

func (p *parser) finishCondition(n *yaml.Node, c *Condition, operand *yaml.Node) {
	parts := 0
	for _, set := range []bool{c.Fact != "", len(c.Any) > 0, len(c.All) > 0, c.Not != nil} {
		if set {
			parts++
		}
	}
	if parts != 1 || (c.Fact != "") != (operand != nil) {
		p.add(n, "a condition is a fact with one operator, or one of any, all, not")
		return
	}
	if operand == nil {
		return
	}
	if slices.Contains(comparisons, c.Op) {
		c.Value = p.readNumber(operand)
		p.comparable(n, c.Fact)
		return
	}
	if c.Op == "starts" {
		c.Texts = p.oneOrMore(operand, "starts")
		return
	}
	if operand.Kind == yaml.ScalarNode {
		c.Texts = []string{p.factValue(c.Fact, operand)}
		return
	}
	p.items(operand, c.Op, func(item *yaml.Node) { c.Texts = append(c.Texts, p.factValue(c.Fact, item)) })
}

func (p *parser) comparable(n *yaml.Node, id string) {
	if f := p.facts[id]; f != nil && f.Kind != QuantityFact {
		p.add(n, "fact %s is no quantity and cannot be compared", id)
	}
}

func (p *parser) readNumber(n *yaml.Node) quantity.Number {
	number, err := quantity.ParseNumber(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		p.add(n, "%q is no number; write 1.20 or 3e-1", n.Value)
	}
	return number
}
