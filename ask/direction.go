package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Of a figure that is bounded, the direction: what bounds it from below is not what bounds
// it from above (CITATIONS H4).

// agree reports whether two amounts, of a sentence and of a text, are not bounded contrary
// to each other. Where they say a case, a sentence may speak of the other one: of what lies
// beyond, where the text denies or tells apart what the sentence does not.
func agree(a, b *amount) bool {
	if a.side() == 0 || b.side() == 0 || a.side() == b.side() {
		return true
	}
	cases := a.inCase || b.inCase || a.loose
	return cases && beyond(a.limit(), b.limit()) && (a.denied != b.denied || b.rest && !a.rest)
}

// compares reports whether a sentence only holds one of the values that are known against a
// bound of the text, and sets none: "85 cm no llegan a 0,90 m".
func compares(a *amount, found []*amount, known []amount) bool {
	side := bounds{Interval: a.interval(), unit: a.Unit}
	return a.loose && !a.inCase && a.side() != 0 &&
		slices.ContainsFunc(known, func(x amount) bool { return x.side() == 0 && side.holds(&x) }) &&
		slices.ContainsFunc(found, func(b *amount) bool { return b.side() == -a.side() && beyond(a.limit(), b.limit()) })
}

// beyond reports whether nothing lies within both of two bounds on contrary sides of one
// figure: only the figure itself could.
func beyond(a, b quantity.Bound) bool {
	holds := func(x quantity.Bound) bool { return x == quantity.Least || x == quantity.Most }
	return !holds(a) || !holds(b)
}

// side is -1 for an amount that is bounded from below, 1 from above, 0 for neither.
func (a *amount) side() int {
	switch {
	case a.low:
		return -1
	case a.high:
		return 1
	}
	return a.bound.Side()
}

// limit is the bound of an amount, also of one that a range or a header bounds.
func (a *amount) limit() quantity.Bound {
	switch {
	case a.bound == "" && a.low:
		return quantity.Least
	case a.bound == "" && a.high:
		return quantity.Most
	}
	return a.bound
}

// readStances tells of each amount with a bound what its statement does: whether it denies,
// by itself or by the line that leads to it, and whether it names the rest of the cases.
func (l *tongue) readStances(text string, list []amount) {
	var said span
	var denied, rest bool
	for i := range list {
		a := &list[i]
		if a.bound == "" {
			continue
		}
		if s := statementAt(text, a.start); s != said {
			said = s
			denied = l.denies(text[s.start:s.end]) != l.denies(leadAt(text, s.start))
			rest = l.last("rest", foldWord(text[s.start:s.end])) >= 0
		}
		a.denied, a.rest = denied, rest
	}
}

// denies reports whether a text says that something is not so, or need not be, but not
// both: "no está exento". The words of bounds deny nothing, "no pasa de 6 m", nor does what
// only tells things apart or excepts some.
func (l *tongue) denies(text string) bool {
	if text == "" {
		return false
	}
	unbound := []byte(text)
	for _, b := range quantity.Bounds(text, l.tag) {
		copy(unbound[b.Start:b.End], strings.Repeat(" ", b.End-b.Start))
	}
	said := foldWord(string(unbound))
	for _, aside := range l.phrases["aside"] {
		said = aside.ReplaceAllString(said, " ")
	}
	return (l.last("denial", said) >= 0) != (l.last("exemption", foldWord(text)) >= 0)
}

// statementAt is the sentence at a place of a text.
func statementAt(text string, at int) span {
	s := span{strings.LastIndexByte(text[:at], '\n') + 1, len(text)}
	if stop := strings.LastIndex(text[s.start:at], ". "); stop >= 0 {
		s.start += stop + 1
	}
	for _, sign := range []string{". ", "\n"} {
		if stop := strings.Index(text[at:s.end], sign); stop >= 0 {
			s.end = at + stop
		}
	}
	return s
}

// leadAt is the line that leads to a place of a text, over items of the same list; "" for
// none.
func leadAt(text string, at int) string {
	for end := strings.LastIndexByte(text[:at], '\n'); end >= 0; {
		start := strings.LastIndexByte(text[:end], '\n') + 1
		switch line := strings.TrimSpace(text[start:end]); {
		case strings.HasSuffix(line, ":"):
			return line
		case line != "" && !itemShape.MatchString(line):
			return ""
		}
		end = start - 1
	}
	return ""
}
