package rules

import (
	"reflect"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// contradictions refuses rules of one set that no value meets together although
// they hold in the same circumstances.
func (p *parser) contradictions() {
	p.set.pairs(func(r, s *Rule) {
		a, okA := r.bounds(r.Require.Unit)
		b, okB := s.bounds(r.Require.Unit)
		if okA && okB && a.Meet(b).Empty() {
			p.addLine(s.Line, "rules %s and %s hold in the same circumstances and exclude each other", r.ID, s.ID)
		}
	})
}

// pairs calls visit with every two rules that are about the same thing in the
// same circumstances, unless one stands in for the other.
func (set *RuleSet) pairs(visit func(r, s *Rule)) {
	about := make(map[Subject][]*Rule)
	for i := range set.Rules {
		s := &set.Rules[i]
		var met []*Rule
		for _, subject := range s.Subjects {
			for _, r := range about[subject] {
				if r != s && !slices.Contains(met, r) && r.sameCircumstances(s) && !set.replaces(r, s) && !set.replaces(s, r) {
					met = append(met, r)
					visit(r, s)
				}
			}
			about[subject] = append(about[subject], s)
		}
	}
}

func (r *Rule) sameCircumstances(s *Rule) bool {
	return reflect.DeepEqual(r.When, s.When) && reflect.DeepEqual(r.Unless, s.Unless) && r.From == s.From && r.To == s.To
}

// replaces reports whether r overrides or implements s of the same set.
func (set *RuleSet) replaces(r, s *Rule) bool {
	names := func(ref RuleRef) bool { return ref.Matches(set.Ref, s.ID) }
	return slices.ContainsFunc(r.Overrides, names) || slices.ContainsFunc(r.Implements, names)
}

// bounds is the span of values that comply, in unit; ok is false where plain
// numbers do not say it.
func (r *Rule) bounds(unit quantity.Unit) (quantity.Interval, bool) {
	var out quantity.Interval
	switch r.Require.Op {
	case Between:
		out = quantity.Interval{Lo: r.Require.Min.Number, Hi: r.Require.Max.Number}
	case Less, AtMost, Equal, AtLeast, Greater:
		if r.Require.Value.Number == nil {
			return quantity.Interval{}, false
		}
		out = *(&quantity.Interval{Lo: r.Require.Value.Number, Hi: r.Require.Value.Number}).Compared(string(r.Require.Op))
	default:
		return quantity.Interval{}, false
	}
	for _, bound := range []**quantity.Number{&out.Lo, &out.Hi} {
		if *bound == nil {
			continue
		}
		n, err := quantity.Convert(**bound, r.Require.Unit, unit, quantity.Slope)
		if err != nil {
			return quantity.Interval{}, false
		}
		*bound = &n
	}
	return out, true
}

// twice reports rules of one set that bound the same thing in the same direction
// and circumstances by different limits: one of them is for something that its
// conditions do not say, or is never the one that counts.
func (set *RuleSet) twice() []Problem {
	l := linter{}
	set.pairs(func(r, s *Rule) {
		if r.Require.Op.Direction() == "" || r.Require.Op.Direction() != s.Require.Op.Direction() {
			return
		}
		a, b := r.Require.Value.Number, s.Require.Value.Number
		if a != nil && b != nil && r.Require.Unit.Kind() == s.Require.Unit.Kind() && !sameIn(*a, r.Require.Unit, *b, s.Require.Unit) {
			l.addLine(s.Line, "rules %s and %s limit the same thing in the same circumstances differently", r.ID, s.ID)
		}
	})
	return l.problems
}

// Warnings returns what may be meant and often is not: tables with gaps, rules that
// limit the same thing in the same circumstances differently, uses of buildings
// that are excluded one by one, circumstances of which nothing says whether they are
// properties of the thing itself, and wordings that tell nothing. A set with warnings is a good one.
func Warnings(set RuleSet) []Problem {
	l := linter{lang: set.Language}
	l.problems = slices.Concat(set.twice(), set.openUse(), set.ownerless(), set.idleWordings())
	for i := range set.Rules {
		for _, v := range set.Rules[i].values() {
			l.gaps(&set.Rules[i], v)
		}
	}
	return sortProblems(l.problems)
}

// openUse warns of a version that says which uses of a building it is not about, and
// not which it is: it would judge every building of a use that its author did not
// think of.
func (set *RuleSet) openUse() []Problem {
	l := linter{}
	for _, f := range set.Facts {
		names := func(c Condition) bool { return c.Asks(f.ID) }
		if f.Tells == TellsUse && slices.ContainsFunc(set.Unless, names) && !slices.ContainsFunc(set.About, names) {
			l.addLine(f.Line, "unless says which values of %s the version is not about; say which it is: \"about: [{fact: %s, is: ...}]\"", f.ID, f.ID)
		}
	}
	return l.problems
}

// ownerless warns of circumstances that limits turn on and that are called by a thing those
// are of ("fire-resisting door"), where nothing says whether they are properties of it:
// "door with a fire-resisting frame" has another.
func (set *RuleSet) ownerless() []Problem {
	l := linter{}
	for _, f := range set.Facts {
		asks := func(c Condition) bool { return c.Asks(f.ID) }
		if f.Kind != BooleanFact || f.Own != nil || slices.ContainsFunc(set.About, asks) || slices.ContainsFunc(set.Unless, asks) {
			continue
		}
		for _, c := range set.Concepts {
			if f.calledAs(&c) && set.turnsOn(c.ID, f.ID) {
				l.addLine(f.Line, "fact %s: its label names %s, which its rules are about; say whether it is a property of that itself: own: true, or own: false", f.ID, c.ID)
				break
			}
		}
	}
	return l.problems
}

// turnsOn reports whether a rule about an element has a fact in its conditions.
func (set *RuleSet) turnsOn(element, fact string) bool {
	asks := func(c Condition) bool { return c.Asks(fact) }
	return slices.ContainsFunc(set.Rules, func(r Rule) bool {
		return slices.ContainsFunc(r.Subjects, func(s Subject) bool { return s.Element == element }) &&
			(slices.ContainsFunc(r.When, asks) || slices.ContainsFunc(r.Unless, asks))
	})
}

// calledAs reports whether the label of f, in every language it has, is the name of an
// element and other words before or behind it.
func (f *Fact) calledAs(c *Concept) bool {
	if c.Kind != ElementConcept {
		return false
	}
	for lang, label := range f.Label {
		label = retrieval.Fold(label)
		isHead := func(name string) bool {
			name = retrieval.Fold(name)
			return strings.HasPrefix(label, name+" ") || strings.HasSuffix(label, " "+name)
		}
		if !slices.ContainsFunc(c.Names[lang], isHead) {
			return false
		}
	}
	return true
}

// gaps warns of tables that have nothing to say for some values.
func (l *linter) gaps(r *Rule, v Bound) {
	if v.Table == nil {
		return
	}
	if gap := v.Table.gap(); gap != "" {
		l.addLine(v.Table.Line, "rule %s: the table is silent %s; say outside: clamp or out_of_scope, or add else", r.ID, gap)
	}
	for _, c := range v.Table.Cells {
		l.gaps(r, c.Value)
	}
}
