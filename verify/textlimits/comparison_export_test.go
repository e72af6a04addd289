package textlimits

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// Comparison is a figure of a text with the comparator that belongs to it, whether it
// limits or says under which circumstances a limit holds.
type Comparison struct {
	Op    rules.Op // Less, AtMost, Equal, AtLeast or Greater; a range is two of them
	Value quantity.Number
	Unit  string
	Span  Span // of the figure
	Role  Role // MeasureRole for a limit, WhenRole for a circumstance
}

// Comparisons returns every comparison in a text of one language, in order. It is empty
// in a language nobody added. Annotated corpora are held against it.
func Comparisons(text, lang string) []Comparison {
	r := &reader{lang: languageOf(lang)}
	if r.lang == nil {
		return nil
	}
	var out []Comparison
	toks, plain := scan(text, r.lang), withoutNotes(text)
	for from := 0; from < len(toks); {
		to := sentenceEnd(plain, toks, from)
		for at := from; at <= to; {
			end, _ := partEnd(toks[:to], at)
			if part := dropMark(toks[at:end]); len(part) > 0 {
				b := &builder{clause: newClause(r.lang, plain, part, nil), groups: &r.groups}
				b.limits()
				out = append(out, b.comparisons()...)
			}
			at = end + 1
		}
		from = max(to, from+1)
	}
	return out
}

// comparisons lists the figures of a clause that are compared.
func (b *builder) comparisons() []Comparison {
	var out []Comparison
	for i := range b.figs {
		f := &b.figs[i]
		op, role := f.op, WhenRole
		for k := range b.out {
			if b.out[k].Figure.Start <= f.fig.Start && f.fig.End <= b.out[k].Figure.End {
				role = MeasureRole
				if op == "" {
					op = b.out[k].Op
				}
			}
		}
		if op == "" {
			continue
		}
		unit := f.fig.Unit.String()
		if unit == "" && isShare(b.text[f.fig.Start:f.fig.End]) {
			unit = "ratio"
		}
		c := Comparison{op, f.fig.Value, unit, Span{Start: f.fig.Start, End: f.fig.End}, role}
		if f.fig.Form == quantity.Single {
			out = append(out, c)
			continue
		}
		low, high := c, c
		low.Op, low.Value, high.Op, high.Value = rules.AtLeast, f.fig.Low, rules.AtMost, f.fig.High
		out = append(out, low, high)
	}
	return out
}
