package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// compile makes the rules ready and takes in what the check says.
func (b *textRules) compile(d *decision) ([]*rule, bool) {
	c := &compiler{v: d.v, factOf: make(map[string]int)}
	for i := range b.facts {
		c.declareFact(&b.facts[i])
	}
	out := make([]*rule, 0, len(b.rules))
	for _, each := range b.rules {
		l := each.match.limit
		compiled := &rule{Rule: &each.Rule, set: &RuleSet{Ref: l.ref, Language: l.words.lang}, version: l.version, cited: l.citation()}
		compiled.cited.as = d.v.cites[l.ref][l.block.Section]
		compiled.rank, compiled.scope = c.v.rank(l.ref.Code)
		compiled.when, compiled.unless = c.conditions(0, each.When), c.conditions(0, each.Unless)
		for _, e := range each.Extras {
			compiled.extras = append(compiled.extras, c.conditions(0, e.When))
		}
		compiled.value, compiled.min, compiled.max = c.value(0, each.Require.Value, nil), c.value(0, each.Require.Min, nil), c.value(0, each.Require.Max, nil)
		compiled.asked = dependencies(compiled, len(compiled.unless))
		out = append(out, compiled)
	}
	for _, f := range d.v.facts {
		f.all = f.options(knowledge{})
	}
	d.base = slices.Clone(b.known)
	d.v.rules[textSubject] = out
	return out, len(c.problems) == 0
}

// citation is the words of the text that state the limit.
func (l *textLimit) citation() citation {
	text := squeeze(l.clause())
	if text == "" {
		text = squeeze(l.block.Text)
	}
	return citation{block: l.block, excerpt: excerptOf(l.block, text), start: l.Clause.Start, end: l.Clause.End, sum: retrieval.HashText(l.block.Text)}
}
