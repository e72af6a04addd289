package retrieval

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// lightRule replaces an ending.
type lightRule struct {
	ending, instead string
	least           int // letters that must stay before the ending
}

// lightStemmer returns a stemmer that follows the rules of stem_xx.tsv.
func lightStemmer(lang string) func(string) string {
	return lightSteps(languageFile("stem_" + lang + ".tsv"))
}

// lightSteps turns rules into a stemmer: in each of their steps the longest ending
// that fits is replaced. It works on folded words, so the order of folding and
// stemming does not matter.
func lightSteps(data string) func(string) string {
	steps := parseLightRules(data)
	return func(word string) string {
		word = Fold(word)
		for _, rules := range steps {
			word = applyLight(rules, word)
		}
		return word
	}
}

func applyLight(rules []lightRule, word string) string {
	for _, r := range rules {
		if stem, ok := strings.CutSuffix(word, r.ending); ok && utf8.RuneCountInString(stem) >= r.least {
			return stem + r.instead
		}
	}
	return word
}

// parseLightRules reads a line for each rule: letters that must stay, what comes
// instead ("-" for nothing), and the endings. A line "step" begins another step.
func parseLightRules(data string) (steps [][]lightRule) {
	steps = [][]lightRule{nil}
	for line := range strings.Lines(data) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || strings.HasPrefix(f[0], "#"):
		case f[0] == "step":
			steps = append(steps, nil)
		default:
			last := &steps[len(steps)-1]
			for _, ending := range f[2:] {
				*last = append(*last, lightRule{ending, strings.TrimPrefix(f[1], "-"), int(f[0][0] - '0')})
			}
		}
	}
	for _, rules := range steps {
		slices.SortStableFunc(rules, func(a, b lightRule) int { return len(b.ending) - len(a.ending) })
	}
	return steps
}
