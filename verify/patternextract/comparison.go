package patternextract

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// Comparison is a figure of a text with the comparator that belongs to it,
// whether it limits or says under which circumstances a limit holds.
type Comparison struct {
	Op    verify.Op // Less, AtMost, Equal, AtLeast or Greater; a range is two of them
	Value quantity.Number
	Unit  string
	Span  verify.Span // of the figure
	Role  verify.Role // MeasureRole for a limit, WhenRole for a circumstance
}

// Comparisons returns every comparison in a text of one language, in order. It
// is empty in a language nobody
// added, and serves evaluation and whoever wants to see what the extractor reads.
func Comparisons(text, lang string) []Comparison {
	r := &reader{lang: languageOf(lang)}
	if r.lang == nil {
		return nil
	}
	r.units = r.lang.newUnits()
	toks := scan(text, r.lang, r.units)
	var out []Comparison
	for from := 0; from < len(toks); {
		to := sentenceEnd(text, toks, from)
		for at := from; at <= to; {
			end, _ := partEnd(toks[:to], at)
			if part := dropMark(toks[at:end]); len(part) > 0 {
				out = append(out, newClause(r.lang, text, part, nil).comparisons(&r.groups)...)
			}
			at = end + 1
		}
		from = max(to, from+1)
	}
	return out
}

// comparisons lists the figures of a clause that are compared.
func (c *clause) comparisons(groups *int) []Comparison {
	var out []Comparison
	b := &builder{clause: c, groups: groups}
	for i := range c.figs {
		f := &c.figs[i]
		role, op := verify.WhenRole, f.op
		if !f.condition {
			before := len(b.out)
			if c.seg[f.from] == mainClause {
				b.figure(i)
			}
			role = verify.MeasureRole
			if len(b.out) > before && !f.explicit {
				op = b.out[len(b.out)-1].said
			}
		}
		if op == "" {
			continue
		}
		out = append(out, f.compared(op, role, verify.Span{Start: c.toks[f.from].start, End: c.toks[f.to-1].end})...)
	}
	return out
}

// compared writes a figure as comparisons, a range as its two bounds.
func (f *found) compared(op verify.Op, role verify.Role, span verify.Span) []Comparison {
	if f.high == nil {
		return []Comparison{{op, f.fig.value, f.fig.unit, span, role}}
	}
	return []Comparison{
		{verify.AtLeast, f.fig.value, f.fig.unit, span, role},
		{verify.AtMost, f.high.value, f.high.unit, span, role},
	}
}
