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
	from, to int  // tokens
	elliptic bool // said without a measure of its own
	zone     int  // of "in which case": limits of one zone share its circumstances
	trailing int  // circumstances of its own behind it
}

// builder turns the figures of one clause into limits.
type builder struct {
	*clause
	out    []stated
	groups *int
	fall   verify.Op // the bound that a heading or caption names, or ""
}

// limits returns the limits a clause states, in order, and the frame it hands
// on. groups counts the groups of the block.
func (c *clause) limits(groups *int, fall verify.Op) ([]stated, *frame) {
	b := &builder{clause: c, groups: groups, fall: fall}
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
	op, doubt, ok := b.op(f, region, s)
	if !ok || b.chained(f) {
		return
	}
	st := stated{from: region.from, to: max(f.to, f.behind), kind: f.fig.kind}
	st.Op = op
	b.value(&st, f)
	b.count(&st, i)
	st.Doubts = b.doubts(doubt, f)
	st.Phrases = append(b.about(&st, f, s), b.circumstances(&st, i)...)
	if b.lead != nil {
		st.Phrases = slices.Concat(b.lead.leads, b.lead.around, st.Phrases)
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
	if f.fig.unit == "" && f.to+1 < len(b.toks) && b.toks[f.to].is(markOf) && b.toks[f.to+1].is(markDet) && !f.fig.value.IsInt() {
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
		if b.seg[b.figs[k].from] != mainClause {
			continue
		}
		end := max(b.figs[k].to, b.figs[k].behind)
		if end <= start {
			break
		}
		return b.connector(end, b.figs[i].compFrom)
	}
	return start
}

// connector returns the token behind the first connector of the main clause in
// [from, to), or from.
func (b *builder) connector(from, to int) int {
	for j := from; j < to; j++ {
		t := &b.toks[j]
		if b.seg[j] == mainClause && (t.sign(",") || t.sign(";") || t.sign(":") || t.is(markAnd) && t.kind == wordToken) {
			return j + 1
		}
	}
	return from
}

// chained takes "54 cm ≤ 2C + H" together with the "≤ 70 cm" behind it.
func (b *builder) chained(f *found) bool {
	if len(b.out) == 0 || f.open || f.compFrom == f.from || b.toks[f.compFrom].kind != signToken {
		return false
	}
	last := &b.out[len(b.out)-1]
	if last.Op != verify.AtLeast && last.Op != verify.Greater || !last.elliptic || f.op != verify.AtMost && f.op != verify.Less || b.connector(last.to, f.compFrom) != last.to || !b.openBefore(f) {
		return false
	}
	measure := b.phrases(verify.MeasureRole, run{last.to, f.compFrom})
	if len(measure) > 0 {
		last.Phrases = append(last.Phrases, measure...)
	}
	if last.Op == verify.Greater || f.op == verify.Less {
		last.Doubts = append(last.Doubts, DoubtOpenRange)
	}
	last.Op, last.Min, last.Value = verify.Between, last.Value, ""
	last.Max = f.fig.value.String()
	if last.Unit == "" {
		last.Unit = f.fig.unit
	}
	last.Figure.End, last.Clause.End, last.to = b.toks[f.to-1].end, b.toks[f.to-1].end, f.to
	return true
}

func (b *builder) openBefore(f *found) bool {
	for k := range b.figs {
		if b.figs[k].to <= f.compFrom && b.figs[k].open && b.toks[b.figs[k].from].start == b.out[len(b.out)-1].Figure.Start {
			return true
		}
	}
	return false
}

// op decides the operator of a figure of the main clause; ok is false when
// nothing makes it a limit.
func (b *builder) op(f *found, region run, s statement) (op verify.Op, doubt string, ok bool) {
	if f.explicit {
		return f.op, "", true
	}
	if b.lead != nil && b.lead.conceded != nil && len(b.out) == 0 {
		return b.lead.op, "", true
	}
	if op, ok := b.ellipsis(region); ok {
		return op, "", true
	}
	if b.lead != nil && b.lead.op != "" && (!b.verbIn(region) || b.lead.conceded != nil) {
		return b.lead.op, "", true
	}
	if b.fall != "" && (b.statedAt(f) || b.fragment()) {
		return b.fall, "", true
	}
	if b.statedAt(f) {
		return verify.Equal, "", true
	}
	if f.fig.unit != "" && b.fragment() && len(b.toks) <= maxFragment {
		return b.nature()
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

	// DoubtOpenRange says that a bound of a range does not belong to it.
	DoubtOpenRange = "a bound of the range does not belong to it"
)

// nature guesses the operator of a bare figure from what is measured.
func (b *builder) nature() (verify.Op, string, bool) {
	least, most := natureOf(b.toks)
	if !least && !most && b.lead != nil {
		least, most = b.lead.natureLeast, b.lead.natureMost
	}
	switch {
	case least && !most:
		return verify.AtLeast, DoubtNature, true
	case most && !least:
		return verify.AtMost, DoubtNature, true
	}
	return verify.Equal, DoubtDirection, true
}

func natureOf(toks []token) (least, most bool) {
	for i := range toks {
		least = least || toks[i].is(markNatureLeast)
		most = most || toks[i].is(markNatureMost)
	}
	return least, most
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
	for j := region.from; j < region.to; j++ {
		if b.seg[j] == mainClause && b.toks[j].is(markVerb) {
			return "", false
		}
	}
	return last.Op, true
}

// emptyOf reports that nothing of the main clause stands in the run.
func (r run) emptyOf(b *builder) bool {
	for j := r.from; j < r.to; j++ {
		if b.seg[j] == mainClause && b.toks[j].kind == wordToken && !b.toks[j].is(edge|markSkip) {
			return false
		}
	}
	return true
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
	for j := f.from - 1; j >= 0; j-- {
		t := &b.toks[j]
		switch {
		case b.seg[j] != mainClause:
			continue
		case t.is(markVerb):
			return true
		case t.kind == figureToken, t.sign(","), t.sign(";"), t.sign(":"), t.is(markWhen | markUnless):
			return false
		case t.is(markPlace) && j < f.from-1 && (f.fig.unit == "" || f.fig.kind == "count"):
			return false
		}
	}
	return false
}

// value writes the figure into the limit.
func (b *builder) value(st *stated, f *found) {
	st.Unit = f.fig.unit
	switch {
	case f.high == nil:
		st.Value = f.fig.value.String()
	default:
		st.Op, st.Min, st.Max = verify.Between, f.fig.value.String(), f.high.value.String()
		if st.Unit == "" {
			st.Unit = f.high.unit
		}
	}
	if st.Unit == "" && b.lead != nil {
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

// merge makes one range of "13 cm como mínimo y 18,5 cm como máximo".
func (b *builder) merge() {
	out := b.out[:0]
	for _, st := range b.out {
		if len(out) > 0 && out[len(out)-1].mergeable(&st) {
			last := &out[len(out)-1]
			low, high := last, &st
			if last.Op == verify.AtMost {
				low, high = high, low
			}
			last.Min, last.Max = low.Value, high.Value
			last.Op, last.Value = verify.Between, ""
			if last.Unit == "" {
				last.Unit = st.Unit
			}
			for _, p := range st.own() {
				if !slices.Contains(last.Phrases, p) {
					last.Phrases = append(last.Phrases, p)
				}
			}
			last.Figure.End, last.Clause.End = st.Figure.End, max(last.Clause.End, st.Clause.End)
			continue
		}
		out = append(out, st)
	}
	b.out = out
}

// own returns the circumstances a limit says behind itself.
func (st *stated) own() []verify.Phrase {
	if st.trailing == 0 {
		return nil
	}
	return st.Phrases[len(st.Phrases)-st.trailing:]
}

func (st *stated) mergeable(next *stated) bool {
	opposed := st.Op == verify.AtLeast && next.Op == verify.AtMost || st.Op == verify.AtMost && next.Op == verify.AtLeast
	if !opposed || !next.elliptic || st.zone != next.zone || st.trailing > 0 || st.Per != nil || next.Per != nil {
		return false
	}
	if st.kind != next.kind && st.Unit != "" || st.Unit != next.Unit && st.Unit != "" {
		return false
	}
	a, errA := quantity.ParseNumber(st.Value)
	z, errZ := quantity.ParseNumber(next.Value)
	if errA != nil || errZ != nil {
		return false
	}
	if st.Op == verify.AtMost {
		a, z = z, a
	}
	return a.Cmp(z) < 0
}
