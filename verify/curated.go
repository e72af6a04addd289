package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/textlimits"
)

// uncurated returns the limits whose passage no rule quotes. A passage that an
// author has made rules of is understood; what a machine reads in it again could
// only contradict them.
func (v *rulebook) uncurated(sets []textlimits.LimitSet) []textlimits.LimitSet {
	quoted := make(map[string]bool)
	for _, rules := range v.rules {
		for _, r := range rules {
			quoted[r.cited.Block.ID] = true
		}
	}
	out := make([]textlimits.LimitSet, 0, len(sets))
	for _, set := range sets {
		set.Limits = slices.DeleteFunc(slices.Clone(set.Limits), func(l textlimits.Limit) bool { return quoted[l.Block] })
		if len(set.Limits) > 0 {
			out = append(out, set)
		}
	}
	return out
}

// besideTexts holds a value that complies by the rules against the limits of
// passages that no rule was made of: a local ordinance may ask for more. A text
// read by machine overrules no rule, but a value that breaks it is not plainly
// compliant: it complies on the condition that the passage does not apply, and that
// limit is the strictest that cannot be excluded (DECISIONS 11).
func (v *rulebook) besideTexts(d *decision, ruled *Result) *Result {
	all := v.limits.within(d.scope)
	for _, lang := range d.languages() {
		if matches, _ := newTextRequest(d, v.limits.languages[lang]).search(all); len(matches) == 0 {
			continue
		}
		second := &decision{v: v, check: d.check, place: d.place, scope: d.scope, on: d.on}
		second.run()
		second.warnings = nil
		r := newTextRequest(second, v.limits.languages[lang])
		matches, _ := r.search(all)
		if out := r.decide(all, matches); out != nil && out.Status == NonCompliant {
			second.qualify(ruled, out)
		}
		second.leave()
	}
	return ruled
}

// qualify adds to a result what a text asks for and the value does not meet.
func (d *decision) qualify(ruled, text *Result) {
	g := text.Governing
	ruled.Status = Conditional
	condition := d.say(msgTextAsks, g.Ref.String(), comparison(string(g.Op)), d.figure(g.Limit), g.Unit)
	if !slices.Contains(ruled.Conditions, condition) {
		ruled.Conditions = append(ruled.Conditions, condition)
	}
	ruled.Considered = append(ruled.Considered, Considered{Ref: g.Ref, Limit: text.Limit, Direction: text.Direction, Reason: condition})
	if old := ruled.Governing; old != nil && (ruled.IsCompliant || text.stricter(ruled)) {
		if ruled.Limit != "" {
			ruled.Considered = append(ruled.Considered, Considered{Ref: old.Ref, Limit: ruled.Limit, Direction: ruled.Direction, Reason: d.say(msgNotGoverning, old.Ref.String())})
		}
		ruled.Limit, ruled.Margin, ruled.Direction, ruled.Governing = text.Limit, text.Margin, text.Direction, text.Governing
	}
	ruled.IsCompliant = false
	ruled.Sources = append(ruled.Sources, text.Sources...)
	ruled.Warnings = append(ruled.Warnings, text.Warnings...)
	ruled.Trace = append(ruled.Trace, TraceStep{Stage: "composition", Detail: "a limit read from a text that no rule was made of is not met: " + g.Ref.String()})
}

// stricter reports whether r leaves less margin than other; a margin nobody knows is
// more than any.
func (r *Result) stricter(other *Result) bool {
	own, err := quantity.ParseNumber(r.Margin)
	if err != nil {
		return false
	}
	than, err := quantity.ParseNumber(other.Margin)
	return err != nil || own.Cmp(than) < 0
}
