package textlimits

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// clause is one statement taken apart: its tokens, the circumstances among them,
// and its figures.
type clause struct {
	lang  *language
	text  string
	toks  []token
	seg   []int // of each token: index in segs, or mainClause
	segs  []segment
	figs  []found
	thens []then
	lead  *frame // what it continues or stands under; nil for nothing

	cases  bool   // a figure of it states a case of another: "1,00 m hasta 8 m de longitud"
	unread bool   // it has a figure that cannot be read for certain, so that it states none
	exempt bool   // it says to what the text does not apply: its figures are circumstances
	doubt  string // about all of its figures
}

// mainClause is the segment of tokens outside every circumstance.
const mainClause = -1

// segment is a run of tokens that states a circumstance, or with no role an aside.
type segment struct {
	role     Role // When, Unless, Rest or ""
	from, to int  // tokens, to not included
	leading  bool // before the main clause
	weak     bool // opened by a mere preposition
}

// then is a "in which case": from tok on, segment seg is what must hold.
type then struct{ tok, seg int }

// found is a figure of a clause with what binds it.
type found struct {
	tok       int
	from, to  int // tokens of what belongs to it: comparator before and behind, what it measures
	fig       *quantity.Figure
	op        rules.Op
	explicit  bool // a comparator of its own, in words or signs
	strict    bool // "more than", not denied: most often a circumstance
	flipped   bool // the clause denies it: "no flight has a going greater than"
	gauge     bool // a sphere that must not pass
	interval  bool // how far apart acts are: "al menos cada 5 años"
	condition bool // compares a circumstance
	mute      bool // counts what is spoken of: "entre dos edificios"
	per       *Per
	taken     bool // per belongs to the limit before
}

// limits reports a figure of the main clause that may be a limit.
func (f *found) limits(c *clause) bool { return !f.condition && !f.mute && c.isMain(f.tok) }

// newClause analyses the tokens of one statement.
func newClause(lang *language, text string, toks []token, lead *frame) *clause {
	c := &clause{lang: lang, text: text, toks: toks, lead: lead}
	c.takeCasesApart()
	c.findFigures()
	for i := range c.figs {
		c.compareNear(&c.figs[i])
	}
	c.findSegments()
	c.exempt = lead != nil && lead.exempt
	for i := range c.toks {
		c.exempt = c.exempt || c.isMain(i) && c.toks[i].is(markExempt)
	}
	for i := range c.figs {
		c.classify(i)
	}
	for i := range c.figs {
		c.compareFar(i)
	}
	return c
}

func (c *clause) isMain(i int) bool { return c.seg[i] == mainClause }

// at returns the token at i; outside the statement one that is nothing.
func (c *clause) at(i int) *token {
	if i < 0 || i >= len(c.toks) {
		return &token{kind: punctToken}
	}
	return &c.toks[i]
}

// maxFigures bounds the figures of one statement: one with more is no prose.
const maxFigures = 500

// findFigures collects the figures that could be limits.
func (c *clause) findFigures() {
	for i := range c.toks {
		t := &c.toks[i]
		if t.is(markExample) {
			c.toks = c.toks[:i] // what it says of one is said of no other
			break
		}
		if named := t.kind == figureToken && c.isName(i); named || t.kind != figureToken && !t.unread {
			if named {
				t.mark = markName
			}
			continue
		}
		if t.unread || t.kind == figureToken && c.broken(i) {
			c.unread = true
		}
		if len(c.figs) < maxFigures && t.kind == figureToken {
			c.figs = append(c.figs, found{tok: i, from: i, to: i + 1, fig: t.fig})
		}
	}
	if c.unread {
		c.figs = nil // what the others say may hang on it
	}
}

// broken reports a figure that the one behind it, or a half, belongs to: "5 m 50 cm",
// "tres metros y veinte centímetros", "metro y medio", or an inch behind a bare
// number: "36 in wide".
func (c *clause) broken(i int) bool {
	return c.goesOn(i) || c.mayBeRange(i) || c.inInches(i) || c.addsUp(i)
}

// goesOn reports a figure that a half, a numeral or more of its unit stands behind.
func (c *clause) goesOn(i int) bool {
	next, f := c.at(i+1), c.toks[i].fig
	rest := c.text[f.End:min(len(c.text), f.End+2)]
	return next.is(markHalf) || len(rest) > 1 && strings.ContainsAny(rest[:1], "./*") && isLetter(rest[1]) || // "2 K.m/W"
		next.is(markAnd) && f.Written && quantity.IsNumeral(c.at(i+2).text, c.lang.tag)
}

// mayBeRange reports a figure of "between" without a second one, and a range of which the
// second may be a case: "1,15 m hasta 30 m".
func (c *clause) mayBeRange(i int) bool {
	next, f := c.at(i+1), c.toks[i].fig
	if f.Form == quantity.Single {
		return c.at(i-1).is(markBetween) && (next.is(markAnd) || next.sign("."))
	}
	return f.Form == quantity.Range && len(f.Parts) > 1 && c.upToIn(c.text[f.Parts[0].End:f.Parts[1].Start])
}

// inInches reports an inch behind a bare number.
func (c *clause) inInches(i int) bool {
	behind := c.at(i + 2)
	return c.at(i+1).text == "in" && c.toks[i].fig.Unit.IsZero() && (behind.kind != wordToken || behind.is(markMeasureBehind|markLeastBehind|markMostBehind|markVerb))
}

// addsUp reports a figure that the next one is a part of the same quantity with.
func (c *clause) addsUp(i int) bool {
	next, joined := i+1, c.at(i+1).is(markAnd)
	if joined {
		next++
	}
	a, z := c.toks[i].fig, c.at(next).fig
	return z != nil && c.at(next).text == "" && z.Form == quantity.Single && c.sameDimension(a, z) && (!joined || !a.Unit.IsZero() && !a.Unit.Equal(z.Unit))
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// upToIn reports that a text is a wording of "up to".
func (c *clause) upToIn(text string) bool {
	toks := scan(text, c.lang)
	return len(toks) == 1 && toks[0].is(markUpTo)
}

func (c *clause) sameDimension(a, z *quantity.Figure) bool {
	return a.Unit.IsZero() || z.Unit.IsZero() || a.Unit.Kind() == z.Unit.Kind()
}

// lookAhead is how many tokens are looked at for what belongs together.
const lookAhead = 12

// mainVerb reports a verb of the main clause among tokens [from, to).
func (c *clause) mainVerb(from, to int) bool {
	for j := max(from, 0); j < min(to, len(c.toks)); j++ {
		if c.isMain(j) && c.verbAt(j) {
			return true
		}
	}
	return false
}

func (c *clause) verbAt(j int) bool {
	return c.toks[j].is(markVerb) && !c.toks[j].is(markSubordinate|markMeasureBehind)
}

// fragment reports a clause without a verb: a cell, a note, an item.
func (c *clause) fragment() bool {
	for j := range c.toks {
		if c.isMain(j) && c.toks[j].is(markVerb) {
			return false
		}
	}
	return true
}
