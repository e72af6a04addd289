package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/understand"
)

// conclude decides by what the check says. A value that passes has to pass without
// what is not said in closed form as well, or that answer is given.
func (d *decision) conclude(list []*rule) *Result {
	d.question.seen = make(map[boundKey]ruling)
	d.question.mixed = slices.ContainsFunc(list, func(r *rule) bool { return r.set != list[0].set })
	warnings, trace, stated := d.warnings, d.trace, d.base
	out := d.decideWorst(list)
	if out.IsCompliant {
		d.doubted = append(d.doubted, d.completed()...)
	}
	doubt := func(words []string) *Result {
		d.warnings, d.trace, d.taking, d.came = warnings, trace, nil, tally{}
		d.warn(msgNotUnderstood, strings.Join(words, " "))
		return d.undetermined()
	}
	if len(d.doubted) > 0 && out.Status != NonCompliant {
		return doubt(d.doubted)
	}
	if !out.IsCompliant {
		return out
	}
	said := d.derive()
	for _, base := range d.leaning(said) {
		d.base, d.warnings, d.trace = base, slices.Clone(warnings), slices.Clone(trace)
		if strict := d.decide(list); !strict.IsCompliant {
			d.warnLeaning(strict, said)
			return strict.withdrawn(d.doubtsWhether())
		}
	}
	d.base = stated
	if len(d.unsure) > 0 {
		return doubt(d.unsure)
	}
	return out
}

// withdrawn is a result that would be conditional on whether something is there that the
// check speaks of in words that were not understood: it was said, so it is asked for.
func (r *Result) withdrawn(whether bool) *Result {
	if r.Status == Conditional && whether {
		r.Status, r.Limit, r.Margin, r.Direction, r.Governing = Undetermined, "", "", "", nil
		r.Conditions, r.Warnings = nil, append(r.Conditions, r.Warnings...)
	}
	return r
}

// doubtsWhether reports whether the verdict turns on whether there is something that the
// check speaks of.
func (d *decision) doubtsWhether() bool {
	return slices.ContainsFunc(d.deciding(), func(index int) bool {
		says := func(h understand.Hit) bool {
			return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isFact(s) && s.Fact == index })
		}
		return d.v.facts[index].Kind == rules.BooleanFact && slices.ContainsFunc(d.texts(), func(r *reading) bool { return slices.ContainsFunc(r.hits, says) })
	})
}

// decide turns the verdicts of all worlds into one result.
func (d *decision) decide(list []*rule) *Result {
	d.traceFacts(list)
	t := d.v.tally(d.question, list, d.base)
	d.traceTally(t)
	out := &Result{Status: t.status(), Place: d.place}
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	d.taking, d.came = list, t
	explained := d.withheld(list, t) // why nothing is said although some reading decides
	if explained {
		out.Status = Undetermined
	} else if out.Status == Compliant && d.aboutOpen(t) {
		out.Status = Conditional
	}
	var governing *verdict
	switch out.Status {
	case Compliant:
		governing = strictest(t.passing)
		out.IsCompliant = true
		d.pass(out, *governing, t.passing, describe)
	case Conditional:
		governing = d.some(out, t, describe)
	case NonCompliant:
		governing = laxest(t.failing)
		d.fill(out, *governing, t.failing, describe)
	case Undetermined:
		if !explained {
			d.explain(out, t, describe)
		}
	case ConditionalNotCompliant: // words of it alone
	}
	if !d.probing {
		d.warnAssumed(list, t)
	}
	d.warnContext(list)
	d.warnGiven(list)
	d.warnUnread(explained)
	d.warnSources(out)
	d.warnUnexpressed(out, list)
	d.considerExcluded(out)
	out.Applied = d.applied(list)
	d.finish(out, governing)
	return out
}

// finish sets what a reader checks a verdict by.
func (d *decision) finish(out *Result, v *verdict) {
	out.Warnings = d.warnings
	if v == nil {
		d.traceResult(out, nil)
	} else {
		out.Governing = d.governing(v.governing)
		d.traceResult(out, &v.governing)
	}
	out.Trace = d.trace
}

// governing returns the requirement of a ruling as its text has it: the limit in
// the rule's own unit.
func (d *decision) governing(g ruling) *Governing {
	r := g.rule
	out := &Governing{Ref: r.set.Ref, Rule: r.ID, Origin: textlimits.FromRule, Block: r.cited.Block.ID, Op: r.Require.Op, Direction: g.dir}
	if g.free {
		out.Op, out.Direction = rules.NoLimit, d.wouldBe()
	}
	if !g.limited {
		return out
	}
	limit, err := quantity.Convert(g.limit, d.question.unit, r.Require.Unit, d.question.rel)
	if err != nil {
		return out // the limit came the same way, so it can go back
	}
	out.Limit, out.Unit = shown(limit, g.dir).String(), r.Require.Unit.String()
	return out
}

// considerExcluded lists the limits that date or status keep out (DECISIONS 12).
func (d *decision) considerExcluded(out *Result) {
	for _, e := range d.excluded {
		why, listed := exclusions[e.why]
		n := e.rule.value.number
		if !listed || n == nil || !d.question.fits(e.rule) {
			continue
		}
		limit, err := quantity.ConvertLimit(*n, e.rule.Require.Unit, d.question.unit, d.question.rel)
		if err == nil {
			d.consider(out, e.rule, limit, e.rule.Require.Op.Direction(), d.say(why))
		}
	}
}

// exclusions words the reasons that a reader of a verdict wants to know; what
// another territory asks, or a code that was not asked for, is none.
var exclusions = map[reason]message{notInStatus: msgExcludedStatus, notThatDay: msgExcludedDate}

// pass fills a result whose value complies under all readings or some. Conditions that rules set beside a
// limit that is met make it conditional.
func (d *decision) pass(out *Result, governing verdict, all []verdict, describe describer) {
	d.fill(out, governing, all, describe)
	for _, v := range append([]verdict{governing}, all...) {
		for _, r := range append([]ruling{v.governing}, v.others...) {
			if r.pass {
				d.extras(out, r.rule)
			}
		}
	}
	if len(out.Conditions) > 0 {
		out.Status = Conditional
	}
}

// some fills a result whose value meets the limit under some readings only: the
// strictest that cannot be excluded governs (DECISIONS 11). Where no limit is known
// to be broken, none is known for the other readings, and there is no margin to tell.
func (d *decision) some(out *Result, t tally, describe describer) *verdict {
	certain := t.failing
	if len(certain) == 0 {
		certain = t.passing
	}
	governing := strictest(certain)
	d.pass(out, *governing, slices.Concat(t.passing, t.failing), describe)
	if len(t.failing) == 0 {
		out.Margin = ""
	}
	if !d.probing {
		out.Conditions = append(d.readings(t, describe), out.Conditions...)
	}
	d.warnMissing(t)
	return governing
}

func (d *decision) extras(out *Result, r *rule) {
	for i, e := range r.Extras {
		text := e.Text.In(d.lang, r.set.Language)
		if allOf(r.extras[i], d.base) != no && !slices.Contains(out.Conditions, text) {
			out.Conditions = append(out.Conditions, text)
		}
	}
}

// fill sets limit, margin, sources and what else was weighed.
func (d *decision) fill(out *Result, governing verdict, all []verdict, describe describer) {
	g := governing.governing
	out.Direction = g.dir
	if g.free {
		out.Direction = d.wouldBe()
	}
	if g.limited {
		out.Limit = shown(g.limit, g.dir).String()
		out.Margin = g.margin.Round(quantity.Down).String()
	}
	if g.limited && g.strict && g.margin.Sign() == 0 {
		d.warn(msgStrict)
	}
	if g.other != nil {
		d.consider(out, g.rule, *g.other, g.otherDir, d.say(msgOtherBound))
	}
	d.cite(out, g.rule)
	for _, v := range all {
		if v.governing.rule != g.rule {
			d.cite(out, v.governing.rule)
			d.considerRuling(out, v.governing, msgMightApply, describe)
		}
	}
	for _, other := range governing.replaced {
		d.cite(out, other.rule)
		d.considerRuling(out, other, msgReplaced, describe)
	}
	for _, other := range governing.others {
		d.cite(out, other.rule)
		d.considerRuling(out, other, msgNotGoverning, describe)
	}
}

// wouldBe returns the direction a limit would have where a rule says that there
// is none: that of the other rules about the same thing (DECISIONS 10).
func (d *decision) wouldBe() rules.Direction {
	if d.question.unit.IsBoolean() {
		return rules.Boolean
	}
	for _, r := range d.candidates(d.subject) {
		switch r.Require.Op {
		case rules.Less, rules.AtMost, rules.Between:
			return rules.Maximum
		case rules.AtLeast, rules.Greater:
			return rules.Minimum
		case rules.Equal, rules.OneOf:
			return rules.Equality
		case rules.MustBeTrue, rules.MustBeAbsent, rules.NoLimit: // bound nothing
		}
	}
	return rules.Boolean
}

func (d *decision) considerRuling(out *Result, r ruling, why message, describe describer) {
	if r.limited && !d.probing {
		d.consider(out, r.rule, r.limit, r.dir, d.say(why, describe.circumstances(r)))
	}
}

func (d *decision) consider(out *Result, r *rule, limit quantity.Number, dir rules.Direction, reason string) {
	c := Considered{Ref: r.set.Ref, Limit: shown(limit, dir).String(), Direction: dir, Reason: reason}
	if !slices.Contains(out.Considered, c) {
		out.Considered = append(out.Considered, c)
	}
}

// cite adds the passage a rule stands on, those that say the same in other texts,
// and those that give a value to its terms.
func (d *decision) cite(out *Result, r *rule) {
	out.cite(r.set.Ref, r.cited)
	for _, other := range d.beside[r.Rule] {
		out.cite(other.set.Ref, other.cited)
	}
	for _, f := range r.filledBy {
		out.cite(f.set.Ref, f.cited)
	}
}

func (r *Result) cite(ref codes.VersionRef, c citation) {
	s := Source{Ref: ref, Block: c.Block, Cite: c.as, Excerpt: c.Excerpt, Start: c.Start, End: c.End, SHA256: c.Sum}
	if !slices.Contains(r.Sources, s) {
		r.Sources = append(r.Sources, s)
	}
}

// readings spells out under which circumstances the value complies and under
// which it does not (DECISIONS 24).
func (d *decision) readings(t tally, describe describer) []string {
	var out []string
	for _, group := range []struct {
		list []verdict
		how  message
	}{{t.passing, msgCompliesIf}, {t.failing, msgFailsIf}} {
		for _, v := range group.list {
			text := d.say(group.how, describe.limit(v.governing), describe.circumstances(v.governing))
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// explain says why nothing can be said.
func (d *decision) explain(out *Result, t tally, describe describer) {
	switch {
	case !t.complete:
		d.warn(msgTooMany)
	case len(t.conflicts) > 0:
		d.explainConflict(out, t.conflicts[0], describe)
	case len(t.open) > 0:
		for _, v := range t.open {
			d.cite(out, v.governing.rule)
		}
		d.warnTerms(t.open)
		d.warnMissing(t)
	case len(t.failing) > 0:
		d.warn(msgOnlyFails)
		for _, v := range t.failing {
			d.considerRuling(out, v.governing, msgMightApply, describe)
			d.cite(out, v.governing.rule)
		}
		d.warnMissing(t)
	default:
		d.warn(msgNoReading, d.text(d.measure.Label), d.text(d.v.concepts["element "+d.subject].Label))
		d.warnThen()
	}
}

// explainConflict names two limits that exclude each other.
func (d *decision) explainConflict(out *Result, v verdict, describe describer) {
	d.warn(msgConflict, v.conflict.rule.set.Ref.String(), describe.limit(*v.conflict), v.against.rule.set.Ref.String(), describe.limit(*v.against))
	for _, r := range []*ruling{v.conflict, v.against} {
		d.considerRuling(out, *r, msgMightApply, describe)
		d.cite(out, r.rule)
	}
}

// askedOf returns the facts that rules ask for themselves, in order.
func askedOf(list []*rule) []int {
	var asked []int
	for _, r := range list {
		asked = append(asked, r.asked...)
	}
	slices.Sort(asked)
	return slices.Compact(asked)
}
