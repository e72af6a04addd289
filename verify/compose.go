package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// replaced reports whether another rule that holds in the world stands in for r:
// one that overrides it, or one of a narrower level that r is only a default for.
// A rule that is replaced itself still replaces: of a chain only the last holds.
func (q question) replaced(r *live, rules []*live, world []knowledge) bool {
	if len(r.overriders) == 0 && len(r.DefaultFor) == 0 {
		return false
	}
	for _, other := range rules {
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
	if r.dir == Boolean || s.dir == Boolean {
		return r.dir == s.dir && !r.free && !s.free && r.rule.Require.Op != s.rule.Require.Op
	}
	a, b := r.allows(), s.allows()
	return a.meet(b).empty()
}

// allows is the span of values a ruling lets pass; every value where its limit
// is not a plain bound.
func (r ruling) allows() span {
	if !r.limited || r.rule.Require.Op == OneOf {
		return span{}
	}
	out := allowed(r.dir, r.limit, r.strict)
	if r.other != nil {
		out = out.meet(allowed(r.otherDir, *r.other, false))
	}
	return out
}

func allowed(dir Direction, limit quantity.Number, strict bool) span {
	if dir == Maximum {
		return span{hi: &limit, hiOpen: strict}
	}
	if dir == Minimum {
		return span{lo: &limit, loOpen: strict}
	}
	return exactly(limit)
}
