package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
)

// about finds what a figure measures and of what, and gives the limit its group.
func (b *builder) about(st *stated, f *found, s statement) []verify.Phrase {
	if f.gauge {
		return b.aboutOpening(st, f)
	}
	measure := b.phrases(verify.MeasureRole, s.between)
	subject := b.trim(s.subject)
	behind := b.measureBehind(f)
	var thing []verify.Phrase
	switch {
	case len(measure) > 0 || len(behind) > 0 && !subject.empty():
		thing = b.phrases(verify.ThingRole, subject)
		if len(behind) > 0 && len(measure) == 0 && !b.verbIn(run{st.from, f.from}) {
			measure, thing = b.splitPhrases(subject)
		}
	case !subject.empty():
		measure, thing = b.splitPhrases(subject)
	}
	measure = append(measure, behind...)
	if len(measure) == 0 && len(thing) == 0 {
		st.elliptic = true
		return b.inherited(st)
	}
	if len(thing) == 0 {
		thing = b.thingBefore()
	}
	if len(measure) == 0 && b.lead != nil {
		measure = b.lead.measure
	}
	st.Group = b.groupOf(measure)
	return slices.Concat(measure, thing)
}

// splitPhrases parts a subject into measure and thing.
func (b *builder) splitPhrases(subject run) (measure, thing []verify.Phrase) {
	m, t := b.split(subject)
	return b.phrases(verify.MeasureRole, m), b.phrases(verify.ThingRole, t)
}

// measureBehind reads what stands behind a figure and says what it measures:
// "de ancho", "above floor level", "peldaños".
func (b *builder) measureBehind(f *found) []verify.Phrase {
	var out []verify.Phrase
	if f.open {
		return nil
	}
	if f.per != nil {
		return b.phrases(verify.MeasureRole, run{f.to, f.perTok})
	}
	if f.fig.kind == "count" && f.fig.unit != "ud" && f.high == nil {
		t := &b.toks[f.to-1]
		start := t.end - len(f.fig.unit)
		if start > t.start && b.text[start:t.end] == f.fig.unit {
			out = append(out, verify.Phrase{Role: verify.MeasureRole, Text: f.fig.unit, Span: verify.Span{Start: start, End: t.end}})
		}
	}
	from := f.to
	if f.behind > f.to && !b.toks[f.to].is(markMeasureBehind) {
		from = f.behind
	}
	end := from
	for end < len(b.toks) && end < from+lookAhead && b.seg[end] == mainClause && !b.stopsMeasure(end) {
		end++
	}
	r := run{from, end}
	for !r.empty() && b.toks[r.from].kind == punctToken {
		r.from++
	}
	for !r.empty() && b.rightEdge(r.to-1) {
		r.to--
	}
	if !r.empty() && (b.says(r) || b.toks[r.from].is(markMeasureBehind)) {
		out = append(out, b.phrase(verify.MeasureRole, r))
	}
	return out
}

// stopsMeasure reports the end of what is said behind a figure.
func (b *builder) stopsMeasure(i int) bool {
	t := &b.toks[i]
	if t.kind == punctToken {
		return !t.sign("-") && !t.sign("'")
	}
	if t.kind != wordToken {
		return true
	}
	if t.is(markAnd) {
		return true
	}
	return t.is(markVerb|markNot|markWhen|markUnless|markThen|markPer) && !t.is(markMeasureBehind) || t.is(comparators) && !t.is(markMeasureBehind) && b.figureFollows(i)
}

// inherited takes measure and thing of the limit before, or of the lead.
func (b *builder) inherited(st *stated) []verify.Phrase {
	if len(b.out) > 0 {
		last := &b.out[len(b.out)-1]
		st.Group = last.Group
		return aboutOf(last.Phrases)
	}
	if b.lead == nil {
		st.Group = b.newGroup()
		return nil
	}
	st.Group = b.lead.group
	if st.Group == 0 {
		st.Group = b.newGroup()
	}
	return slices.Concat(b.lead.measure, b.lead.thing)
}

// aboutOf returns the phrases that say what is measured.
func aboutOf(list []verify.Phrase) []verify.Phrase {
	var out []verify.Phrase
	for _, p := range list {
		if p.Role == verify.MeasureRole || p.Role == verify.ThingRole {
			out = append(out, p)
		}
	}
	return out
}

// thingBefore returns of what the limit before speaks, or the lead.
func (b *builder) thingBefore() []verify.Phrase {
	if len(b.out) > 0 {
		return onlyThings(b.out[len(b.out)-1].Phrases)
	}
	if b.lead != nil {
		return b.lead.thing
	}
	return nil
}

func onlyThings(list []verify.Phrase) []verify.Phrase {
	var out []verify.Phrase
	for _, p := range list {
		if p.Role == verify.ThingRole {
			out = append(out, p)
		}
	}
	return out
}

func (b *builder) newGroup() int {
	*b.groups++
	return *b.groups
}

// groupOf gives limits of the same measure in one clause the same group.
func (b *builder) groupOf(measure []verify.Phrase) int {
	for i := len(b.out) - 1; i >= 0; i-- {
		if sameMeasure(b.out[i].Phrases, measure) {
			return b.out[i].Group
		}
	}
	if b.lead != nil && b.lead.continues && b.lead.group > 0 && sameMeasure(b.lead.measure, measure) {
		return b.lead.group
	}
	return b.newGroup()
}

func sameMeasure(a, z []verify.Phrase) bool {
	for _, p := range a {
		for _, q := range z {
			if p.Role == verify.MeasureRole && q.Role == verify.MeasureRole && p.Text == q.Text {
				return true
			}
		}
	}
	return false
}

// aboutOpening names what a sphere must not pass through.
func (b *builder) aboutOpening(st *stated, f *found) []verify.Phrase {
	st.Group = b.newGroup()
	var out []verify.Phrase
	pass := -1
	for j := range b.toks {
		if b.toks[j].is(markPass) && pass < 0 {
			pass = j
		}
	}
	if pass > f.from { // "a 100mm sphere cannot pass through any openings"
		r := b.trim(run{pass + 1, len(b.toks)})
		if m := b.phrases(verify.MeasureRole, r); len(m) > 0 {
			return m
		}
	}
	out = b.phrases(verify.MeasureRole, b.opening(min(pass, f.from)))
	if b.lead != nil {
		out = append(out, b.lead.thing...)
	}
	return out
}

// opening returns the noun before "que puedan ser atravesadas": what stands
// behind the last negation and its verb.
func (b *builder) opening(end int) run {
	from := 0
	for j := range end {
		if b.toks[j].is(markNot | markLack) {
			from = j + 1
		}
	}
	for from < end && b.toks[from].is(markVerb|markModal) {
		from++
	}
	to := from
	for to < end && b.toks[to].kind == wordToken && !b.toks[to].is(markVerb|markModal|markWeak|markPass) && b.toks[to].text != "que" {
		to++
	}
	return run{from, to}
}

// circumstances finds under which circumstances figure i limits: those before
// the main clause, and those behind the figure up to the next one.
func (b *builder) circumstances(st *stated, i int) []verify.Phrase {
	f := &b.figs[i]
	var out []verify.Phrase
	zone := b.zone(f.from)
	st.zone = zone
	if zone > 0 {
		out = append(out, b.taken(b.thens[zone-1].seg))
	}
	next := b.nextStated(i)
	for k := range b.segs {
		s := &b.segs[k]
		if s.role == "" || b.zone(s.from) != zone || s.to <= s.from {
			continue
		}
		before := s.to <= f.from && (s.leading || s.from >= st.from)
		behind := s.from >= f.to && (s.from < next || s.from == next && next < len(b.toks) && b.toks[next-1].sign(","))
		if !before && !behind {
			continue
		}
		if behind {
			st.trailing++
		}
		out = append(out, b.segPhrase(k, s.role))
	}
	return out
}

// taken is the circumstance that "in which case" takes up, without the word
// that made it an exception.
func (b *builder) taken(k int) verify.Phrase {
	s := b.segs[k]
	if s.role == verify.UnlessRole && s.to > s.from+1 {
		s.from++
	}
	return b.runPhrase(run{s.from, s.to}, verify.WhenRole)
}

// zone tells how many "in which case" stand before token i.
func (b *builder) zone(i int) int {
	n := 0
	for _, t := range b.thens {
		if t.tok <= i {
			n++
		}
	}
	return n
}

// nextStated returns the token where what belongs to the next limit begins.
func (b *builder) nextStated(i int) int {
	for k := i + 1; k < len(b.figs); k++ {
		if b.seg[b.figs[k].from] == mainClause && !b.figs[k].condition {
			if z := b.zone(b.figs[i].from); b.zone(b.figs[k].from) != z {
				return b.thens[z].tok
			}
			return b.connector(max(b.figs[i].to, b.figs[i].behind), b.figs[k].compFrom)
		}
	}
	return len(b.toks)
}

// segPhrase is a circumstance as a phrase.
func (b *builder) segPhrase(k int, role verify.Role) verify.Phrase {
	s := b.segs[k]
	return b.runPhrase(run{s.from, min(s.to, len(b.toks))}, role)
}

// runPhrase is a run as a circumstance, without the signs and connectors at its end.
func (b *builder) runPhrase(r run, role verify.Role) verify.Phrase {
	start := r.from
	for !r.empty() && b.toks[r.to-1].kind == punctToken && !b.toks[r.to-1].sign(")") && !b.toks[r.to-1].sign("%") {
		r.to--
	}
	for r.to-1 > r.from && b.toks[r.to-1].is(markAnd) {
		r.to--
	}
	if r.empty() {
		r = run{start, start + 1}
	}
	return b.phrase(role, r)
}

// spreadExceptions gives an exception behind the last limit of a clause to
// those before it: "... de 0,90 m cuando A y de 1,10 m en el resto, excepto B".
func (b *builder) spreadExceptions() {
	for i := range b.out {
		for _, p := range b.out[i].own() {
			if p.Role != verify.UnlessRole {
				continue
			}
			for j := range i {
				if b.out[j].zone == b.out[i].zone && !slices.Contains(b.out[j].Phrases, p) {
					b.out[j].Phrases = append(b.out[j].Phrases, p)
				}
			}
		}
	}
}
