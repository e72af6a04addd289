package verify

import (
	"slices"
	"strings"
)

// What is assumed because nobody said otherwise is told only where it could have
// made another verdict; all that was assumed stands in the trace.

// warnAssumed names the assumptions that the verdict turns on.
func (d *decision) warnAssumed(rules []*rule, t tally) {
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	var assumed []string
	for _, index := range askedOf(rules) {
		f := d.v.facts[index]
		if d.base[index].origin == byDefault && d.turnsOn(index, rules, t) {
			assumed = append(assumed, d.text(f.Label)+": "+describe.value(f, f.textOf(d.base[index])))
		}
	}
	if len(assumed) > 0 {
		d.warn(msgAssumed, strings.Join(assumed, "; "))
	}
}

// textOf is the one value that is known of f, as rules write it.
func (f *fact) textOf(k knowledge) string {
	if len(k.texts) > 0 {
		return k.texts[0]
	}
	if n, ok := k.span.Exact(); ok {
		return n.String()
	}
	return ""
}

// turnsOn reports whether the verdict could be another one if nothing were assumed
// about a fact.
func (d *decision) turnsOn(index int, rules []*rule, t tally) bool {
	known := d.base[index]
	d.base[index] = knowledge{}
	defer func() { d.base[index] = known }()
	possible := reduce(rules, d.base)
	if !slices.ContainsFunc(possible, func(r *live) bool { return r.asks(index) }) {
		return false
	}
	other := false
	var last verdict
	complete := d.v.worlds(possible, d.base, func(rules []*live, world []knowledge) bool {
		last = d.question.decide(rules, world, last)
		other = !t.covers(&last)
		return !other
	})
	return other || complete != t.complete
}

// asks reports whether something that is still open about the rule turns on a
// fact.
func (r *live) asks(index int) bool {
	return mention(r.when, index) || mention(r.unless, index) || r.value.turnsOn(index) || r.min.turnsOn(index) || r.max.turnsOn(index)
}

func mention(list []condition, index int) bool {
	for i := range list {
		c := &list[i]
		switch {
		case c.not != nil:
			if mention([]condition{*c.not}, index) {
				return true
			}
		case c.all == nil && c.any == nil:
			if c.fact == index {
				return true
			}
		case mention(c.all, index) || mention(c.any, index):
			return true
		}
	}
	return false
}

// turnsOn reports whether the value depends on a fact.
func (v *value) turnsOn(index int) bool {
	if v.formula != nil && slices.Contains(v.formula.facts, index) {
		return true
	}
	if v.table == nil {
		return false
	}
	return v.table.fact == index || slices.ContainsFunc(v.table.cells, func(cell value) bool { return cell.turnsOn(index) })
}

// covers reports whether one more world with that verdict would leave the verdict
// of all as it is.
func (t tally) covers(v *verdict) bool {
	switch {
	case !v.decided:
		return t.silent
	case v.conflict != nil:
		return len(t.conflicts) > 0
	case v.governing.open:
		return holdsVerdict(t.open, v)
	case v.governing.pass && t.status() == Compliant:
		return compareMargins(v.governing, strictest(t.passing).governing) >= 0
	case v.governing.pass:
		return holdsVerdict(t.passing, v)
	case t.status() == NonCompliant:
		return compareMargins(v.governing, laxest(t.failing).governing) <= 0
	}
	return holdsVerdict(t.failing, v)
}

// holdsVerdict reports whether the same limit of the same rule governs in one of
// the list.
func holdsVerdict(list []verdict, v *verdict) bool {
	return slices.ContainsFunc(list, func(other verdict) bool {
		a, b := &v.governing, &other.governing
		return a.rule == b.rule && a.limited == b.limited && a.limit.Equal(b.limit)
	})
}
