package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
)

// duty reads a statement without a limit that demands or forbids something:
// "existirán barreras de protección en los desniveles ... excepto cuando ...".
func (c *clause) duty(groups *int) (stated, bool) {
	if len(c.toks) == 0 || c.toks[len(c.toks)-1].sign(":") {
		return stated{}, false // it introduces what follows
	}
	if c.exempt || c.unread || c.periodic || c.dangles() {
		return stated{}, false
	}
	b := &builder{clause: c, groups: groups}
	if c.lead != nil && c.lead.opens && c.lead.demand != "" && c.fragment() {
		return b.underOpener(), true
	}
	at, op := b.dutyVerb()
	if at < 0 {
		if c.lead == nil || c.lead.demand == "" || c.lead.continues {
			return stated{}, false
		}
		return b.listed()
	}
	subject := b.mainRun(run{b.subjectStart(at), at})
	for !subject.empty() && b.toks[subject.to-1].is(markNot|markModal|markVerb) {
		subject.to--
	}
	demanded, where := b.demanded(at + 1)
	measure := b.phrases(verify.MeasureRole, demanded)
	thing := b.phrases(verify.ThingRole, subject)
	if len(measure) == 0 {
		measure, thing = renamed(thing, verify.MeasureRole), nil
	}
	if len(measure) == 0 && c.lead != nil {
		measure = c.lead.measure
	}
	if len(measure) == 0 {
		return stated{}, false
	}
	thing = append(b.narrowed(thing), b.place(where)...)
	if len(thing) == 0 && c.lead != nil {
		thing = c.lead.thing
	}
	st := stated{}
	st.Op = op
	st.Phrases = slices.Concat(measure, thing)
	b.finishDuty(&st)
	return st, b.keepsCases([]stated{st})
}

// place is where something is demanded, with the comparison that narrows it.
func (b *builder) place(where run) []verify.Phrase {
	if list := b.narrowed(b.phrases(verify.ThingRole, where)); len(list) > 1 {
		return list
	}
	return b.phrases(verify.ThingRole, b.beforeAside(where))
}

func renamed(list []verify.Phrase, role verify.Role) []verify.Phrase {
	out := slices.Clone(list)
	for i := range out {
		out[i].Role = role
	}
	return out
}

// listed reads an item under "dispondrán de:".
func (b *builder) listed() (stated, bool) {
	measure := b.phrases(verify.MeasureRole, b.mainRun(run{0, len(b.toks)}))
	if len(measure) == 0 {
		return stated{}, false
	}
	st := stated{}
	st.Op = b.lead.demand
	st.Phrases = slices.Concat(measure, b.lead.thing)
	b.finishDuty(&st)
	return st, true
}

// underOpener reads an item that is a circumstance of the duty its lead states.
func (b *builder) underOpener() stated {
	st := stated{}
	st.Op = b.lead.demand
	st.Phrases = slices.Concat(b.lead.leads, b.lead.around, b.lead.measure, b.lead.thing)
	st.Phrases = append(st.Phrases, b.runPhrase(run{0, len(b.toks)}, verify.WhenRole))
	st.Group = b.newGroup()
	st.Clause = verify.Span{Start: b.toks[0].start, End: b.toks[len(b.toks)-1].end}
	return st
}

// finishDuty adds circumstances, lead and spans.
func (b *builder) finishDuty(st *stated) {
	for k := range b.segs {
		if s := &b.segs[k]; s.role != "" && s.to > s.from {
			st.Phrases = append(st.Phrases, b.segPhrase(k, s.role))
		}
	}
	if b.lead != nil {
		st.Phrases = slices.Concat(b.lead.leads, b.lead.around, st.Phrases)
	}
	st.Group = b.newGroup()
	st.Clause = verify.Span{Start: b.toks[0].start, End: b.toks[len(b.toks)-1].end}
}

// dutyVerb finds the verb that demands or forbids in the main clause, -1 for none.
func (b *builder) dutyVerb() (at int, op verify.Op) {
	for i := range b.toks {
		t := &b.toks[i]
		if b.seg[i] != mainClause || t.kind != wordToken {
			continue
		}
		switch {
		case t.is(markForbid), t.is(markAbility):
			return i, verify.MustBeAbsent
		case t.is(markLack) && i <= 12 && !t.is(markNot|markWeak):
			return i, verify.MustBeAbsent
		case t.is(markDemand) && b.isAbstract(i):
			return -1, ""
		case t.is(markDemand):
			if b.negation(i) != i {
				return i, verify.MustBeAbsent
			}
			return i, verify.MustBeTrue
		}
	}
	return -1, ""
}

// isAbstract reports a verb right behind a duty that no check can ask about.
func (b *builder) isAbstract(i int) bool {
	for j := i + 1; j < len(b.toks) && j <= i+3; j++ {
		if b.toks[j].is(markAbstract) {
			return true
		}
		if b.toks[j].kind != wordToken || !b.toks[j].is(markModal|markAlso|markAdverb|markNot) {
			return false
		}
	}
	return false
}

// subjectStart returns where the subject of the verb at i begins: behind a
// condition said before it.
func (b *builder) subjectStart(i int) int {
	for j := i - 1; j >= 0; j-- {
		if b.seg[j] != mainClause && b.segs[b.seg[j]].leading {
			return j + 1
		}
	}
	return 0
}

// demanded returns what stands behind the verb: the thing demanded, and where.
func (b *builder) demanded(from int) (what, where run) {
	for from < len(b.toks) && b.seg[from] == mainClause && (b.toks[from].is(markModal) || b.toks[from].is(markDemand)) && !b.toks[from].is(markDet) {
		from++
	}
	end := from
	for end < len(b.toks) && b.seg[end] == mainClause && !b.toks[end].is(markPlace) && !b.toks[end].sign(";") {
		end++
	}
	what = run{from, end}
	if end < len(b.toks) && b.seg[end] == mainClause {
		to := end
		for to < len(b.toks) && (b.seg[to] == mainClause || b.segs[b.seg[to]].bracket) {
			to++
		}
		where = run{end, to}
	}
	return what, where
}
