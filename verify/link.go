package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Rules of different texts refer to each other. What they refer to may not be
// loaded: then nothing follows from it. What is loaded must be there, and must
// not go in circles.

// filling is a Filling ready to be used.
type filling struct {
	*rules.Filling
	set     *rules.RuleSet
	version *codes.Version
	rank    int
	value   value
	cited   citation
}

// rank orders codes by how narrow their territory is: 0 for supranational ones,
// then as [geo.Level]. Of several territories the widest counts.
func (v *rulebook) rank(slug string) (int, codes.NormativeScope) {
	code, err := v.catalog.Get(slug)
	if err != nil || code.Scope == codes.European {
		return 0, codes.European
	}
	rank := geo.Municipality
	for _, id := range code.Territories {
		if place, err := v.places.Get(id); err == nil {
			rank = min(rank, place.Level)
		}
	}
	return int(rank), code.Scope
}

// term compiles a term; what fills it comes with link.
func (c *compiler) term(line int, from *rules.Term, when []rules.Condition) value {
	if from.Default == nil {
		return value{term: from, unset: true}
	}
	out := c.value(line, *from.Default, when)
	out.term = from
	return out
}

// filling compiles what a version gives for a term.
func (c *compiler) filling(set *rules.RuleSet, f *rules.Filling, version *codes.Version, section []*retrieval.Block) {
	out := &filling{Filling: f, set: set, version: version, value: c.value(f.Line, f.Value, nil)}
	out.cited = c.cite(f.Line, "term "+f.Term, section, f.Section, f.Quote, f.SHA256)
	out.cited.as = set.Cites[f.Section]
	out.rank, _ = c.v.rank(set.Ref.Code)
	c.fillings = append(c.fillings, out)
}

// link resolves what rules say of each other. The first mistake is in set ref.
func (c *compiler) link(loaded []rules.RuleSet) (ref codes.VersionRef, ok bool) {
	for _, r := range c.all {
		c.linkRule(r, loaded)
		if len(c.problems) > 0 {
			return r.set.Ref, false
		}
	}
	slices.SortStableFunc(c.fillings, func(a, b *filling) int { return cmp.Compare(b.rank, a.rank) })
	for _, f := range c.fillings {
		c.linkFilling(f, loaded)
		if len(c.problems) > 0 {
			return f.set.Ref, false
		}
	}
	if r := c.circle(); r != nil {
		c.add(r.Line, "rule %s overrides or implements itself through others", r.ID)
		return r.set.Ref, false
	}
	return codes.VersionRef{}, true
}

func (c *compiler) linkRule(r *rule, loaded []rules.RuleSet) {
	for _, ref := range r.Overrides {
		for _, target := range c.targets(r.Line, ref, loaded) {
			if target.rank > r.rank && !r.Downwards {
				c.add(r.Line, "rule %s overrides %s of a narrower territory; say so with downwards: true", r.ID, ref)
			}
			target.overriders = append(target.overriders, r.Rule)
		}
	}
	for _, ref := range r.Implements {
		for _, target := range c.targets(r.Line, ref, loaded) {
			if !r.AsksLike(target.Rule) {
				c.add(r.Line, "rule %s implements %s and asks something else", r.ID, ref)
			}
			r.implements = append(r.implements, target.Rule)
		}
	}
}

// targets returns the rules that ref names. None is a mistake when rules of that
// code, or of the version named, are loaded.
func (c *compiler) targets(line int, ref rules.RuleRef, loaded []rules.RuleSet) []*rule {
	var out []*rule
	for _, r := range c.all {
		if r.is(ref) {
			out = append(out, r)
		}
	}
	there := slices.ContainsFunc(loaded, func(s rules.RuleSet) bool {
		return s.Ref.Code == ref.Code && (ref.Version == "" || s.Ref.Version == ref.Version) && len(s.Rules) > 0
	})
	if len(out) == 0 && there {
		c.add(line, "%s names no rule that is loaded", ref)
	}
	return out
}

// linkFilling gives a term's value to the rules it is for.
func (c *compiler) linkFilling(f *filling, loaded []rules.RuleSet) {
	for _, r := range c.targets(f.Line, f.Of, loaded) {
		if r.Term(f.Term) == nil {
			c.add(f.Line, "rule %s has no term %q", f.Of, f.Term)
			continue
		}
		if f.rank < r.rank {
			c.add(f.Line, "a term of %s cannot be filled from a wider territory", f.Of)
		}
		if !f.Unit.IsZero() && !f.Unit.Equal(r.Require.Unit) {
			c.add(f.Line, "term %s is in %s; write its value in that unit", f.Term, r.Require.Unit)
		}
		r.fillings = append(r.fillings, f)
		set := make(map[int]bool)
		valueFacts(f.value, set)
		for index := range set {
			if !slices.Contains(r.asked, index) {
				r.asked = append(r.asked, index)
			}
		}
		slices.Sort(r.asked)
	}
}

// circle returns a rule that comes back to itself by what it overrides or
// implements; nil when none does.
func (c *compiler) circle() *rule {
	next := make(map[*rules.Rule][]*rules.Rule, len(c.all))
	for _, r := range c.all {
		for _, by := range r.overriders {
			next[by] = append(next[by], r.Rule)
		}
		next[r.Rule] = append(next[r.Rule], r.implements...)
	}
	const walking, done = 1, 2
	state := make(map[*rules.Rule]int, len(c.all))
	var walk func(r *rules.Rule) bool
	walk = func(r *rules.Rule) bool {
		if state[r] != 0 {
			return state[r] == walking
		}
		state[r] = walking
		found := slices.ContainsFunc(next[r], walk)
		state[r] = done
		return found
	}
	for _, r := range c.all {
		if walk(r.Rule) {
			return r
		}
	}
	return nil
}
