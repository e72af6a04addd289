package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/quantity"
)

// stated is a limit of a clause before it is put in its final form.
type stated struct {
	verify.Limit
	kind     quantity.Kind
	said     verify.Op // the operator by the words alone
	from, to int       // tokens
	elliptic bool      // said without a measure of its own
	zone     int       // of "in which case": limits of one zone share its circumstances
	trailing int       // circumstances of its own behind it
	sited    []verify.Phrase
}

// builder turns the figures of one clause into limits.
type builder struct {
	*clause
	out    []stated
	groups *int
	head   head // what headings and captions say
}

// limits returns the limits a clause states, in order, and the frame it hands
// on. groups counts the groups of the block.
func (c *clause) limits(groups *int, over head) ([]stated, *frame) {
	b := &builder{clause: c, groups: groups, head: over}
	for i := range c.figs {
		if !c.figs[i].condition && c.seg[c.figs[i].from] == mainClause {
			b.figure(i)
		}
	}
	b.spreadExceptions()
	b.merge()
	return b.out, b.frame()
}

// figure adds the limit that figure i states, if it states one.
func (b *builder) figure(i int) {
	f := &b.figs[i]
	region := run{b.regionStart(i), f.compFrom}
	if f.far >= f.to {
		region.to = f.from
	}
	s := b.takeApart(region)
	op, doubt, ok := b.op(f, region)
	if !ok || b.chained(f) {
		return
	}
	st := stated{from: region.from, to: max(f.to, f.behind), kind: f.fig.kind}
	st.Op, st.said = op, op
	if op == verify.Equal && doubt == "" && (f.fig.kind == quantity.FireClass || f.fig.kind == quantity.SlipResistance) {
		st.Op = verify.AtLeast // of classes a better one will always do
	}
	b.value(&st, f)
	b.count(&st, i)
	st.Doubts = b.doubts(doubt, f)
	about := b.narrowed(b.about(&st, f, s))
	st.Phrases = slices.Concat(about, st.sited, b.circumstances(&st, i))
	if b.lead != nil {
		st.Phrases = slices.Concat(b.lead.leads, b.lead.around, st.Phrases)
	}
	if len(st.Phrases) == 0 && len(st.Doubts) > 0 || st.Unit == "" && len(b.toks) == 1 && (b.lead == nil || len(b.lead.around) == 0) {
		return // a figure and nothing else: a label of a drawing, the number of an item
	}
	b.spans(&st, f)
	b.out = append(b.out, st)
}

// doubts collects what is not certain about a figure.
func (b *builder) doubts(doubt string, f *found) []string {
	var out []string
	if doubt != "" {
		out = append(out, doubt)
	}
	for i := f.to; i < len(b.toks) && len(b.figs) > 1; i++ {
		if b.toks[i].is(markRespective) {
			out = append(out, DoubtRespectively)
		}
	}
	if b.formula && f.per == nil {
		out = append(out, DoubtFormula)
	}
	if (f.fig.unit == "" || f.fig.kind == quantity.Ratio) && f.to+1 < len(b.toks) && b.toks[f.to].is(markOf) && b.toks[f.to+1].is(markDet) && !f.fig.value.IsInt() {
		out = append(out, DoubtPart)
	}
	return out
}

// regionStart returns where what is said before figure i begins: behind the
// connector after the figure before it.
func (b *builder) regionStart(i int) int {
	start := 0
	for _, t := range b.thens {
		if t.tok < b.figs[i].from {
			start = t.tok + 1
		}
	}
	for k := i - 1; k >= 0; k-- {
		if b.seg[b.figs[k].from] != mainClause || b.figs[k].condition {
			continue
		}
		end := max(b.figs[k].to, b.figs[k].behind, b.nounEnd(&b.figs[k]))
		if end <= start {
			break
		}
		return b.connector(end, b.figs[i].compFrom)
	}
	return start
}

// nounEnd returns the token behind the noun that a figure counts: "16 risers".
func (b *builder) nounEnd(f *found) int {
	if f.fig.unit == "ud" && f.per == nil && f.to < len(b.toks) && b.toks[f.to].kind == wordToken && b.toks[f.to].mark == 0 {
		return f.to + 1
	}
	return f.to
}

// connector returns the token behind the first connector of the main clause in
// [from, to), or from.
func (b *builder) connector(from, to int) int {
	for j := from; j < to; j++ {
		t := &b.toks[j]
		if b.seg[j] != mainClause || t.is(markAnd) && j > 1 && b.toks[j-2].is(markPerUnit) {
			continue // "por hora y persona" is one unit
		}
		if t.sign(",") || t.sign(";") || t.sign(":") || t.is(markAnd|markJoin) && t.kind == wordToken {
			return j + 1
		}
	}
	return from
}

// op decides the operator of a figure of the main clause; ok is false when
// nothing makes it a limit.
func (b *builder) op(f *found, region run) (op verify.Op, doubt string, ok bool) {
	if f.explicit {
		return f.op, "", true
	}
	if b.lead != nil && b.lead.conceded != nil && len(b.out) == 0 {
		return b.lead.op, "", true
	}
	if op, ok := b.ellipsis(region); ok {
		return op, b.doubtBefore(), true
	}
	if b.lead != nil && b.lead.op != "" && (!b.verbIn(region) || b.lead.conceded != nil) {
		return b.lead.op, "", true
	}
	if b.head.op != "" && f.fig.unit != "" && (b.statedAt(f) && !b.head.table || b.fragment() && (!b.head.table || b.lead == nil)) {
		return b.head.op, "", true
	}
	if c := f.from - 1; f.fig.written && f.fig.kind == quantity.Count && c >= 0 && b.toks[c].is(markDemand) {
		return verify.AtLeast, DoubtNature, true // "dispondrán de dos salidas"
	}
	if b.statedAt(f) {
		return verify.Equal, "", true
	}
	if (f.fig.unit != "" || b.lead != nil && b.lead.unit != "") && b.fragment() && len(b.toks) <= maxFragment {
		return b.nature(f)
	}
	return "", "", false
}

// maxFragment is how many tokens a bare statement such as "35 m en uso
// Aparcamiento" may have.
const maxFragment = 60

// Doubts of limits that say a figure and not how it binds.
const (
	// DoubtDirection says that the text does not tell a minimum from a maximum;
	// the operator is [verify.Equal].
	DoubtDirection = "the text does not say whether the figure is a minimum or a maximum"

	// DoubtNature says that the operator follows from what is measured, as is
	// usual, and not from words of the text.
	DoubtNature = "minimum or maximum follows from what is measured, not from words of the text"

	// DoubtRespectively says that figures and things are paired by "respectively".
	DoubtRespectively = "the text pairs several figures with several things"

	// DoubtPart says that the figure is a part of another quantity.
	DoubtPart = "the figure is a part of another quantity"

	// DoubtFormula says that a formula beside the figure bounds the same thing.
	DoubtFormula = "a formula beside the figure bounds it too"

	// DoubtOpenRange says that a bound of a range does not belong to it.
	DoubtOpenRange = "a bound of the range does not belong to it"
)

// nature tells the operator of a bare figure from what is measured, by the words
// or the unit.
func (b *builder) nature(f *found) (verify.Op, string, bool) {
	n := topic(0)
	for i := range b.toks {
		if b.seg[i] == mainClause {
			n |= b.toks[i].topic & natures
		}
	}
	if n == 0 && b.lead != nil {
		n = b.lead.nature
	}
	if n == 0 {
		n = b.head.nature
	}
	if n&(topicSurelyLeast|topicSurelyMost) == 0 && kindNature[f.fig.kind] != 0 {
		n = kindNature[f.fig.kind]
	}
	op, doubt := n.bound()
	return op, doubt, true
}

// doubtBefore is the doubt about the operator of the limit before, which an
// ellipsis shares.
func (b *builder) doubtBefore() string {
	if n := len(b.out); n > 0 {
		for _, d := range b.out[n-1].Doubts {
			if d == DoubtDirection || d == DoubtNature {
				return d
			}
		}
	}
	return ""
}

// ellipsis carries the operator of the limit before over "y de 1,10 m".
func (b *builder) ellipsis(region run) (verify.Op, bool) {
	if len(b.out) == 0 {
		if b.lead != nil && b.lead.continues && b.lead.op != "" && !b.verbIn(region) {
			return b.lead.op, true
		}
		return "", false
	}
	last := &b.out[len(b.out)-1]
	if last.Op == verify.Between || region.from <= last.to && b.connector(last.to, region.to) == last.to && !region.emptyOf(b) {
		return "", false
	}
	if b.verbIn(region) && (b.zone(region.to) == last.zone || b.says(region)) && !b.varies(last, region) {
		return "", false
	}
	return last.Op, true
}

// varies reports that what is said before a figure only tells in which case it
// takes the place of the limit before: "y con manguera plana será de 20 m".
func (b *builder) varies(last *stated, region run) bool {
	r := b.trimLeft(region)
	if r.empty() || last.Op == verify.Equal || b.zone(r.to) != last.zone || !b.toks[r.from].is(markJoin|markWeak) {
		return false
	}
	return natureOf(b.toks[r.from:r.to]) == 0 && !b.boundIn(r)
}

// trimLeft cuts connectors and commas off the beginning of a run.
func (b *builder) trimLeft(r run) run {
	for !r.empty() && (b.toks[r.from].kind == punctToken || b.toks[r.from].is(markAnd) && !b.toks[r.from].is(markWeak)) {
		r.from++
	}
	return r
}

// boundIn reports a comparator in a run.
func (b *builder) boundIn(r run) bool {
	for i := r.from; i < r.to; i++ {
		if b.toks[i].kind == wordToken && b.toks[i].is(comparators) {
			return true
		}
	}
	return false
}

func (b *builder) verbIn(r run) bool {
	for j := r.from; j < r.to; j++ {
		if b.seg[j] == mainClause && b.toks[j].is(markVerb) {
			return true
		}
	}
	return false
}

// statedAt reports that a verb or "=" gives the figure to its subject:
// "será de 80 cm", "tendrá un ancho de 90 cm".
func (b *builder) statedAt(f *found) bool {
	if b.givenBy(f) {
		return true
	}
	aside := f.from > 1 && b.toks[f.from-1].is(markOf) && b.toks[f.from-2].sign(",")
	for j := f.from - 1; j >= 0; j-- {
		t := &b.toks[j]
		switch {
		case b.seg[j] != mainClause:
			continue
		case aside && t.sign(","): // ", in the absence of smoke, of 10 l/s"
			continue
		case t.is(markVerb):
			return true
		case f.fig.unit == "" && (t.kind != wordToken || !t.is(markSkip|markDet|markOf|markAdverb)):
			return false // a bare number must follow its verb
		case t.kind == figureToken, t.sign(","), t.sign(";"), t.sign(":"), t.is(markWhen | markUnless):
			return false
		case t.is(markPlace) && j < f.from-1 && (f.fig.unit == "" || f.fig.kind == "count"):
			return false
		}
	}
	return false
}

// givenBy reports "a rate of 13 l/s should be used": a figure behind "of" whose
// noun the verb behind it speaks of.
func (b *builder) givenBy(f *found) bool {
	if f.from == 0 || !b.toks[f.from-1].is(markOf) || f.fig.unit == "" || f.fig.kind == "count" {
		return false
	}
	return f.behind < len(b.toks) && b.toks[f.behind].is(markMain) && b.seg[f.behind] == mainClause
}

// value writes the figure into the limit.
func (b *builder) value(st *stated, f *found) {
	st.Unit = f.fig.unit
	if f.high == nil {
		st.Value = f.fig.value.String()
	} else {
		st.Op, st.Min, st.Max = verify.Between, f.fig.value.String(), f.high.value.String()
		if st.Unit == "" {
			st.Unit = f.high.unit
		}
	}
	if st.Unit == "" && b.lead != nil && !f.fig.written {
		st.Unit = b.lead.unit
	}
}

// count reads "por cada 10 unidades o fracción" behind figure i.
func (b *builder) count(st *stated, i int) {
	f := &b.figs[i]
	if f.per != nil {
		st.Per = f.per
		if st.Unit == "" {
			st.Unit = "ud"
		}
	}
}

// spans sets the clause and the figure of a limit.
func (b *builder) spans(st *stated, f *found) {
	st.Figure = verify.Span{Start: b.toks[f.from].start, End: b.toks[f.to-1].end}
	st.Clause = st.Figure
	if f.compFrom < f.from {
		st.Clause.Start = b.toks[f.compFrom].start
	}
	if end := max(f.to, f.behind); end > 0 {
		st.Clause.End = max(st.Clause.End, b.toks[end-1].end)
	}
	for _, p := range st.Phrases {
		if p.Block == "" && p.Span.End > p.Span.Start {
			st.Clause.Start = min(st.Clause.Start, p.Span.Start)
			st.Clause.End = max(st.Clause.End, p.Span.End)
		}
	}
}
