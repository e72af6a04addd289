package patternextract

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// clause is one statement taken apart: its tokens, the circumstances among
// them, and its figures.
type clause struct {
	lang *language
	text string
	toks []token
	seg  []int // of each token: index in segs, or mainClause
	segs []segment
	figs []found
	lead *frame // what it continues or stands under; nil for nothing

	thens []then

	formula bool // a formula stands among its figures
	// A period with a comparator stands among its figures.
	periodic bool
	unread   bool // it has a figure that cannot be read for certain, so that it states none

	exempt bool // it says to what the text does not apply: its figures are circumstances
}

// then is a "in which case": from tok on, segment seg is what must hold.
type then struct{ tok, seg int }

// mainClause is the segment of tokens outside every circumstance.
const mainClause = -1

// segment is a run of tokens that states a circumstance.
type segment struct {
	role     verify.Role // When, Unless, Rest, or "" for an aside in brackets
	from, to int         // tokens, to not included
	leading  bool        // before the main clause
	bracket  bool
}

// found is a figure of a clause with the comparator that governs it.
type found struct {
	from, to  int // tokens of the figure, to not included
	fig       figure
	high      *figure // of a range
	op        verify.Op
	explicit  bool // a comparator of its own, in words or signs
	strictly  bool // strict and not denied: most often a circumstance
	behind    int  // end of what belongs to it: comparator and measure behind
	compFrom  int  // first token of the comparator before it, or from
	far       int  // token of a comparator away from it, or -1
	gauge     bool
	flipped   bool // the clause denies it: "no flight has a going greater than"
	open      bool // the sign of comparison stands behind it: "54 cm ≤ x"
	per       *verify.Per
	perTok    int  // token of "for every"
	condition bool // compares a circumstance
	upTo      bool // by "up to", so that the limits beside it hold in its case only
}

// newClause analyses the tokens of one statement.
func newClause(lang *language, text string, toks []token, lead *frame) *clause {
	c := &clause{lang: lang, text: text, toks: toks, lead: lead}
	c.findFigures()
	if c.unread = c.findUnread(); c.unread {
		c.figs = nil // what the others say may hang on it
	}
	for i := range c.figs {
		c.compareNear(i)
	}
	c.findSegments()
	for i := range c.figs {
		c.compareFar(i)
	}
	c.exempt = lead != nil && lead.exempt
	for i := range toks {
		c.exempt = c.exempt || c.seg[i] == mainClause && toks[i].is(markExempt)
	}
	for i := range c.figs {
		c.classify(i)
	}
	return c
}

// maxFigures bounds the figures of one statement: one with more is no prose.
const maxFigures = 500

// findFigures collects the figures that could be limits: no names, dates,
// money, dimensions of tests or examples.
func (c *clause) findFigures() {
	for i := 0; i < len(c.toks) && len(c.figs) < maxFigures; i++ {
		t := &c.toks[i]
		if t.is(markExample) {
			i = c.skipExample(i)
			continue
		}
		if t.kind != figureToken && !c.promoted(i) {
			continue
		}
		if t.named = c.isName(i); t.named || t.fig != nil && t.fig.unread {
			continue
		}
		f := found{from: i, to: i + 1, far: -1}
		if t.fig != nil {
			f.fig = *t.fig
		} else {
			f.fig = figure{value: quantity.MustNumber(t.number), written: true}
		}
		c.addClass(&f)
		c.joinRange(&f)
		c.joinParts(&f)
		c.shareUnit(&f)
		c.repeatUnit(&f)
		c.addCount(&f)
		f.compFrom, f.behind = f.from, f.to
		if c.addPer(&f) {
			c.figs = append(c.figs, f)
			i = f.behind - 1
			continue
		}
		c.figs = append(c.figs, f)
		i = f.to - 1
	}
}
