package verify

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

// The stages of a trace, in the order a check goes through them.
const (
	stageScope         = "scope"
	stageUnderstanding = "understanding"
	stageUnit          = "unit"
	stageFacts         = "facts"
	stageRules         = "rules"
	stageLimit         = "limit"
	stageComparison    = "comparison"
	stageComposition   = "composition"
	stageConditions    = "conditions"
	stageStatus        = "status"
)

// maxTraced bounds how many rules, facts or readings one step lists.
const maxTraced = 12

// english words the trace, whatever the language of the check.
func (d *decision) english() speaker { return speaker{englishCode, d.v.tongues} }

// stops says at which stage a check ends that a warning keeps from being decided.
var stops = map[message]string{
	msgBadNumber: stageUnit, msgUnknownUnit: stageUnit, msgThousands: stageUnit, msgBadBoolean: stageUnit, msgNegative: stageUnit, msgIncompatible: stageUnit,
	msgNoParameter: stageUnderstanding, msgTwoParameters: stageUnderstanding, msgUnexplained: stageUnderstanding,
	msgBlocked: stageUnderstanding, msgNoElement: stageUnderstanding, msgNotUnderstood: stageUnderstanding,
	msgTwoElements: stageUnderstanding, msgContradiction: stageUnderstanding, msgOtherPlace: stageUnderstanding,
	msgNoRule: stageRules, msgNotInScope: stageRules, msgNoReading: stageRules, msgNotThatDay: stageRules,
	msgTooMany: stageFacts, msgMissing: stageFacts, msgAssumed: stageFacts, msgOnlyFails: stageLimit,
	msgTermOpen: stageLimit, msgTermTwice: stageComposition, msgConflict: stageComposition, msgStrict: stageComparison,
	msgRepealed: stageScope, msgNotEnacted: stageScope, msgNotInForce: stageScope, msgNotApplicable: stageScope,
	msgNotHosted: stageScope, msgNoRules: stageScope, msgNoCurrent: stageScope, msgThenInForce: stageScope, msgWidePlace: stageScope,
}

func (d *decision) step(stage, format string, args ...any) {
	d.trace = append(d.trace, TraceStep{stage, fmt.Sprintf(format, args...)})
}

// name writes which rule it is: "code/version#rule".
func (r *rule) name() string { return r.set.Ref.String() + "#" + r.ID }

// listed joins what a step lists, no more than a reader wants.
func listed[T any](list []T, write func(T) string) string {
	parts := make([]string, 0, min(len(list), maxTraced)+1)
	for i, each := range list {
		if i == maxTraced {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		parts = append(parts, write(each))
	}
	return strings.Join(parts, "; ")
}

func (d *decision) traceScope() {
	switch {
	case d.scope.named != nil:
		d.step(stageScope, "place %s; versions named: %s", d.place.ID, listed(d.scope.named, func(r codes.VersionRef) string { return r.String() }))
	case !d.scope.asOf.IsZero():
		d.step(stageScope, "place %s; what was in force on %s", d.place.ID, d.scope.asOf)
	default:
		d.step(stageScope, "place %s; %d codes apply", d.place.ID, len(d.scope.applicable))
	}
}

// traceQuestion says what was understood and asked.
func (d *decision) traceQuestion() {
	d.step(stageUnderstanding, "element %s, parameter %s, language %q", d.subject, d.measure.ID, d.lang)
	d.step(stageUnit, "value %s, unit %q, which measures %s", d.question.value, d.check.Unit, d.question.unit.Kind())
}

// traceRules lists who takes part and who does not.
func (d *decision) traceRules(list []*rule) {
	if len(list) > 0 {
		d.step(stageRules, "%d about it: %s", len(list), listed(list, (*rule).name))
	}
	if len(d.excluded) > 0 {
		d.step(stageRules, "left out: %s", listed(d.excluded, func(e excluded) string { return e.rule.name() + " (" + string(e.why) + ")" }))
	}
	for _, r := range list {
		for _, other := range d.beside[r.Rule] {
			d.step(stageComposition, "%s says the same as %s", other.name(), r.name())
		}
		for _, f := range r.filledBy {
			d.step(stageComposition, "%s lays down %s of %s", f.set.Ref, f.Term, r.name())
		}
	}
}

// traceFacts says what is known of the facts the rules ask for, and from where.
func (d *decision) traceFacts(list []*rule) {
	if asked := askedOf(list); len(asked) > 0 && !d.probing {
		d.step(stageFacts, "%s", listed(asked, d.factText))
	}
}

var origins = map[origin]string{byDefault: "assumed", byPlace: "of the place", byProject: "of the project", byConcept: "by its name", byText: "said", byGiven: "given"}

func (d *decision) factText(index int) string {
	f, k := d.v.facts[index], d.base[index]
	switch {
	case k.unknown():
		return f.ID + " unknown"
	case f.Kind == rules.QuantityFact:
		describe := describer{d.english(), d.v, d.base, d.question.unit}
		return f.ID + " " + describe.span(f, k.span) + " (" + origins[k.origin] + ")"
	case len(k.texts) == 0:
		return f.ID + " any (" + origins[k.origin] + ")"
	}
	return f.ID + " = " + strings.Join(k.texts, " or ") + " (" + origins[k.origin] + ")"
}

// traceTally lists the readings and what each comes to.
func (d *decision) traceTally(t tally) {
	if d.probing {
		return
	}
	describe := describer{d.english(), d.v, d.base, d.question.unit}
	for _, group := range []struct {
		list []verdict
		word string
	}{{t.passing, "met"}, {t.failing, "not met"}, {t.open, "open"}} {
		for i, v := range group.list {
			if i == maxTraced {
				d.step(stageLimit, "and %d more that are %s", len(group.list)-i, group.word)
				break
			}
			d.traceVerdict(v, group.word, describe)
		}
	}
	if t.silent {
		d.step(stageLimit, "no rule applies under some reading")
	}
}

func (d *decision) traceVerdict(v verdict, word string, describe describer) {
	g := v.governing
	if g.open {
		d.step(stageLimit, "%s: where the limit lies is not known", g.rule.name())
	} else {
		d.step(stageLimit, "%s: %s when %s: %s", g.rule.name(), describe.limit(g), describe.circumstances(g), word)
	}
	for _, r := range v.replaced {
		d.step(stageComposition, "%s is replaced there", r.rule.name())
	}
	if len(v.others) > 0 {
		d.step(stageComposition, "%s governs over %s", g.rule.name(), listed(v.others, func(r ruling) string { return r.rule.name() }))
	}
}

// traceResult ends the trace with the comparison that decided and the verdict.
func (d *decision) traceResult(out *Result, g *ruling) {
	switch {
	case g == nil:
	case g.limited:
		d.step(stageComparison, "value %s against limit %s %s (%s): margin %s", d.question.value, out.Limit, d.check.Unit, out.Direction, out.Margin)
	case g.free:
		d.step(stageComparison, "no limit is set")
	default:
		d.step(stageComparison, "value %s against the duty %s", d.question.value, g.rule.Require.Op)
	}
	if len(out.Conditions) > 0 {
		d.step(stageConditions, "%d beside the limit or to choose between readings", len(out.Conditions))
	}
	d.step(stageStatus, "%s", out.Status)
}
