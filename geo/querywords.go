package geo

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed querywords.tsv
var queryWordTable string

// queryWords are the words people put around names, folded.
type queryWords struct {
	levels map[string]Level // phrases that need no word of "of" behind them
	towns  map[string]Level // phrases that do
	of, in map[string]bool
	short  map[string][]string
}

var queryVocabulary = sync.OnceValue(func() *queryWords {
	w := &queryWords{levels: make(map[string]Level), towns: make(map[string]Level), of: make(map[string]bool), in: make(map[string]bool), short: make(map[string][]string)}
	for line := range strings.Lines(queryWordTable) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 3 {
			continue
		}
		level, _ := ParseLevel(f[1])
		for word := range strings.SplitSeq(f[2], "|") {
			switch f[0] {
			case "level":
				w.levels[word] = level
			case "town":
				w.towns[word] = level
			case "of":
				w.of[word] = true
			case "in":
				w.in[word] = true
			case "short":
				w.short[f[1]] = append(w.short[f[1]], word)
			}
		}
	}
	return w
})

// longestRank is the most words a rank is said in: "comunidad autonoma".
const longestRank = 2

// rankOf takes the rank out of a folded text: "provincia de toledo" is "toledo", a
// province. A text that is only a rank leaves no name.
func (w *queryWords) rankOf(text string) (name string, level Level) {
	words := strings.Fields(text)
	for n := min(longestRank, len(words)); n > 0; n-- {
		front, behind := strings.Join(words[:n], " "), strings.Join(words[len(words)-n:], " ")
		rest := words[n:]
		of := len(rest) > 1 && w.of[rest[0]]
		if of {
			rest = rest[1:]
		}
		if l := w.levels[front]; l != 0 {
			return strings.Join(rest, " "), l
		}
		if l := w.towns[front]; l != 0 && (of || len(rest) == 0) {
			return strings.Join(rest, " "), l
		}
		if l := max(w.levels[behind], w.towns[behind]); l != 0 {
			return strings.Join(words[:len(words)-n], " "), l
		}
	}
	return text, 0
}

// written returns a folded text with its abbreviations written out, in every way they
// can be; nothing where it has none. The last word may go on, and is none.
func (w *queryWords) written(text string) []string {
	texts := []string{""}
	some := false
	words := strings.Fields(text)
	for i, word := range words {
		means := w.short[word]
		if i == len(words)-1 {
			means = nil
		}
		some = some || means != nil
		if means == nil {
			means = []string{word}
		}
		var next []string
		for _, before := range texts {
			for _, m := range means {
				if len(next) < mostReadings {
					next = append(next, strings.TrimSpace(before+" "+m))
				}
			}
		}
		texts = next
	}
	if !some {
		return nil
	}
	return texts
}
