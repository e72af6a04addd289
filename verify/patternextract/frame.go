package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
)

// frame is what a statement hands on to those that continue it or stand under
// it: the items of a list, the parts behind a semicolon.
type frame struct {
	continues bool // behind a semicolon of the same sentence
	op        verify.Op
	unit      string
	measure   []verify.Phrase
	thing     []verify.Phrase
	around    []verify.Phrase // its circumstances
	leads     []verify.Phrase // the sentences themselves
	denied    bool            // it says what must not be
	demand    verify.Op       // MustBeTrue or MustBeAbsent when it introduces duties
	group     int
	exempt    bool   // it says to what the text does not apply
	opens     bool   // it ends with the opener of a circumstance, which its items are: "cuando:"
	row       bool   // it is the row of a table that came as text
	labelled  bool   // it is a mere label, without verb or bound
	conceded  *frame // the sentence before, which "se admite" varies

	nature topic // how what it speaks of is bound, as a rule
}

// within returns the frame's phrases as seen from another block.
func (f *frame) within(block string) *frame {
	if f == nil {
		return nil
	}
	out := *f
	out.measure, out.thing = moved(f.measure, block), moved(f.thing, block)
	out.around, out.leads = moved(f.around, block), moved(f.leads, block)
	out.continues, out.group = false, 0
	return &out
}

// moved names the block phrases stand in, where they do not name one yet.
func moved(list []verify.Phrase, block string) []verify.Phrase {
	out := slices.Clone(list)
	for i := range out {
		if out[i].Block == "" {
			out[i].Block = block
		}
	}
	return out
}

// under joins a frame to the one it stands under itself.
func (f *frame) under(above *frame) *frame {
	if above == nil {
		return f
	}
	out := *f
	if len(out.measure) == 0 {
		out.measure = above.measure
	}
	if len(out.thing) == 0 {
		out.thing = above.thing
	}
	if out.op == "" {
		out.op = above.op
	}
	if out.unit == "" {
		out.unit = above.unit
	}
	if out.nature == 0 {
		out.nature = above.nature
	}
	if out.demand == "" {
		out.demand = above.demand
	}
	out.around = slices.Concat(above.around, out.around)
	out.leads = slices.Concat(above.leads, out.leads)
	out.denied = out.denied || above.denied
	out.exempt = out.exempt || above.exempt
	out.opens = out.opens || above.opens && out.labelled
	return &out
}
