package textlimits

import (
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// isName reports a number that names something or is no limit by what stands beside it.
func (c *clause) isName(i int) bool {
	return c.isLabel(i) || c.isTerm(i) || c.namedBefore(i) || c.isDate(i) || c.isMoney(i) || c.inTrial(i)
}

// isLabel reports a number before a title: "436 Limitación de las corrientes".
func (c *clause) isLabel(i int) bool {
	if i > 0 || !c.toks[0].fig.Unit.IsZero() || c.at(1).kind != wordToken {
		return false
	}
	r, _ := utf8.DecodeRuneInString(c.text[c.toks[1].start:])
	return unicode.IsUpper(r)
}

// isTerm knows a stretch of time in a sentence about the law itself: "entrará en
// vigor a los tres meses".
func (c *clause) isTerm(i int) bool {
	if !c.timed(&found{fig: c.toks[i].fig}) {
		return false
	}
	for j := i - lookAhead; j < i+lookAhead/2; j++ {
		if c.at(j).is(markLegal) {
			return true
		}
	}
	return false
}

// namedBefore reports the number of an article, a norm or a page.
func (c *clause) namedBefore(i int) bool {
	f := c.toks[i].fig
	bare := f.Unit.IsZero() || f.Unit.Kind() == quantity.Count
	j := i - 1
	for j > i-3 && (c.at(j).sign(".") || c.at(j).sign("-") || c.at(j).sign("º") || c.at(j).sign("(")) {
		j--
	}
	t := c.at(j)
	switch {
	case !bare || j < 0 || f.Sign != "":
		return false
	case t.is(markName), c.code(t), c.at(i-1).sign(".") && c.at(i-2).sign("."):
		return true
	case t.is(markOf) && c.at(j-1).is(markName) && !f.Value.IsInt(): // "the provisions of 5.15"
		return true
	}
	return (t.is(markAnd) || t.sign(",")) && c.at(j-1).kind == figureToken && c.at(j-1).is(markName)
}

// code reports a word in capitals, as norms and classes have: "EN 13779".
func (c *clause) code(t *token) bool {
	if t.kind != wordToken || t.end-t.start < 2 {
		return false
	}
	for _, b := range []byte(c.text[t.start:t.end]) {
		if (b < 'A' || b > 'Z') && !isDigit(b) && b != '-' {
			return false
		}
	}
	return true
}

// isDate knows "5 de mayo", "mayo de 2007" and a bare year.
func (c *clause) isDate(i int) bool {
	if c.at(i+1).is(markMonth) || c.at(i+1).is(markOf) && c.at(i+2).is(markMonth) || c.at(i-1).is(markMonth) || c.at(i-1).is(markOf) && c.at(i-2).is(markMonth) {
		return true
	}
	f := c.toks[i].fig
	if !f.Unit.IsZero() || f.Form != quantity.Single || !f.Value.IsInt() || f.Value.Cmp(quantity.NewNumber(1900, 1)) < 0 || f.Value.Cmp(quantity.NewNumber(2100, 1)) > 0 {
		return false
	}
	return f.Sign == "" && !c.at(i-1).is(comparators&^markMost)
}

func (c *clause) isMoney(i int) bool {
	return c.at(i-1).sign("€") || c.at(i-1).sign("£") || c.at(i-1).sign("$") || c.at(i+1).is(markMoney) || c.at(i+1).sign("€")
}

// trialReach is how many tokens behind the word for a test its dimensions stand.
const trialReach = 6

// inTrial reports the dimension of a test, what is added to something else, and the
// state a figure is measured in: "5 750 W a 230 V".
func (c *clause) inTrial(i int) bool {
	f := c.toks[i].fig
	for j := i - 1; j >= 0 && j >= i-trialReach && f.Sign == ""; j-- {
		if c.toks[j].is(markTrial) {
			return true
		}
		if c.toks[j].kind == figureToken || c.toks[j].is(comparators) {
			break
		}
	}
	return c.at(i-1).is(markAt) && c.at(i-2).kind == figureToken && !f.Unit.IsZero() && c.at(i-2).fig.Unit.Kind() != f.Unit.Kind()
}
