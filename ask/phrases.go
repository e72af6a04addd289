package ask

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed phrases.tsv
var phrasesTSV string

//go:embed framewords.txt
var frameWordsText string

// phrases is the table of phrases.tsv: of each kind one pattern, which begins
// at a word of a folded text.
var phrases = sync.OnceValue(func() map[string]*pattern {
	lines := map[string][]string{}
	for line := range strings.Lines(phrasesTSV) {
		kind, pattern, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if ok && !strings.HasPrefix(kind, "#") {
			lines[kind] = append(lines[kind], pattern)
		}
	}
	table := map[string]*pattern{}
	for kind, list := range lines {
		table[kind] = wordPattern(list...)
	}
	return table
})

// says reports whether a folded text holds a phrase of a kind.
func says(kind, folded string) bool { return phrases()[kind].in(folded) }

// frameWords carry a sentence without claiming anything: "según el artículo",
// "the value is". They need no proof.
var frameWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for line := range strings.Lines(frameWordsText) {
		if !strings.HasPrefix(line, "#") {
			for w := range strings.FieldsSeq(line) {
				words[w] = true
			}
		}
	}
	return words
})
