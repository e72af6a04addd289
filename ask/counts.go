package ask

import (
	"fmt"
	"strings"
)

// count is a number in words before what it counts: "cuatro anclajes". Such
// numbers are everywhere ("en los dos casos"), so one is only held against a
// passage that counts the same thing.
type count struct {
	value int
	noun  string // folded, without a plural's end
	text  string
}

func countsIn(r *reading) []count {
	var list []count
	folded, words := r.folded, r.words
	for i := 0; i < len(words); i++ {
		value, n := numeralAt(folded, words, i)
		if n == 0 {
			continue
		}
		next := i + n
		if next < len(words) && !words[next].Stop() && !words[next].Number && words[next].Start == words[next-1].End+1 && !isUnitWord(words[next].Fold) {
			list = append(list, count{value, singular(words[next].Fold), folded[words[i].Start:words[next].End]})
		}
		i += n - 1
	}
	return list
}

// singular takes off the end of a plural.
func singular(folded string) string {
	if rest, ok := strings.CutSuffix(folded, "es"); ok && len(rest) > 4 {
		return rest
	}
	return strings.TrimRight(folded, "se")
}

// wrongCount returns why a number in words does not hold: the passages count the
// same thing, and differently.
func (c *claim) wrongCount(evidence []*support) string {
	for _, claimed := range countsIn(c.reading) {
		counted, right := false, false
		for _, s := range evidence {
			for _, have := range s.counts {
				if have.noun == claimed.noun {
					counted, right = true, right || have.value == claimed.value
				}
			}
		}
		if counted && !right {
			return fmt.Sprintf("the passages cited do not count %q", claimed.text)
		}
	}
	return ""
}
