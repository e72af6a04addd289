package ask

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// count is a number before what it counts: "cuatro anclajes", "3 peldaños". Such
// numbers are everywhere ("en los dos casos"), so one is only held against a
// passage that counts the same thing.
type count struct {
	value int
	noun  string // folded, without a plural's end
	text  string
	dir   Direction

	start, end int // of text
}

// countsIn lists the counts of a text, in words and in digits.
func countsIn(r *parsed) []count {
	var list []count
	words := r.words
	for i := 0; i < len(words); i++ {
		value, n := numeralAt(r.folded, words, i)
		if n == 0 && words[i].Number {
			if v, err := strconv.Atoi(words[i].Fold); err == nil && v > 0 {
				value, n = v, 1
			}
		}
		if n == 0 {
			continue
		}
		if i > 0 && words[i-1].Fold == "cada" || i > 0 && words[i-1].Fold == "every" {
			list = append(list, count{value: value, noun: "/", text: r.folded[words[i-1].Start:words[i+n-1].End], start: words[i-1].Start, end: words[i+n-1].End})
		} else if next := i + n; next < len(words) && r.counted(words[next-1].End, &words[next]) {
			list = append(list, count{value: value, noun: singular(words[next].Fold), text: r.folded[words[i].Start:words[next].End], start: words[i].Start, end: words[next].End})
		}
		i += n - 1
	}
	list = append(list, multiplesIn(r)...)
	return r.directed(list)
}

// counted reports whether a word right behind a number is what it counts.
func (r *parsed) counted(end int, w *retrieval.Word) bool {
	return w.Start == end+1 && r.folded[end] == ' ' && !w.Stop() && !w.Number && !isUnitWord(w.Fold) && !frameWords()[w.Fold]
}

// directed gives each count the direction its words say.
func (r *parsed) directed(list []count) []count {
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b count) int { return a.start - b.start })
	found := r.cues()
	for i := range list {
		c := &list[i]
		from, to := 0, len(r.folded)
		if i > 0 {
			from = min(list[i-1].end, c.start)
		}
		if i+1 < len(list) {
			to = max(list[i+1].start, c.end)
		}
		if digit := strings.IndexAny(r.folded[c.end:], "0123456789"); digit >= 0 {
			to = min(to, c.end+digit)
		}
		if found := governing(r.folded, found, Quantity{Start: c.start, End: c.end}, from, to); found != nil {
			c.dir = found.dir
		}
	}
	return list
}

// multiples are words that multiply.
var multiples = map[string]int{
	"duplic": 2, "doble": 2, "doubl": 2, "twice": 2, "triplic": 3, "tripl": 3, "thrice": 3, "cuadruplic": 4, "quadrupl": 4,
}

func multiplesIn(r *parsed) []count {
	var list []count
	for i := range r.words {
		w := &r.words[i]
		for root, value := range multiples {
			if root != "doble" && strings.HasPrefix(w.Fold, root) || w.Fold == root && strings.HasPrefix(r.folded[w.End:], " de") {
				list = append(list, count{value: value, noun: "*", text: w.Fold, start: w.Start, end: w.End})
			}
		}
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

// wrongCount returns why a count does not hold: the passages count the same
// thing, and differently or bounding the other way.
func (c *claim) wrongCount(evidence []*support) string {
	for _, claimed := range countsIn(c.parsed) {
		counted, right := false, false
		for _, s := range evidence {
			for _, have := range s.counts {
				if have.noun == claimed.noun {
					counted = true
					right = right || have.value == claimed.value && (claimed.dir == Unsaid || claimed.dir == have.dir || have.dir == Unsaid && claimed.value == 1)
				}
			}
		}
		if counted && !right {
			return fmt.Sprintf("the passages cited do not count %q", claimed.text)
		}
	}
	return ""
}

// counts reports whether the claim counts something that a passage counts so.
func (c *claim) counts(evidence []*support) bool {
	return slices.ContainsFunc(countsIn(c.parsed), func(claimed count) bool {
		return slices.ContainsFunc(evidence, func(s *support) bool {
			return slices.ContainsFunc(s.counts, func(have count) bool { return have.noun == claimed.noun && have.value == claimed.value })
		})
	})
}

// countedSo reports whether a passage counts what a bare number of the claim
// counts, in words: "más de 12 viviendas" where it says "más de doce viviendas".
func (c *claim) countedSo(q Quantity, evidence []*support) bool {
	if q.unit.dimension != "" {
		return false
	}
	for _, claimed := range countsIn(c.parsed) {
		if claimed.start != q.Start {
			continue
		}
		return slices.ContainsFunc(evidence, func(s *support) bool {
			return slices.ContainsFunc(s.counts, func(have count) bool {
				return have.noun == claimed.noun && have.value == claimed.value && (q.Dir == Unsaid || q.Dir == have.dir)
			})
		})
	}
	return false
}
