package crossref

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Title says for a person where a block stands: the article, the table and the
// heading, "DB-SUA 1, 4.2.2, tabla 4.1 · Tramos de las escaleras". The article is
// cite, what an author says the passage is cited by; "" leaves it to the heading,
// "Artículo 14. Rampas, tabla 2". The table is the one the block's caption names.
// "" of a block that stands nowhere.
func Title(b *retrieval.Block, cite string) string {
	if b == nil {
		return cite
	}
	place, rest := cite, headingOf(b)
	if cite == "" {
		place, rest = rest, ""
	}
	return joined(" · ", joined(", ", place, unsaid(captionTable(b), place)), rest)
}

// IsCited reports whether a title names the passage by its number: an author cites it
// by one, or its heading has one.
func IsCited(b *retrieval.Block, cite string) bool {
	return cite != "" || b != nil && HeadingPart(headingOf(b), b.Lang) != ""
}

func headingOf(b *retrieval.Block) string {
	if len(b.Path) == 0 {
		return ""
	}
	return b.Path[len(b.Path)-1]
}

// captionTable returns the words of a table's caption that number it, "tablas 1.3,
// 1.4 y 1.5"; "" where it has no number.
func captionTable(b *retrieval.Block) string {
	if b.Table == nil {
		return ""
	}
	caption := b.Table.Caption
	start, end := -1, 0
	for _, ref := range Find(caption, b.Lang) {
		last := ref.Part[strings.LastIndex(ref.Part, "/")+1:]
		if kindOf(last) != "tab" || start >= 0 && ref.Start-end > len(" and ") {
			continue
		}
		if start < 0 {
			start = ref.Start
		}
		end = ref.End
	}
	if start < 0 {
		return ""
	}
	first, size := utf8.DecodeRuneInString(caption[start:])
	return string(unicode.ToLower(first)) + caption[start+size:end]
}

// unsaid returns text unless place says it already.
func unsaid(text, place string) string {
	if strings.Contains(retrieval.Fold(place), retrieval.Fold(text)) {
		return ""
	}
	return text
}

// joined joins what of two is there.
func joined(between, a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + between + b
}
