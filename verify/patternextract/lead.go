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
			f.op = b.leadOp(j)
		}
		f.denied = f.denied || t.is(markLack|markForbid) || t.is(markNot) && b.endsSoon(j)
	}
	for k := range b.segs {
		if r := b.segs[k].role; r != "" && !b.segs[k].bracket {
			f.around = append(f.around, b.segPhrase(k, r))
		}
	}
	f.exempt, f.opens = b.exempt, b.opensItems()
	f.demand = b.demandOf(f.opens)
	f.labelled = f.op == "" && f.demand == "" && b.fragment()
	f.nature = natureOf(b.toks)
	return f.under(b.lead)
}

// leadOp is how a lead binds its items by the comparator at j.
func (b *builder) leadOp(j int) verify.Op {
	t := &b.toks[j]
	op := opOf(t)
	switch {
	case b.negated(j), t.is(markMore|markLess) && !t.is(markLeast|markMost) && b.deniedBefore(j):
		return denied(op)
	case t.is(markMore|markLess) && !t.is(markLeast|markMost) && !b.statedBefore(j):
		return ""
	}
	return op
}

// endsSoon reports a negation so near the end of a lead that it denies the items.
func (b *builder) endsSoon(j int) bool { return len(b.toks)-j <= 6 }

// opensItems reports that a lead ends within a circumstance that compares
// nothing yet: "se instalarán rociadores cuando se desarrollen:".
func (b *builder) opensItems() bool {
	last := len(b.toks) - 1
	for last >= 0 && b.toks[last].kind == punctToken {
		last--
	}
	if last < 0 || b.seg[last] == mainClause || b.segs[b.seg[last]].role != verify.WhenRole || b.segs[b.seg[last]].bracket {
		return false
	}
	from := b.segs[b.seg[last]].from
	for k := range b.figs {
		if b.figs[k].from >= from {
			return false
		}
	}
	return b.toks[from].is(markWhen) && !b.segs[b.seg[last]].leading
}

// demandReach is how near its end a lead must say what it demands of its items.
const demandReach = 8

// demandOf tells whether the clause introduces duties: "dispondrán de:".
func (b *builder) demandOf(anywhere bool) verify.Op {
	for j := len(b.toks) - 1; j >= 0 && (anywhere || j >= len(b.toks)-demandReach); j-- {
		t := &b.toks[j]
		switch {
		case b.seg[j] != mainClause:
		case t.is(markForbid | markAbility | markLack):
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
	mark    byte // the sort of mark the lead paragraph has itself
}

// itemFrame is an item that announces others, with its depth.
type itemFrame struct {
	depth int
	frame *frame
}

// marks reports whether a paragraph with a sort of mark is an item under the
// lead: its sisters, numbered as the lead itself is, are not.
func (l *leads) marks(mark byte) bool { return mark != 0 && l.lead != nil && mark != l.mark }

// enter forgets the leads of another section and reports that it is another.
func (l *leads) enter(section string, path []string) bool {
	if section == l.section && slices.Equal(path, l.path) {
		return false
	}
	l.section, l.path, l.lead, l.items = section, path, nil, nil
	return true
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
