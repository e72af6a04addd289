package textlimits

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// The doubts about a limit. One that has any lets no value comply by itself, but for
// [DoubtDirection] and [DoubtNature] where what is measured or the value settles them.
const (
	DoubtDirection    = "the text does not say whether the figure is a minimum or a maximum"
	DoubtNature       = "minimum or maximum follows from what is measured, not from words of the text"
	DoubtRespectively = "the text pairs several figures with several things"
	DoubtUnit         = "no table of units knows the word behind the figure"
	DoubtFormula      = "the figure is part of a formula or of another quantity"
	DoubtUnnamed      = "the columns of the row are not named"
	DoubtCase         = "in which case the figure holds is not read for certain"
)

// stated is a limit of a clause before it is put in its final form.
type stated struct {
	Limit
	from, to int  // tokens: of the region it is said in, and its end
	elliptic bool // said without a measure of its own
	zone     int  // how many "in which case" stand before it: limits of one zone share circumstances
	trailing int  // circumstances of its own behind it, the last of its phrases
}

// builder turns the figures of one clause into limits.
type builder struct {
	*clause
	out    []stated
	groups *int
	head   rules.Op // the bound headings and captions name
}

// limits returns the limits a clause states, in order.
func (b *builder) limits() []stated {
	for i := range b.figs {
		if b.figs[i].limits(b.clause) {
			b.figure(i)
		}
	}
	for i := range b.figs {
		if b.figs[i].per != nil && !b.figs[i].taken {
			b.out = nil // for each of what is not known
		}
	}
	b.spreadExceptions()
	for i := range b.figs {
		if f := &b.figs[i]; f.condition && !f.taken && !b.carried(f) {
			b.doubt = DoubtCase
		}
	}
	for i := range b.out {
		if doubt := b.doubt; doubt != "" && !slices.Contains(b.out[i].Doubts, doubt) {
			b.out[i].Doubts = append(b.out[i].Doubts, doubt)
		}
	}
	b.merge()
	return b.out
}

// carried reports that a limit has a comparison among its phrases. Where none has,
// what it says when holds is lost.
func (b *builder) carried(f *found) bool {
	return slices.ContainsFunc(b.out, func(st stated) bool {
		return slices.ContainsFunc(st.Phrases, func(p Phrase) bool {
			return p.Block == "" && p.Span.Start <= f.fig.Start && f.fig.End <= p.Span.End
		})
	})
}

// figure adds the limit that figure i states, if it states one.
func (b *builder) figure(i int) {
	f := &b.figs[i]
	region := run{b.regionStart(i), f.from}
	s := b.takeApart(region)
	op, doubt := b.op(f, region)
	if op == "" || b.chained(f) {
		return
	}
	st := stated{from: region.from, to: f.to}
	st.Op = op
	if kind := f.fig.Unit.Kind(); op == rules.Equal && doubt == "" && (kind == quantity.FireClass || kind == quantity.SlipResistance) {
		st.Op = rules.AtLeast // of classes a better one will always do
	}
	b.value(&st, f)
	st.Doubts = b.doubts(f, doubt)
	about := b.about(&st, f, s)
	st.Phrases = slices.Concat(about, b.circumstances(&st, i))
	if b.lead != nil {
		st.Phrases = slices.Concat(b.lead.leads, b.lead.around, st.Phrases)
	}
	if st.Unit == "" && len(b.toks) == 1 && (b.lead == nil || len(b.lead.leads) == 0) {
		return // a figure and nothing else: a label of a drawing, the number of an item
	}
	b.count(&st, i)
	b.spans(&st, f)
	b.out = append(b.out, st)
}

// op decides the operator of a figure; "" when nothing makes it a limit.
func (b *builder) op(f *found, region run) (op rules.Op, doubt string) {
	if f.explicit {
		return f.op, ""
	}
	verb := b.mainVerb(region.from, region.to)
	if n := len(b.out); n > 0 && b.continues(region, verb) {
		last := &b.out[n-1]
		for _, d := range last.Doubts {
			if d == DoubtDirection || d == DoubtNature {
				doubt = d
			}
		}
		return last.Op, doubt
	}
	if b.lead != nil && b.lead.op != "" && (!verb || b.lead.conceded || !b.names(region)) {
		return b.lead.op, ""
	}
	if b.at(f.tok-1).is(markDemand) && f.fig.Written && f.fig.Unit.Kind() == quantity.Count {
		return rules.AtLeast, DoubtNature // "dispondrá de dos salidas"
	}
	given := b.given(f)
	unit := !f.fig.Unit.IsZero() || b.lead != nil && b.lead.unit != ""
	if b.head != "" && unit && (given || b.fragment()) {
		return b.head, ""
	}
	if given || unit && b.fragment() && len(b.toks) <= maxFragment {
		return b.nature(f, given)
	}
	return "", ""
}

// maxFragment is how many words a statement without a verb may have.
const maxFragment = 40

// continues reports that a figure takes the operator of the limit before: "y de 1,10 m
// en el resto".
func (b *builder) continues(region run, verb bool) bool {
	last := &b.out[len(b.out)-1]
	return last.Op != rules.Between && (!verb || b.zone(region.to) != last.zone && !b.says(region))
}

// given reports that a verb gives the figure to its subject: "será de 80 cm", "a rate of
// 13 l/s should be used".
func (b *builder) given(f *found) bool {
	if b.at(f.tok-1).is(markOf) && !f.fig.Unit.IsZero() && b.at(f.to).is(markMain) {
		return true
	}
	for j := f.tok - 1; j >= 0; j-- {
		t := &b.toks[j]
		switch {
		case !b.isMain(j):
		case t.is(markVerb):
			return !t.is(markSubordinate) || !b.related(j)
		case t.kind != wordToken, t.is(markWhen | markUnless):
			return false
		case f.fig.Unit.IsZero() && !t.is(markSkip|markDet|markOf):
			return false // a bare number must follow its verb
		}
	}
	return false
}

// nature is the operator that follows from what is measured, with the doubt that
// remains; of a figure that is given for what it is, the figure itself.
func (b *builder) nature(f *found, given bool) (rules.Op, string) {
	n := mark(0)
	for j := range b.toks {
		if b.isMain(j) {
			n |= b.toks[j].mark & natures
		}
	}
	if n == 0 && b.lead != nil {
		n = b.lead.nature
	}
	if kind, ok := kindNature[f.fig.Unit.Kind()]; ok && n&(markSurelyLeast|markSurelyMost) == 0 {
		n = kind
	}
	if given && n&(markSurelyLeast|markSurelyMost) == 0 {
		return rules.Equal, ""
	}
	return boundOf(n)
}

// boundOf is the operator that marks of nature come to.
func boundOf(n mark) (op rules.Op, doubt string) {
	least, most := n&(markNatureLeast|markSurelyLeast) != 0, n&(markNatureMost|markSurelyMost) != 0
	if least == most {
		return rules.Equal, DoubtDirection
	}
	if op = rules.AtMost; least {
		op = rules.AtLeast
	}
	if n&(markSurelyLeast|markSurelyMost) == 0 {
		doubt = DoubtNature
	}
	return op, doubt
}

// kindNature is how quantities are bound that say by their unit what they are.
var kindNature = map[quantity.Kind]mark{
	"illuminance": markSurelyLeast, "flow per person": markSurelyLeast, quantity.FireClass: markSurelyLeast,
	quantity.SlipResistance: markSurelyLeast, "transmittance": markSurelyMost,
}

// doubts collects what is not certain about a figure.
func (b *builder) doubts(f *found, doubt string) []string {
	var out []string
	add := func(when bool, text string) {
		if when && text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	next := b.at(f.tok + 1)
	add(true, doubt)
	add(b.at(f.to).kind == wordToken && b.at(f.to).is(markMore|markLess|markLeast|markMost) && !b.at(f.to).is(markLeastBehind|markMostBehind|markMeasureBehind) && !b.leadsToFigure(f.to), DoubtCase)
	unsure, _ := longest([]token{{text: f.fig.Unit.String()}}, b.lang.wordings[f.fig.Unit.String()])
	add(unsure.mark&markUnsure != 0, DoubtUnit)
	add(f.fig.Unit.IsZero() && f.fig.Form == quantity.Single && next.kind == wordToken && next.mark == 0, DoubtUnit)
	add(b.at(f.tok+1).is(markPerUnit) || b.at(f.tok+1).is(markAnd) && b.at(f.tok+2).kind == wordToken && isUnit(b.at(f.tok+2).text, b.lang.tag, true), DoubtUnit)
	add(b.isShareOf(f), DoubtFormula)
	for i := range b.figs {
		add(b.calculated(b.figs[i].tok), DoubtFormula)
	}
	for i := f.tok; i < len(b.toks) && len(b.figs) > 1; i++ {
		add(b.toks[i].is(markRespective), DoubtRespectively)
	}
	return out
}

// calculated reports a figure with a sign of calculation beside it: "0,5 x NT", "P / 180".
func (b *builder) calculated(tok int) bool {
	for _, sign := range []string{"/", "·", "*", "+", "×"} {
		if b.at(tok-1).sign(sign) || b.at(tok+1).sign(sign) {
			return true
		}
	}
	return b.at(tok+1).text == "x"
}

// isShareOf reports a share of something else: "1/20 de la superficie".
func (b *builder) isShareOf(f *found) bool {
	share := f.fig.Unit.IsZero() || f.fig.Unit.IsRatio()
	return share && !f.fig.Value.IsInt() && b.at(f.tok+1).is(markOf)
}

// value writes the figure into the limit.
func (b *builder) value(st *stated, f *found) {
	if f.fig.Form == quantity.Single {
		st.Value = f.fig.Value.String()
	} else {
		st.Min, st.Max = f.fig.Low.String(), f.fig.High.String()
	}
	st.Unit = f.fig.Unit.String()
	switch share := b.text[f.fig.Start:f.fig.End]; {
	case st.Unit != "":
	case f.fig.Form == quantity.Single && !f.fig.Value.IsInt() && isShare(share):
		st.Unit = "ratio"
	case b.lead != nil && !f.fig.Written:
		st.Unit = b.lead.unit
	}
	if next := b.at(f.tok + 1); st.Unit == "" && next.kind == wordToken && next.mark == 0 && f.fig.Value.IsInt() {
		st.Unit = b.text[next.start:next.end]
	}
}

// isShare reports "1/20" and "1:12".
func isShare(text string) bool {
	for _, b := range []byte(text) {
		if b == '/' || b == ':' {
			return true
		}
	}
	return false
}

// count takes "por cada 10 unidades" behind figure i: the limit is for each so many.
func (b *builder) count(st *stated, i int) {
	if i+1 >= len(b.figs) || b.figs[i+1].per == nil || !b.isMain(b.figs[i+1].tok) {
		return
	}
	for j := b.figs[i].to; j < b.figs[i+1].tok; j++ {
		if b.toks[j].is(markVerb) || b.toks[j].kind != wordToken {
			return
		}
	}
	st.Per, b.figs[i+1].taken = b.figs[i+1].per, true
	if st.Unit == "" || len(st.Doubts) > 0 && st.Doubts[0] == DoubtUnit {
		st.Unit, st.Doubts = "ud", nil
	}
	if !b.figs[i].explicit {
		st.Op, st.Doubts = rules.AtLeast, nil
	}
}

// regionStart returns where what is said before figure i begins: behind the connector
// after the figure before it.
func (b *builder) regionStart(i int) int {
	start := 0
	for _, t := range b.thens {
		if t.tok < b.figs[i].from {
			start = t.tok + 1
		}
	}
	for k := i - 1; k >= 0; k-- {
		f := &b.figs[k]
		if !f.limits(b.clause) || f.to <= start {
			continue
		}
		for j := f.to; j < b.figs[i].from; j++ {
			if t := &b.toks[j]; b.isMain(j) && (t.sign(",") || t.sign(":") || t.is(markAnd)) {
				return j + 1
			}
		}
		return f.to
	}
	return start
}

// spans sets the clause and the figure of a limit.
func (b *builder) spans(st *stated, f *found) {
	st.Figure = Span{Start: f.fig.Start, End: f.fig.End}
	st.Clause = Span{Start: min(b.toks[f.from].start, f.fig.Start), End: max(b.toks[f.to-1].end, f.fig.End)}
	for _, p := range st.Phrases {
		if p.Block == "" && p.Span.End > p.Span.Start {
			st.Clause.Start = min(st.Clause.Start, p.Span.Start)
			st.Clause.End = max(st.Clause.End, p.Span.End)
		}
	}
}

// chained takes "54 cm ≤ 2C + H" together with the "≤ 70 cm" behind it.
func (b *builder) chained(f *found) bool {
	if len(b.out) == 0 || f.fig.Sign == "" || f.op != rules.AtMost {
		return false
	}
	last := &b.out[len(b.out)-1]
	if last.Op != rules.AtLeast || b.at(last.to-1).kind != signToken {
		return false
	}
	last.Phrases = append(last.Phrases, b.phrases(MeasureRole, run{last.to, f.from})...)
	last.Op, last.Min, last.Max, last.Value = rules.Between, last.Value, f.fig.Value.String(), ""
	last.Unit = f.fig.Unit.String()
	last.Doubts = nil
	last.Figure.End, last.Clause.End, last.to = f.fig.End, f.fig.End, f.to
	return true
}

// merge makes one range of "13 cm como mínimo y 18,5 cm como máximo".
func (b *builder) merge() {
	out := b.out[:0]
	for _, st := range b.out {
		if n := len(out); n > 0 && out[n-1].mergeable(&st) {
			last := &out[n-1]
			low, high := last.Value, st.Value
			if last.Op == rules.AtMost {
				low, high = high, low
			}
			last.Op, last.Min, last.Max, last.Value = rules.Between, low, high, ""
			last.Phrases = append(last.Phrases, st.Phrases[len(st.Phrases)-st.trailing:]...)
			last.Figure.End, last.Clause.End = st.Figure.End, max(last.Clause.End, st.Clause.End)
			continue
		}
		out = append(out, st)
	}
	b.out = out
}

func (st *stated) mergeable(next *stated) bool {
	opposed := st.Op == rules.AtLeast && next.Op == rules.AtMost || st.Op == rules.AtMost && next.Op == rules.AtLeast
	if !opposed || !next.elliptic || st.zone != next.zone || st.trailing > 0 || st.Per != nil || next.Per != nil || st.Unit != next.Unit {
		return false
	}
	a, errA := quantity.ParseNumber(st.Value)
	z, errZ := quantity.ParseNumber(next.Value)
	return errA == nil && errZ == nil && (a.Cmp(z) < 0) == (st.Op == rules.AtLeast)
}
