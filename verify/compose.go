package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// replaced reports whether another rule that holds in the world stands in for r:
// one that overrides it, or one of a narrower level that r is only a default for.
// A rule that is replaced itself still replaces: of a chain only the last holds.
func (q question) replaced(r *live, list []*live, world []knowledge) bool {
	if len(r.overriders) == 0 && len(r.DefaultFor) == 0 {
		return false
	}
	for _, other := range list {
		if other == r || !slices.Contains(r.overriders, other.Rule) && !r.givesWayTo(other.rule) {
			continue
		}
		if _, holds := q.judgeLive(other, world); holds {
			return true
		}
	}
	return false
}

func (r *rule) givesWayTo(other *rule) bool {
	return slices.Contains(r.DefaultFor, other.scope) && other.rank > r.rank
}

// conflicts looks for two limits of different texts that no value meets
// together. Neither is picked: the verdict names them.
func (v *verdict) conflicts() {
	for i := range v.others {
		if v.pair(&v.governing, &v.others[i]) {
			return
		}
		for k := range v.others[:i] {
			if v.pair(&v.others[k], &v.others[i]) {
				return
			}
		}
	}
}

// pair notes two rulings of different texts that exclude each other.
func (v *verdict) pair(r, s *ruling) bool {
	if r.rule.set == s.rule.set || !r.excludes(*s) {
		return false
	}
	one, other := *r, *s
	v.conflict, v.against = &one, &other
	return true
}

// excludes reports whether no value meets both rulings.
func (r ruling) excludes(s ruling) bool {
	if r.dir == rules.Boolean || s.dir == rules.Boolean {
		return r.dir == s.dir && !r.free && !s.free && r.rule.Require.Op != s.rule.Require.Op
	}
	a, b := r.allows(), s.allows()
	return a.Meet(b).Empty()
}

// allows is the span of values a ruling lets pass; every value where its limit
// is not a plain bound.
func (r ruling) allows() quantity.Interval {
	if !r.limited || r.rule.Require.Op == rules.OneOf {
		return quantity.Interval{}
	}
	out := allowed(r.dir, r.limit, r.strict)
	if r.other != nil {
		out = out.Meet(allowed(r.otherDir, *r.other, false))
	}
	return out
}

func allowed(dir rules.Direction, limit quantity.Number, strict bool) quantity.Interval {
	if dir == rules.Maximum {
		return quantity.Interval{Hi: &limit, HiOpen: strict}
	}
	if dir == rules.Minimum {
		return quantity.Interval{Lo: &limit, LoOpen: strict}
	}
	return quantity.Exactly(limit)
}
