package verify

import (
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

func (c Count) same(other Count) bool {
	return c.Value == other.Value && c.Op == other.Op && c.Number.Equal(other.Number)
}

// readCounts reads "counts: {one: \"= 1\", several: \">= 2\"}".
func (p *parser) readCounts(n *yaml.Node) []Count {
	list := []Count{}
	p.entries(n, "counts", func(key, value *yaml.Node) {
		op, digits, _ := strings.Cut(strings.TrimSpace(value.Value), " ")
		number, err := quantity.ParseNumber(strings.TrimSpace(digits))
		if err != nil || opposite[op] == "" && op != "=" {
			p.add(value, "counts: %q is no comparison such as \">= 2\"", value.Value)
		}
		list = append(list, Count{p.id(key, "value"), op, number})
	})
	return list
}

// checkCounts holds counts to the values there are, and to one for each number.
func (p *parser) checkCounts(n *yaml.Node, f *Fact) {
	for i, c := range f.Counts {
		if reason := f.valueProblem(c.Value); reason != "" {
			p.add(n, "counts: %s", reason)
		}
		one := exactly(c.Number)
		for _, other := range f.Counts[:i] {
			two := exactly(other.Number)
			if !one.compared(c.Op).meet(*two.compared(other.Op)).empty() {
				p.add(n, "fact %s: %s and %s are the same numbers", f.ID, other.Value, c.Value)
			}
		}
	}
	if len(f.Counts) > 0 {
		p.checkHoles(n, f)
	}
}

// counted returns the values of a category that a number of things may be; none where
// it is no whole number or nothing is said of it.
func (f *Fact) counted(s span) []string {
	if n, exact := s.exact(); exact && !n.IsInt() {
		return nil
	}
	var out []string
	for _, c := range f.Counts {
		if s.compare(c.Op, c.Number) != no {
			out = append(out, c.Value)
		}
	}
	return out
}

// reads reports whether the number of a wording is a value of a category that says
// which numbers its values are; wordings of other facts have none to be read so.
func (f *fact) reads(s sense, w *word) bool {
	if f.Kind != CategoryFact || s.value != "" || s.hint {
		return true
	}
	return w.number != nil && w.strange == "" && !w.part && (w.unit.IsZero() || w.unit.Kind() == countKind) && len(f.counted(*w.number)) > 0
}
