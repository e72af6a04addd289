package patternextract

import (
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// isName reports a number that names something or is no limit by what stands
// beside it.
func (c *clause) isName(i int) bool {
	return c.isLabel(i) || c.isTerm(i) || c.namedBefore(i) || c.isDate(i) || c.isMoney(i) || c.inTrial(i) || c.inFormula(i)
}

// isLabel reports a number before a title: "436 Limitación de las corrientes".
func (c *clause) isLabel(i int) bool {
	if i > 0 || len(c.toks) < 2 || c.toks[0].kind != figureToken || c.toks[0].fig.unit != "" || c.toks[1].kind != wordToken {
		return false
	}
	r, _ := utf8.DecodeRuneInString(c.text[c.toks[1].start:])
	return unicode.IsUpper(r)
}

// isTerm knows a stretch of time in a sentence about the law itself: "entrará en
// vigor a los tres meses".
func (c *clause) isTerm(i int) bool {
	f := c.toks[i].fig
	if f == nil || f.kind != "months" && f.kind != "years" && f.kind != "time" {
		return false
	}
	for j := max(0, i-lookAhead); j < min(len(c.toks), i+lookAhead/2); j++ {
		if c.toks[j].speaksOf(topicLegal) {
			return true
		}
	}
	return false
}

func (c *clause) namedBefore(i int) bool {
	j := i - 1
	for j >= 0 && (c.toks[j].sign(".") || c.toks[j].sign("-") || c.toks[j].sign("º") || c.toks[j].sign("°") || c.toks[j].sign("(")) && j > i-3 {
		j--
	}
	if j < 0 {
		return false
	}
	if j > 0 && c.toks[j].sign(".") && c.toks[j-1].sign(".") {
		return true // a page number behind the dots of a table of contents
	}
	t := &c.toks[j]
	if t.named && j < i-1 && c.toks[i-1].sign("-") {
		return true // "UNE 20.460-5"
	}
	if t.is(markName) && c.toks[i].kind == figureToken && (c.toks[i].fig.unit == "" || c.toks[i].fig.kind == "count" || c.glued(i)) {
		return true
	}
	bare := c.toks[i].kind == figureToken && c.toks[i].fig.unit == ""
	if bare && (c.code(t) || t.is(markOf) && j > 0 && c.toks[j-1].is(markName) && !c.toks[i].fig.value.IsInt()) {
		return true // "the provisions of 5.15"
	}
	listed := t.is(markAnd|markTo) || t.sign(",")
	return listed && j > 0 && c.toks[j-1].kind == figureToken && c.toks[i].kind == figureToken && c.toks[i].fig.unit == "" && c.toks[j-1].named
}

// code reports a word in capitals, as norms and classes have: "EN 13779".
func (c *clause) code(t *token) bool {
	if t.kind != wordToken || t.end-t.start < 2 || t.is(markClass) {
		return false
	}
	for i := t.start; i < t.end; i++ {
		if b := c.text[i]; (b < 'A' || b > 'Z') && !isDigit(b) && b != '-' {
			return false
		}
	}
	return true
}

// glued reports a capital letter right behind a number, as names have: "21A".
func (c *clause) glued(i int) bool {
	t := &c.toks[i]
	last := c.text[t.end-1]
	return len(t.fig.unit) == 1 && 'A' <= last && last <= 'Z' && t.end-2 >= t.start && isDigit(c.text[t.end-2])
}

// isDate knows "5 de mayo", "mayo de 2007" and a bare year.
func (c *clause) isDate(i int) bool {
	for j := i + 1; j < len(c.toks) && j <= i+2; j++ {
		if c.toks[j].speaksOf(topicMonth) && (j == i+1 || c.toks[j-1].is(markOf)) {
			return true
		}
	}
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if c.toks[j].speaksOf(topicMonth) {
			return true
		}
	}
	f := c.toks[i].fig
	if f == nil || f.unit != "" || !f.value.IsInt() || f.value.Cmp(quantity.NewNumber(1900, 1)) < 0 || f.value.Cmp(quantity.NewNumber(2100, 1)) > 0 {
		return false
	}
	return i == 0 || !c.toks[i-1].is(markMore|markLess|markLeast|markMost) && c.toks[i-1].kind != signToken
}

func (c *clause) isMoney(i int) bool {
	if i > 0 && (c.toks[i-1].sign("€") || c.toks[i-1].sign("£") || c.toks[i-1].sign("$")) {
		return true
	}
	return i+1 < len(c.toks) && (c.toks[i+1].speaksOf(topicMoney) || c.toks[i+1].sign("€"))
}

// trialReach is how many tokens behind the word for a test its dimensions stand.
const trialReach = 6

func (c *clause) inTrial(i int) bool {
	for j := i - 1; j >= 0 && j >= i-trialReach; j-- {
		if c.toks[j].is(markTrial) {
			return true
		}
		if c.toks[j].kind == figureToken || c.toks[j].is(markLeast|markMost|markMore|markLess) || c.toks[j].kind == signToken {
			break
		}
	}
	// "5 750 W a 230 V": the second is the state the first is measured in.
	return i > 1 && c.toks[i-1].is(markAt) && c.toks[i-2].kind == figureToken && c.toks[i].kind == figureToken &&
		c.toks[i].fig.unit != "" && c.toks[i-2].fig.kind != c.toks[i].fig.kind
}

// inFormula knows the operands of a formula: "P / 200".
func (c *clause) inFormula(i int) bool {
	if i == 0 {
		return false
	}
	if c.toks[i-1].speaksOf(topicPlus) || c.toks[i-1].is(markOne|markDet) && i > 1 && c.toks[i-2].speaksOf(topicPlus) {
		return true // "el diámetro más 5 cm"
	}
	if i+1 < len(c.toks) && c.toks[i+1].text == "x" && (i+2 == len(c.toks) || c.toks[i+2].kind != figureToken) {
		c.formula = true // "0,5 x NT"
		return true
	}
	for _, sign := range []string{"/", "·", "*", "+", "×"} {
		if c.toks[i-1].sign(sign) && (sign != "×" || i < 2 || c.toks[i-2].kind != figureToken) {
			c.formula = c.formula || sign != "×"
			return true
		}
		if i+1 < len(c.toks) && c.toks[i+1].sign(sign) && c.toks[i].kind == figureToken && c.toks[i].fig.unit == "" {
			c.formula = c.formula || sign != "×"
			return true
		}
	}
	return false
}

// skipExample returns the last token of an example: up to the bracket or the
// stop behind it.
func (c *clause) skipExample(i int) int {
	if i <= 1 {
		return len(c.toks) // the whole statement is one
	}
	for ; i < len(c.toks); i++ {
		if c.toks[i].sign(")") || c.toks[i].sign(";") || c.toks[i].is(markMain) {
			return i
		}
	}
	return i
}
