package rules

import (
	"maps"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func (p *parser) readRules(n *yaml.Node) {
	seen := make(map[string]bool)
	p.items(n, "rules", func(item *yaml.Node) {
		rule := p.readRule(item)
		about, unless := p.set.Whole(&rule)
		rule.When, rule.Unless = append(rule.When, about...), append(rule.Unless, unless...)
		if seen[rule.ID] && rule.ID != "" {
			p.add(item, "rule %s is there twice", rule.ID)
		}
		seen[rule.ID] = true
		p.set.Rules = append(p.set.Rules, rule)
	})
}

func (p *parser) readRule(n *yaml.Node) Rule {
	rule := Rule{Line: n.Line}
	readers := p.composition(&rule)
	maps.Copy(readers, map[string]func(*yaml.Node){
		"!id":        func(n *yaml.Node) { rule.ID = p.id(n, "id") },
		"!subjects":  func(n *yaml.Node) { rule.Subjects = p.readSubjects(n) },
		"when":       func(n *yaml.Node) { rule.When = p.readConditions(n, "when") },
		"unless":     func(n *yaml.Node) { rule.Unless = p.readConditions(n, "unless") },
		"!require":   func(n *yaml.Node) { rule.Require = p.readRequirement(n) },
		"reading":    func(n *yaml.Node) { rule.Reading = p.readText(n, "reading") },
		"conditions": func(n *yaml.Node) { rule.Extras = p.readExtras(n) },
		"!section":   func(n *yaml.Node) { rule.Section = p.text(n, "section") },
		"!quote":     func(n *yaml.Node) { rule.Quote = p.text(n, "quote") },
		"cite":       func(n *yaml.Node) { rule.Cite = p.text(n, "cite") },
		"tests":      func(n *yaml.Node) { rule.Cases = p.readCases(n) },
	})
	p.fields(n, "a rule", readers)
	for _, v := range rule.values() {
		p.checkDivisors(v, rule.When)
	}
	if rule.Downwards && len(rule.Overrides) == 0 {
		p.add(n, "downwards says how far overrides reaches; there is none")
	}
	return rule
}

// composition returns the readers of what a rule says about other texts, about
// time and about itself.
func (p *parser) composition(rule *Rule) map[string]func(*yaml.Node) {
	return map[string]func(*yaml.Node){
		"level":       p.readLevel,
		"overrides":   func(n *yaml.Node) { rule.Overrides = p.readRuleRefs(n, "overrides") },
		"downwards":   func(n *yaml.Node) { rule.Downwards = p.readBool(n, "downwards") },
		"implements":  func(n *yaml.Node) { rule.Implements = p.readRuleRefs(n, "implements") },
		"default_for": func(n *yaml.Node) { rule.DefaultFor = p.readScopes(n, "default_for") },
		"valid":       func(n *yaml.Node) { p.readValid(n, rule) },
		"ages":        func(n *yaml.Node) { rule.Ages = p.readAges(n) },
		"unexpressed": func(n *yaml.Node) { rule.Unexpressed = p.readText(n, "unexpressed") },
		"sha256":      func(n *yaml.Node) { rule.SHA256 = p.readHash(n) },
	}
}

// values returns the values of the requirement that may be tables or formulas.
func (r *Rule) values() []Bound { return []Bound{r.Require.Value, r.Require.Min, r.Require.Max} }

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

// Term returns the rule's term of that name; nil for none.
func (r *Rule) Term(name string) *Term {
	for _, v := range r.values() {
		if v.Term != nil && v.Term.Name == name {
			return v.Term
		}
	}
	return nil
}

// AsksLike reports whether two rules ask the same, as far as plain numbers tell.
func (r *Rule) AsksLike(s *Rule) bool {
	if r.Require.Op != s.Require.Op || r.Require.Unit.Kind() != s.Require.Unit.Kind() {
		return false
	}
	a, b := r.values(), s.values()
	for i := range a {
		if a[i].Number != nil && b[i].Number != nil && !sameIn(*a[i].Number, r.Require.Unit, *b[i].Number, s.Require.Unit) {
			return false
		}
	}
	return true
}

// sameIn reports whether two numbers in two units are the same.
func sameIn(a quantity.Number, in quantity.Unit, b quantity.Number, unit quantity.Unit) bool {
	converted, err := quantity.Convert(a, in, unit, quantity.Slope)
	return err == nil && converted.Equal(b)
}
