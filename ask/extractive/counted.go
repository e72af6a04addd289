package extractive

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

//go:embed numerals.txt
var numeralsTXT string

// numerals maps the words for small numbers to them.
var numerals = sync.OnceValue(func() map[string]int { return readNumerals(numeralsTXT) })

func readNumerals(text string) map[string]int {
	index := map[string]int{}
	for _, line := range readLines(text) {
		n, err := strconv.Atoi(line[0])
		if err != nil {
			continue
		}
		for _, word := range line[1:] {
			index[word] = n
		}
	}
	return index
}

// counted is a number of things as a text gives it: "de dos plantas", "más de una
// vivienda". An article counts nothing, a "single" does.
type counted struct {
	n      int
	dir    ask.Direction
	strict bool
	of     bag
}

var (
	countShape = lazyregexp.New(`(?:\b(mas de|menos de|al menos|como minimo|hasta|como maximo|over|more than|fewer than|less than|at least|up to|no more than|no mas de) )?\b(una? sol[oa]|a single|[0-9]{1,3}|\p{L}+) (?:o (mas|menos) |or (more|fewer|less) )?(?:de )?(\p{L}{4,})`)

	countBehind = lazyregexp.New(`^ (?:o (mas|menos)|or (more|fewer|less))\b`)
)

// countsRead remembers what was counted in a text; see memo.
var countsRead = newMemo(readCounts)

// countsOf are the counts of a text.
func countsOf(text string) []counted { return countsRead.get(text) }

func readCounts(text string) []counted {
	var list []counted
	folded := strings.Join(strings.Fields(retrieval.Fold(text)), " ")
	for at := 0; at < len(folded); {
		m := countShape.FindStringSubmatchIndex(folded[at:])
		if m == nil {
			break
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return folded[at+m[2*i] : at+m[2*i+1]]
		}
		word, noun := group(2), group(5)
		c := counted{dir: countDirection(group(1), group(3)+group(4)), strict: strictCount[group(1)], of: bagOf(noun)}
		if behind := countBehind.FindStringSubmatch(folded[at+m[1]:]); behind != nil && c.dir == ask.Unsaid {
			c.dir = countDirection("", behind[1]+behind[2])
		}
		n, known := countNumber(word, c.dir)
		if !known {
			at += m[5] // the next word may be the number
			continue
		}
		c.n = n
		list = append(list, c)
		at += m[10]
	}
	return list
}

// countNumber is the number a word says. "Una" is one only where it is bounded.
func countNumber(word string, d ask.Direction) (n int, known bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return n, true
	}
	if strings.Contains(word, " ") {
		return 1, true
	}
	n, known = numerals()[word]
	return n, known && (n != 1 || d != ask.Unsaid || oneAlone[word])
}

// oneAlone are words for one that are no articles.
var oneAlone = words("one single solo sola unico unica")

var strictCount = map[string]bool{"mas de": true, "menos de": true, "over": true, "more than": true, "fewer than": true, "less than": true}

func countDirection(before, behind string) ask.Direction {
	switch {
	case slices.Contains([]string{"mas de", "al menos", "como minimo", "over", "more than", "at least"}, before), behind == "mas", behind == "more":
		return ask.Minimum
	case before != "", behind != "":
		return ask.Maximum
	}
	return ask.Unsaid
}

// meets reports whether a count of the question lies within this one.
func (c *counted) meets(asked *counted) bool {
	if c.dir == ask.Minimum {
		return asked.n > c.n || asked.n == c.n && !c.strict
	}
	if c.dir == ask.Maximum {
		return asked.n < c.n || asked.n == c.n && !c.strict
	}
	return asked.n == c.n
}

// countMet reports whether the counts a text names are those of the question; known
// is false where they count other things.
func (a *query) countMet(text string) (met, known bool) {
	for _, asked := range countsOf(a.text) {
		for _, c := range countsOf(text) {
			if asked.dir == ask.Unsaid && c.of.hasAny(asked.of) {
				met, known = met || c.meets(&asked), true
			}
		}
	}
	return met, known
}
