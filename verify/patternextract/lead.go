package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
)

// frame is what the clause hands on: to the part behind its semicolon, and to
// the items it introduces.
func (b *builder) frame() *frame {
	f := &frame{continues: true}
	if n := len(b.out); n > 0 {
		last := &b.out[n-1]
		f.op, f.unit, f.group = last.Op, last.Unit, last.Group
		if f.op == verify.Between || f.op == verify.Equal {
			f.op = ""
		}
		for _, p := range aboutOf(last.Phrases) {
			if p.Role == verify.MeasureRole {
				f.measure = append(f.measure, p)
			} else {
				f.thing = append(f.thing, p)
			}
		}
		if b.lead != nil {
			f.around, f.leads = b.lead.around, b.lead.leads
		}
		return f
	}
	return b.leadFrame()
}

// leadFrame reads a clause without a limit of its own as a lead: "la presión
// mínima debe ser:", "no tendrán aberturas:".
func (b *builder) leadFrame() *frame {
	f := &frame{}
	s := b.takeApart(run{0, len(b.toks)})
	f.measure = b.phrases(verify.MeasureRole, s.between)
	if len(f.measure) == 0 {
		f.measure, f.thing = b.splitPhrases(b.trim(s.subject))
	} else {
		f.thing = b.phrases(verify.ThingRole, s.subject)
	}
	for j := len(b.toks) - 1; j >= 0; j-- {
		t := &b.toks[j]
		if b.seg[j] != mainClause || t.kind != wordToken {
			continue
		}
		if f.op == "" && t.is(comparators) && !t.is(markEqual) && (t.is(markLeast|markMost) || j >= len(b.toks)-4) {
			f.op = opOf(t)
			if b.negated(j) {
				f.op = denied(f.op)
			}
		}
		f.denied = f.denied || t.is(markLack|markForbid) || t.is(markNot) && b.endsSoon(j)
		f.unit = b.unitNamed(j, f.unit)
	}
	for k := range b.segs {
		if r := b.segs[k].role; r != "" && !b.segs[k].bracket {
			f.around = append(f.around, b.segPhrase(k, r))
		}
	}
	f.demand = b.demandOf()
	f.labelled = f.op == "" && f.demand == "" && b.fragment()
	f.natureLeast, f.natureMost = natureOf(b.toks)
	if f.denied && f.demand == "" {
		f.demand = verify.MustBeAbsent
	}
	return f.under(b.lead)
}

// endsSoon reports a negation so near the end of a lead that it denies the items.
func (b *builder) endsSoon(j int) bool { return len(b.toks)-j <= 6 }

// unitNamed reads a unit in brackets or after "en": "caudales mínimos, en l/s".
func (b *builder) unitNamed(j int, have string) string {
	if have != "" || j == 0 || !(b.toks[j-1].sign("(") || b.toks[j-1].sign("[") || b.toks[j-1].is(markPlace)) {
		return have
	}
	return ""
}

// demandOf tells whether the clause introduces duties: "dispondrán de:".
func (b *builder) demandOf() verify.Op {
	for j := len(b.toks) - 1; j >= 0 && j >= len(b.toks)-8; j-- {
		t := &b.toks[j]
		switch {
		case b.seg[j] != mainClause:
		case t.is(markForbid | markAbility):
			return verify.MustBeAbsent
		case t.is(markDemand):
			if j > 0 && b.toks[j-1].is(markNot) {
				return verify.MustBeAbsent
			}
			return verify.MustBeTrue
		}
	}
	return ""
}

// leads follows the blocks of one document and knows under which sentences the
// next one stands. The rules are those by which a list is read: the paragraph
// before a list, and every item above that announces further ones.
type leads struct {
	section string
	path    []string
	lead    *frame // of the paragraph before the list
	items   []itemFrame
}

// itemFrame is an item that announces others, with its depth.
type itemFrame struct {
	depth int
	frame *frame
}

// enter forgets the leads of another section.
func (l *leads) enter(section string, path []string) {
	if section != l.section || !slices.Equal(path, l.path) {
		l.section, l.path, l.lead, l.items = section, path, nil, nil
	}
}

// over returns what an item of a depth stands under.
func (l *leads) over(depth int) *frame {
	for len(l.items) > 0 && l.items[len(l.items)-1].depth >= depth {
		l.items = l.items[:len(l.items)-1]
	}
	if n := len(l.items); n > 0 {
		return l.items[n-1].frame
	}
	return l.lead
}

// maxNesting bounds how deep items may announce items.
const maxNesting = 16

// announce remembers an item that announces others.
func (l *leads) announce(depth int, f *frame) {
	if len(l.items) < maxNesting {
		l.items = append(l.items, itemFrame{depth, f})
	}
}
