package importers

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// wordTable holds the words readers look for or write, a line each: what for, the
// language where it matters, the word. Words of headings are folded as [SlugOf]
// does.
//
//go:embed words.tsv
var wordTable string

type wordEntry struct{ kind, lang, word string }

var wordList = sync.OnceValue(readWords)

func readWords() []wordEntry {
	var list []wordEntry
	for line := range strings.Lines(wordTable) {
		if f := strings.Split(strings.TrimRight(line, "\n"), "\t"); len(f) == 3 {
			list = append(list, wordEntry{f[0], f[1], f[2]})
		}
	}
	return list
}

// words returns the words of a kind, in any language.
func words(kind string) []string {
	var list []string
	for _, w := range wordList() {
		if w.kind == kind {
			list = append(list, w.word)
		}
	}
	return list
}

// wordForm matches a text that begins with one of the words of a kind.
func wordForm(kind, behind string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		list := words(kind)
		for i, w := range list {
			list[i] = regexp.QuoteMeta(w)
		}
		return regexp.MustCompile(`(?i)^(?:` + strings.Join(list, "|") + `)` + behind)
	})
}

// Missing is what stands in a text for something the source has as an image:
// "[formula not in this text]", in the text's language where it is known. what is
// "image", "formula" or "table"; alt is the source's description of it, "" when
// it gives none.
func Missing(lang, what, alt string) string {
	text := wordIn(lang, what)
	if alt = tidy(alt); alt != "" {
		text += ": " + alt
	}
	return "[" + text + "]"
}

// wordIn returns the word of a kind in a language, in English where it is not known.
func wordIn(lang, kind string) string {
	base, _ := language.Make(lang).Base()
	text := ""
	for _, w := range wordList() {
		if w.kind == kind && (w.lang == base.String() || text == "" && w.lang == "en") {
			text = w.word
		}
	}
	return text
}

// TableBelow is how a reader writes, in a cell, that the table within it comes behind
// its own; in a block it is what [Below] says.
const TableBelow = "[↓]"

// Below says the same in words: "[table below]".
func Below(lang string) string { return "[" + wordIn(lang, "below") + "]" }

// Announced returns what a text leads one to expect behind it, by its last words:
// "formula", "table", or else "image".
func Announced(text string) string {
	said := strings.Split(SlugOf(lastWords(text)), "-")
	for i := len(said) - 1; i >= 0; i-- {
		for _, what := range []string{"formula", "table"} {
			if slices.ContainsFunc(words("says-"+what), func(w string) bool { return said[i] == w || said[i] == w+"s" || said[i] == w+"es" }) {
				return what
			}
		}
	}
	return "image"
}

// lastWords returns the end of a text, short enough to be folded to a slug.
func lastWords(text string) string {
	const length = 80
	if len(text) <= length {
		return text
	}
	return text[len(text)-length:]
}

var definitionWords = sync.OnceValue(func() []string { return words("definitions") })

// IsDefinitions reports whether a heading announces definitions, in any language
// known: "Artículo 2. Definiciones".
func IsDefinitions(title string) bool {
	return slices.ContainsFunc(strings.Split(SlugOf(title), "-"), func(w string) bool { return slices.Contains(definitionWords(), w) })
}

// definedForm is a term in quotes, or up to a colon or dash, and what it means.
var definedForm = lazyregexp.New(`^(?:[«"“'‘]([^«»"“”]{1,80})[»"”'’]\s*(?:\([^)]{1,40}\)\s*)?[:,;–—-]?|(\pL[^.:;«»"]{0,78}[^.:;\s])\s*(?::\s|\.?\s[–—-]\s))\s*(\S+\s+\S+\s+\S.*)$`)

// DefinedTerm returns the term that a paragraph among definitions defines, "" when
// it defines none: "b) Planta: ..." gives "Planta".
func DefinedTerm(text string) string {
	const enough = 500 // bytes that show a definition
	text = strings.TrimSpace(text[:min(len(text), enough)])
	if mark := itemMark.FindString(text); mark != "" {
		text = strings.TrimSpace(text[len(mark):])
	}
	text, _, _ = strings.Cut(text, "\n")
	m := definedForm.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return tidy(m[1] + m[2])
}
