package ask

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// claim is a sentence read for the check.
type claim struct {
	text    string
	lang    *tongue
	names   []name
	amounts []amount
	sums    []sum
}

func (t *turn) newClaim(plain string) *claim {
	l := t.languageOfText(plain)
	c := &claim{text: plain, lang: l, names: l.namesIn(plain)}
	c.amounts = l.amountsIn(plain, spansOf(c.names))
	c.sums = sumsIn(plain, l.tag)
	over := l.denies(t.over)
	for i := range c.amounts {
		a := &c.amounts[i]
		a.bare = a.Unit.IsZero() && c.inSum(a)
		a.denied = a.denied != over
	}
	return c
}

// unproved says why an amount or a name of a sentence does not hold on what it cites; ""
// where all do.
func (t *turn) unproved(c *claim, cited []*evidence) string {
	if strings.ContainsFunc(c.text, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Nd, r) }) {
		return "its numbers are not in digits that can be checked"
	}
	for i := range c.sums {
		if s := &c.sums[i]; !s.right() {
			return fmt.Sprintf("%q is not what it comes to", s.shown)
		}
	}
	if t.effort += c.effort(cited); len(c.amounts) > mostAmounts || t.effort > mostEffort {
		return "there is too much in it to be checked"
	}
	if reason := t.strangeName(c, cited); reason != "" {
		return reason
	}
	left, reason := t.leftOver(c, cited)
	if reason != "" {
		return reason
	}
	return t.inRows(c, cited, left)
}

// Bounds of what is compared: amounts of a sentence, and of a draft amounts times cells.
const (
	mostAmounts = 60
	mostEffort  = 2_000_000
)

// effort is about how many comparisons a sentence takes.
func (c *claim) effort(cited []*evidence) int {
	n := 0
	for _, e := range cited {
		n += len(e.amounts)
		if e.grid != nil && len(e.grid.rows) > 0 {
			n += len(e.grid.rows) * len(e.grid.rows[0].cells) * (1 + len(c.amounts))
		}
	}
	return n * len(c.amounts)
}

// strangeName returns a name of a sentence that stands neither in what it cites nor in
// what the project and the tools say (CITATIONS H5).
func (t *turn) strangeName(c *claim, cited []*evidence) string {
	for _, x := range c.names {
		given := t.facts.asked.names.has(x) || t.facts.told.names.has(x)
		if !given && !slices.ContainsFunc(cited, func(e *evidence) bool { return e.names.has(x) }) {
			return fmt.Sprintf("%q is not in the passages cited", x.shown)
		}
	}
	return ""
}

// leftOver lists the amounts of a sentence that no prose it cites has, nor the question,
// the project, a tool or a sum. A limit has to be one of the sources': that the question
// names it is not enough (CITATIONS H2, H4).
func (t *turn) leftOver(c *claim, cited []*evidence) (left []*amount, reason string) {
	tables := slices.ContainsFunc(cited, func(e *evidence) bool { return e.grid != nil })
	for i := range c.amounts {
		a := &c.amounts[i]
		found := make([]*amount, 0, len(cited))
		for _, e := range append(slices.Clone(cited), t.facts.told) {
			found = append(found, e.find(a)...)
		}
		found = ofSameThing(a, found)
		switch agreeing := slices.ContainsFunc(found, func(b *amount) bool { return agree(a, b) }); {
		case agreeing, c.isResult(a), c.soft(a, cited), compares(a, found, slices.Concat(c.amounts, t.facts.asked.amounts, t.facts.told.amounts)):
		case slices.ContainsFunc(cited, func(e *evidence) bool { return e.isHeading(a, c.text) }):
		case len(found) > 0 && !tables:
			return nil, fmt.Sprintf("%q is the other end: the passage bounds it the other way", shownIn(c.text, a))
		case !isLimit(a) && len(t.facts.asked.find(a)) > 0:
		case tables:
			left = append(left, a)
		default:
			return nil, fmt.Sprintf("%q is not in the passages cited", shownIn(c.text, a))
		}
	}
	return left, ""
}

// ofSameThing leaves of amounts those that count what an amount counts, where any does:
// two exits, beside two stairs.
func ofSameThing(a *amount, found []*amount) []*amount {
	others := func(b *amount) bool { return a.Unit.Noun() != b.Unit.Noun() }
	if same := slices.DeleteFunc(slices.Clone(found), others); isCount(a.Unit) && len(same) > 0 {
		return same
	}
	return found
}

func shownIn(text string, a *amount) string { return strings.TrimSpace(text[a.start:a.end]) }

// isLimit reports whether a sentence sets an amount as a limit.
func isLimit(a *amount) bool { return !a.inCase && a.side() != 0 && !a.low && !a.high }

// soft reports whether a bare number in words is left to the second reading: it counts
// something that the passages do not speak of ("in both cases", "the two rules").
func (c *claim) soft(a *amount, cited []*evidence) bool {
	if !a.written || !a.Unit.IsZero() || !a.also.IsZero() {
		return false
	}
	words := c.lang.wordsOf(clip(c.text[a.end:], 30))
	if len(words) == 0 || a.Value.Equal(quantity.NewNumber(2, 1)) { // "both", "the two"
		return true
	}
	return !slices.ContainsFunc(cited, func(e *evidence) bool { return strings.Contains(e.folded, words[0]) })
}

// inRows holds what is left of a sentence against the tables it cites: its amounts, and
// the class it names where that is all it says.
func (t *turn) inRows(c *claim, cited []*evidence, left []*amount) string {
	shown := t.classOf(c, cited)
	switch {
	case len(left) > 0:
		shown = shownIn(c.text, left[0])
	case shown == "":
		return ""
	}
	for _, e := range cited {
		if e.grid != nil && t.inGrid(c, e, left) {
			return ""
		}
	}
	return fmt.Sprintf("no one row of the table cited, under its headers, has %q for that case", shown)
}

// classOf names the classes of a sentence that are values of a table, where one row of it
// has them all; "" where none does, as of a sentence that compares, or prose has them.
func (t *turn) classOf(c *claim, cited []*evidence) string {
	shown := ""
	var marks []string
	for _, x := range c.names {
		prose := func(e *evidence) bool { return e.grid == nil && e.names.has(x) }
		if x.kind == markName && !slices.ContainsFunc(cited, prose) {
			shown, marks = cmp.Or(shown, x.shown), append(marks, x.id)
		}
	}
	if !slices.ContainsFunc(cited, func(e *evidence) bool { return e.grid != nil && e.grid.hasMarks(marks) }) {
		return ""
	}
	return shown
}

// hasMarks reports whether the cells of a row that are no labels have all of some marks.
func (g *grid) hasMarks(marks []string) bool {
	return slices.ContainsFunc(g.rows, func(r gridRow) bool {
		missing := slices.DeleteFunc(slices.Clone(marks), func(mark string) bool {
			return slices.ContainsFunc(r.cells[min(g.labels, len(r.cells)):], func(c cell) bool { return slices.Contains(c.marks, mark) })
		})
		return len(missing) == 0
	})
}

// inGrid reports whether one row bears a sentence; or, of one that compares, each part of
// it a row that the part names.
func (t *turn) inGrid(c *claim, e *evidence, left []*amount) bool {
	whole := t.soughtIn(c, e.grid, span{0, len(c.text)}, left)
	if len(e.grid.bearing(whole)) > 0 {
		return true
	}
	if rest := slices.DeleteFunc(slices.Clone(left), func(a *amount) bool { return c.inSum(a) && e.grid.hasValue(a) }); len(rest)+1 < len(left) { // operands may be of several rows
		return len(rest) == 0 || t.inGrid(c, e, rest)
	}
	return t.inParts(c, e.grid, left)
}

// inParts reports whether rows bear the parts of a sentence, one row all that name none
// of their own.
func (t *turn) inParts(c *claim, g *grid, left []*amount) bool {
	parts := c.parts(g)
	if len(parts) < 2 {
		return false
	}
	rows := g.rowLabels()
	var common map[int]bool
	for _, part := range parts {
		s := t.soughtIn(c, g, part, left)
		if len(s.amounts)+len(s.marks) == 0 {
			continue
		}
		own := names(rows, s.words) || slices.ContainsFunc(s.cases, func(a *amount) bool { return forAmount(rows, a) != nil })
		bearing := g.bearing(s)
		if common == nil || own {
			common = bearing
		} else {
			maps.DeleteFunc(common, func(r int, _ bool) bool { return !bearing[r] })
		}
		if len(common) == 0 {
			return false
		}
	}
	return true
}

// soughtIn is what a row has to bear of a part of a sentence.
func (t *turn) soughtIn(c *claim, g *grid, in span, left []*amount) *sought {
	s := &sought{words: c.lang.wordsOf(c.text[in.start:in.end]), asked: t.facts.lang.wordsOf(t.question.Text), cases: t.casesIn(c, g, in)}
	for _, a := range left {
		if !in.has(a.start) {
			continue
		}
		if s.amounts = append(s.amounts, a); g.hasValue(a) {
			s.values++
		}
	}
	if s.zones, s.marks = t.zonesIn(c, g, in); len(s.zones) == 0 {
		s.zones = append(bareLetters(t.question.Text, g), t.facts.zones...)
	}
	return s
}

func (s span) has(at int) bool { return s.start <= at && at < s.end }

// casesIn are the amounts of a part of a sentence that may say the case, or those of the
// question, to which the sentence then leaves it.
func (t *turn) casesIn(c *claim, g *grid, in span) []*amount {
	var list []*amount
	for i := range c.amounts {
		if a := &c.amounts[i]; in.has(a.start) && !c.inSum(a) && !g.hasValue(a) {
			list = append(list, a)
		}
	}
	if len(list) > 0 {
		return list
	}
	for i := range t.facts.asked.amounts {
		list = append(list, &t.facts.asked.amounts[i])
	}
	return list
}

// zonesIn are the zones and classes that a part of a sentence names, and the marks of it
// that are values of cells.
func (t *turn) zonesIn(c *claim, g *grid, in span) (zones, marks []string) {
	for _, x := range c.names {
		switch {
		case !in.has(x.start):
		case x.kind == markName && g.knows(x.id) && !t.facts.asked.names.has(x):
			marks = append(marks, x.id)
		case x.kind == zoneName, x.kind == markName:
			zones = append(zones, x.id)
		}
	}
	return append(zones, bareLetters(c.text[in.start:in.end], g)...), marks
}

// knows reports whether any cell has a mark.
func (g *grid) knows(mark string) bool {
	for i := range g.rows {
		for c := range g.rows[i].cells {
			if slices.Contains(g.rows[i].cells[c].marks, mark) {
				return true
			}
		}
	}
	return false
}

// bareLetters are zones a text names by a letter of the table alone, as a capital or a
// sign of its own.
func bareLetters(text string, g *grid) []string {
	known := g.zones()
	var list []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/' }) {
		lower := strings.ToLower(w)
		first := []rune(w)[0]
		if len([]rune(w)) <= 4 && (unicode.IsUpper(first) || first > unicode.MaxLatin1) && slices.Contains(known, lower) {
			list = append(list, lower)
		}
	}
	return list
}

// parts cuts a sentence between the values of a table it names, at the last sign or word
// that joins.
func (c *claim) parts(g *grid) []span {
	var list []span
	from, last := 0, -1
	for i := range c.amounts {
		b := &c.amounts[i]
		if c.inSum(b) || !g.hasValue(b) {
			continue
		}
		if last >= 0 && b.start > last {
			if cut := c.lang.joinAt(c.text[last:b.start]); cut >= 0 {
				list, from = append(list, span{from, last + cut}), last+cut
			}
		}
		last = b.end
	}
	return append(list, span{from, len(c.text)})
}

// joinAt is where the last part of a text begins that a comma, a semicolon or a word like
// "and" opens; -1 where none does.
func (l *tongue) joinAt(text string) int {
	at := strings.LastIndexAny(text, ",;:")
	if joined := l.last("and", foldSame(text)); joined >= 0 {
		at = max(at, joined)
	}
	return at
}
