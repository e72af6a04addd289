package patternextract

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// op decides the operator of a figure of the main clause; ok is false when
// nothing makes it a limit.
func (b *builder) op(f *found, region run) (op verify.Op, doubt string, ok bool) {
	if f.explicit {
		return f.op, "", true
	}
	if b.lead != nil && b.lead.conceded != nil && len(b.out) == 0 {
		return b.lead.op, "", true
	}
	if op, ok := b.ellipsis(region); ok {
		return op, b.doubtBefore(), true
	}
	if b.lead != nil && b.lead.op != "" && (!b.verbIn(region) || b.lead.conceded != nil) {
		return b.lead.op, "", true
	}
	if b.headed(f) {
		return b.head.op, "", true
	}
	if b.demandsCount(f) {
		return verify.AtLeast, DoubtNature, true
	}
	if b.statedAt(f) {
		return verify.Equal, "", true
	}
	if (f.fig.unit != "" || b.lead != nil && b.lead.unit != "") && b.fragment() && len(b.toks) <= maxFragment {
		return b.nature(f)
	}
	return "", "", false
}

// headed reports that the heading binds a figure. The heading of a table binds
// its figures, and not those of sentences that stand behind it.
func (b *builder) headed(f *found) bool {
	switch {
	case b.head.op == "" || f.fig.unit == "":
		return false
	case b.head.table:
		return b.lead == nil && b.fragment()
	}
	return b.statedAt(f) || b.fragment()
}

// demandsCount reports a count right behind the verb of a duty: "dispondrán de
// dos salidas".
func (b *builder) demandsCount(f *found) bool {
	return f.fig.written && f.fig.kind == quantity.Count && f.from > 0 && b.toks[f.from-1].is(markDemand)
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

	// DoubtFormula says that a formula beside the figure bounds the same thing.
	DoubtFormula = "a formula beside the figure bounds it too"

	// DoubtOpenRange says that a bound of a range does not belong to it.
	DoubtOpenRange = "a bound of the range does not belong to it"
)

// nature tells the operator of a bare figure from what is measured, by the words
// or the unit.
func (b *builder) nature(f *found) (verify.Op, string, bool) {
	n := topic(0)
	for i := range b.toks {
		if b.seg[i] == mainClause {
			n |= b.toks[i].topic & natures
		}
	}
	if b.lead != nil {
		n = n.under(b.lead.nature)
	}
	if n == 0 {
		n = b.head.nature
	}
	if n&(topicSurelyLeast|topicSurelyMost) == 0 && kindNature[f.fig.kind] != 0 {
		n = kindNature[f.fig.kind]
	}
	op, doubt := n.bound()
	return op, doubt, true
}

// doubtBefore is the doubt about the operator of the limit before, which an
// ellipsis shares.
func (b *builder) doubtBefore() string {
	if n := len(b.out); n > 0 {
		for _, d := range b.out[n-1].Doubts {
			if d == DoubtDirection || d == DoubtNature {
				return d
			}
		}
	}
	return ""
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
	if b.verbIn(region) && (b.zone(region.to) == last.zone || b.says(region)) && !b.varies(last, region) {
		return "", false
	}
	return last.Op, true
}

// varies reports that what is said before a figure only tells in which case it
// takes the place of the limit before: "y con manguera plana será de 20 m".
func (b *builder) varies(last *stated, region run) bool {
	r := b.trimLeft(region)
	if r.empty() || last.Op == verify.Equal || b.zone(r.to) != last.zone || !b.toks[r.from].is(markJoin|markWeak) {
		return false
	}
	return natureOf(b.toks[r.from:r.to]) == 0 && !b.boundIn(r)
}

// trimLeft cuts connectors and commas off the beginning of a run.
func (b *builder) trimLeft(r run) run {
	for !r.empty() && (b.toks[r.from].kind == punctToken || b.toks[r.from].is(markAnd) && !b.toks[r.from].is(markWeak)) {
		r.from++
	}
	return r
}

// boundIn reports a comparator in a run.
func (b *builder) boundIn(r run) bool {
	for i := r.from; i < r.to; i++ {
		if b.toks[i].kind == wordToken && b.toks[i].is(comparators) {
			return true
		}
	}
	return false
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
	if b.givenBy(f) {
		return true
	}
	aside := f.from > 1 && b.toks[f.from-1].is(markOf) && b.toks[f.from-2].sign(",")
	for j := f.from - 1; j >= 0; j-- {
		t := &b.toks[j]
		switch {
		case b.seg[j] != mainClause:
			continue
		case aside && t.sign(","): // ", in the absence of smoke, of 10 l/s"
			continue
		case t.is(markVerb):
			return true
		case f.fig.unit == "" && (t.kind != wordToken || !t.is(markSkip|markDet|markOf|markAdverb)):
			return false // a bare number must follow its verb
		case t.kind == figureToken, t.sign(","), t.sign(";"), t.sign(":"), t.is(markWhen | markUnless):
			return false
		case t.is(markPlace) && j < f.from-1 && (f.fig.unit == "" || f.fig.kind == "count"):
			return false
		}
	}
	return false
}

// givenBy reports "a rate of 13 l/s should be used": a figure behind "of" whose
// noun the verb behind it speaks of.
func (b *builder) givenBy(f *found) bool {
	if f.from == 0 || !b.toks[f.from-1].is(markOf) || f.fig.unit == "" || f.fig.kind == "count" {
		return false
	}
	return f.behind < len(b.toks) && b.toks[f.behind].is(markMain) && b.seg[f.behind] == mainClause
}
