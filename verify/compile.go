package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// ruleSetError says which set a mistake is in.
func ruleSetError(ref codes.VersionRef, problems []rules.Problem) error {
	return fmt.Errorf("rules of %s: %w", ref, rules.NewError(ref, problems))
}

// rule is a Rule ready to be applied.
type rule struct {
	*rules.Rule
	set          *rules.RuleSet
	text         string // of the set: "code/version"
	version      *codes.Version
	when, unless []condition
	extras       [][]condition
	about        []condition // what its version is about; part of when
	asked        []int       // the facts the rule itself asks for, not its whole version
	turns        []int       // the facts the rule asks for, with its version's
	cited        citation
	rank         int // of its code's territory; see [Verifier.rank]
	scope        codes.NormativeScope

	value, min, max value
	fillings        []*filling // what versions give for its terms, narrower territories first

	overriders []*rules.Rule // rules that replace it where they hold
	implements []*rules.Rule // rules that ask the same in another text
	filledBy   []*filling    // of a rule whose terms are filled: by what
}

// names reports whether the rule is the one another refers to.
func (r *rule) is(ref rules.RuleRef) bool { return ref.Matches(r.set.Ref, r.ID) }

// value is a Bound ready to be looked up.
type value struct {
	number  *quantity.Number
	table   *table
	formula *formula
	term    *rules.Term
	unset   bool // the term has no value here
}

// formula is a Formula that knows its facts.
type formula struct {
	*rules.Formula
	facts []int // as Formula.Facts
}

type table struct {
	*rules.Table
	fact  int
	cells []value
	paths [][]*rules.Cell // each cell as the way to it
}

func (c *compiler) rule(set *rules.RuleSet, r *rules.Rule, version *codes.Version, section []*retrieval.Block) {
	out := &rule{Rule: r, set: set, text: set.Ref.String(), version: version}
	out.when, out.unless = c.conditions(r.Line, r.When), c.conditions(r.Line, r.Unless)
	about, unless := set.Whole(r)
	out.about = out.when[len(out.when)-len(about):]
	c.close(out.about)
	for _, e := range r.Extras {
		out.extras = append(out.extras, c.conditions(r.Line, e.When))
	}
	out.value, out.min, out.max = c.value(r.Line, r.Require.Value, r.When), c.value(r.Line, r.Require.Min, r.When), c.value(r.Line, r.Require.Max, r.When)
	out.cited = c.cite(r.Line, "rule "+r.ID, section, r.Section, r.Quote, r.SHA256)
	out.cited.as = set.CiteOf(r)
	out.rank, out.scope = c.v.rank(set.Ref.Code)
	c.dead(out)
	out.asked = dependencies(out, len(out.unless)-len(unless))
	out.turns = dependencies(out, len(out.unless))
	for _, s := range r.Subjects {
		if c.v.concepts["element "+s.Element] == nil || c.v.concepts["parameter "+s.Parameter] == nil {
			c.add(r.Line, "rule %s: no loaded file declares element %q or parameter %q", r.ID, s.Element, s.Parameter)
		}
		c.v.rules[s] = append(c.v.rules[s], out)
	}
	c.all = append(c.all, out)
}

// citation is a quote with what an author cites it by; "" leaves it to the heading.
type citation struct {
	rules.Quote
	as string
}

// cite finds a quote and holds its block against the hash the file gives.
func (c *compiler) cite(line int, what string, section []*retrieval.Block, name, quote, hash string) citation {
	cited, ok := rules.FindQuote(section, quote)
	if !ok {
		c.add(line, "%s: no block of section %q holds the quote word for word", what, name)
		return citation{Quote: rules.Quote{Block: &retrieval.Block{}}}
	}
	if reason := cited.HashProblem(hash); reason != "" {
		c.add(line, "%s: %s", what, reason)
	}
	return citation{Quote: cited}
}

func (c *compiler) conditions(line int, list []rules.Condition) []condition {
	out := make([]condition, 0, len(list))
	for _, each := range list {
		out = append(out, c.condition(line, each))
	}
	return out
}

func (c *compiler) condition(line int, from rules.Condition) condition {
	switch {
	case from.Not != nil:
		inner := c.condition(line, *from.Not)
		return condition{not: &inner}
	case from.All != nil:
		return condition{all: c.conditions(line, from.All)}
	case from.Any != nil:
		return condition{any: c.conditions(line, from.Any)}
	}
	f := c.fact(line, from.Fact)
	if f == nil {
		return condition{}
	}
	out := condition{fact: f.index, op: from.Op, texts: from.Texts, value: from.Value}
	if out.op == "is" || out.op == "in" || out.op == "starts" {
		for _, text := range from.Texts {
			if reason := f.ValueProblem(text); reason != "" && out.op != "starts" {
				c.add(line, "%s", reason)
			}
			f.addText(text)
		}
		f.asked = append(f.asked, out)
		if f.Kind == rules.QuantityFact {
			c.add(line, "fact %s is a quantity; compare it with < <= = >= >", f.ID)
		}
		return out
	}
	if f.Kind != rules.QuantityFact {
		c.add(line, "fact %s is no quantity and cannot be compared", f.ID)
	}
	f.addThreshold(from.Value)
	f.asked = append(f.asked, out)
	return out
}

func (c *compiler) fact(line int, id string) *fact {
	i, ok := c.factOf[id]
	if !ok {
		c.add(line, "no loaded file declares the fact %q", id)
		return nil
	}
	return c.v.facts[i]
}

func (f *fact) addThreshold(n quantity.Number) {
	i, found := slices.BinarySearchFunc(f.thresholds, n, quantity.Number.Cmp)
	if !found {
		f.thresholds = slices.Insert(f.thresholds, i, n)
	}
}

func (f *fact) addText(text string) {
	if i, found := slices.BinarySearch(f.texts, text); !found {
		f.texts = slices.Insert(f.texts, i, text)
	}
}

// formula looks at a formula with all facts at hand, also those of other files.
func (c *compiler) formula(line int, from *rules.Formula, when []rules.Condition) *formula {
	out := &formula{Formula: from}
	for _, id := range from.Facts {
		f := c.fact(line, id)
		if f == nil {
			return nil
		}
		if f.Kind != rules.QuantityFact {
			c.add(from.Line, "fact %s is no quantity and cannot be computed with", id)
		}
		f.measured = true
		out.facts = append(out.facts, f.index)
	}
	if reason := from.Problem(func(id string) *rules.Fact { return &c.v.facts[c.factOf[id]].Fact }, when); reason != "" {
		c.add(from.Line, "%s", reason)
	}
	return out
}

// value compiles a value of a rule with the conditions given.
func (c *compiler) value(line int, from rules.Bound, when []rules.Condition) value {
	if from.Formula != nil {
		return value{formula: c.formula(line, from.Formula, when)}
	}
	if from.Term != nil {
		return c.term(line, from.Term, when)
	}
	if from.Table == nil {
		return value{number: from.Number}
	}
	f := c.fact(line, from.Table.By)
	if f == nil {
		return value{}
	}
	t := &table{Table: from.Table, fact: f.index}
	for i, cell := range from.Table.Cells {
		t.cells = append(t.cells, c.value(line, cell.Value, when))
		t.paths = append(t.paths, []*rules.Cell{&from.Table.Cells[i]})
		f.ask(from.Table.Match, cell)
	}
	return value{table: t}
}

// ask notes what the cell of a table asks of a fact.
func (f *fact) ask(match rules.Match, cell rules.Cell) {
	switch {
	case cell.Op == rules.Else: // asks nothing of its own
	case match == rules.Exact:
		f.addText(cell.Key)
		f.asked = append(f.asked, condition{fact: f.index, op: "is", texts: []string{cell.Key}})
	case match == rules.Prefix:
		f.addText(cell.Key)
		f.asked = append(f.asked, condition{fact: f.index, op: "starts", texts: []string{cell.Key}})
	case match == rules.Interpolate: // below, at and above a point are three things
		f.addThreshold(cell.Bound)
		f.asked = append(f.asked, condition{fact: f.index, op: "<=", value: cell.Bound}, condition{fact: f.index, op: ">=", value: cell.Bound})
	default:
		f.addThreshold(cell.Bound)
		f.asked = append(f.asked, condition{fact: f.index, op: cell.Op, value: cell.Bound})
	}
}

func sortRules(list []*rule) {
	slices.SortStableFunc(list, func(a, b *rule) int {
		return cmp.Or(cmp.Compare(a.set.Ref.String(), b.set.Ref.String()), cmp.Compare(a.Line, b.Line))
	})
}
