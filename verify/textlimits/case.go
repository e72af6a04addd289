package textlimits

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// takeCasesApart makes of "1,00 m hasta 8 m de longitud" a figure and the case it holds
// in, where that is no range: one side is bound, and the second figure measures something
// else, or that of a case before it in the list did.
func (c *clause) takeCasesApart() {
	for i := 0; i < len(c.toks); i++ {
		if c.toks[i].kind != figureToken || !c.holdsCase(i) {
			continue
		}
		first, second := c.toks[i].fig.Parts[0], c.toks[i].fig.Parts[1]
		apart := slices.Concat(c.scanned(c.toks[i].start, first.Start), []token{c.single(first)}, c.scanned(first.End, second.Start), []token{c.single(second)})
		c.toks = slices.Concat(c.toks[:i], apart, c.toks[i+1:])
		c.cases = true
		i += len(apart) - 1
	}
}

// holdsCase reports whether the range at token i is none.
func (c *clause) holdsCase(i int) bool {
	f := c.toks[i].fig
	if f.Form != quantity.Range || len(f.Parts) != 2 || f.Sign != "" || !c.upToIn(c.text[f.Parts[0].End:f.Parts[1].Start]) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(c.text[f.Parts[0].Start:f.Parts[0].End])
	opened := slices.ContainsFunc(c.scanned(c.toks[i].start, f.Parts[0].Start), func(t token) bool { return !t.is(markOf) })
	if unicode.IsDigit(last) || opened || !c.oneSided(i) {
		return false
	}
	return c.measuresElse(i) || c.cases || c.lead != nil && c.lead.cases
}

// oneSided reports that what stands before token i, or the lead, bounds from one side.
func (c *clause) oneSided(i int) bool {
	for j := range i {
		if t := &c.toks[j]; t.kind == wordToken && t.is(markLeast|markMost) && !t.is(markUpTo) {
			return true
		}
	}
	return c.lead != nil && denied[c.lead.op] != "" && c.lead.op != rules.Equal
}

// measuresElse reports that "de longitud" behind token i is not what the statement measures.
func (c *clause) measuresElse(i int) bool {
	next := c.at(i + 1)
	words := strings.Fields(next.text)
	if !next.is(markMeasureBehind) || len(words) < 2 {
		return false
	}
	of, _ := longest([]token{{text: words[0]}}, c.lang.wordings[words[0]])
	measured := c.text[c.toks[0].start:c.toks[i].start]
	if c.lead != nil {
		for _, p := range c.lead.measure {
			measured += " " + p.Text
		}
	}
	return of.mark&markOf != 0 && !strings.Contains(retrieval.Fold(measured), words[len(words)-1])
}

// scanned returns the tokens of a part of the text.
func (c *clause) scanned(from, to int) []token {
	toks := scan(c.text[from:to], c.lang)
	for i := range toks {
		toks[i].start += from
		toks[i].end += from
	}
	return toks
}

// single returns one of the figures of a range as a token.
func (c *clause) single(part quantity.Found) token {
	return token{kind: figureToken, start: part.Start, end: part.End, fig: &quantity.Figure{
		Form: quantity.Single, Value: part.Value, Low: part.Value, High: part.Value, Unit: part.Unit,
		Start: part.Start, NumberEnd: part.Start + numberEnd(c.text[part.Start:]), End: part.End, Lead: part.Start,
	}}
}
