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
	if n := len(b.out); n > 0 && !f.explicit && b.varies(&b.out[n-1], run{st.from, f.compFrom}) {
		st.elliptic = true
		r := b.trimLeft(s.subject)
		for !r.empty() && b.toks[r.to-1].is(markOf) {
			r.to--
		}
		if !r.empty() {
			st.sited = []verify.Phrase{b.runPhrase(r, verify.WhenRole)}
		}
		return b.inherited(st)
	}
	carrier, named := b.joined(s.between)
	measure := b.phrases(verify.MeasureRole, named)
	if len(measure) == 0 {
		measure, carrier = b.phrases(verify.MeasureRole, carrier), run{}
	}
	subject := b.trim(s.subject)
	behind := b.measureBehind(st, f)
	var thing []verify.Phrase
	if s.act >= 0 && len(measure) == 0 {
		behind = append([]verify.Phrase{b.phrase(verify.MeasureRole, run{s.act, s.act + 1})}, behind...)
	}
	switch {
	case b.sited(s) && b.namesMeasure(subject):
		st.sited = append(st.sited, b.phrases(verify.WhenRole, s.between)...)
		measure, thing = b.splitPhrases(subject)
	case len(measure) == 0 && s.act < 0 && len(behind) > 0 && b.namesMeasure(subject):
		measure, thing = b.splitPhrases(subject)
	case len(measure) > 0 || len(behind) > 0 && !subject.empty():
		thing = append(b.phrases(verify.ThingRole, subject), b.phrases(verify.ThingRole, carrier)...)
		if len(behind) > 0 && len(measure) == 0 && !b.verbIn(run{st.from, f.from}) {
			measure, thing = b.splitPhrases(subject)
		}
	case !subject.empty():
		measure, thing = b.splitPhrases(subject)
	}
	measure = append(measure, behind...)
	for j := f.compFrom; j < f.from; j++ {
		if b.toks[j].is(markDimension) {
			measure = append(measure, b.phrase(verify.MeasureRole, run{j, j + 1}))
		}
	}
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

// sited reports that what stands between verb and figure only says where: "será
// en todos los casos del 2 %".
func (b *builder) sited(s statement) bool {
	r := s.between
	return !r.empty() && b.toks[r.from].is(markWeak) && !b.namesMeasure(r)
}

// joined parts "escape routes with a minimum clear headroom" into what carries
// the measure and the measure.
func (b *builder) joined(r run) (carrier, measure run) {
	for i := r.to - 1; i > r.from; i-- {
		if b.seg[i] == mainClause && b.toks[i].is(markJoin) {
			return run{r.from, i}, run{i + 1, r.to}
		}
	}
	return run{}, r
}

// namesMeasure reports that a subject says itself what is measured: "el caudal".
func (b *builder) namesMeasure(subject run) bool {
	if subject.empty() {
		return false
	}
	return natureOf(b.toks[subject.from:subject.to]) != 0
}

// splitPhrases parts a subject into measure and thing.
func (b *builder) splitPhrases(subject run) (measure, thing []verify.Phrase) {
	m, t := b.split(subject)
	return b.phrases(verify.MeasureRole, m), b.phrases(verify.ThingRole, t)
}

// measureBehind reads what stands behind a figure and says what it measures:
// "de ancho", "above floor level", "peldaños".
func (b *builder) measureBehind(st *stated, f *found) []verify.Phrase {
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
		if start >= t.start && b.text[start:t.end] == f.fig.unit {
			out = append(out, verify.Phrase{Role: verify.MeasureRole, Text: f.fig.unit, Span: verify.Span{Start: start, End: t.end}})
		}
	}
	from := f.to
	if f.behind > f.to && !b.toks[f.to].is(markMeasureBehind) {
		from = f.behind
	}
	if from+1 < len(b.toks) && from == f.to && b.toks[from].sign(".") && b.toks[from+1].is(markMeasureBehind) {
		from++ // "1,50 m. sobre el suelo": the point of the unit
	}
	end := from
	limit := from + lookAhead
	if noun := b.nounEnd(f); noun > f.to && b.figureWithout(noun) {
		limit = noun
	}
	for end < len(b.toks) && end < limit && b.seg[end] == mainClause && !b.stopsMeasure(end) {
		end++
	}
	r, where := b.splitPlace(run{from, end})
	st.sited = append(st.sited, b.phrases(verify.WhenRole, where)...)
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

// splitPlace parts what stands behind a figure into what it measures and where:
// "de la tensión nominal para circuitos de viviendas".
func (b *builder) splitPlace(r run) (measure, where run) {
	for i := r.from + 2; i < r.to; i++ {
		if b.toks[i].is(markPlace) && b.toks[i].is(markWeak) && !b.toks[i].is(markMeasureBehind) && !b.toks[i-1].is(markMeasureBehind) {
			return run{r.from, i}, run{i, r.to}
		}
	}
	return r, run{}
}

// figureWithout reports that a further figure follows token i with nothing but
// words between.
func (b *builder) figureWithout(i int) bool {
	for ; i < len(b.toks); i++ {
		if b.toks[i].kind == figureToken {
			return true
		}
		if b.toks[i].kind != wordToken || b.toks[i].is(markAnd|markVerb|markWeak|markWhen|markUnless) {
			return false
		}
	}
	return false
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
	if t.is(markAnd | markJoin) {
		return true
	}
	return t.is(markVerb|markNot|markWhen|markUnless|markThen|markPer) && !t.is(markMeasureBehind) || t.is(comparators) && !t.is(markMeasureBehind) && b.figureFollows(i)
}

// inherited takes measure and thing of the limit before, or of the lead.
func (b *builder) inherited(st *stated) []verify.Phrase {
	if len(b.out) > 0 {
		last := &b.out[len(b.out)-1]
		st.Group = last.Group
		if len(st.sited) == 0 {
			st.sited = last.sited
		}
		if st.Unit == "" {
			st.Unit = last.Unit
		}
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
	for to < end && b.toks[to].kind == wordToken && !b.toks[to].is(markVerb|markModal|markWeak|markPass|markRelative) {
		to++
	}
	return run{from, to}
}
