package textlimits

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// duty reads a statement without a limit that demands or forbids something:
// "existirán barreras de protección en los desniveles ... excepto cuando ...".
func (b *builder) duty() (stated, bool) {
	if b.exempt || b.unread || b.recurs() || b.dangles() {
		return stated{}, false
	}
	at, op := b.dutyVerb()
	if at < 0 {
		return b.listed()
	}
	subject := run{0, at}
	for k := range b.segs {
		if s := &b.segs[k]; s.leading && s.to <= at && s.from == 0 {
			subject.from = s.to
		}
	}
	for at+1 < len(b.toks) && b.isMain(at+1) && b.toks[at+1].is(markModal|markDemand) && !b.toks[at+1].is(markDet) {
		at++
	}
	what, where := b.demanded(at + 1)
	measure, thing := b.phrases(MeasureRole, what), b.phrases(ThingRole, subject)
	if len(measure) == 0 {
		for i := range thing {
			thing[i].Role = MeasureRole
		}
		measure, thing = thing, nil
	}
	if len(measure) == 0 {
		return stated{}, false
	}
	if thing = append(thing, b.phrases(ThingRole, where)...); len(thing) == 0 && b.lead != nil {
		thing = b.lead.thing
	}
	return b.finishDuty(op, slices.Concat(measure, thing)), true
}

// recurs reports a duty to do something every so often, or for each so many.
func (b *builder) recurs() bool {
	return slices.ContainsFunc(b.figs, func(f found) bool { return f.interval || f.per != nil })
}

// dangles reports a comparator whose figure is not in the text or not read.
func (b *builder) dangles() bool {
	return len(b.figs) == 0 && slices.ContainsFunc(b.toks, func(t token) bool {
		return t.kind == wordToken && t.is(markMore|markLess|markLeast|markMost) && !t.is(markHeadLeast|markHeadMost)
	})
}

// listed reads an item under "dispondrán de:".
func (b *builder) listed() (stated, bool) {
	if b.lead == nil || b.lead.demand == "" || b.lead.continues {
		return stated{}, false
	}
	measure := b.phrases(MeasureRole, run{0, len(b.toks)})
	return b.finishDuty(b.lead.demand, slices.Concat(measure, b.lead.thing)), len(measure) > 0
}

// finishDuty adds circumstances, lead and spans.
func (b *builder) finishDuty(op rules.Op, phrases []Phrase) stated {
	st := stated{}
	st.Op, st.Group = op, b.newGroup()
	if b.lead != nil {
		st.Phrases = slices.Concat(b.lead.leads, b.lead.around)
	}
	st.Phrases = append(st.Phrases, phrases...)
	for _, s := range b.segs {
		if s.role != "" && s.to > s.from {
			st.Phrases = append(st.Phrases, b.whole(s.role, run{s.from, s.to}))
		}
	}
	st.Clause = Span{Start: b.toks[0].start, End: b.toks[len(b.toks)-1].end}
	return st
}

// dutyVerb finds the verb that demands or forbids in the main clause, -1 for none or
// for a duty that no check can ask about.
func (b *builder) dutyVerb() (at int, op rules.Op) {
	for i := range b.toks {
		t := &b.toks[i]
		switch {
		case !b.isMain(i):
		case t.is(markForbid):
			return i, rules.MustBeAbsent
		case t.is(markDemand):
			for j := i + 1; j <= i+3; j++ {
				if b.at(j).is(markAbstract) {
					return -1, ""
				}
			}
			if b.negation(i) != i {
				return i, rules.MustBeAbsent
			}
			return i, rules.MustBeTrue
		}
	}
	return -1, ""
}

// demanded returns what stands behind the verb: the thing demanded, and where.
func (b *builder) demanded(from int) (what, where run) {
	end := from
	for end < len(b.toks) && b.isMain(end) && !b.toks[end].is(markWeak) {
		end++
	}
	to := end
	for to < len(b.toks) && b.isMain(to) {
		to++
	}
	return run{from, end}, run{end, to}
}
