package legal

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed words.tsv
var wordsFile string

// entry is one line of words.tsv.
type entry struct {
	lang, role, value string
	words             []string
}

var entries = sync.OnceValue(func() []entry {
	var list []entry
	for line := range strings.Lines(wordsFile) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 4 {
			continue
		}
		list = append(list, entry{fields[0], fields[1], fields[2], strings.Split(fields[3], "|")})
	}
	return list
})

// Languages lists the languages known, as BCP 47 primary tags, in order.
func Languages() []string {
	var list []string
	for _, e := range entries() {
		if e.lang != "*" {
			list = append(list, e.lang)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// base returns the primary tag of a BCP 47 tag where the language is known, else
// "": all languages together.
func base(lang string) string {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if slices.Contains(Languages(), primary) {
		return primary
	}
	return ""
}

// entriesOf returns the entries of a role, of one language or of all.
func entriesOf(lang, role string) []entry {
	var list []entry
	for _, e := range entries() {
		if e.role == role && (lang == "" || e.lang == lang || e.lang == "*") {
			list = append(list, e)
		}
	}
	return list
}

// wordsOf returns the words of a role and value; value "" is any.
func wordsOf(lang, role, value string) []string {
	var words []string
	for _, e := range entriesOf(lang, role) {
		if value == "" || e.value == value {
			words = append(words, e.words...)
		}
	}
	return words
}

// pattern returns an expression that matches any of the words, with or without
// their accents, however their blanks are set; it matches nothing without words.
func pattern(words []string) string {
	if len(words) == 0 {
		return `[^\x00-\x{10FFFF}]`
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	alternatives := make([]string, len(words))
	for i, w := range words {
		alternatives[i] = loose(w)
	}
	return `(?:` + strings.Join(alternatives, "|") + `)`
}

func loose(word string) string {
	var b strings.Builder
	for _, r := range word {
		plain := []rune(norm.NFD.String(string(r)))[0]
		switch {
		case r == ' ':
			b.WriteString(`\s+`)
		case r == '\'':
			b.WriteString(`['’´]`)
		case plain != r:
			b.WriteString("[" + string(r) + string(plain) + "]")
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	return b.String()
}

// fold lowers a text and takes its accents and surplus blanks off.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(strings.Join(strings.Fields(s), " "))) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Detect returns the language whose common words a text has most of, "" where it
// is too short to tell. It looks at the beginning only.
func Detect(text string) string {
	const enough = 40_000
	words := strings.FieldsFunc(strings.ToLower(text[:min(len(text), enough)]), func(r rune) bool { return !unicode.IsLetter(r) })
	count := make(map[string]int)
	for _, w := range words {
		count[w]++
	}
	best, most, second := "", 0, 0
	for _, e := range entriesOf("", "common") {
		n := 0
		for _, w := range e.words {
			n += count[w]
		}
		if n > most {
			best, most, second = e.lang, n, most
		} else {
			second = max(second, n)
		}
	}
	if most < 5 || most == second {
		return ""
	}
	return best
}
