package legal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Division is what a heading opens.
type Division string

// The divisions, the widest first. Those of one text nest in this order, whatever
// levels its markup gives them.
const (
	Document    Division = "document" // a regulation approved by another text and set below it
	Preamble    Division = "preamble"
	Instruction Division = "instruction" // ITC-BT-25, DB-SUA 1
	Annex       Division = "annex"       // schedules too
	Appendix    Division = "appendix"
	Provisions  Division = "provisions" // the heading over several of them
	Provision   Division = "provision"  // additional, transitional, repealing, final
	Part        Division = "part"
	Coded       Division = "coded" // IT 1.1.4: a number with letters before it
	Book        Division = "book"
	Title       Division = "title"
	Chapter     Division = "chapter"
	Section     Division = "section"
	Subsection  Division = "subsection"
	Article     Division = "article"
	Topic       Division = "topic"  // a heading without a number
	Number      Division = "number" // 2.1 Title
)

var ranks = map[Division]int{
	Document: 10, Preamble: 20, Instruction: 20, Annex: 30, Appendix: 40, Provisions: 45, Provision: 48, Part: 50,
	Coded: 51, Book: 60, Title: 70, Chapter: 80, Section: 90, Subsection: 100, Article: 110, Topic: 120, Number: 140,
}

// Heading is a line recognised as a heading.
type Heading struct {
	Division Division
	Number   string // as written, "" without one
	Title    string // what stands behind the number; "" when nothing does
	Label    string // word and number: "Artículo 5"
	Text     string // the whole heading
	Body     string // text of the article that stands in the line of its heading

	// Depth counts the parts of the number of a Number or Coded: 2 for "2.1".
	Depth int
}

// IsArticle reports whether the heading is that of the smallest provision with a
// number of its own.
func (h *Heading) IsArticle() bool { return h.Division == Article || h.Division == Provision }

// rank orders headings: a heading closes all above it of the same or a higher
// rank.
func (h *Heading) rank() int {
	rank := ranks[h.Division]
	if h.Division == Number || h.Division == Coded {
		rank += min(h.Depth, 8)
	}
	return rank
}

// longest heading taken, in characters: sentences are longer.
const maxHeading = 400

// Heading recognises a line that is a heading by its words alone: a division with
// its number, an annex, a preamble, a number with letters. Numbers alone are
// those of [Numbered].
func (g *Grammar) Heading(text string) (Heading, bool) {
	if text == "" || len(text) > 16*maxHeading {
		return Heading{}, false
	}
	divides := g.mayDivide(text)
	if !divides && !mayCode(text) {
		return Heading{}, false
	}
	if divides && g.preamble.MatchString(text) {
		return Heading{Division: Preamble, Title: text, Text: text}, startsUpper(text)
	}
	for _, f := range g.divisions {
		if !divides {
			break
		}
		if h, ok := division(Division(f.value), f.re.FindStringSubmatch(text)); ok {
			h.Text = strings.TrimSpace(strings.TrimSuffix(text, h.Body))
			return h, true
		}
	}
	if h, ok := g.unnumbered(text); ok {
		return h, true
	}
	if h, ok := instruction(text); ok {
		return h, true
	}
	return g.coded(text)
}

// division judges a match of word and number: groups are the word, the number,
// the word where it stands behind, and the rest.
func division(d Division, m []string) (Heading, bool) {
	if m == nil {
		return Heading{}, false
	}
	word, number, after, tail := m[1], m[2], m[3], m[4]
	if word != "" && !startsUpper(word) {
		return Heading{}, false
	}
	title, ok := behindNumber(tail)
	if !ok {
		return Heading{}, false
	}
	h := Heading{Division: d, Number: number, Title: title, Label: strings.TrimSpace(word + " " + number)}
	if after != "" {
		h.Label = number + ". " + after
	}
	if !h.split() {
		return Heading{}, false
	}
	if d == Instruction || d == Provisions {
		h.Depth = 1
	}
	return h, true
}

// behindNumber returns the title behind a number. A sentence that merely begins
// with one goes on in lower case, or with a comma.
func behindNumber(tail string) (title string, ok bool) {
	title = strings.TrimLeft(tail, " .:;,-–—)\u00a0\t")
	separator := tail[:len(tail)-len(title)]
	switch {
	case strings.ContainsAny(separator, ",;)"), separator == "" && title != "":
		return "", false
	case title == "" || strings.ContainsAny(separator, ".:-–—"):
		return title, true
	}
	first, _ := utf8.DecodeRuneInString(title)
	sentence := strings.HasSuffix(title, ".") && words(title) > 14
	return title, !unicode.IsLower(first) && !sentence && utf8.RuneCountInString(title) <= 160
}

// split parts the text of an article from its heading, where both stand in one
// line; a longer line of another division is no heading.
func (h *Heading) split() bool {
	sentences := strings.Contains(strings.TrimRight(h.Title, ". "), ". ")
	if utf8.RuneCountInString(h.Title) <= maxHeading && (!sentences || utf8.RuneCountInString(h.Title) <= 160) {
		return true
	}
	if !h.IsArticle() {
		return utf8.RuneCountInString(h.Title) <= maxHeading
	}
	for _, dash := range []string{".- ", ".-", ".– ", ".–", ".— ", ".—"} {
		if title, body, ok := strings.Cut(h.Title, dash); ok && utf8.RuneCountInString(title) <= 160 && body != "" {
			h.Title, h.Body = title, body
			return true
		}
	}
	h.Title, h.Body = "", h.Title
	return true
}

// unnumbered recognises annexes and provisions that have no number: "ANEXO",
// "Disposición derogatoria.", "ANEXO. Condiciones".
func (g *Grammar) unnumbered(text string) (Heading, bool) {
	if !startsUpper(text) || len(text) > maxHeading {
		return Heading{}, false
	}
	for _, f := range g.bare {
		m := f.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		title, ok := behindNumber(m[2])
		plain := strings.HasPrefix(m[2], " ") && title != ""
		if ok && (!plain || allUpper(m[1])) {
			return Heading{Division: Division(f.value), Title: title, Label: m[1], Text: text}, true
		}
	}
	return Heading{}, false
}

var (
	instructionForm = lazyregexp.New(`^([A-Z]{2,5}(?:[-–][A-Z]{1,5})*(?:[-–]?[A-Z]{1,5})[-– ]?\d{1,3}(?:\.\d{1,2})?)(?:\s*[.:–-]\s*|\s+|$)(.*)$`)
	codedForm       = lazyregexp.New(`^([A-Z]{1,5}(?:[-– ][A-Z]{1,5})?)[ -]?(\d{1,3}(?:\.\d{1,3}){1,7})\.?(?:[-–:]|\s)\s*(\S.*)$`)
	numberForm      = lazyregexp.New(`^(\d{1,3}(?:\.\d{1,3}){0,7})(?:\.?[-–—]?\s+|\.[-–—])(\S.*)$`)
)

// instruction recognises a line that is the code of a technical instruction,
// letters joined by hyphens, perhaps with a title: "ITC-BT-25".
func instruction(text string) (Heading, bool) {
	m := instructionForm.FindStringSubmatch(text)
	if m == nil || !strings.ContainsAny(m[1], "-–") || m[2] != "" && !titleLike(m[2]) {
		return Heading{}, false
	}
	return Heading{Division: Instruction, Number: m[1], Title: m[2], Label: m[1], Text: text}, true
}

// coded recognises a heading numbered with letters and at least two figures:
// "IT 1.1.4.2 Exigencia de calidad del aire interior".
func (g *Grammar) coded(text string) (Heading, bool) {
	if m := g.instructions.FindStringSubmatch(text); m != nil && startsUpper(m[1]) {
		if title, ok := behindNumber(m[4]); ok {
			return Heading{
				Division: Coded, Number: m[2] + " " + m[3], Title: title, Label: m[2] + " " + m[3], Text: text,
				Depth: strings.Count(m[3], ".") + 1,
			}, true
		}
	}
	m := codedForm.FindStringSubmatch(text)
	if m == nil || g.standard[m[1]] || !startsUpper(m[3]) || !titleLike(m[3]) {
		return Heading{}, false
	}
	return Heading{
		Division: Coded, Number: m[1] + " " + m[2], Title: m[3], Label: m[1] + " " + m[2], Text: text,
		Depth: strings.Count(m[2], ".") + 1,
	}, true
}

// Numbered recognises a line that may be a heading with a plain number, "2.1
// Title": short, beginning upper case, no sentence. Whether it is one, or a short
// paragraph, what stands around it must tell.
func Numbered(text string) (Heading, bool) {
	m := numberForm.FindStringSubmatch(text)
	if m == nil || !titleLike(m[2]) || !startsUpper(m[2]) {
		return Heading{}, false
	}
	return Heading{
		Division: Number, Number: m[1], Title: m[2], Label: m[1], Text: text,
		Depth: strings.Count(m[1], ".") + 1,
	}, true
}

// titleLike reports whether a text has the form of a title: short, and no
// sentence but perhaps one of a few words.
func titleLike(text string) bool {
	n := words(text)
	if n == 0 || n > 20 || utf8.RuneCountInString(text) > 140 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	switch last {
	case ';', ':', ',':
		return false
	case '.':
		return n <= 12 && !strings.Contains(strings.TrimRight(text, "."), ". ")
	}
	return true
}

func words(text string) int { return len(strings.Fields(text)) }

// startsUpper reports whether a text begins with a letter in upper case.
func startsUpper(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r)
}

// allUpper reports whether a text is set in capitals: two letters at least, none
// lower case but in a unit or a foreign plural.
func allUpper(text string) bool {
	upper, lower := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper >= 2 && lower*10 <= upper
}
