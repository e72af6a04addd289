package patternextract

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// referenceMark is the number of a note or of a source in the running text: "[1]",
// "[2, 4-6]".
var referenceMark = lazyregexp.New(`^\[[0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3})*\]`)

// What stands right behind a whole number and makes a figure of the two that is not
// read: the rest of "2½", "1 1/2" and "2⁄3".
var (
	fractionBehind = lazyregexp.New(`^[ \x{a0}\x{2009}\x{202f}–-]?(?:[\x{bc}-\x{be}\x{2150}-\x{215e}]|[0-9]{1,3}⁄[0-9]{1,3})`)
	shareBehind    = lazyregexp.New(`^[ \x{a0}\x{2009}\x{202f}–-][0-9]{1,2}/[0-9]{1,2}`)
	fractionSlash  = lazyregexp.New(`^⁄[0-9]{1,3}`)
	tickBehind     = lazyregexp.New(`^(?:''|["'’´′”″])`)
	decimalBehind  = lazyregexp.New(`^['’´′][0-9]{1,2}`)
)

// apostrophe reads "1'20 m": digits, an apostrophe, one or two digits and a unit that
// is not counted in sixties. Three digits could be thousands, and without a unit it
// could be feet and inches or minutes and seconds.
func (s *scanner) apostrophe(at int) (f figure, end int, ok bool) {
	whole := wholeEnd(s.text[at:])
	rest := s.text[at+whole:]
	n := len(decimalBehind.FindString(rest))
	if whole == 0 || whole > 3 || n == 0 || n < len(rest) && isDigit(rest[n]) {
		return figure{}, at, false
	}
	unit, kind, stop := s.scanUnit(at + whole + n)
	if unit == "" || kind == quantity.Angle || kind == quantity.Count || kind == "time" {
		return figure{}, at, false
	}
	_, size := utf8.DecodeRuneInString(rest)
	value, err := quantity.ParseNumber(s.text[at:at+whole] + "." + rest[size:n])
	return figure{value: value, unit: unit, kind: kind}, stop, err == nil
}

// unreadable returns where a figure ends that begins at text[at] and cannot be read
// for certain: a mixed fraction, feet and inches, a power that may be the mark of a
// note. It returns at for any other.
func (s *scanner) unreadable(at int) int {
	end := at + numberEnd(s.text[at:])
	rest := s.text[end:]
	if end-at <= 3 && wholeEnd(s.text[at:end]) == end-at {
		if n := len(shareBehind.FindString(rest)); n > 0 && (n == len(rest) || !isDigit(rest[n])) {
			return end + n
		}
		if n := len(fractionBehind.FindString(rest)); n > 0 {
			return end + n
		}
	}
	if n := len(fractionSlash.FindString(rest)); n > 0 {
		return end + n
	}
	if n := len(tickBehind.FindString(rest)); n > 0 && !strings.HasPrefix(rest[n:], "s") && !s.quoted(end) {
		return end + n
	}
	if power, stop := superscript(s.text, end); stop > end && !s.power(at, end, power) {
		return stop
	}
	return at
}

// power reports that the sign behind the number at text[at:end] is a power, or that it
// changes nothing: a one may be the mark of a note as well.
func (s *scanner) power(at, end int, sign string) bool {
	if sign == "1" {
		return true
	}
	return s.text[at:end] == "10" && (len(sign) > 1 || strings.HasSuffix(strings.TrimRight(s.text[:at], " "), "×") || sign > "3")
}

// quoteReach is how many bytes before a quotation mark its partner is looked for.
const quoteReach = 200

// quoted reports that the mark at text[end] closes a quotation and is no sign of inches.
func (s *scanner) quoted(end int) bool {
	near := s.text[max(0, end-quoteReach):end]
	at := strings.LastIndexAny(near, "\"“”'‘’″")
	if at < 0 {
		return false
	}
	return at == 0 || strings.ContainsAny(near[at-1:at], " (\n")
}

// wholeEnd returns the length of the digits s begins with.
func wholeEnd(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// unread adds a figure that is not read.
func (s *scanner) unread(at, end int) int {
	s.add(token{kind: figureToken, start: at, end: end, fig: &figure{unread: true}})
	return end
}

// findUnread reports a figure in the statement that nobody can read for certain.
func (c *clause) findUnread() bool {
	for i := range c.toks {
		if t := &c.toks[i]; t.fig != nil && !t.named && (t.fig.unread || c.inches(i)) {
			return true
		}
	}
	return false
}

// inches reports a figure in inches where their sign is a little word too: "36 in wide",
// not "3 in each room".
func (c *clause) inches(i int) bool {
	if i+1 >= len(c.toks) || !c.toks[i+1].speaksOf(topicInch) || c.toks[i].fig.unit != "" && c.toks[i].fig.kind != quantity.Ratio {
		return false
	}
	return i+2 == len(c.toks) || c.toks[i+2].kind != wordToken || c.toks[i+2].is(markMeasureBehind|markLeastBehind|markMostBehind|markVerb|markAnd|markTo)
}

// dangles reports a statement that ends in a comparator, whose figure is not in the text
// or not read: "no fewer than [3]".
func (c *clause) dangles() bool {
	toks := dropTail(c.toks)
	return len(c.figs) == 0 && len(toks) > 0 && toks[len(toks)-1].is(markMore|markLess|markLeast|markMost)
}
