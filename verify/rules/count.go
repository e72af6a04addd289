package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Count says which numbers one value of a category is: "several" exits are two and more.
type Count struct {
	Value  string // id of the category's value
	Op     string // <, <=, =, >= or >
	Number quantity.Number
}

// Same reports whether two counts say the same.
func (c Count) Same(other Count) bool {
	return c.Value == other.Value && c.Op == other.Op && c.Number.Equal(other.Number)
}

// readCounts reads "counts: {one: \"= 1\", several: \">= 2\"}".
func (p *parser) readCounts(n *yaml.Node) []Count {
	list := []Count{}
	p.entries(n, "counts", func(key, value *yaml.Node) {
		op, digits, _ := strings.Cut(strings.TrimSpace(value.Value), " ")
		number, err := quantity.ParseNumber(strings.TrimSpace(digits))
		if err != nil || !slices.Contains(comparisons, op) {
			p.add(value, "counts: %q is no comparison such as \">= 2\"", value.Value)
		}
		list = append(list, Count{p.id(key, "value"), op, number})
	})
	return list
}

// checkCounts holds counts to the values there are, and to one for each number.
func (p *parser) checkCounts(n *yaml.Node, f *Fact) {
	for i, c := range f.Counts {
		if reason := f.ValueProblem(c.Value); reason != "" {
			p.add(n, "counts: %s", reason)
		}
		one := quantity.Exactly(c.Number)
		for _, other := range f.Counts[:i] {
			two := quantity.Exactly(other.Number)
			if !one.Compared(c.Op).Meet(*two.Compared(other.Op)).Empty() {
				p.add(n, "fact %s: %s and %s are the same numbers", f.ID, other.Value, c.Value)
			}
		}
	}
	if len(f.Counts) > 0 {
		p.checkHoles(n, f)
	}
}
