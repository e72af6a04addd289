package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
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
	if !b.keepsCases(b.out) {
		b.out = nil
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
	if f.per == nil && (f.fig.unit == "ud" || b.unitAt(f)) && f.to < len(b.toks) && b.toks[f.to].kind == wordToken && b.toks[f.to].mark == 0 {
		return f.to + 1
	}
	return f.to
}

// unitAt reports that the unit of a figure is the word behind it, which no unit is known by.
func (b *builder) unitAt(f *found) bool {
	return f.fig.unit != "" && f.fig.kind == "" && f.to < len(b.toks) && b.text[b.toks[f.to].start:b.toks[f.to].end] == f.fig.unit
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
	if f.per == nil {
		st.Per = b.perThing(f)
	}
	if f.per != nil {
		st.Per = f.per
		if st.Unit == "" {
			st.Unit = "ud"
		}
	}
}

// perThing reads what a flow is for each of: "20 litres per second per machine".
func (b *builder) perThing(f *found) *verify.Per {
	if f.fig.kind != "flow" || f.to+1 >= len(b.toks) || !b.toks[f.to].is(markPerUnit) {
		return nil
	}
	end := f.to + 1
	for end < len(b.toks) && b.toks[end].kind == wordToken && b.toks[end].mark == 0 {
		end++
	}
	if end == f.to+1 {
		return nil
	}
	return &verify.Per{Count: "1", Of: b.text[b.toks[f.to+1].start:b.toks[end-1].end]}
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
