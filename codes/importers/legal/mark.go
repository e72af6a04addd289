package legal

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Mark is what an item of a list begins with: "a)", "1.º", "–".
type Mark struct {
	Text string // as written
	Rest string // what stands behind it

	styles []style // readings: "i)" is a letter or a Roman number
}

// style is a way of counting; value counts from 1, bullets are 0.
type style struct {
	name  string
	value int
	loose bool // common in other uses: only where it goes on or begins a count
}

var (
	bulletForm = lazyregexp.New(`^([–—•·▪■●○◦►▶✓◾‣∙\x{F0B7}\x{F0A7}]\s*|[-−‑*+]\s+|o\s{2,})(\S)`)
	markForm   = lazyregexp.New(`^(\(?)(\d{1,3}|[a-zñ]{1,2}|[A-ZÑ]|[ivxlc]{1,7}|[IVXLC]{1,7})(?:['’´])?(\.?[ºª°]\)?|\.\)|\)|\.-|\.)(?:\s+|$)`)
)

// ParseMark recognises the mark a line begins with. A plain number with a full
// stop ("2. ...") numbers a paragraph and is no mark; it is one of [Numbered].
func ParseMark(text string) (Mark, bool) {
	if m := bulletForm.FindStringSubmatchIndex(text); m != nil {
		mark := strings.TrimSpace(text[:m[3]])
		return Mark{Text: mark, Rest: text[m[4]:], styles: []style{{name: "bullet " + mark}}}, true
	}
	m := markForm.FindStringSubmatch(text)
	if m == nil {
		return Mark{}, false
	}
	mark := Mark{Text: strings.TrimSpace(m[0]), Rest: text[len(m[0]):]}
	open, value, end := m[1], m[2], m[3]
	if open != "" && !strings.HasSuffix(end, ")") || open == "" && end == "." && value[0] <= '9' {
		return Mark{}, false
	}
	mark.styles = styles(value, open+"_"+end, !strings.Contains(end, ")") && !strings.ContainsAny(end, "ºª°"))
	return mark, len(mark.styles) > 0
}

// isBullet reports whether the mark counts nothing.
func (m *Mark) isBullet() bool { return len(m.styles) > 0 && m.styles[0].value == 0 }

// styles returns what a mark may count with, the likelier first.
func styles(value, form string, loose bool) []style {
	var list []style
	if n := number(value); n > 0 {
		return []style{{"1" + form, n, loose}}
	}
	lower := strings.ToLower(value)
	kind := "a"
	if lower != value {
		kind = "A"
	}
	if n := roman(lower); n > 0 && (n < 40 || len(lower) == 1) {
		list = append(list, style{"roman " + kind + form, n, loose})
	}
	if n := letters(lower); n > 0 {
		s := style{"letter " + kind + form, n, loose}
		if len(list) > 0 && lower != "i" && len(lower) == 1 && lower != "v" && lower != "x" {
			return append([]style{s}, list...)
		}
		list = append(list, s)
	}
	return list
}

func number(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// letters returns the place of "a", "b" ... "z", "aa", "bb" (or "ab"). The letter
// ñ stands behind n and counts with it.
func letters(s string) int {
	if utf8.RuneCountInString(s) > 2 {
		return 0
	}
	if s == "ñ" {
		return 14
	}
	n := 0
	for _, r := range s {
		if r < 'a' || r > 'z' {
			return 0
		}
		n = n*26 + int(r-'a') + 1
	}
	return n
}

var romanDigits = map[rune]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}

// roman returns the value of a Roman number in lower case, 0 when it is none.
func roman(s string) int {
	total, last := 0, 0
	for _, r := range s {
		v := romanDigits[r]
		if v == 0 {
			return 0
		}
		if v > last && last > 0 {
			total += v - 2*last
		} else {
			total += v
		}
		last = v
	}
	if total <= 0 || Roman(total) != s {
		return 0
	}
	return total
}

// Roman writes a number in Roman figures, lower case.
func Roman(n int) string {
	var b strings.Builder
	for _, d := range []struct {
		value int
		text  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.value {
			b.WriteString(d.text)
			n -= d.value
		}
	}
	return b.String()
}

// maxDepth is how deep lists are followed; what is deeper stays at it.
const maxDepth = 12

// Outline follows the lists of a text and tells how deep an item is. The zero
// value is ready to use.
type Outline struct{ open []style }

// Depth returns the depth of the next item by its mark, from 1. ok is false where
// the mark is more likely something else: an initial, a number that counts
// nothing.
func (o *Outline) Depth(m Mark) (depth int, ok bool) {
	for i := len(o.open) - 1; i >= 0; i-- {
		for _, s := range m.styles {
			if s.name == o.open[i].name && s.follows(o.open[i].value) {
				o.open = append(o.open[:i], s)
				return i + 1, true
			}
		}
	}
	for _, s := range m.styles {
		if s.value <= 1 {
			return o.begin(s), true
		}
	}
	s := m.styles[0]
	if s.loose {
		return 0, false
	}
	return o.begin(s), true
}

// follows reports whether s goes on counting behind a value. A few may be missing,
// repealed.
func (s style) follows(value int) bool {
	return s.value == 0 || s.value > value && s.value <= value+4
}

// begin opens a list: in place of one of its style that is open, else below all.
func (o *Outline) begin(s style) int {
	for i, open := range o.open {
		if open.name == s.name {
			o.open = append(o.open[:i], s)
			return i + 1
		}
	}
	if len(o.open) < maxDepth {
		o.open = append(o.open, s)
	}
	return len(o.open)
}

// Reset closes all lists.
func (o *Outline) Reset() { o.open = o.open[:0] }
