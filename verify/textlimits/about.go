package textlimits

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// run is the tokens [from, to).
type run struct{ from, to int }

func (r run) empty() bool { return r.from >= r.to }

// statement is what stands before a figure: the subject of its verb, and what stands
// between verb and figure.
type statement struct{ subject, between run }

// takeApart cuts a region at the verb that gives the figure to its subject.
func (b *builder) takeApart(region run) statement {
	verb := -1
	for j := region.to - 1; j >= region.from && verb < 0; j-- {
		if b.isMain(j) && b.toks[j].is(markVerb) && !b.toks[j].is(markMeasureBehind) {
			verb = j
		}
	}
	for j := region.from; j < region.to; j++ {
		if b.isMain(j) && b.toks[j].is(markPurpose) {
			region.from = j + 1
		}
	}
	if verb < region.from {
		return statement{subject: region}
	}
	from := verb
	for from > region.from && b.toks[from-1].is(markVerb|markModal|markNot) && !b.toks[from-1].is(markDet|markOf) {
		from--
	}
	subject := run{region.from, from}
	if b.phrase(ThingRole, subject).Text == "" { // "no tendrá juntas que presenten un resalto"
		subject.to = verb
	}
	if own := b.behindVerb(subject); !own.empty() {
		subject = own
	}
	return statement{subject, run{verb + 1, region.to}}
}

// behindVerb returns the object of a verb within a subject, "juntas que" of "no tendrá
// juntas que", or a subject of its own behind a comma or "and"; empty for none.
func (b *builder) behindVerb(r run) run {
	for j := r.to - 1; j >= r.from; j-- {
		if !b.isMain(j) {
			continue
		}
		if b.verbAt(j) || (b.toks[j].sign(",") || b.toks[j].is(markAnd)) && b.at(j+1).is(markDet) && j+2 < r.to && b.mainVerb(r.from, j) {
			return run{j + 1, r.to}
		}
	}
	return run{}
}

// about finds what a figure measures and of what, and gives the limit its group.
func (b *builder) about(st *stated, f *found, s statement) []Phrase {
	if f.gauge {
		return b.aboutOpening(st, f)
	}
	behind := b.measureBehind(f)
	measure, thing := b.phrases(MeasureRole, s.between), b.phrases(ThingRole, s.subject)
	switch at := b.join(s.between); {
	case len(measure) > 0 && at > 0 && len(b.phrases(MeasureRole, run{s.between.from, at})) > 0: // "escape routes with a headroom"
		thing = append(thing, b.phrases(ThingRole, run{s.between.from, at})...)
		measure = b.phrases(MeasureRole, run{at + 1, s.between.to})
	case len(measure) == 0 && (len(behind) == 0 || b.names(s.subject)):
		measure, thing = b.split(s.subject)
	}
	measure = append(measure, behind...)
	if len(measure)+len(thing) == 0 {
		st.elliptic = true
		return b.inherited(st)
	}
	if len(thing) == 0 {
		thing = b.thingBefore()
	}
	if len(measure) == 0 && b.lead != nil {
		measure = b.lead.measure
	}
	if b.lead != nil && b.lead.before != nil && b.pronoun(s.subject) {
		thing = b.lead.before
	}
	if n := len(b.out); n > 0 && b.repeats(measure, b.out[n-1].Phrases) {
		measure, thing = ofRoles(b.out[n-1].Phrases, MeasureRole), ofRoles(b.out[n-1].Phrases, ThingRole)
	}
	st.Group = b.groupOf(measure)
	return slices.Concat(measure, thing)
}

// join returns the last "with" of a run, 0 for none.
func (b *builder) join(r run) int {
	for j := r.to - 1; j > r.from; j-- {
		if b.isMain(j) && b.toks[j].is(markJoin) {
			return j
		}
	}
	return 0
}

// names reports that a run says itself what is measured: "el caudal".
func (b *builder) names(r run) bool {
	for j := r.from; j < r.to; j++ {
		if b.isMain(j) && b.toks[j].is(natures) {
			return true
		}
	}
	return false
}

// split parts "anchura de cada tramo" into measure and thing, at the first "of" with a
// determiner behind it.
func (b *builder) split(r run) (measure, thing []Phrase) {
	for j := r.from + 1; j+1 < r.to; j++ {
		if b.isMain(j) && b.toks[j].is(markOf) && (b.toks[j+1].is(markDet) || b.toks[j].text == "del") {
			return b.phrases(MeasureRole, run{r.from, j}), b.phrases(ThingRole, run{j + 1, r.to})
		}
	}
	return b.phrases(MeasureRole, r), nil
}

// pronoun reports a subject that only stands for one named before: "it".
func (b *builder) pronoun(r run) bool {
	found := false
	for j := r.from; j < r.to; j++ {
		if b.isMain(j) && b.toks[j].kind == wordToken && !b.toks[j].is(markPronoun|markVerb|markModal) {
			return false
		}
		found = found || b.toks[j].is(markPronoun)
	}
	return found
}

// repeats reports a measure that says only the thing again: "in which case gangways
// should be at least 900 mm".
func (b *builder) repeats(measure, before []Phrase) bool {
	things := ofRoles(before, ThingRole)
	return len(measure) == 1 && len(things) == 1 && retrieval.Fold(measure[0].Text) == retrieval.Fold(things[0].Text)
}

// measureBehind reads what stands behind a figure and says what it measures: "de
// ancho", "above floor level", or the noun that it counts.
func (b *builder) measureBehind(f *found) []Phrase {
	from, to := f.tok+1, f.tok+1
	switch next := b.at(from); {
	case next.kind == wordToken && next.mark == 0 && f.fig.Unit.IsZero():
		to++
	case f.fig.Unit.Kind() == "count":
		start := b.text[f.fig.Start:f.fig.End]
		unit := len(start) - len(f.fig.Unit.String())
		if unit > 0 && start[unit:] == f.fig.Unit.String() {
			return []Phrase{{Role: MeasureRole, Text: start[unit:], Span: Span{Start: f.fig.Start + unit, End: f.fig.End}}}
		}
	}
	if b.at(to).is(markLeastBehind|markMostBehind) && to < f.to {
		from, to = to+1, to+1
	}
	if !b.at(to).is(markMeasureBehind|markOf) && to == from {
		return nil
	}
	for to < len(b.toks) && to < from+lookAhead && b.isMain(to) && b.toks[to].kind == wordToken && !b.toks[to].is(markVerb|markNot|markAnd|markJoin|markPer|markWhen|markUnless|markLeastBehind|markMostBehind) {
		to++
	}
	if p := b.whole(MeasureRole, run{from, to}); p.Text != "" {
		return []Phrase{p}
	}
	return nil
}

// inherited takes measure and thing of the limit before, or of the lead.
func (b *builder) inherited(st *stated) []Phrase {
	if n := len(b.out); n > 0 {
		st.Group = b.out[n-1].Group
		if st.Unit == "" {
			st.Unit = b.out[n-1].Unit
		}
		return ofRoles(b.out[n-1].Phrases, MeasureRole, ThingRole)
	}
	if b.lead == nil {
		st.Group = b.newGroup()
		return nil
	}
	if st.Group = b.lead.group; st.Group == 0 {
		st.Group = b.newGroup()
	}
	return slices.Concat(b.lead.measure, b.lead.thing)
}

// ofRoles returns the phrases of some roles.
func ofRoles(list []Phrase, roles ...Role) []Phrase {
	return slices.DeleteFunc(slices.Clone(list), func(p Phrase) bool { return !slices.Contains(roles, p.Role) })
}

// thingBefore returns of what the limit before speaks, or the lead.
func (b *builder) thingBefore() []Phrase {
	if n := len(b.out); n > 0 {
		return ofRoles(b.out[n-1].Phrases, ThingRole)
	}
	if b.lead == nil {
		return nil
	}
	if len(b.lead.thing) > 0 || b.lead.continues || b.lead.nature != 0 {
		return b.lead.thing
	}
	out := slices.Clone(b.lead.measure) // "Lobbies should have all of the following"
	for i := range out {
		out[i].Role = ThingRole
	}
	return out
}

func (b *builder) newGroup() int {
	*b.groups++
	return *b.groups
}

// groupOf gives limits of the same measure in one clause the same group.
func (b *builder) groupOf(measure []Phrase) int {
	same := func(list []Phrase) bool {
		return slices.ContainsFunc(list, func(p Phrase) bool {
			return slices.ContainsFunc(measure, func(q Phrase) bool { return p.Role == MeasureRole && p.Text == q.Text })
		})
	}
	for i := len(b.out) - 1; i >= 0; i-- {
		if same(b.out[i].Phrases) {
			return b.out[i].Group
		}
	}
	if b.lead != nil && b.lead.continues && b.lead.group > 0 && same(b.lead.measure) {
		return b.lead.group
	}
	return b.newGroup()
}

// aboutOpening names what a sphere must not pass through.
func (b *builder) aboutOpening(st *stated, f *found) []Phrase {
	st.Group = b.newGroup()
	from, to := 0, 0
	for j := range b.toks {
		switch {
		case b.toks[j].is(markPass) && j > f.tok: // "a 100mm sphere cannot pass through any openings"
			from, to = j+1, len(b.toks)
		case b.toks[j].is(markPass): // "huecos que puedan ser atravesados por una esfera"
			to = j
		case b.toks[j].is(markNot) && j < f.tok && to == 0:
			from = j + 1
		}
	}
	for from < to && b.toks[from].is(markVerb|markModal) {
		from++
	}
	end := from
	for end < to && b.toks[end].kind == wordToken && !b.toks[end].is(markVerb|markRelative) && (!b.toks[end].is(markWeak) || to == len(b.toks)) {
		end++
	}
	out := b.phrases(MeasureRole, run{from, end})
	if b.lead != nil {
		out = append(out, b.lead.thing...)
	}
	return out
}

// little are the words at the ends of a phrase that say nothing of it.
const little = markSkip | markDet | markOf | markAnd | markModal | markJoin | markNot | markAlso | markThen | markPurpose | markConcede

// edge reports a token that no phrase begins or ends with.
func (b *builder) edge(j int) bool {
	t := &b.toks[j]
	if !b.isMain(j) || t.kind == punctToken && !t.sign(")") && !t.sign("%") {
		return true
	}
	adverb := t.is(markLeastBehind|markMostBehind) && !t.is(markHeadLeast|markHeadMost)
	return t.kind == wordToken && (adverb || t.is(little|markVerb) && !t.is(markMeasureBehind|natures) || t.is(comparators) && !t.is(markHeadLeast|markHeadMost))
}

// phrase is a run without the little words at its ends; empty when it says nothing.
func (b *builder) phrase(role Role, r run) Phrase {
	for !r.empty() && b.edge(r.from) {
		r.from++
	}
	for !r.empty() && (b.edge(r.to-1) || b.toks[r.to-1].is(markRelative)) {
		r.to--
	}
	if !b.says(r) {
		return Phrase{}
	}
	return b.whole(role, r)
}

func (b *builder) phrases(role Role, r run) []Phrase {
	if p := b.phrase(role, r); p.Text != "" {
		return []Phrase{p}
	}
	return nil
}

// says reports a word of weight in a run.
func (b *builder) says(r run) bool {
	for j := r.from; j < r.to; j++ {
		if t := &b.toks[j]; b.isMain(j) && t.kind == wordToken && (t.mark == 0 || t.is(natures|markName|markGauge|markAt)) {
			return true
		}
	}
	return false
}

// whole is a run as it is, but for the signs at its end.
func (b *builder) whole(role Role, r run) Phrase {
	for !r.empty() && (b.toks[r.to-1].kind == punctToken && !b.toks[r.to-1].sign(")") && !b.toks[r.to-1].sign("%") || b.toks[r.to-1].is(markAnd) && b.toks[r.to-1].kind == wordToken) {
		r.to--
	}
	if r.empty() {
		return Phrase{}
	}
	start, end := b.toks[r.from].start, b.toks[r.to-1].end
	return Phrase{Role: role, Text: b.text[start:end], Span: Span{Start: start, End: end}}
}

// circumstances finds under which circumstances figure i limits: those before the main
// clause, and those behind the figure up to the next one.
func (b *builder) circumstances(st *stated, i int) []Phrase {
	f := &b.figs[i]
	var out []Phrase
	if st.zone = b.zone(f.tok); st.zone > 0 {
		taken := b.segs[b.thens[st.zone-1].seg]
		if taken.role == UnlessRole && taken.to > taken.from+1 {
			taken.from++ // without the word that made it an exception
		}
		out = append(out, b.whole(WhenRole, run{taken.from, taken.to}))
	}
	next := b.nextStart(i)
	for _, s := range b.segs {
		if s.role == "" || b.zone(s.from) != st.zone || s.to <= s.from {
			continue
		}
		before := s.to <= f.tok && (s.leading || s.from >= st.from)
		behind := s.from > f.tok && (s.from < next || s.from == f.to)
		if p := b.whole(s.role, run{s.from, s.to}); before || behind {
			if behind {
				st.trailing++
			}
			out = append(out, p)
		}
	}
	return out
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

// nextStart returns the token where what belongs to the next limit begins.
func (b *builder) nextStart(i int) int {
	for k := i + 1; k < len(b.figs); k++ {
		if b.figs[k].limits(b.clause) {
			return b.regionStart(k)
		}
	}
	return len(b.toks)
}

// spreadExceptions gives an exception behind the last limit of a clause to those
// before it: "... de 0,90 m cuando A y de 1,10 m en el resto, excepto B".
func (b *builder) spreadExceptions() {
	for i := range b.out {
		for _, p := range b.out[i].Phrases[len(b.out[i].Phrases)-b.out[i].trailing:] {
			for j := 0; j < i && p.Role == UnlessRole; j++ {
				if b.out[j].zone == b.out[i].zone && !slices.Contains(b.out[j].Phrases, p) {
					b.out[j].Phrases = append(b.out[j].Phrases, p)
				}
			}
		}
	}
}
