package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

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
	if st.Unit != next.Unit && st.Unit != "" && next.Unit != "" {
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

// emptyOf reports that nothing of the main clause stands in the run.
func (r run) emptyOf(b *builder) bool {
	for j := r.from; j < r.to; j++ {
		if b.seg[j] == mainClause && b.toks[j].kind == wordToken && !b.toks[j].is(edge|markSkip) {
			return false
		}
	}
	return true
}
