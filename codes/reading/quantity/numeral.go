package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// factor reads what multiplies the number before it: "20 mil".
func (s *figureScanner) factor(end int) (factor Number, n int) {
	from := end + spaces(s.text[end:])
	if from == end {
		return Number{}, 0
	}
	stop := from + wordEnd(s.text[from:])
	if factor, ok := s.lang.factors[foldUnit(s.text[from:stop])]; ok {
		more := stop + spaces(s.text[stop:])
		if of := more + wordEnd(s.text[more:]); s.lang.factors[foldUnit(s.text[from:of])] != (Number{}) {
			stop = of
		}
		return factor, stop - end
	}
	return Number{}, 0
}

// written reads a number in words at text[at:end], and returns where to go on.
func (s *figureScanner) written(at, end int) int {
	word := foldUnit(s.text[at:end])
	if !s.lang.opens[word] {
		return s.oneAndHalf(at)
	}
	if next := s.share(at); next > at {
		return next
	}
	value, stop, ok := s.numeral(at)
	if !ok {
		value, stop, ok = s.lang.numbers[word], end, s.lang.numbers[word] != (Number{}) || s.lang.zero(word)
	}
	if half, _ := s.andHalf(stop); !ok || half.Sign() == 0 && s.larger(at, stop) {
		return s.oneAndHalf(at)
	}
	if part, next := s.part(stop); next > stop {
		over, ok := value.Quo(part)
		if !ok {
			return at
		}
		value, stop = over, next
	}
	f := Figure{Form: Single, Value: value, Written: true, Start: at, End: stop}
	s.measure(&f, stop)
	f.Article = s.lang.articles[word] && stop == end && f.Value.Equal(value) // "un metro y medio" is no article
	if f.Article && f.Unit.IsZero() {
		return at
	}
	s.add(f)
	return f.End
}

func (l *language) zero(word string) bool { _, ok := l.numbers[word]; return ok }

// measure reads the unit of a figure whose number ends at end, and the half behind
// number or unit: "two and a half metres", "dos metros y medio".
func (s *figureScanner) measure(f *Figure, end int) {
	var half Number
	stop := end
	if s.words {
		half, stop = s.andHalf(end)
	}
	f.NumberEnd = stop
	f.Unit, f.End = s.unit(stop)
	if half.Sign() == 0 && s.words && !f.Unit.IsZero() {
		half, f.End = s.halfBehind(f.End)
	}
	f.Value = f.Value.Add(half)
}

// oneAndHalf reads a unit with a half behind it and no number before it, "metro y medio",
// and returns where to go on.
func (s *figureScanner) oneAndHalf(at int) int {
	if !s.halved {
		return at
	}
	u, end := s.unit(at)
	if u.IsZero() || u.Kind() == Count {
		return at
	}
	half, stop := s.halfBehind(end)
	if half.Sign() == 0 {
		return at
	}
	s.add(Figure{Form: Single, Value: NewNumber(1, 1).Add(half), Unit: u, Written: true, Start: at, NumberEnd: at, End: stop})
	return stop
}

// halfBehind is andHalf behind a unit: what has a unit behind it is a figure of its own.
func (s *figureScanner) halfBehind(end int) (part Number, stop int) {
	part, stop = s.andHalf(end)
	if u, _ := s.unit(stop); stop > end && !u.IsZero() {
		return Number{}, end
	}
	return part, stop
}

// andHalf reads "y medio", "and a half" or "y cuarto" at a place, and returns where to go on.
func (s *figureScanner) andHalf(end int) (part Number, stop int) {
	words := tokensOf(ahead(s.text[end:]))
	if len(words) < 2 || !s.lang.joins[words[0].fold] || strings.TrimLeft(s.text[end:end+words[0].start], " \u00a0") != "" {
		return Number{}, end
	}
	for n := min(len(words)-1, 2); n > 0; n-- {
		switch phrase := phraseOf(words[1 : 1+n]); {
		case s.lang.halves[phrase]:
			return NewNumber(1, 2), end + words[n].end
		case s.lang.quarters[phrase]:
			return NewNumber(1, 4), end + words[n].end
		}
	}
	return Number{}, end
}

// share reads a half before a unit ("media hora", "half a metre"), or a share that
// stands alone ("la mitad"), and returns where to go on.
func (s *figureScanner) share(at int) int {
	words := tokensOf(ahead(s.text[at:]))
	for n := min(len(words), 3); n > 0; n-- {
		phrase, end := phraseOf(words[:n]), at+words[n-1].end
		value, alone := s.lang.fractions[phrase]
		if !alone && s.lang.halves[phrase] {
			value = NewNumber(1, 2)
		}
		if value == (Number{}) {
			continue
		}
		f := Figure{Form: Single, Value: value, Written: true, Start: at, NumberEnd: end}
		if f.Unit, f.End = s.unit(end); alone {
			f.Unit, f.End = Unit{}, end
		}
		if alone || !f.Unit.IsZero() {
			s.add(f)
			return f.End
		}
	}
	return at
}

// phraseOf joins words; "" where a sign stands between.
func phraseOf(words []token) string {
	parts := make([]string, len(words))
	for i, w := range words {
		if w.stop {
			return ""
		}
		parts[i] = w.fold
	}
	return strings.Join(parts, " ")
}

// ahead is as much of a text as a number in words takes.
func ahead(text string) string {
	const most = 120 // bytes
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// numeral reads a number of one word or more at a place: "treinta y dos", "two hundred
// and fifty", "quatre-vingt-dix".
func (s *figureScanner) numeral(at int) (value Number, stop int, ok bool) {
	n := numeralReader{lang: s.lang, text: s.text[at:]}
	n.read(tokensOf(ahead(s.text[at:])))
	return NewNumber(n.total+n.current, 1), at + n.end, n.end > 0
}

type numeralReader struct {
	lang           *language
	text           string
	total, current int64 // what stands before "thousand", and behind it
	end            int   // of what was read
}

func (n *numeralReader) read(words []token) {
	last := 0
	for i := 0; i < len(words); {
		w := words[i]
		if w.stop || n.end > 0 && !nextTo(n.text[last:w.start]) {
			return
		}
		used, joined := n.take(words[i:]), n.lang.joins[w.fold]
		switch {
		case used > 0:
			i += used
			last = words[i-1].end
			n.end = last
		case joined && n.end > 0 && n.joins(words[i+1:]):
			i, last = i+1, w.end
		default:
			return
		}
	}
}

// nextTo reports whether two words of a number may stand so far apart.
func nextTo(gap string) bool { return strings.Trim(gap, " \u00a0-\u2010\u2011") == "" && len(gap) <= 3 }

// joins reports whether "and" goes on with the number, given the words behind it.
func (n *numeralReader) joins(words []token) bool {
	value, used := n.value(words)
	behind := n.current%10 == 0 && n.current%100 >= 20
	if n.lang.hundreds {
		behind = n.current%100 == 0 && n.current+n.total > 0
	}
	return used > 0 && behind && n.fits(value)
}

// take reads what the next words add; it returns how many.
func (n *numeralReader) take(words []token) int {
	if value, used := n.value(words); used > 0 && n.fits(value) {
		n.current += value
		return used
	}
	factor, ok := n.lang.factors[words[0].fold]
	if !ok || !factor.IsInt() || n.end == 0 && n.lang.articles[words[0].fold] {
		return 0
	}
	times := factor.rat().Num().Int64()
	if times < 1000 {
		if n.current >= 100 || n.current > 9 && times >= 100 {
			return 0
		}
		n.current = max(n.current, 1) * times
		return 1
	}
	if n.current == 0 && n.total > 0 {
		return 0
	}
	n.total, n.current = n.total+max(n.current, 1)*times, 0
	return 1
}

// fits reports whether a number may follow what was read: "treinta" takes "dos", and
// neither "veinte" nor, but for scores, "doce".
func (n *numeralReader) fits(value int64) bool {
	c := n.current
	switch {
	case n.end == 0 || c == 0 && n.total > 0:
		return true
	case value <= 0 || c == 0:
		return false
	case c%100 == 0:
		return value < 100
	case c%100 == 60 || c%100 == 80:
		return value < 20
	}
	return c%10 == 0 && c%100 >= 20 && value < 10
}

// value is the longest number that the words begin with, and of how many it is.
func (n *numeralReader) value(words []token) (value int64, used int) {
	for k := min(len(words), 3); k > 0; k-- {
		phrase := phraseOf(words[:k])
		if v, ok := n.lang.values[phrase]; ok {
			return v, k
		}
		if v, ok := n.lang.numbers[phrase]; ok && v.IsInt() {
			return v.rat().Num().Int64(), k
		}
	}
	return 0, 0
}

// part reads what makes the written number before it a fraction: "dos tercios",
// "two-thirds".
func (s *figureScanner) part(end int) (denominator Number, stop int) {
	words := tokensOf(ahead(s.text[end:]))
	if len(words) == 0 || !nextTo(s.text[end:end+words[0].start]) {
		return Number{}, end
	}
	for n := min(len(words), 2); n > 0; n-- {
		if d, ok := s.lang.parts[phraseOf(words[:n])]; ok {
			return d, end + words[n-1].end
		}
	}
	return Number{}, end
}

// larger reports whether the words around a written number make it part of
// another one, as in "treinta y dos", "two hundred" and "two and a half".
func (s *figureScanner) larger(at, end int) bool {
	behind := s.text[end:min(len(s.text), end+maxAround)]
	if i := strings.IndexAny(behind, clauseSigns); i >= 0 {
		behind = behind[:i]
	}
	next := wordsOf(behind)
	if s.lang.joinsLarger(next) {
		return true
	}
	if len(next) > 0 {
		_, number := s.lang.numbers[next[0]]
		if number && !s.lang.articles[next[0]] {
			return true
		}
	}
	before := s.text[max(0, at-maxAround):at]
	last := wordsOf(before[strings.LastIndexAny(before, clauseSigns)+1:])
	slices.Reverse(last)
	_, tens := s.lang.numbers[first(last)]
	return s.lang.joinsLarger(last) || tens && strings.HasSuffix(before, "-")
}

// maxAround is how many bytes around a number are looked at.
const maxAround = 40

// clauseSigns part clauses; no number goes on beyond one.
const clauseSigns = ",;.:()"

func wordsOf(text string) []string {
	return strings.FieldsFunc(foldUnit(text), func(r rune) bool { return unicode.IsSpace(r) || r == '-' })
}

func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// IsNumeral reports whether a word is a number or a part of one in a language:
// "fifty", "cien", "half". Articles ("un", "a") are not.
func IsNumeral(word, lang string) bool {
	l, word := languageOf(lang), foldUnit(word)
	_, number := l.numbers[word]
	_, value := l.values[word]
	return value || l.larger[word] || number && !l.articles[word]
}

// IsCountingArticle reports whether a word of a language is an article that may count one
// thing: "una", "a".
func IsCountingArticle(word, lang string) bool {
	l, word := languageOf(lang), foldUnit(word)
	_, number := l.numbers[word]
	return number && l.articles[word]
}

// joinsLarger reports whether words begin with one that makes a number larger, a
// conjunction and an article before it left out.
func (l *language) joinsLarger(words []string) bool {
	if len(words) > 1 && l.joins[words[0]] {
		words = words[1:]
	}
	if len(words) > 1 && l.articles[words[0]] {
		words = words[1:]
	}
	return len(words) > 0 && l.larger[words[0]]
}
