package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// candidates returns the rules about the measured parameter of an element and
// of every broader one.
func (d *decision) candidates(element string) []*rule {
	return d.v.about(rules.Subject{Element: element, Parameter: d.measure.ID})
}

// about returns the rules about a parameter of an element and of every broader one.
func (v *rulebook) about(of rules.Subject) []*rule {
	var out []*rule
	for _, id := range v.broader(of.Element) {
		for _, r := range v.rules[rules.Subject{Element: id, Parameter: of.Parameter}] {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// rules returns the rules that take part and can be held against the unit.
func (d *decision) rules() ([]*rule, bool) {
	about := []any{d.text(d.measure.Label), d.text(d.v.concepts["element "+d.subject].Label)}
	all := d.candidates(d.subject)
	inside := d.inside(all)
	if len(inside) == 0 {
		d.warnOutside(all, about)
		return nil, false
	}
	var fitting []*rule
	for _, d.question.unit = range d.units() {
		if fitting = d.comparable(inside); len(fitting) > 0 {
			break
		}
	}
	if len(fitting) == 0 {
		d.warnUnit(inside)
		return nil, false
	}
	for i, r := range fitting {
		fitting[i] = d.filled(r)
	}
	return d.once(fitting), true
}

func isLimit(r *rule) bool { return r.Require.Op != rules.NoLimit }

// onlyFree reports whether rules that a yes or no can be held against say no more than
// that something is free to be: "reparar, se puede".
func (q question) onlyFree(list []*rule) bool {
	return (q.open || q.unit.IsBoolean()) && len(list) > 0 && !slices.ContainsFunc(list, isLimit)
}

// comparable returns the rules that can be held against the unit; none where no limit can.
func (d *decision) comparable(list []*rule) []*rule {
	out := slices.DeleteFunc(slices.Clone(list), func(r *rule) bool { return !d.question.fits(r) })
	if !slices.ContainsFunc(out, isLimit) && !d.question.onlyFree(list) {
		return nil
	}
	return out
}

// units returns what the value may be in, what the parameter says first: "caudal por plaza",
// 120 l/s, is 120 l/s por plaza.
func (d *decision) units() []quantity.Unit {
	var out []quantity.Unit
	words := strings.Fields(d.check.Parameter)
	for i := range words {
		for n := 2; n <= 3 && i+n <= len(words) && d.check.Unit != ""; n++ {
			if shared, err := quantity.ParseUnitIn(d.check.Unit+" "+strings.Join(words[i:i+n], " "), d.v.lang); err == nil {
				out = append(out, shared)
			}
		}
	}
	return append(out, d.question.unit)
}

// reason says why a rule takes no part.
type reason string

// The reasons; "" is none.
const (
	notNamed    reason = "not among the codes named"
	notHere     reason = "territory"
	notInStatus reason = "status"
	notThatDay  reason = "date"
	notDated    reason = "date unknown"
)

// excluded is a rule about the check that takes no part in it.
type excluded struct {
	rule *rule
	why  reason
}

// inside returns the rules that take part, and notes why the others do not.
func (d *decision) inside(all []*rule) []*rule {
	var out []*rule
	for _, r := range all {
		if why := d.exclusion(r); why != "" {
			d.excluded = append(d.excluded, excluded{r, why})
			continue
		}
		out = append(out, r)
	}
	return out
}

func (d *decision) exclusion(r *rule) reason {
	switch {
	case !d.scope.holds(r.set.Ref, r.version):
		return d.scope.exclusion(r.set.Ref)
	case !d.on.IsZero() && (!r.From.IsZero() && d.on.Before(r.From) || !r.To.IsZero() && r.To.Before(d.on)):
		return notThatDay
	}
	return ""
}

// exclusion says why no rule of a version takes part.
func (s *scope) exclusion(ref codes.VersionRef) reason {
	switch {
	case slices.Contains(s.waiting, ref):
		return notDated
	case s.named != nil:
		return notNamed
	case !s.applies(ref.Code):
		return notHere
	case s.undated(ref):
		return notDated
	}
	return notInStatus
}

func (d *decision) warnOutside(all []*rule, about []any) {
	switch {
	case len(all) == 0:
		d.warn(msgNoRule, about...)
	case d.warnUndated():
	case !slices.ContainsFunc(d.excluded, func(e excluded) bool { return e.why != notThatDay }):
		d.warn(msgNotThatDay, append(about, all[0].set.Ref.String(), d.on.String())...)
	default:
		d.warn(msgNotInScope, append(about, d.nearest(all).String())...)
		d.warnThen()
	}
}

// warnUndated names the versions with rules about the check of which nobody knows
// whether they were in force on the day asked about; false when there are none.
func (d *decision) warnUndated() bool {
	found := false
	for _, e := range d.excluded {
		if e.why != notDated {
			continue
		}
		found = true
		text := d.say(msgForceUnknown, e.rule.set.Ref.String(), d.scope.asOf.String())
		if !slices.Contains(d.warnings, text) {
			d.warn(msgForceUnknown, e.rule.set.Ref.String(), d.scope.asOf.String())
		}
	}
	return found
}

// warnThen names the versions that were in force on the day asked about, where
// the rules about the check are those of another version.
func (d *decision) warnThen() {
	if d.scope.asOf.IsZero() {
		return
	}
	var said []codes.VersionRef
	for _, e := range d.excluded {
		if e.why != notInStatus {
			continue
		}
		for _, then := range d.scope.inForceThen(e.rule.set.Ref.Code) {
			if !slices.Contains(said, then) {
				said = append(said, then)
				d.warn(msgThenInForce, d.scope.asOf.String(), then.String())
			}
		}
	}
}

// nearest returns the version of a rule outside the scope that a reader would look
// at first: one of a code that was named, or that applies at the place.
func (d *decision) nearest(all []*rule) codes.VersionRef {
	for _, fits := range []func(codes.VersionRef) bool{d.scope.namesCode, func(ref codes.VersionRef) bool { return d.scope.applies(ref.Code) }} {
		if i := slices.IndexFunc(all, func(r *rule) bool { return fits(r.set.Ref) }); i >= 0 {
			return all[i].set.Ref
		}
	}
	return all[0].set.Ref
}

// filled returns the rule with what other texts give for its terms: the one of
// the narrowest territory. Two alike that differ leave the term open.
func (d *decision) filled(r *rule) *rule {
	if len(r.fillings) == 0 {
		return r
	}
	out := *r
	for _, v := range []*value{&out.value, &out.min, &out.max} {
		if v.term == nil {
			continue
		}
		if f := d.filling(r, v.term.Name); f != nil {
			*v = f.value
			out.filledBy = append(out.filledBy, f)
		}
	}
	return &out
}

func (d *decision) filling(r *rule, term string) *filling {
	var best *filling
	for _, f := range r.fillings {
		switch {
		case f.Term != term || !d.scope.holds(f.set.Ref, f.version):
		case best == nil:
			best = f
		case best.rank == f.rank && !best.agrees(f):
			d.warn(msgTermTwice, term, best.set.Ref.String(), f.set.Ref.String())
			open := *best
			open.value = value{term: r.Term(term), unset: true}
			return &open
		}
	}
	return best
}

// agrees reports whether two plain values are the same.
func (f *filling) agrees(g *filling) bool {
	a, b := f.value.number, g.value.number
	return a != nil && b != nil && a.Equal(*b)
}

// once leaves out the rules that only say in another text what a rule that takes
// part says already; they are cited beside it.
func (d *decision) once(list []*rule) []*rule {
	return slices.DeleteFunc(list, func(r *rule) bool {
		if len(r.implements) == 0 {
			return false
		}
		for _, other := range list {
			if slices.Contains(r.implements, other.Rule) {
				if d.beside == nil {
					d.beside = make(map[*rules.Rule][]*rule)
				}
				d.beside[other.Rule] = append(d.beside[other.Rule], r)
				return true
			}
		}
		return false
	})
}

func (d *decision) warnUnit(list []*rule) {
	for _, r := range list {
		if r.Require.Op != rules.NoLimit {
			want := r.Require.Unit.String()
			if want == "" {
				want = "boolean"
			}
			d.warn(msgIncompatible, d.check.Unit, want)
			return
		}
	}
}
