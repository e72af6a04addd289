package textlimits

import (
	"slices"
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
	signToken // a comparison sign before a symbol: < ≤ = ≥ >
	punctToken
)

// token is a word, a wording of several words, a figure, or a sign, at
// text[start:end].
type token struct {
	kind       tokenKind
	start, end int
	text       string // folded word; the sign itself
	mark       mark
	fig        *quantity.Figure
	unread     bool // there is a figure, and what it says is not certain
}

func (t *token) is(m mark) bool { return t.mark&m != 0 }

func (t *token) sign(s string) bool { return t.kind != wordToken && t.text == s }

// itemMark begins an item or a numbered paragraph: "a) ", "2. ", "3.º ", "– ".
var itemMark = lazyregexp.New(`^\s*(?:(?:[-–—•*]|[0-9]{1,2}\\?\.?[ºª°]?\.?|\(?(?:[a-zñ]|[ivx]{1,4}|[0-9]{1,2})\)|[a-zñA-Z][.])\s+)`)

// sectionMark is the number of a section before its text: "1.2.1 Los viales".
var sectionMark = lazyregexp.New(`^\s*[0-9]{1,2}(?:\.[0-9]{1,2}){1,4}\.?\s+`)

// numberedMark tells a paragraph number from a figure: "2. El", not "2 m".
var numberedMark = lazyregexp.New(`^\s*[0-9]{1,2}\s`)

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
	mark := text[:markEnd(text)]
	switch {
	case mark == "":
		return 0
	case strings.ContainsAny(mark, "0123456789"):
		return '1'
	case strings.ContainsFunc(mark, unicode.IsLetter):
		return 'a'
	}
	return '-'
}

// noteMarks are the numbers of notes and sources in the running text: "[1]",
// "[2, 4-6]", "(3)" behind a word, a raised one behind a number.
var noteMarks = lazyregexp.New(`\[[0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3})*\]|([^\s(][ ]?)\([0-9]{1,2}\)|([0-9])¹`)

// powers are signs of powers of ten, which are read where one number holds them.
var powers = lazyregexp.New(`[0-9]\s?\^|[0-9]\s?[·×x*]\s?10[^0-9,.]|[0-9][⁰²³⁴-⁹⁻]|10-[0-9]`)

// unreadable are figures that cannot be read for certain: feet and inches by signs.
var unreadable = lazyregexp.New(`[0-9½¼¾]\s?["”″]|[0-9]['’´′](?:[^0-9\pL]|$)|[0-9]⁄|°\s?[0-9]+['’′]|[0-9]['’´′][0-9]{3}`)

// apostrophe stands for a decimal sign in some languages.
var apostrophe = lazyregexp.New(`[0-9]['’´′][0-9]`)

// withoutNotes blanks the marks of notes, so that everything else keeps its place.
func withoutNotes(text string) string {
	return noteMarks.ReplaceAllStringFunc(text, func(found string) string {
		from := strings.LastIndexAny(found, "[(")
		if from < 0 {
			from = len(found) - len("¹")
		}
		return found[:from] + strings.Repeat(" ", len(found)-from)
	})
}

// scanner cuts one text into tokens.
type scanner struct {
	text  string
	lang  *language
	figs  []quantity.Figure
	wrong [][]int // what is not read
	ticks [][]int // apostrophes between digits
	toks  []token
}

// scan returns the tokens of text, wordings joined.
func scan(text string, lang *language) []token {
	plain := withoutNotes(text)
	s := &scanner{text: plain, lang: lang, wrong: unreadable.FindAllStringIndex(plain, -1), ticks: apostrophe.FindAllStringIndex(plain, -1)}
	s.figs = quantity.Figures(plain, lang.tag, &quantity.FigureOptions{Words: true})
	for _, p := range powers.FindAllStringIndex(plain, -1) {
		if !slices.ContainsFunc(s.figs, func(f quantity.Figure) bool { return f.Start <= p[0] && p[1] <= f.NumberEnd }) {
			s.wrong = append(s.wrong, p)
		}
	}
	for at := markEnd(plain); at < len(plain); {
		at = s.next(at)
	}
	return s.joinWordings()
}

// next reads the token at text[at] and returns where the one behind it may begin.
func (s *scanner) next(at int) int {
	for len(s.figs) > 0 && s.figs[0].Lead < at {
		s.figs = s.figs[1:]
	}
	r, size := utf8.DecodeRuneInString(s.text[at:])
	switch {
	case len(s.figs) > 0 && s.figs[0].Lead == at && s.counts(&s.figs[0]):
		return s.figure(at)
	case r == '\n':
		return s.add(token{kind: punctToken, start: at, end: at + size, text: "\n"})
	case unicode.IsSpace(r):
		return at + size
	case r >= '0' && r <= '9':
		end := at + numberEnd(s.text[at:])
		end += wordEnd(s.text[end:])
		return s.add(token{start: at, end: max(end, at+1), text: s.text[at:max(end, at+1)], mark: markName, unread: s.isWrong(at, end)})
	case unicode.IsLetter(r):
		return s.word(at)
	case strings.ContainsRune("<>≤≥=⩽⩾≦≧", r):
		return s.compare(at, r, size)
	}
	return s.add(token{kind: punctToken, start: at, end: at + size, text: s.text[at : at+size]})
}

func (s *scanner) add(t token) int {
	s.toks = append(s.toks, t)
	return t.end
}

// perReach is how many bytes behind an article "por cada" makes a number of it.
const perReach = 80

// counts reports that a figure is one: "una" is an article but before "por cada".
func (s *scanner) counts(f *quantity.Figure) bool {
	if !f.Article || f.Unit.Kind() != quantity.Count && f.Unit.Kind() != quantity.Angle && !f.Unit.IsZero() {
		return true
	}
	if f.Unit.Kind() == quantity.Angle {
		return false // "un grado de protección"
	}
	behind := retrieval.Fold(s.text[f.End:min(len(s.text), f.End+perReach)])
	behind, _, _ = strings.Cut(behind, ".")
	return slices.ContainsFunc(s.lang.per, func(per string) bool { return strings.Contains(behind, " "+per+" ") })
}

// figure adds the next figure.
func (s *scanner) figure(at int) int {
	f := s.figs[0]
	s.figs = s.figs[1:]
	return s.add(token{kind: figureToken, start: at, end: f.End, text: f.Sign, fig: &f, unread: s.isWrong(at, f.End) || s.tick(&f)})
}

// tick reports an apostrophe that need be no decimal sign: 5'30 s, 1'25 alone, or one
// that is none in the language.
func (s *scanner) tick(f *quantity.Figure) bool {
	kind := f.Unit.Kind()
	sixties := f.Unit.IsZero() || kind == quantity.Time || kind == quantity.Angle
	for _, w := range s.ticks {
		if w[0] < f.End && w[1] > f.Start && (sixties || w[0] < f.Start || w[1] > f.End) {
			return true
		}
	}
	return false
}

// isWrong reports that what stands at text[at:end] is not read for certain.
func (s *scanner) isWrong(at, end int) bool {
	for _, w := range s.wrong {
		if w[0] < end && w[1] > at {
			return true
		}
	}
	return false
}

var apostrophes = []string{"'", "’", "´"}

// word reads a word; an apostrophe joins: "L'nT".
func (s *scanner) word(at int) int {
	if n := s.lang.elided(s.text[at:]); n > 0 {
		return s.add(token{start: at, end: at + n, text: plainElision(s.text[at : at+n])})
	}
	end := at + wordEnd(s.text[at:])
	for end+1 < len(s.text) {
		_, quote := utf8.DecodeRuneInString(s.text[end:])
		n := wordEnd(s.text[end+quote:])
		if !slices.Contains(apostrophes, s.text[end:end+quote]) || n == 0 {
			break
		}
		end += quote + n
	}
	t := token{start: at, end: end, text: retrieval.Fold(s.text[at:end])}
	if len(s.lang.wordings[t.text]) == 0 && s.lang.mainEnding(s.text[at:end]) {
		t.mark = markMain | markVerb
	}
	return s.add(t)
}

var signs = map[rune]string{'<': "<", '>': ">", '≤': "<=", '≥': ">=", '=': "=", '⩽': "<=", '⩾': ">=", '≦': "<=", '≧': ">="}

// compare reads a sign of comparison; "<=" and "=>" are one.
func (s *scanner) compare(at int, r rune, size int) int {
	sign, end := signs[r], at+size
	if (r == '<' || r == '>') && strings.HasPrefix(s.text[end:], "=") {
		sign, end = sign+"=", end+1
	}
	return s.add(token{kind: signToken, start: at, end: end, text: sign})
}

// joinWordings makes one token of the words of a wording, the longest first.
func (s *scanner) joinWordings() []token {
	toks := s.toks
	out := toks[:0]
	for i := 0; i < len(toks); {
		t := toks[i]
		if t.kind != wordToken {
			out = append(out, t)
			i++
			continue
		}
		w, n := longest(toks[i:], s.lang.wordings[t.text])
		t.end = toks[i+n-1].end
		if n > 1 {
			t.text = strings.Join(w.words, " ")
		}
		if t.mark == 0 || n > 1 {
			t.mark = w.mark
		}
		if s.symbol(t) {
			t.mark = 0
		}
		if t.is(markWhen|markWeak) && s.acronym(t) {
			t.mark = markName
		}
		out = append(out, t)
		i += n
	}
	return out
}

// symbol reports a single capital letter, which is no word but at the beginning.
func (s *scanner) symbol(t token) bool {
	return t.end-t.start == 1 && s.text[t.start] < 'a' && strings.TrimSpace(s.text[:t.start]) != "" && t.text != "y"
}

var acronyms = lazyregexp.New(`^[A-Z]{2,3}$`)

// acronym reports a short word in capitals in a text that is not: "DB SI 3".
func (s *scanner) acronym(t token) bool {
	const reach = 40
	near := s.text[max(0, t.start-reach):min(len(s.text), t.end+reach)]
	return acronyms.MatchString(s.text[t.start:t.end]) && near != strings.ToUpper(near)
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

// numberEnd returns the length of the number s begins with; a sign inside it needs a
// digit behind.
func numberEnd(s string) int {
	for i := range len(s) {
		inner := strings.IndexByte(".,/", s[i]) >= 0 && i+1 < len(s) && isDigit(s[i+1])
		if !isDigit(s[i]) && !inner {
			return i
		}
	}
	return len(s)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// wordEnd returns the length of the letters and digits s begins with.
func wordEnd(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			return i
		}
	}
	return len(s)
}

// isUnit reports whether a word is a unit, and not what is counted or, unless it stands
// in brackets, a single capital letter that names a column.
func isUnit(word, lang string, bracketed bool) bool {
	u, err := quantity.ParseUnitIn(word, lang)
	if err != nil || u.IsBoolean() || u.IsFireClass() {
		return false
	}
	return bracketed || u.Kind() != quantity.Count && (len(word) > 1 || word[0] > 'Z' || word == "%")
}
