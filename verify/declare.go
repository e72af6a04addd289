package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

type compiler struct {
	v        *rulebook
	factOf   map[string]int
	context  []textContext
	all      []*rule // in order of version and line
	fillings []*filling
	problems []rules.Problem
	world    []knowledge // what the conditions of one rule ask, used for one after the other
}

// textContext is words that change nothing about what the rules of one text are
// about; text "" is every text.
type textContext struct {
	text  string
	names rules.Names
}

func (c *compiler) add(line int, format string, args ...any) {
	c.problems = append(c.problems, rules.Problem{Line: line, Message: fmt.Sprintf(format, args...)})
}

// declare takes in the concepts and facts of a set. Several sets may declare
// the same one: their wordings are joined, what defines it must agree.
func (c *compiler) declare(set *rules.RuleSet) {
	for _, concept := range set.Concepts {
		key := string(concept.Kind) + " " + concept.ID
		old, ok := c.v.concepts[key]
		if !ok {
			clone := concept
			c.v.concepts[key] = &clone
			continue
		}
		if old.Relation != concept.Relation || old.Binds != concept.Binds || old.Alone != concept.Alone || old.Signed != concept.Signed || old.Scope != concept.Scope {
			c.add(concept.Line, "%s is declared elsewhere with another relation, binds, alone, signed or scope", key)
		}
		old.Implies = c.joinImplies(concept.Line, key, old.Implies, concept.Implies)
		old.Assumes = c.joinImplies(concept.Line, key, old.Assumes, concept.Assumes)
		old.Names, old.Not = joinNames(old.Names, concept.Names), joinNames(old.Not, concept.Not)
		old.Broader = append(slices.Clone(old.Broader), concept.Broader...)
		old.Of = append(slices.Clone(old.Of), concept.Of...)
	}
	for i := range set.Facts {
		c.declareFact(&set.Facts[i])
		f := c.v.facts[c.factOf[set.Facts[i].ID]]
		f.declared = append(f.declared, set.Ref.Code)
	}
	c.context = append(c.context, textContext{set.Ref.String(), set.Context})
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

func (c *compiler) declareFact(f *rules.Fact) {
	i, ok := c.factOf[f.ID]
	if !ok {
		c.factOf[f.ID] = len(c.v.facts)
		c.v.facts = append(c.v.facts, &fact{Fact: *f, index: len(c.v.facts)})
		return
	}
	old := c.v.facts[i]
	if clash := clashOf(old, f); clash != "" {
		c.add(f.Line, "fact %s is declared elsewhere with %s", f.ID, clash)
		return
	}
	old.join(f)
}

// clashOf says what of a fact cannot be joined with an earlier declaration; "" where all can.
func clashOf(old *fact, f *rules.Fact) string {
	switch {
	case old.Kind != f.Kind || old.Place != f.Place || old.Default != f.Default || f.Kind == rules.QuantityFact && !old.Unit.Equal(f.Unit):
		return "another kind, unit, place or default"
	case len(old.Counts) > 0 && len(f.Counts) > 0 && !slices.EqualFunc(old.Counts, f.Counts, rules.Count.Same):
		return "other counts"
	}
	return ""
}

// join adds what a further declaration says of a fact.
func (f *fact) join(other *rules.Fact) {
	f.Tells = cmp.Or(other.Tells, f.Tells)
	if len(f.Counts) == 0 {
		f.Counts = other.Counts
	}
	if other.Own != nil {
		f.Own = other.Own
	}
	if other.Usual != nil {
		f.Usual = other.Usual
	}
	if other.DefaultWhere != nil {
		f.DefaultWhere = other.DefaultWhere
	}
	f.Says, f.Yes, f.No = joinNames(f.Says, other.Says), joinNames(f.Yes, other.Yes), joinNames(f.No, other.No)
	f.Hints, f.AsUse = joinNames(f.Hints, other.Hints), joinNames(f.AsUse, other.AsUse)
	for _, v := range other.Values {
		f.joinValue(v)
	}
}

func (f *fact) joinValue(v rules.CategoryValue) {
	at := slices.IndexFunc(f.Values, func(have rules.CategoryValue) bool { return have.ID == v.ID })
	f.Values = slices.Clone(f.Values)
	if at < 0 {
		f.Values = append(f.Values, v)
		return
	}
	have := &f.Values[at]
	have.Says, have.Hints = joinNames(have.Says, v.Says), joinNames(have.Hints, v.Hints)
}

// joinNames returns a with the names of b it lacks behind its own. Neither is
// changed; a itself comes back when b adds nothing.
func joinNames(a, b rules.Names) rules.Names {
	if len(b) == 0 {
		return a
	}
	out := make(rules.Names, len(a)+len(b))
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
		kind := understand.ElementSense
		if concept.Kind == rules.ParameterConcept {
			kind = understand.ParameterSense
		}
		if concept.Alone {
			c.v.alone = append(c.v.alone, []string{concept.ID})
		}
		c.v.addNames(concept.Names, understand.Sense{Kind: kind, ID: concept.ID})
		c.v.noteStems(concept)
		if concept.Kind == rules.ParameterConcept {
			c.v.addCounted(concept.Names, understand.Sense{Kind: understand.CountSense, ID: concept.ID})
			if c.v.asksCount(concept.Names) {
				c.v.counts = append(c.v.counts, []string{concept.ID})
			}
		}
		c.v.addNames(concept.Not, understand.Sense{Kind: understand.NotSense, ID: concept.ID, Of: kind})
	}
	for _, f := range c.v.facts {
		c.factWords(f)
	}
	for _, each := range c.context {
		c.v.addNames(each.names, understand.Sense{Kind: understand.ContextSense, ID: each.text})
	}
	c.v.lexicon.Sort()
}

// asksCount reports whether one of the names only asks how many there are: "número".
func (v *rulebook) asksCount(n rules.Names) bool {
	for lang, names := range n {
		for _, name := range names {
			if words := v.wordsOf(name, lang); len(words) == 1 && words[0].Is(understand.CountsThings) {
				return true
			}
		}
	}
	return false
}

// factWords adds the wordings of a fact.
func (c *compiler) factWords(f *fact) {
	add := func(names rules.Names, value string, hint bool) {
		c.v.addNames(names, understand.Sense{Kind: understand.FactSense, Fact: f.index, Value: value, Hint: hint})
	}
	whole := ""
	if f.Kind == rules.TextFact {
		whole = rules.Hole
	}
	add(f.Says, whole, false)
	add(f.Yes, "true", false)
	add(f.No, "false", false)
	add(f.Hints, "true", true) // of a boolean; what else hints leaves everything open
	for _, v := range f.Values {
		add(v.Says, v.ID, false)
		add(v.Hints, v.ID, true)
	}
	if f.Kind == rules.QuantityFact {
		c.addLabel(f)
	}
	c.v.noteNouns(f)
	c.v.addKeys(f)
	c.v.addUses(f)
	for lang, label := range f.Label {
		for _, w := range c.v.wordsOf(label, lang) {
			if w.Weighs() {
				f.labels = append(f.labels, w.Stem)
			}
			if w.Number != nil && !w.Unit.IsZero() && w.Unit.Kind() != quantity.Count {
				f.measures = append(f.measures, w)
			}
		}
	}
	f.called = make(map[string][]string)
	for _, v := range f.Values {
		for lang, label := range v.Label {
			for _, w := range c.v.wordsOf(label, lang) {
				f.called[v.ID] = append(f.called[v.ID], w.Stem)
			}
		}
	}
	single := func(w understand.Word) bool { _, ok := w.Number.Exact(); return ok }
	if !allAre(f.measures, single) { // some language says "at least 50 %", another is not read so
		f.measures = slices.DeleteFunc(f.measures, single)
	}
}

func allAre[T any](list []T, is func(T) bool) bool {
	return !slices.ContainsFunc(list, func(each T) bool { return !is(each) })
}

// addLabel makes what a quantity is called a wording of it, before its number: "superficie
// útil de las plantas sin entrada accesible 1500 m²". One word alone is too little.
func (c *compiler) addLabel(f *fact) {
	for _, lang := range slices.Sorted(maps.Keys(f.Label)) {
		if len(c.v.stemsOf([]string{f.Label[lang]}, lang)) > 1 {
			c.v.addNames(rules.Names{lang: {f.Label[lang] + " " + rules.Hole}}, understand.Sense{Kind: understand.FactSense, Fact: f.index})
		}
	}
}

// data notes which values the places have of the facts that are data of theirs.
func (c *compiler) data() {
	for _, f := range c.v.facts {
		if f.Kind != rules.TextFact || f.Place == "" {
			continue
		}
		c.v.places.All(func(p *geo.Place) bool {
			if p.ID.Country() != c.v.country {
				return true
			}
			datum := placeDatum(p.Tech, f.Place)
			if i, found := slices.BinarySearch(f.data, datum); !found && datum != "" {
				f.data = slices.Insert(f.data, i, datum)
			}
			return true
		})
	}
}
