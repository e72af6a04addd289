package textlimits

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// frame is what a statement hands on to those that continue it or stand under it:
// the items of a list, the parts behind a semicolon.
type frame struct {
	continues bool // behind a semicolon of the same sentence
	conceded  bool // the statement varies the sentence before: "se admite"
	op        rules.Op
	unit      string
	measure   []Phrase
	thing     []Phrase
	before    []Phrase // the thing of the sentence before, for a pronoun
	around    []Phrase // its circumstances
	leads     []Phrase // the sentences themselves
	denied    bool     // it says what must not be
	demand    rules.Op // MustBeTrue or MustBeAbsent when it introduces duties
	group     int
	opens     bool // it ends with the opener of a circumstance, which its items are: "cuando:"
	exempt    bool // it says to what the text does not apply
	unread    bool // an item under it is not read
	cases     bool // a figure of an item under it states its case
	nature    mark // how what it speaks of is bound, as a rule
}

// moved names the block phrases stand in, where they do not name one yet.
func moved(list []Phrase, block string) []Phrase {
	out := slices.Clone(list)
	for i := range out {
		if out[i].Block == "" {
			out[i].Block = block
		}
	}
	return out
}

// within returns the frame as seen from another block.
func (f frame) within(block string) *frame {
	f.measure, f.thing, f.around, f.leads = moved(f.measure, block), moved(f.thing, block), moved(f.around, block), moved(f.leads, block)
	f.continues, f.group = false, 0
	return &f
}

// maxNesting bounds how deep leads and items may stand under each other.
const maxNesting = 16

// led returns the frame of what a sentence introduces.
func (f frame) led(sentence Phrase) *frame {
	f.continues = false
	f.leads = append(f.leads[:len(f.leads):len(f.leads)], sentence)
	f.leads = f.leads[max(0, len(f.leads)-maxNesting):]
	f.around = f.around[max(0, len(f.around)-maxNesting):]
	return &f
}

// under joins a frame to the one it stands under itself.
func (f *frame) under(above *frame) *frame {
	if above == nil {
		return f
	}
	if len(f.measure) == 0 {
		f.measure = above.measure
	}
	if len(f.thing) == 0 {
		f.thing = above.thing
	}
	if f.op == "" {
		f.op = above.op
	}
	if f.unit == "" {
		f.unit = above.unit
	}
	if f.demand == "" {
		f.demand = above.demand
	}
	f.denied, f.exempt, f.opens = f.denied || above.denied, f.exempt || above.exempt, f.opens || above.opens
	if f.nature == 0 {
		f.nature = above.nature
	}
	f.around = slices.Concat(above.around, f.around)
	f.leads = slices.Concat(above.leads, f.leads)
	return f
}

// frame is what the clause hands on.
func (b *builder) frame() *frame {
	n := len(b.out)
	if n == 0 {
		return b.leadFrame()
	}
	last := &b.out[n-1]
	f := &frame{continues: true, unit: last.Unit, group: last.Group, cases: b.cases || b.lead != nil && b.lead.cases}
	if last.Op != rules.Between && last.Op != rules.Equal && last.Op != rules.MustBeTrue && last.Op != rules.MustBeAbsent {
		f.op = last.Op
	}
	f.measure, f.thing = ofRoles(last.Phrases, MeasureRole), ofRoles(last.Phrases, ThingRole)
	if b.lead != nil {
		f.around, f.leads, f.denied = b.lead.around, b.lead.leads, b.lead.denied
	}
	return f
}

// leadFrame reads a clause without a limit of its own as a lead: "la presión mínima
// debe ser:", "no tendrán aberturas:".
func (b *builder) leadFrame() *frame {
	f := &frame{exempt: b.exempt, opens: b.opens()}
	s := b.takeApart(run{0, len(b.toks)})
	f.measure, f.thing = b.phrases(MeasureRole, s.between), b.phrases(ThingRole, s.subject)
	if len(f.measure) == 0 {
		f.measure, f.thing = b.split(s.subject)
	}
	for j := len(b.toks) - 1; j >= 0; j-- {
		if b.isMain(j) && b.toks[j].kind == wordToken {
			b.leadWord(f, j)
		}
	}
	for _, s := range b.segs {
		if s.role != "" {
			f.around = append(f.around, b.whole(s.role, run{s.from, s.to}))
		}
	}
	return f.under(b.lead)
}

// leadWord takes in how a word of a lead binds what stands under it.
func (b *builder) leadWord(f *frame, j int) {
	t, near := &b.toks[j], len(b.toks)-j <= compareReach
	f.nature |= t.mark & natures
	f.denied = f.denied || t.is(markForbid) || t.is(markNot) && near
	if f.op == "" && t.is(markLeast|markMost|markMore|markLess) {
		f.op = b.leadOp(j)
	}
	if f.demand != "" || !near || !t.is(markForbid|markDemand) {
		return
	}
	if f.demand = rules.MustBeTrue; t.is(markForbid) || b.negation(j) != j {
		f.demand = rules.MustBeAbsent
	}
}

// opens reports a lead that ends within a circumstance that compares nothing yet: "se
// instalarán rociadores cuando tengan:".
func (b *builder) opens() bool {
	last := len(b.toks) - 1
	for last > 0 && b.toks[last].kind == punctToken {
		last--
	}
	if b.isMain(last) || b.segs[b.seg[last]].role != WhenRole || b.segs[b.seg[last]].leading {
		return false
	}
	from := b.segs[b.seg[last]].from
	return b.toks[from].is(markWhen) && !slices.ContainsFunc(b.figs, func(f found) bool { return f.tok > from })
}

// leadOp is how a lead binds its items by the comparator at j.
func (b *builder) leadOp(j int) rules.Op {
	t := &b.toks[j]
	switch {
	case b.negation(j) != j:
		return denied[opOf(t)]
	case t.is(markLeast | markMost):
		return opOf(t)
	case b.stated(j):
		return opOf(t)
	}
	return ""
}

// leads follows the blocks of one document and knows under which sentences the next
// one stands. The rules are those by which a list is read: the paragraph before a
// list, and every item above that announces further ones.
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

// announce remembers an item that announces others.
func (l *leads) announce(depth int, f *frame) {
	if len(l.items) < maxNesting {
		l.items = append(l.items, itemFrame{depth, f})
	}
}
