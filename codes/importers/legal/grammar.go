package legal

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Grammar recognises the lines of one language. It is safe for concurrent use.
type Grammar struct {
	lang string // primary tag, "" for all languages together

	divisions []form
	bare      []form // divisions that need no number
	captions  []form
	following []phrases

	instructions                 *regexp.Regexp // with a code: "INSTRUCCIÓN TÉCNICA IT 1"
	preamble, enacting, document *regexp.Regexp
	contents                     *regexp.Regexp
	definitions, defines, quoted *regexp.Regexp
	note, remark                 *regexp.Regexp
	standard                     map[string]bool

	// What headings and captions begin with, so that most lines need no expression.
	headingStarts, captionStarts starts
	numberFirst                  starts // nil where numbers stand behind their words
}

// starts holds the first two letters of words, folded.
type starts map[string]bool

func startsOf(words []string) starts {
	s := make(starts)
	for _, w := range words {
		s[firstLetters(w)] = true
	}
	return s
}

// firstLetters returns the first two letters of a text, folded.
func firstLetters(text string) string {
	end := 0
	for n := 0; n < 2 && end < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return fold(text[:end])
}

// form is an expression that matches lines of one value: a division, what a
// caption is of.
type form struct {
	value string
	re    *regexp.Regexp
}

// phrases are the words for one value.
type phrases struct {
	value string
	words []string
}

func phrasesOf(lang, role string) []phrases {
	found := entriesOf(lang, role)
	list := make([]phrases, len(found))
	for i, e := range found {
		list[i] = phrases{e.value, e.words}
	}
	return list
}

var (
	grammarsLock sync.Mutex
	grammars     = make(map[string]*Grammar)
)

// For returns the grammar of a language (BCP 47). A language not known is read
// with the words of all.
func For(lang string) *Grammar {
	grammarsLock.Lock()
	defer grammarsLock.Unlock()
	key := base(lang)
	g := grammars[key]
	if g == nil {
		g = newGrammar(key)
		grammars[key] = g
	}
	return g
}

func newGrammar(lang string) *Grammar {
	enacting := pattern(wordsOf(lang, "enacting", ""))
	g := &Grammar{
		lang:         lang,
		captions:     forms(lang, "caption", `(?s)^((?i)%s)(\.?\s*(?i:n\.?[ºo°]\s*)?)(`+captionNumber+`)(.*)$`),
		following:    phrasesOf(lang, "following"),
		instructions: regexp.MustCompile(`(?s)^((?i)` + pattern(wordsOf(lang, "division", string(Instruction))) + `\s+)([A-Z]{1,5})[ -]?(\d{1,3}(?:\.\d{1,3}){0,7})(.*)$`),
		contents:     regexp.MustCompile(`(?i)^(?:\d\.?\s+)?` + pattern(wordsOf(lang, "contents", "")) + `\s*[.:]?$`),
		preamble:     line(lang, "preamble"),
		enacting:     regexp.MustCompile(`(?i)^` + enacting + `\s*[:.]?$|(?:^|\PL)` + enacting + `\s*:$`),
		document:     regexp.MustCompile(`(?i)^` + pattern(wordsOf(lang, "document", "")) + `(?:\PL|$)`),
		definitions:  regexp.MustCompile(`(?i)(?:^|[.:–-]\s*)` + pattern(wordsOf(lang, "definitions", "")) + `\s*[.:]?$`),
		defines:      regexp.MustCompile(`(?i)(?:^|\PL)` + pattern(wordsOf(lang, "defines", "")) + `(?:\PL.{0,60})?:$`),
		quoted:       regexp.MustCompile(`(?i)^["“«„‘]\s*([^"”»’]{1,100}?)\s*["”»’],?\s*` + pattern(wordsOf(lang, "means", ""))),
		note:         regexp.MustCompile(`(?i)^` + pattern(wordsOf(lang, "note", "")) + `(?:\s*\(?\d{1,2}\)?)?(?:\s+[^.:]{0,40})?\s*[:.–-]`),
		remark:       regexp.MustCompile(`(?i)^` + pattern(wordsOf(lang, "remark", "")) + `(?:\PL|$)`),
		standard:     make(map[string]bool),
	}
	g.headingStarts = startsOf(append(wordsOf(lang, "division", ""), wordsOf(lang, "preamble", "")...))
	if len(entriesOf(lang, "before-division")) > 0 {
		g.numberFirst = startsOf(wordsOf(lang, "ordinal", ""))
	}
	g.captionStarts = startsOf(wordsOf(lang, "caption", ""))
	for _, word := range wordsOf(lang, "standard", "") {
		g.standard[word] = true
	}
	inserted := `(?: ?` + pattern(wordsOf(lang, "suffix", "")) + `)?`
	number := `((?i:` + pattern(wordsOf(lang, "ordinal", "")) + `(?:[\s-]+(?:` + pattern(wordsOf(lang, "and", "")) + `\s+)?` + pattern(wordsOf(lang, "ordinal", "1")) + `)?)` + inserted + `|` +
		strings.ReplaceAll(headingNumber, "%s", inserted) + `)`
	g.divisions = append(g.divisions, forms(lang, "before-division", `(?s)^()`+number+`\s*\.?\s*((?i)%s)((?:\PL.*)?)$`)...)
	g.divisions = append(g.divisions, forms(lang, "division", `(?s)^((?i)%s)\s+(?i:n\.?[ºo°]\s*)?`+number+`()(.*)$`)...)
	for _, f := range forms(lang, "division", `(?s)^((?i)%s)((?:\PL.*)?)$`) {
		if slices.Contains([]Division{Annex, Appendix, Provision, Provisions}, Division(f.value)) {
			g.bare = append(g.bare, f)
		}
	}
	return g
}

// mayDivide reports whether a line can be the heading of a division by its first
// letters.
func (g *Grammar) mayDivide(text string) bool {
	first := firstLetters(text)
	if g.headingStarts[first] {
		return true
	}
	return g.numberFirst != nil && (g.numberFirst[first] || unicode.IsDigit(rune(text[0])) || strings.ContainsRune("IVXLCDM", rune(text[0])))
}

// mayCode reports whether a line can begin with a code: a capital letter, and no
// small one behind it.
func mayCode(text string) bool {
	return len(text) > 1 && text[0] >= 'A' && text[0] <= 'Z' && (text[1] < 'a' || text[1] > 'z') && text[1] < utf8.RuneSelf
}

// forms compiles an expression for each value of a role, with the words in the
// place of %s.
func forms(lang, role, expression string) []form {
	var list []form
	seen := make(map[string]bool)
	for _, e := range entriesOf(lang, role) {
		if seen[e.value] {
			continue
		}
		seen[e.value] = true
		re := strings.Replace(expression, "%s", pattern(wordsOf(lang, role, e.value)), 1)
		list = append(list, form{e.value, regexp.MustCompile(re)})
	}
	return list
}

// line matches a whole line that is one of the words of a role.
func line(lang, role string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^` + pattern(wordsOf(lang, role, "")) + `\s*[.:]?$`)
}

const (
	// headingNumber is what numbers a division, case kept: 5, 5.2, 1.ª, 12 bis (%s),
	// 25A, 7-A, 5a, II, Ier, L. 111-1, A, A.2.
	headingNumber = `\d{1,4}(?:[.\-–/]\d{1,4})*(?:\.?[ºª°]|er|re|ère|nd|e|th|st|[A-Z]{1,2}|-[A-Z]\b|[a-z])?%s` +
		`|[LRDA]\.? ?\*?\d[\d\-.]*` +
		`|[IVXLCDM]+(?:er)?(?:[.\-][A-Z0-9]{1,3})?%s` +
		`|[A-Z](?:[.\-]?\d{1,3})*[A-Z]?`

	captionNumber = `[A-Z]{0,3}[.\- ]?\d{1,3}(?:[.\-–]\d{1,3})*(?:[.\-]?[A-Za-z])?|[IVXLC]+(?:[.\-]\d+)*|[A-Z](?:[.\-]\d+)*|[a-z] ?[-–] ?(?:\p{Lu}\p{Ll}+ [A-Z0-9]{1,3}|[A-Za-z0-9]{1,3})`
)
