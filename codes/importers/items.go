package importers

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// itemMark is what an item of a list begins with; a number with a full stop is
// that of a paragraph.
var itemMark = lazyregexp.New(`^(?:(?P<dash>[-–—•·*▪●])|(?P<ordinal>\d{1,3}\.?[ºª°]\.?\)?)|(?P<paren>\(?\d{1,3}(?:\.\d{1,2})*\))|(?P<roman>\(?[ivx]{1,6}[.)])|(?P<ROMAN>\(?[IVX]{1,6}\))|(?P<letter>\(?[a-zñ]{1,2}[.)])|(?P<LETTER>\(?[A-ZÑ]\)))\s`)

var numberMark = lazyregexp.New(`^\(?\d{1,3}(\.\d{1,3})*[.)]?\s`)

// Marks tells the items of lists by how they begin: "a)", "1.º", "iv)", "–". It
// knows the lists open around a text; the zero value is the beginning of one.
type Marks struct {
	open    []string // kinds of mark, outermost first
	letters []string // last mark of each
}

// Depth returns how deep an item the text is, 1 for the outermost list, or 0 when
// it is none. A numbered paragraph, "2. ...", ends the lists before it.
func (m *Marks) Depth(text string) int {
	kind, mark := markKind(text)
	if kind == "" {
		if numberMark.MatchString(text) {
			m.open, m.letters = nil, nil
		}
		return 0
	}
	if kind == "roman" && m.goesOn(mark) {
		kind = "letter"
	}
	at := slices.Index(m.open, kind)
	if at < 0 {
		m.open, m.letters = append(m.open, kind), append(m.letters, mark)
		return len(m.open)
	}
	m.open, m.letters = m.open[:at+1], m.letters[:at+1]
	m.letters[at] = mark
	return at + 1
}

// markKind returns the name of the group of itemMark that matched, and the mark
// without its punctuation.
func markKind(text string) (kind, mark string) {
	found := itemMark.FindStringSubmatch(text)
	for i, group := range itemMark.Get().SubexpNames() {
		if i > 0 && found != nil && found[i] != "" {
			return group, strings.Trim(found[i], "().")
		}
	}
	return "", ""
}

// goesOn reports whether "i)", "v)" or "x)" is the letter after the last one of a
// list of letters, and no Roman number.
func (m *Marks) goesOn(mark string) bool {
	at := slices.Index(m.open, "letter")
	return at >= 0 && len(mark) == 1 && len(m.letters[at]) == 1 && m.letters[at][0]+1 == mark[0]
}

// HasMark reports whether a text begins with the mark of an item.
func HasMark(text string) bool { return itemMark.MatchString(text) }

var raised = map[rune]rune{
	'0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹',
	'+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', 'n': 'ⁿ', 'o': 'º', 'a': 'ª', 'º': 'º', 'ª': 'ª',
}

// Raised returns the text of a superscript as plain text, "2" as "²". What has no
// raised form is left as it is, and after a letter or digit "^" leads it, so that
// ten to the power x is not read as ten times x.
func Raised(before, text string) string {
	text = strings.TrimSpace(text)
	var b strings.Builder
	for _, r := range text {
		up, ok := raised[r]
		if !ok || (r == 'o' || r == 'a') && len(text) > 1 {
			return plainRaised(before, text)
		}
		b.WriteRune(up)
	}
	return b.String()
}

func plainRaised(before, text string) string {
	if text == "" || strings.HasPrefix(text, "(") || strings.ContainsAny(text, "*†‡)") || before == "" {
		return text
	}
	last := before[len(before)-1]
	if last >= '0' && last <= '9' {
		return "^" + text
	}
	return text
}
