package patternextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// tokenKind says what a token is.
type tokenKind uint8

const (
	wordToken tokenKind = iota
	figureToken
	signToken // a comparison sign: < ≤ = ≥ >
	punctToken
)

// token is a word, a wording of several words, a figure, or a sign, at
// text[start:end].
type token struct {
	kind       tokenKind
	start, end int
	text       string // folded word; the sign itself
	mark       mark
	topic      topic
	number     string // decimal of a written number
	fig        *figure
	named      bool // a figure that names something: "artículo 5"
}

func (t *token) is(m mark) bool { return t.mark&m != 0 }

func (t *token) speaksOf(x topic) bool { return t.topic&x != 0 }

func (t *token) sign(s string) bool { return t.kind != wordToken && t.text == s }

// scanner cuts one text into tokens.
type scanner struct {
	text  string
	lang  *language
	units units
	toks  []token

	dividing bool // a unit behind "per" is being read
}

// itemMark begins an item or a numbered paragraph: "a) ", "2. ", "3.º ", "– ".
var itemMark = lazyregexp.New(`^\s*(?:(?:[-–—•*]|[0-9]{1,2}\\?\.?[ºª°]?\.?|\(?(?:[a-zñ]|[ivx]{1,4}|[0-9]{1,2})\)|[a-zñA-Z][.])\s+)`)

// sectionMark is the number of a section before its text: "1.2.1 Los viales".
var sectionMark = lazyregexp.New(`^\s*[0-9]{1,2}(?:\.[0-9]{1,2}){1,4}\.?\s+`)

// numberedMark tells a paragraph number from a figure: "2. El", not "2 m".
var numberedMark = lazyregexp.New(`^\s*[0-9]{1,2}\s`)

// scan returns the tokens of text, wordings joined.
func scan(text string, lang *language, known units) []token {
	s := &scanner{text: text, lang: lang, units: known}
	at := markEnd(text)
	for at < len(text) {
		at = s.next(at)
	}
	return s.joinWordings()
}

// markEnd returns the length of the mark of an item that text begins with.
func markEnd(text string) int {
	if numberedMark.MatchString(text) {
		return 0
	}
	if n := len(sectionMark.FindString(text)); n > 0 {
		if r, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsUpper(r) {
			return n
		}
	}
	return len(itemMark.FindString(text))
}

// sortOfMark tells numbered from lettered and dashed items: '1', 'a', '-', or 0
// for no mark.
func sortOfMark(text string) byte {
	n := markEnd(text)
	for i := range n {
		switch b := text[i]; {
		case isDigit(b):
			return '1'
		case 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z':
			return 'a'
		}
	}
	if n > 0 {
		return '-'
	}
	return 0
}

// next reads the token at text[at] and returns where the one behind it may begin.
func (s *scanner) next(at int) int {
	r, size := utf8.DecodeRuneInString(s.text[at:])
	switch {
	case unicode.IsSpace(r):
		if r == '\n' {
			s.add(token{kind: punctToken, start: at, end: at + size, text: "\n"})
		}
		return at + size
	case isDigit(s.text[at]):
		return s.number(at)
	case r == '½' || r == '¼':
		value := map[rune]string{'½': "0.5", '¼': "0.25"}[r]
		return s.literal(value, at, at+size)
	case r == '¾' || '⅐' <= r && r <= '⅞':
		return s.unread(at, at+size)
	case r == '[' && referenceMark.MatchString(s.text[at:min(len(s.text), at+maxNumber)]):
		return at + len(referenceMark.FindString(s.text[at:min(len(s.text), at+maxNumber)]))
	case unicode.IsLetter(r):
		return s.word(at)
	case strings.ContainsRune("<>≤≥=⩽⩾≦≧", r):
		return s.compare(at, r, size)
	}
	s.add(token{kind: punctToken, start: at, end: at + size, text: s.text[at : at+size]})
	return at + size
}

func (s *scanner) add(t token) {
	s.toks = append(s.toks, t)
}

// number reads a figure, or a name made of digits, which counts as a word.
func (s *scanner) number(at int) int {
	if f, end, ok := s.apostrophe(at); ok {
		s.add(token{kind: figureToken, start: at, end: end, fig: &f})
		return end
	}
	if end := s.unreadable(at); end > at {
		return s.unread(at, end)
	}
	f, end, ok := s.scanFigure(at)
	if !ok {
		end = max(end, at+1)
		s.add(token{kind: wordToken, start: at, end: end, text: s.text[at:end], mark: markName})
		return end
	}
	s.add(token{kind: figureToken, start: at, end: end, fig: &f})
	return end
}

// literal adds a figure that is one sign, with its unit.
func (s *scanner) literal(value string, at, end int) int {
	unit, kind, stop := s.scanUnit(end)
	f := figure{value: quantity.MustNumber(value), unit: unit, kind: kind}
	s.add(token{kind: figureToken, start: at, end: stop, fig: &f})
	return stop
}

// word reads a word; a written number with a unit behind it is a figure. An
// apostrophe joins: "L'nT".
func (s *scanner) word(at int) int {
	if n := s.lang.elided(s.text[at:]); n > 0 {
		s.add(token{kind: wordToken, start: at, end: at + n, text: plainElision(s.text[at : at+n])})
		return at + n
	}
	end := at + wordEnd(s.text[at:])
	for end+1 < len(s.text) {
		quote := 0
		for _, q := range []string{"'", "’", "´"} {
			if strings.HasPrefix(s.text[end:], q) {
				quote = len(q)
			}
		}
		n := wordEnd(s.text[min(len(s.text), end+quote):])
		if quote == 0 || n == 0 {
			break
		}
		end += quote + n
	}
	t := token{kind: wordToken, start: at, end: end, text: retrieval.Fold(s.text[at:end])}
	if n, ok := s.lang.numbers[t.text]; ok {
		t.number = n
		if unit, kind, stop := s.scanUnit(end); unit != "" && kind != "count" && kind != "" && (n != "1" || kind != quantity.Angle) {
			t.kind, t.end = figureToken, stop
			t.fig = &figure{value: quantity.MustNumber(n), unit: unit, kind: kind, written: true}
		}
	}
	if len(s.lang.wordings[t.text]) == 0 && s.lang.mainEnding(s.text[at:end]) {
		t.mark = markMain | markVerb
	}
	s.add(t)
	return t.end
}

var signs = map[rune]string{'<': "<", '>': ">", '≤': "<=", '≥': ">=", '=': "=", '⩽': "<=", '⩾': ">=", '≦': "<=", '≧': ">="}

// compare reads a sign of comparison; "<=" and "=>" are one.
func (s *scanner) compare(at int, r rune, size int) int {
	sign, end := signs[r], at+size
	if (r == '<' || r == '>') && strings.HasPrefix(s.text[end:], "=") {
		sign, end = sign+"=", end+1
	}
	s.add(token{kind: signToken, start: at, end: end, text: sign})
	return end
}

// joinWordings makes one token of the words of a wording, the longest first.
func (s *scanner) joinWordings() []token {
	toks, lang := s.toks, s.lang
	out := toks[:0]
	for i := 0; i < len(toks); {
		if toks[i].kind != wordToken {
			out = append(out, toks[i])
			i++
			continue
		}
		w, n := longest(toks[i:], lang.wordings[toks[i].text])
		t := toks[i]
		t.end, t.topic = toks[i+n-1].end, w.topic
		if n > 1 {
			t.text = strings.Join(w.words, " ")
			t.number = lang.numbers[t.text]
		}
		if t.number != "" && n > 1 {
			for t = s.measured(t); i+n < len(toks) && toks[i+n].start < t.end; {
				n++
			}
		}
		if t.mark == 0 || n > 1 {
			t.mark = w.mark
		}
		if t.is(markWhen|markWeak) && s.acronym(t) {
			t.mark = markName
		}
		if len(t.text) == 1 && s.text[t.start] < 'a' && s.symbol(i, toks) {
			t.mark &= markClass
		}
		out = append(out, t)
		i += n
	}
	return out
}

// symbol reports that a single capital letter is no word: "A ≥ 0,80 m", "zona A".
func (s *scanner) symbol(i int, toks []token) bool {
	if i+1 < len(toks) && toks[i+1].kind == signToken {
		return true
	}
	return i > 0 && toks[i-1].kind == wordToken && s.text[toks[i-1].start:toks[i-1].end] != strings.ToUpper(s.text[toks[i-1].start:toks[i-1].end])
}

// acronym reports a short word in capitals in a text that is not: "DB SI 3".
func (s *scanner) acronym(t token) bool {
	word := s.text[t.start:t.end]
	if n := len(word); n < 2 || n > 3 || word != strings.ToUpper(word) {
		return false
	}
	near := s.text[max(0, t.start-maxUnitText):min(len(s.text), t.end+maxUnitText)]
	return near != strings.ToUpper(near)
}

// measured makes a figure of a written number of several words that has a unit
// behind it: "half a metre".
func (s *scanner) measured(t token) token {
	if unit, kind, stop := s.scanUnit(t.end); unit != "" {
		t.kind, t.end = figureToken, stop
		t.fig = &figure{value: quantity.MustNumber(t.number), unit: unit, kind: kind, written: true}
	}
	return t
}

// longest returns the longest wording toks begin with and how many tokens it takes.
func longest(toks []token, list []wording) (wording, int) {
	for _, w := range list {
		if n, ok := matches(toks, w.words); ok {
			return w, n
		}
	}
	return wording{}, 1
}

// matches compares word by word; a hyphen or a slash may stand between.
func matches(toks []token, words []string) (n int, ok bool) {
	for i, word := range words {
		if i > 0 && n < len(toks) && (toks[n].sign("-") || toks[n].sign("/")) {
			n++
		}
		if n >= len(toks) || toks[n].kind != wordToken || toks[n].text != word {
			return 0, false
		}
		n++
	}
	return n, true
}
