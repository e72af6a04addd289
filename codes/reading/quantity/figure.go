package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form says how a [Figure] gives its value.
type Form string

// The forms.
const (
	Single    Form = "single"    // 1,20 m
	Range     Form = "range"     // 13 a 17,5 cm; entre 90 y 110 cm; 550mm to 700mm
	Tolerance Form = "tolerance" // 25 ± 1 mm
)

// Figure is what a text says with one number, or with two that belong together.
type Figure struct {
	Form       Form
	Value      Number // of Single; what the tolerance is around
	Low, High  Number // the bounds, in Unit; both Value for Single
	Unit       Unit   // the zero Unit when the text gives none
	Sign       string // what is written before it: "<", "<=", "=", ">=", ">", or "" for nothing
	Bound      Bound  // what sign or words bound it by, of Single, where FigureOptions ask for it
	Diameter   bool   // Ø stands before it
	Written    bool   // in words
	Article    bool   // the word is an article as well: "una salida" may be one exit or any
	Start, End int    // the numbers with their unit, text[Start:End]
	NumberEnd  int    // of Single: where the number ends and its unit begins
	Lead       int    // where its sign, or the word that opens the range, begins; else Start
	Parts      []Found
}

// FigureOptions say what [Figures] takes for a figure beside digits. The zero
// value takes digits alone.
type FigureOptions struct {
	// Words reads numbers written in words ("treinta y dos", "two hundred"), parts of
	// them ("dos tercios"), and halves ("media hora", "two and a half metres"). A word that
	// is an article as well ("un", "a") counts only before a unit, and is marked.
	Words bool

	// Bounds reads what bounds a figure in words: "at least", "no mayor que".
	Bounds bool
}

// Figures returns the figures in a text of regulations, in order: numbers with
// units of several words ("2,5 l/s por persona"), thousands set apart by spaces,
// mixed fractions, slopes such as 1:12, fire classes ("EI2 60-C5"), classes
// ("clase 2"), ranges, tolerances, and their signs. See [Find] for numbers one by
// one, as a request is read. Digits that are part of a word are no figure.
func Figures(text, lang string, opts *FigureOptions) []Figure {
	l := languageOf(lang)
	s := figureScanner{text: text, lang: l, units: l.catalogue(), tag: lang}
	s.words = opts != nil && opts.Words
	s.halved = s.words && l.halvesIn(text)
	s.scan()
	list := s.join()
	if opts != nil && opts.Bounds {
		s.setBounds(list)
	}
	return list
}

type figureScanner struct {
	text  string
	tag   string
	lang  *language
	units *catalogue
	words bool
	list  []Figure // single ones

	halved bool // a word for a half or a quarter is somewhere in the text
}

func (s *figureScanner) scan() {
	for at := 0; at < len(s.text); {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		switch {
		case isDigit(r) || vulgar[r] != (Number{}):
			at = s.number(at)
		case slices.Contains(diameters, s.text[at:at+size]) || s.glued(at) && s.ends(at):
			at += size
		case unicode.IsLetter(r):
			at = s.letters(at)
		default:
			at += size
		}
	}
}

// number reads a number at a place where one begins, and returns where to go on.
func (s *figureScanner) number(at int) int {
	if value, end := feet(s.text, at); end > at {
		s.add(Figure{Form: Single, Value: value, Unit: inch(), Start: at, NumberEnd: end, End: end})
		return end
	}
	value, end, ok := s.digits(at)
	if !ok {
		return end + wordEnd(s.text[end:])
	}
	if times, stop := power(s.text, at, end, s.unit); stop > end {
		if times.Sign() == 0 {
			return stop
		}
		value, end = value.Mul(times), stop
	}
	if factor, n := s.factor(end); n > 0 {
		value, end = value.Mul(factor), end+n
	}
	if s.units.follow(s.text[end:]) && !s.glued(end) {
		return end + wordEnd(s.text[end:])
	}
	f := Figure{Form: Single, Value: value, Start: at, End: end}
	s.measure(&f, end)
	if minus := s.minus(at); minus < at {
		f.Value, f.Start = value.Neg(), minus
	}
	s.add(f)
	return f.End
}

// glued reports whether the letters behind a number join it to the next one, as
// the x of "120x80" does.
func (s *figureScanner) glued(end int) bool {
	r, size := utf8.DecodeRuneInString(s.text[end:])
	return (r == 'x' || r == 'X') && end+size < len(s.text) && isDigit(rune(s.text[end+size]))
}

// ends reports whether the last figure ends at a place.
func (s *figureScanner) ends(at int) bool {
	n := len(s.list)
	return n > 0 && s.list[n-1].End == at
}

// letters reads what may begin with a letter: a fire class, a class, a written
// number; it returns where to go on.
func (s *figureScanner) letters(at int) int {
	end := at + wordEnd(s.text[at:])
	if next := s.fire(at); next > at {
		return next
	}
	if next := s.class(at, end); next > at {
		return next
	}
	if s.words {
		if next := s.written(at, end); next > at {
			return next
		}
	}
	return end
}

// fire reads a fire class with its minutes.
func (s *figureScanner) fire(at int) int {
	if !mayBeFireClass(s.text[at:]) {
		return at
	}
	m := fireClass.FindStringSubmatch(s.text[at:])
	if m == nil || m[3] == "" || !isFireMinutes(m[3]) {
		return at
	}
	end := at + len(m[0])
	if strings.HasSuffix(m[4], "t") || wordEnd(s.text[end:]) > 0 || numberEnd(s.text[end:]) > 0 {
		return at
	}
	if follows := s.text[end:]; len(follows) > 1 && strings.IndexByte(".,/", follows[0]) >= 0 && isDigit(rune(follows[1])) {
		return at
	}
	if u, unitEnd := s.unit(end); !u.IsZero() { // "R 60 cm" is a radius, "EI 60 min" is not
		if u.Kind() != Time {
			return at
		}
		end = unitEnd
	}
	value, ok := ParseDecimal(m[3], s.tag)
	if !ok {
		return at
	}
	s.add(Figure{Form: Single, Value: value, Unit: fireUnit(m), Start: at, End: end})
	return end
}

func isFireMinutes(text string) bool {
	for _, m := range fireMinutes {
		if m == text {
			return true
		}
	}
	return false
}

// class reads "clase 2".
func (s *figureScanner) class(at, end int) int {
	if !s.lang.classes[foldUnit(s.text[at:end])] {
		return at
	}
	from := end + spaces(s.text[end:])
	value, stop, ok := s.digits(from)
	if from == end || !ok || wordEnd(s.text[stop:]) > 0 || !value.IsInt() {
		return at
	}
	if u, _ := s.unit(stop); !u.IsZero() {
		return at
	}
	s.add(Figure{Form: Single, Value: value, Unit: MustUnit("class"), Start: from, End: stop, Lead: at})
	return stop
}

// add completes a single figure and keeps it.
func (s *figureScanner) add(f Figure) {
	f.Low, f.High = f.Value, f.Value
	f.Parts = []Found{{Quantity: Quantity{Value: f.Value, Unit: f.Unit}, Start: f.Start, End: f.End}}
	from := 0
	if n := len(s.list); n > 0 {
		from = s.list[n-1].End
	}
	if f.Lead == 0 {
		f.Lead = f.Start
	}
	s.sign(&f, from)
	s.list = append(s.list, f)
}

// signs are what may stand before a figure, the longer first.
var signs = []struct{ text, sign string }{
	{"<=", "<="}, {">=", ">="}, {"=<", "<="}, {"=>", ">="}, {"≤", "<="}, {"≥", ">="}, {"⩽", "<="}, {"⩾", ">="}, {"≦", "<="}, {"≧", ">="},
	{"<", "<"}, {">", ">"}, {"=", "="},
}

var diameters = []string{"Ø", "ø", "⌀", "∅"}

// sign reads the signs before a figure, as far back as from.
func (s *figureScanner) sign(f *Figure, from int) {
	for {
		before := strings.TrimRight(s.text[from:f.Lead], " \u00a0\u202f")
		length := len(before)
		for _, d := range diameters {
			if strings.HasSuffix(before, d) && !f.Diameter {
				f.Diameter, length = true, len(before)-len(d)
			}
		}
		if length == len(before) && f.Sign == "" {
			for _, sign := range signs {
				if strings.HasSuffix(before, sign.text) {
					f.Sign, length = sign.sign, len(before)-len(sign.text)
					break
				}
			}
		}
		if length == len(before) {
			return
		}
		f.Lead = from + length
	}
}

// minus returns where the minus sign of the number at a place stands, or the
// place itself: a dash behind another figure or a word is none.
func (s *figureScanner) minus(at int) int {
	for _, sign := range []string{"-", "−", "–"} {
		if !strings.HasSuffix(s.text[:at], sign) {
			continue
		}
		start := at - len(sign)
		before := strings.TrimRight(s.text[:start], " \u00a0\u202f")
		if n := len(s.list); n > 0 && s.list[n-1].End >= len(before) {
			return at
		}
		r, _ := utf8.DecodeLastRuneInString(s.text[:start])
		if start == 0 || unicode.IsSpace(r) || strings.ContainsRune("(<>=≤≥±", r) {
			return start
		}
	}
	return at
}

// spaces returns the length of the blanks s begins with.
func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " \u00a0\u202f\u2009")) }
