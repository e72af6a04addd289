package quantity

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bound says how a text bounds a figure in words or by a sign.
type Bound string

// The bounds. A figure that nothing bounds has none of them.
const (
	Least Bound = "least" // "at least", "no menor que": the figure itself is allowed
	Most  Bound = "most"  // "at most", "hasta"
	Above Bound = "above" // "more than", "pasa de": the figure itself is outside
	Below Bound = "below" // "less than", "menos de"
)

// Side is -1 for what bounds from below, 1 for what bounds from above, 0 for none.
func (b Bound) Side() int {
	switch b {
	case Least, Above:
		return -1
	case Most, Below:
		return 1
	}
	return 0
}

var signBounds = map[string]Bound{"<": Below, "<=": Most, ">=": Least, ">": Above}

// boundPhrase is a turn of phrase that bounds a figure.
type boundPhrase struct {
	bound  Bound
	behind bool     // it may stand some words behind the figure
	beside bool     // it may stand right behind it
	words  []string // folded; "…" is up to three words, a word with * any that begins so
}

// boundSections are the sections of a language file that hold them.
var boundSections = map[string]boundPhrase{
	"least": {bound: Least}, "most": {bound: Most}, "above": {bound: Above}, "below": {bound: Below},
	"least behind": {bound: Least, behind: true}, "most behind": {bound: Most, behind: true},
	"least beside": {bound: Least, beside: true}, "most beside": {bound: Most, beside: true},
}

// readBounds takes a line of phrases. A phrase that stands earlier in the file is the
// stronger: it takes its words with it.
func (l *language) readBounds(section, line string) error {
	for _, phrase := range foldedList(line) {
		p := boundSections[section]
		p.words = strings.FieldsFunc(phrase, func(r rune) bool { return r == ' ' || r == '-' })
		if p.words[0] == "…" || p.words[len(p.words)-1] == "…" {
			return fmt.Errorf("a phrase neither begins nor ends with …: %q", phrase)
		}
		l.bounds = append(l.bounds, p)
	}
	return nil
}

// boundAt is a phrase found in a text.
type boundAt struct {
	start, end int
	boundPhrase
}

// token is a word of a text, or a sign that ends a clause.
type token struct {
	start, end int
	fold       string
	stop       bool
	comma      bool // one stands right behind it
}

func tokensOf(text string) []token {
	var list []token
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsLetter(r) || isDigit(r):
			end := at + wordEnd(text[at:])
			list = append(list, token{start: at, end: end, fold: foldUnit(text[at:end])})
			at = end
		case strings.ContainsRune(";|\n", r) || strings.ContainsRune(".:!?", r) && !digitBehind(text[at+size:]):
			list = append(list, token{start: at, end: at + size, stop: true})
			at += size
		default:
			if r == ',' && len(list) > 0 {
				list[len(list)-1].comma = true
			}
			at += size
		}
	}
	return list
}

func digitBehind(text string) bool { return text != "" && isDigit(rune(text[0])) }

// gap is how many words "…" stands for at most.
const gap = 3

// matchPhrase returns how many tokens a phrase takes from the first; 0 where it does not
// fit.
func (l *language) matchPhrase(words []string, tokens []token) int {
	if len(words) == 0 || len(tokens) == 0 || tokens[0].stop || !matchWord(words[0], tokens[0].fold) {
		return 0
	}
	if len(words) == 1 {
		return 1
	}
	if words[1] != "…" {
		if n := l.matchPhrase(words[1:], tokens[1:]); n > 0 {
			return 1 + n
		}
		return 0
	}
	for skip := 0; skip <= gap && 1+skip < len(tokens) && l.leaps(tokens[:1+skip]); skip++ {
		if n := l.matchPhrase(words[2:], tokens[1+skip:]); n > 0 {
			return 1 + skip + n
		}
	}
	return 0
}

// leaps reports whether "…" may stand for the words behind the first: it spans no figure,
// nothing that opens a case or is denied itself ("no se exige si supera"), and does not
// begin behind a comma ("No, con más de 6 m").
func (l *language) leaps(tokens []token) bool {
	if len(tokens) == 1 {
		return !tokens[0].comma
	}
	last := &tokens[len(tokens)-1]
	stopped := func(word string) bool { return matchWord(word, last.fold) }
	return !tokens[0].comma && !last.stop && !isDigit(rune(last.fold[0])) && !slices.ContainsFunc(l.stops, stopped)
}

func matchWord(want, have string) bool {
	if begin, ok := strings.CutSuffix(want, "*"); ok {
		return strings.HasPrefix(have, begin)
	}
	return want == have
}

// findBounds finds the phrases of a text, the stronger first, none over another.
func (l *language) findBounds(text string) []boundAt {
	tokens := tokensOf(text)
	taken := make([]bool, len(tokens))
	first := map[string][]int{}
	for i, t := range tokens {
		if !t.stop {
			first[initial(t.fold)] = append(first[initial(t.fold)], i)
		}
	}
	var found []boundAt
	for _, p := range l.bounds {
		for _, i := range first[initial(p.words[0])] {
			n := l.matchPhrase(p.words, tokens[i:])
			if n == 0 || slices.Contains(taken[i:i+n], true) {
				continue
			}
			for k := i; k < i+n; k++ {
				taken[k] = true
			}
			found = append(found, boundAt{tokens[i].start, tokens[i+n-1].end, p})
		}
	}
	return found
}

func initial(word string) string {
	_, size := utf8.DecodeRuneInString(word)
	return word[:size]
}

// setBounds gives each figure the bound that its sign or a phrase says.
func (s *figureScanner) setBounds(list []Figure) {
	found := s.lang.findBounds(s.text)
	used := -1 // the end of the phrase that spoke of the figure before it
	for i := range list {
		f := &list[i]
		if f.Form != Single {
			continue
		}
		if f.Bound = signBounds[f.Sign]; f.Bound != "" {
			continue
		}
		from, to := 0, len(s.text)
		if i > 0 {
			from = list[i-1].End
		}
		if i+1 < len(list) {
			to = list[i+1].Start
		}
		f.Bound, used = s.boundOf(f, found, max(from, used), to)
		if f.Bound == "" && i > 0 && s.carriesOn(f.Start) {
			f.Bound = list[i-1].Bound
		}
	}
}

// boundOf returns the bound of a figure that no figure stands beside within [from, to): what
// a phrase says that stands close to it, or else one some words behind it, or else the
// nearest before it. used is where a phrase behind it ends.
func (s *figureScanner) boundOf(f *Figure, found []boundAt, from, to int) (bound Bound, used int) {
	before, behind := -1, -1
	for i, b := range found {
		switch {
		case b.end <= f.Start && b.start >= from && !strings.ContainsAny(s.text[b.end:f.Start], ";|\n"):
			if before < 0 || b.end > found[before].end {
				before = i
			}
		case b.start >= f.End && b.end <= to && s.reachesBack(b, f, to):
			if behind < 0 || b.start < found[behind].start {
				behind = i
			}
		}
	}
	leads := before >= 0 && s.adjacent(found[before].end, f.Start)
	if behind >= 0 && (!leads || s.adjacent(f.End, found[behind].start) && !s.adjacent(found[behind].end, to)) {
		return found[behind].bound, found[behind].end
	}
	if before >= 0 {
		return found[before].bound, -1
	}
	return "", -1
}

// adjacent reports whether nothing but a small word, which joins nothing, stands between two
// places: "no more than 3 m", "una anchura mínima de 3 m".
func (s *figureScanner) adjacent(from, to int) bool {
	const small = 4 // bytes
	if to >= len(s.text) {
		return false
	}
	word := strings.TrimSpace(s.text[from:to])
	return len(word) <= small && !strings.ContainsAny(word, " ,.:;|(\n") && !s.lang.joins[foldUnit(word)]
}

// carriesOn reports whether the words right before a place bound what follows as what
// stands before them: "ni de".
func (s *figureScanner) carriesOn(at int) bool {
	words := tokensOf(s.text[max(0, at-maxAround):at])
	for n := 1; n <= min(len(words), 2); n++ {
		if slices.Contains(s.lang.again, phraseOf(words[len(words)-n:])) {
			return true
		}
	}
	return false
}

// reachesBack reports whether a phrase behind a figure speaks of it: it is one that may
// follow some words later. One at the heels of the next figure speaks of that, and what
// stands behind an article of what follows: "una altura mínima de 2 m".
func (s *figureScanner) reachesBack(b boundAt, f *Figure, to int) bool {
	const near = 48 // bytes
	between := s.text[f.End:b.start]
	switch {
	case strings.ContainsAny(between, ";:|\n"), strings.Contains(between, ". "), len(between) > near:
		return false
	case !b.behind && (!b.beside || f.Article || len(strings.Fields(between)) > 1):
		return false
	}
	return strings.TrimSpace(between) == "" || !s.adjacent(b.end, to)
}

// BoundWords are words of a text that bound something, Text[Start:End].
type BoundWords struct {
	Bound      Bound
	Start, End int
}

// Bounds lists what the words of a text bound, whether or not a figure stands with them:
// "Anchura mínima" is [Least]. They are in no order.
func Bounds(text, lang string) []BoundWords {
	found := languageOf(lang).findBounds(text)
	list := make([]BoundWords, len(found))
	for i, b := range found {
		list[i] = BoundWords{Bound: b.bound, Start: b.start, End: b.end}
	}
	return list
}

// UnitsIn lists the units that the words of a text name, without numbers or behind them:
// "Transmitancia, en W/m²K".
func UnitsIn(text, lang string) []Unit {
	s := figureScanner{text: text, lang: languageOf(lang), units: languageOf(lang).catalogue(), tag: lang}
	var list []Unit
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsLetter(r) && r != '%' && r != '°' && r != '‰' {
			at += size
			continue
		}
		if u, end := s.unit(at); end > at && wordEnd(text[end:]) == 0 && u.Kind() != Count && (end-at > 2 || announcesUnit(text[:at])) {
			list, at = append(list, u), end
			continue
		}
		at += max(size, wordEnd(text[at:]))
	}
	return list
}

// announcesUnit reports whether what stands before a short word makes it a unit: a
// bracket, a comma, a word of two letters ("en m", "in m").
func announcesUnit(before string) bool {
	before = strings.TrimRight(before, " \u00a0")
	if before == "" || strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, "|") {
		return true
	}
	words := tokensOf(before[max(0, strings.LastIndexAny(before, " (")):])
	return len(words) > 0 && len(words[len(words)-1].fold) == 2
}
