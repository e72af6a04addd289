package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/quantity"
)

// ruleSetError says which set a mistake is in.
func ruleSetError(ref codes.VersionRef, problems []Problem) error {
	return fmt.Errorf("rules of %s: %w", ref, &RuleError{ref, sortProblems(problems)})
}

// rule is a Rule ready to be applied.
type rule struct {
	*Rule
	set          *RuleSet
	version      *codes.Version
	when, unless []condition
	extras       [][]condition
	asked        []int // the facts the rule itself asks for, not its whole version
	block        *retrieval.Block
	excerpt      string

	value, min, max value
}

// value is a Value ready to be looked up.
type value struct {
	number *quantity.Number
	table  *table
}

type table struct {
	*Table
	fact  int
	cells []value
}

type compiler struct {
	v        *Verifier
	factOf   map[string]int
	context  Names
	problems []Problem
}

func (c *compiler) add(line int, format string, args ...any) {
	c.problems = append(c.problems, Problem{line, fmt.Sprintf(format, args...)})
}

// declare takes in the concepts and facts of a set. Several sets may declare
// the same one: their wordings are joined, what defines it must agree.
func (c *compiler) declare(set *RuleSet) {
	for _, concept := range set.Concepts {
		key := string(concept.Kind) + " " + concept.ID
		old, ok := c.v.concepts[key]
		if !ok {
			clone := concept
			c.v.concepts[key] = &clone
			continue
		}
		if old.Relation != concept.Relation || old.Binds != concept.Binds || old.Alone != concept.Alone || old.Signed != concept.Signed {
			c.add(concept.Line, "%s is declared elsewhere with another relation, binds, alone or signed", key)
		}
		old.Implies = c.joinImplies(concept.Line, key, old.Implies, concept.Implies)
		old.Names, old.Not = joinNames(old.Names, concept.Names), joinNames(old.Not, concept.Not)
		old.Broader = append(slices.Clone(old.Broader), concept.Broader...)
		old.Of = append(slices.Clone(old.Of), concept.Of...)
	}
	for i := range set.Facts {
		c.declareFact(&set.Facts[i])
	}
	c.context = joinNames(c.context, set.Context)
}

func (c *compiler) joinImplies(line int, key string, a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	if out == nil {
		out = make(map[string]string)
	}
	for id, text := range b {
		if old, ok := out[id]; ok && old != text {
			c.add(line, "%s is declared elsewhere to imply %s: %s", key, id, old)
		}
		out[id] = text
	}
	return out
}

func (c *compiler) declareFact(f *Fact) {
	i, ok := c.factOf[f.ID]
	if !ok {
		c.factOf[f.ID] = len(c.v.facts)
		c.v.facts = append(c.v.facts, &fact{Fact: *f, index: len(c.v.facts)})
		return
	}
	old := c.v.facts[i]
	if old.Kind != f.Kind || old.Place != f.Place || old.Default != f.Default || f.Kind == QuantityFact && !old.Unit.Equal(f.Unit) {
		c.add(f.Line, "fact %s is declared elsewhere with another kind, unit, place or default", f.ID)
		return
	}
	old.Says, old.Yes, old.No = joinNames(old.Says, f.Says), joinNames(old.Yes, f.Yes), joinNames(old.No, f.No)
	old.Hints = joinNames(old.Hints, f.Hints)
	for _, v := range f.Values {
		if k := slices.IndexFunc(old.Values, func(have CategoryValue) bool { return have.ID == v.ID }); k >= 0 {
			old.Values = slices.Clone(old.Values)
			old.Values[k].Says = joinNames(old.Values[k].Says, v.Says)
			old.Values[k].Hints = joinNames(old.Values[k].Hints, v.Hints)
			continue
		}
		old.Values = append(slices.Clone(old.Values), v)
	}
}

// joinNames returns a with the names of b it lacks behind its own. Neither is
// changed; a itself comes back when b adds nothing.
func joinNames(a, b Names) Names {
	if len(b) == 0 {
		return a
	}
	out := make(Names, len(a)+len(b))
	maps.Copy(out, a)
	for lang, list := range b {
		joined := slices.Clone(out[lang])
		have := make(map[string]bool, len(joined)+len(list))
		for _, name := range joined {
			have[name] = true
		}
		for _, name := range list {
			if !have[name] {
				have[name] = true
				joined = append(joined, name)
			}
		}
		out[lang] = joined
	}
	return out
}

// words fills the lexicon from everything declared.
func (c *compiler) words() {
	for _, key := range slices.Sorted(maps.Keys(c.v.concepts)) {
		concept := c.v.concepts[key]
		kind, group := elementSense, elementGroup
		if concept.Kind == ParameterConcept {
			kind, group = parameterSense, parameterGroup
		}
		if concept.Alone {
			c.v.alone = append(c.v.alone, []string{concept.ID})
		}
		c.v.lexicon.addNames(concept.Names, sense{kind: kind, id: concept.ID, group: group})
		c.v.lexicon.addNames(concept.Not, sense{kind: notSense, id: concept.ID, group: group})
	}
	for _, f := range c.v.facts {
		c.factWords(f)
	}
	c.v.lexicon.addNames(c.context, sense{kind: contextSense, group: contextGroup})
	c.v.lexicon.sort()
}

// factWords adds the wordings of a fact.
func (c *compiler) factWords(f *fact) {
	add := func(names Names, value string, hint bool) {
		c.v.lexicon.addNames(names, sense{kind: factSense, fact: f.index, value: value, hint: hint, group: factGroup + f.index})
	}
	whole := ""
	if f.Kind == TextFact {
		whole = hole
	}
	add(f.Says, whole, false)
	add(f.Yes, "true", false)
	add(f.No, "false", false)
	add(f.Hints, "true", true) // of a boolean; what else hints leaves everything open
	for _, v := range f.Values {
		add(v.Says, v.ID, false)
		add(v.Hints, v.ID, true)
	}
}

// data notes which values the places have of the facts that are data of theirs.
func (c *compiler) data() {
	for _, f := range c.v.facts {
		if f.Kind != TextFact || f.Place == "" {
			continue
		}
		c.v.places.All(func(p *geo.Place) bool {
			datum := placeDatum(p.Tech, f.Place)
			if i, found := slices.BinarySearch(f.data, datum); !found && datum != "" {
				f.data = slices.Insert(f.data, i, datum)
			}
			return true
		})
	}
}

func (c *compiler) rule(set *RuleSet, r *Rule, version *codes.Version, section []*retrieval.Block) {
	out := &rule{Rule: r, set: set, version: version}
	out.when, out.unless = c.conditions(r.Line, r.When), c.conditions(r.Line, r.Unless)
	for _, e := range r.Extras {
		out.extras = append(out.extras, c.conditions(r.Line, e.When))
	}
	out.value, out.min, out.max = c.value(r.Line, r.Require.Value), c.value(r.Line, r.Require.Min), c.value(r.Line, r.Require.Max)
	out.block, out.excerpt = findQuote(section, r.Quote)
	if out.block == nil {
		c.add(r.Line, "rule %s: no block of section %q holds the quote word for word", r.ID, r.Section)
	}
	out.asked = dependencies(out, len(out.unless)-len(set.Unless))
	for _, s := range r.Subjects {
		if c.v.concepts["element "+s.Element] == nil || c.v.concepts["parameter "+s.Parameter] == nil {
			c.add(r.Line, "rule %s: no loaded file declares element %q or parameter %q", r.ID, s.Element, s.Parameter)
		}
		c.v.rules[s] = append(c.v.rules[s], out)
	}
}

func (c *compiler) conditions(line int, list []Condition) []condition {
	out := make([]condition, 0, len(list))
	for _, each := range list {
		out = append(out, c.condition(line, each))
	}
	return out
}

func (c *compiler) condition(line int, from Condition) condition {
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
			if reason := f.valueProblem(text); reason != "" && out.op != "starts" {
				c.add(line, "%s", reason)
			}
			f.addText(text)
		}
		f.asked = append(f.asked, out)
		if f.Kind == QuantityFact {
			c.add(line, "fact %s is a quantity; compare it with < <= = >= >", f.ID)
		}
		return out
	}
	if f.Kind != QuantityFact {
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

func (c *compiler) value(line int, from Value) value {
	if from.Table == nil {
		return value{number: from.Number}
	}
	f := c.fact(line, from.Table.By)
	if f == nil {
		return value{}
	}
	t := &table{Table: from.Table, fact: f.index}
	for _, cell := range from.Table.Cells {
		t.cells = append(t.cells, c.value(line, cell.Value))
		f.ask(from.Table.Match, cell)
	}
	return value{table: t}
}

// ask notes what the cell of a table asks of a fact.
func (f *fact) ask(match Match, cell Cell) {
	switch {
	case match == Exact:
		f.addText(cell.Key)
		f.asked = append(f.asked, condition{fact: f.index, op: "is", texts: []string{cell.Key}})
	case match == Prefix:
		f.addText(cell.Key)
		f.asked = append(f.asked, condition{fact: f.index, op: "starts", texts: []string{cell.Key}})
	case match == Interpolate: // below, at and above a point are three things
		f.addThreshold(cell.Bound)
		f.asked = append(f.asked, condition{fact: f.index, op: "<=", value: cell.Bound}, condition{fact: f.index, op: ">=", value: cell.Bound})
	case cell.Op != "else":
		f.addThreshold(cell.Bound)
		f.asked = append(f.asked, condition{fact: f.index, op: cell.Op, value: cell.Bound})
	}
}

// dependencies lists the facts a rule's verdict turns on, in order; of its
// exceptions it looks at the first ones only.
func dependencies(r *rule, exceptions int) []int {
	set := make(map[int]bool)
	for _, list := range [][]condition{r.when, r.unless[:exceptions]} {
		conditionFacts(list, set)
	}
	for _, v := range []value{r.value, r.min, r.max} {
		valueFacts(v, set)
	}
	return slices.Sorted(maps.Keys(set))
}

func conditionFacts(list []condition, set map[int]bool) {
	for _, c := range list {
		switch {
		case c.not != nil:
			conditionFacts([]condition{*c.not}, set)
		case c.all != nil:
			conditionFacts(c.all, set)
		case c.any != nil:
			conditionFacts(c.any, set)
		default:
			set[c.fact] = true
		}
	}
}

func valueFacts(v value, set map[int]bool) {
	if v.table == nil {
		return
	}
	set[v.table.fact] = true
	for _, cell := range v.table.cells {
		valueFacts(cell, set)
	}
}

// findQuote returns the block that holds the quote, and what to show of it: the
// quote, led in a table by its caption and header.
func findQuote(section []*retrieval.Block, quote string) (*retrieval.Block, string) {
	want := squeeze(quote)
	for _, b := range section {
		if !strings.Contains(squeeze(b.Text), want) {
			continue
		}
		if b.Table == nil {
			return b, want
		}
		lines := []string{b.Table.Caption, strings.Join(b.Table.Header, " | "), want}
		lines = slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" })
		return b, strings.Join(slices.Compact(lines), "\n")
	}
	return nil, ""
}

// squeeze makes every run of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func sortRules(list []*rule) {
	slices.SortStableFunc(list, func(a, b *rule) int {
		return cmp.Or(cmp.Compare(a.set.Ref.String(), b.set.Ref.String()), cmp.Compare(a.Line, b.Line))
	})
}
