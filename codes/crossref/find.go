package crossref

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Find returns the mentions in a text of a language (BCP 47), in order, none
// overlapping; nil when there are none. Part is the passage named, outermost
// first, as in "art-14/ap-2/let-b"; Work is the regulation as it is written.
func Find(text, lang string) []retrieval.Ref {
	s := &scanner{text: text, words: vocabulary().of(lang)}
	for pos := 0; pos < len(text); {
		w, ok := nextWord(text, pos)
		if !ok {
			break
		}
		pos = w.end
		if end := s.mention(w); end > pos {
			pos = end
		}
	}
	return s.found
}

// scanner reads the mentions of one text.
type scanner struct {
	text  string
	words *language
	found []retrieval.Ref
}

// label is one number or letter a passage is named by, with what is said of it.
type label struct {
	start, end int
	parts      []string // outermost first: "art-14", "ap-2"
}

// mention reads what begins with w, appends it and returns where it ends; 0 when
// nothing begins there.
func (s *scanner) mention(w word) int {
	if labels, end := s.part(w); len(labels) > 0 {
		return s.chain(labels, w.start, end)
	}
	if end, _ := s.work(w); end > 0 {
		return s.standing(w.start, end)
	}
	return 0
}

// standing enters a work that is named without a passage before it. A number
// directly behind letters is a section of it: "DB-SUA 1".
func (s *scanner) standing(start, end int) int {
	ref := retrieval.Ref{Start: start, End: end, Work: s.text[start:end]}
	if m := sectionBehind.FindStringSubmatch(ahead(s.text, end)); m != nil && strings.ToUpper(ref.Work) == ref.Work {
		letters := ref.Work[strings.LastIndexAny(ref.Work, "- ")+1:]
		ref.End += len(m[0])
		ref.Part = "sec-" + slug(letters+"-"+m[1])
	}
	s.found = append(s.found, ref)
	return ref.End
}

var sectionBehind = lazyregexp.New(`^[ -](\d{1,2})\b`)

// chain follows "apartado 2 del artículo 14 de la Ley 38/1999" from its first
// labels to its end.
func (s *scanner) chain(labels []label, start, end int) int {
	var outer []string // parts named behind the first, outermost first
	work := ""
	for {
		next, self, ok := s.link(end)
		if !ok {
			break
		}
		if more, to := s.part(next); len(more) == 1 {
			outer, end = append(slices.Clone(more[0].parts), outer...), to
			continue
		}
		if to, _ := s.work(next); to > 0 {
			work, end = s.text[next.start:to], to
		} else if self && s.isSelf(next) {
			end = s.selfEnd(next)
		}
		break
	}
	for i, l := range labels {
		ref := retrieval.Ref{Start: l.start, End: l.end, Work: work, Part: canonical(append(slices.Clone(outer), l.parts...))}
		if i == 0 {
			ref.Start = start
		}
		if i == len(labels)-1 {
			ref.End = max(ref.End, end)
		}
		s.found = append(s.found, ref)
	}
	return end
}

// selfEnd returns where the name of the text itself ends: "este real decreto".
func (s *scanner) selfEnd(w word) int {
	for _, p := range s.words.works[w.fold] {
		if end, ok := s.phrase(p, w); ok {
			return end
		}
	}
	return w.end
}

// isSelf reports whether a word stands for the text itself: "esta Ley".
func (s *scanner) isSelf(w word) bool {
	_, isWork := s.words.works[w.fold]
	return isWork || s.words.parts[w.fold] != ""
}

// link passes over words like "del" and commas between a passage and what it is
// of, and returns the word behind. self is true where they say that it is of the
// text itself.
func (s *scanner) link(pos int) (next word, self, ok bool) {
	const most = 4 // words
	for range most {
		w, found := nextWord(s.text, pos)
		if !found || !joins(s.text[pos:w.start]) {
			return word{}, false, false
		}
		switch {
		case s.words.selfs[w.fold]:
			self = true
		case s.words.links[w.fold]:
		default:
			return w, self, true
		}
		pos = w.end
	}
	return word{}, false, false
}

// joins reports whether what stands between two words keeps them in one mention.
func joins(gap string) bool {
	return len(gap) <= 3 && strings.Trim(gap, " ,\u00a0'’") == ""
}

// part reads a passage: the word that announces it and its labels.
func (s *scanner) part(w word) (labels []label, end int) {
	kind, end := s.announced(w)
	if kind == "" {
		return nil, 0
	}
	pos := skipNumberSign(s.text, end)
	for {
		l, to := s.label(kind, pos)
		if to == 0 {
			return labels, end
		}
		labels, end = append(labels, l), to
		next, ok := s.another(to)
		if !ok {
			return labels, end
		}
		pos = next
	}
}

// announced returns the kind of passage a word, or two, announces.
func (s *scanner) announced(w word) (kind string, end int) {
	if next, ok := nextWord(s.text, w.end); ok && next.start == w.end+1 {
		if kind := s.words.parts[w.fold+"·"+next.fold]; kind != "" {
			return kind, next.end
		}
	}
	return s.words.parts[w.fold], w.end
}

// ahead returns as much of the text at pos as a label can need: a pattern costs
// time by the length of what it is given, even where it fails at once.
func ahead(text string, pos int) string {
	const most = 96
	return text[pos:min(pos+most, len(text))]
}

var numberSign = lazyregexp.New(`^\.?(?:[ \x{a0}]+(?:n\.?[ºo°]|núm\.|no\.))?[ \x{a0}]*`)

// skipNumberSign returns where the label behind pos begins: "art. n.º 5".
func skipNumberSign(text string, pos int) int {
	return pos + len(numberSign.FindString(ahead(text, pos)))
}

// another returns where the next label of a list begins: "5, 6 y 7".
func (s *scanner) another(pos int) (next int, ok bool) {
	rest := s.text[pos:]
	if trimmed, comma := strings.CutPrefix(rest, ", "); comma {
		return len(s.text) - len(trimmed), startsLabel(trimmed)
	}
	w, found := nextWord(s.text, pos)
	if !found || s.text[pos:w.start] != " " || !s.words.ands[w.fold] || !strings.HasPrefix(s.text[w.end:], " ") {
		return 0, false
	}
	return w.end + 1, startsLabel(s.text[w.end+1:])
}

func startsLabel(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsDigit(r) || unicode.IsUpper(r) || len(text) > 1 && text[1] == ')'
}

var (
	number  = lazyregexp.New(`^(\d{1,4}(?:\.\d{1,3})*)(?:\.?[ºª])?(?:[ -](bis|ter|quater|quáter)\b)?((?: ?\(?[a-zñ0-9]{1,2}\)|\.[a-zñ](?:\)|\b))*)`)
	caption = lazyregexp.New(`^\d{1,3}(?:\.\d{1,3})*(?:\.?[a-z]\b)?(?: ?[-–] ?[A-Z]{1,4} ?\d{1,2}\b)?`)
	inner   = lazyregexp.New(`[a-zñ0-9]+`)
	year    = lazyregexp.New(`^(?:19|20)\d\d(?:[^\d.]|\.\D|\.?$)`)
	letters = lazyregexp.New(`^[A-Z]{1,4}(?:[- ][A-Z]{1,4}){0,2}[- ]?\d{1,3}(?:\.\d{1,3})*`)
	roman   = lazyregexp.New(`^[IVXLC]+(?:\.\d+)*\b`)
	capital = lazyregexp.New(`^[A-Z](?:\.\d+)*\b`)
	letter  = lazyregexp.New(`^([a-zñ]{1,2})\)`)
)

// label reads one label at pos; end is 0 when there is none.
func (s *scanner) label(kind string, pos int) (l label, end int) {
	rest := ahead(s.text, pos)
	l.start = pos
	switch {
	case kind == "let":
		m := letter.FindStringSubmatch(rest)
		if m == nil {
			return l, 0
		}
		l.parts, end = []string{"let-" + slug(m[1])}, pos+len(m[0])
	case (kind == "tab" || kind == "fig") && caption.MatchString(rest):
		m := caption.FindString(rest)
		l.parts, end = []string{kind + "-" + slug(m)}, pos+len(m)
	case year.MatchString(rest): // "the Building Regulations 2010"
		return l, 0
	case number.MatchString(rest):
		m := number.FindStringSubmatch(rest)
		l.parts, end = numbered(kind, m[1], m[2], m[3]), pos+len(m[0])
	case letters.MatchString(rest):
		m := letters.FindString(rest)
		l.parts, end = []string{kind + "-" + slug(m)}, pos+len(m)
	default:
		l.parts, end = s.spelt(kind, pos)
	}
	if end > 0 && partOfWord(s.text, end) {
		return l, 0
	}
	l.end = end
	return l, end
}

// numbered takes "14.2 c)" of an article apart; of others the number is one:
// "apartado 3.2".
func numbered(kind, digits, suffix, behind string) []string {
	first, rest := digits, ""
	if kind == "art" {
		first, rest, _ = strings.Cut(digits, ".")
	}
	if suffix != "" {
		first += "-" + slug(suffix)
	}
	parts := []string{kind + "-" + first}
	if rest != "" {
		parts = append(parts, "ap-"+rest)
	}
	for _, m := range inner.FindAllString(behind, -1) {
		if unicode.IsDigit(rune(m[0])) {
			parts = append(parts, "ap-"+m)
		} else {
			parts = append(parts, "let-"+slug(m))
		}
	}
	return parts
}

// spelt reads labels without digits: "II", "B", "segunda".
func (s *scanner) spelt(kind string, pos int) (parts []string, end int) {
	for _, form := range []*lazyregexp.Regexp{roman, capital} {
		if m := form.FindString(ahead(s.text, pos)); m != "" && kind != "ap" && kind != "par" {
			return []string{kind + "-" + slug(m)}, pos + len(m)
		}
	}
	w, ok := nextWord(s.text, pos)
	if !ok || w.start != pos {
		return nil, 0
	}
	if n := vocabulary().ordinals[w.fold]; n != "" {
		return []string{kind + "-" + n}, w.end
	}
	return nil, 0
}

func partOfWord(text string, pos int) bool {
	r, _ := utf8.DecodeRuneInString(text[pos:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// rank orders the kinds of passages, outermost first.
var rank = []string{"tit", "cap", "itc", "an", "sec", "da", "dt", "dd", "df", "art", "tab", "fig", "ap", "par", "let"}

// canonical joins parts outermost first, whatever order they were named in.
func canonical(parts []string) string {
	slices.SortStableFunc(parts, func(a, b string) int {
		return cmp.Compare(slices.Index(rank, kindOf(a)), slices.Index(rank, kindOf(b)))
	})
	return strings.Join(slices.Compact(parts), "/")
}

func kindOf(part string) string {
	kind, _, _ := strings.Cut(part, "-")
	return kind
}

// slug brings a label to one form: "HE 1" is "he-1", "HE1" too.
func slug(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range retrieval.Fold(text) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.':
			if unicode.IsDigit(r) && unicode.IsLetter(before) && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
		case b.Len() > 0 && b.String()[b.Len()-1] != '-':
			b.WriteByte('-')
		}
		before = r
	}
	return strings.Trim(b.String(), "-")
}
