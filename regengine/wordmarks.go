package regengine

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// wordMarks name the words that countries brought of each language: other words,
// another mark. What is read out of a text by such words is kept under the mark, so
// that nobody takes it for what the present words say.
type wordMarks map[string]string

// marks returns the marks of the words that are heard.
func (l *languages) marks(countries []Country) wordMarks {
	if len(l.readers) == 0 {
		return nil
	}
	const bytes = 6 // of a hash: words of one language change a few times a year
	by, _ := heard(countries)
	marks := make(wordMarks, len(by))
	for language, c := range by {
		sum := sumWords(c.Language)
		marks[language] = hex.EncodeToString(sum[:bytes])
	}
	return marks
}

// named returns how an extractor is called that read each document: by its own name,
// and by the marks of the languages the text is in. Documents without blocks are not
// in it.
func (w wordMarks) named(extractor string, blocks []retrieval.Block) map[string]string {
	languages := make(map[string]map[string]bool)
	for i := range blocks {
		b := &blocks[i]
		of, known := languages[b.Doc]
		if !known {
			of = make(map[string]bool)
			languages[b.Doc] = of
		}
		if language := langfile.Primary(b.Lang); w[language] != "" {
			of[language] = true
		}
	}
	names := make(map[string]string, len(languages))
	for doc, of := range languages {
		parts := []string{extractor}
		for _, language := range slices.Sorted(maps.Keys(of)) {
			parts = append(parts, language+":"+w[language])
		}
		names[doc] = strings.Join(parts, " ")
	}
	return names
}
