package extractive

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// designation is a thing told from its like by a number or a letter: "ODA 2", "tipo
// «C»", "riesgo 3".
type designation struct{ word, mark string }

// markShape is a number or a letter that tells a thing from its like.
const markShape = "[«\"“']?(?:[0-9]{1,2}|[A-Z][0-9]|[IVX]{1,4}|[A-Z])[»\"”']?"

var (
	// designated reads designations off a text as written; a list ("tipos «B» o
	// «C»") gives one for each.
	designated = lazyregexp.New(`(\p{L}{2,}) (` + markShape + `(?:(?:, | o | y | e | u | or | and |/)` + markShape + `)*)(?:[^\p{L}\p{N},]|, ?[^0-9]|$)`)

	designMark = lazyregexp.New(`[0-9]{1,2}|[A-Z][0-9]|[IVX]{1,4}|[A-Z]`)
)

// classWords tell things apart by a mark behind them, folded, without the ending of
// the plural.
var classWords = words(`tipo clase grupo categoria nivel grado zona riesgo fase etapa sector modelo serie uso
	type class group category level grade zone risk phase stage model series`)

// designationsRead remembers those of a text; see memo.
var designationsRead = newMemo(readDesignations)

// designations lists those of a text.
func designations(text string) []designation { return designationsRead.get(text) }

func readDesignations(text string) []designation {
	var list []designation
	for _, m := range designated.FindAllStringSubmatch(text, -1) {
		word := retrieval.Fold(m[1])
		if !isAcronym(m[1]) && !classWords[strings.TrimSuffix(word, "s")] {
			continue
		}
		for _, mark := range designMark.FindAllString(m[2], -1) {
			list = append(list, designation{strings.TrimSuffix(word, "s"), mark})
		}
	}
	return list
}

// isAcronym reports whether a word is written in capitals throughout.
func isAcronym(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// designates compares the designations of a text with those of the question: same is
// how many it has of them, other whether it has one of the same word and none of the
// question's.
func (a *query) designates(text string) (same int, other bool) {
	asked, have := designations(a.text), designations(text)
	for _, d := range asked {
		if slices.Contains(have, d) {
			same++
			continue
		}
		other = other || slices.ContainsFunc(have, func(h designation) bool {
			return h.word == d.word && !slices.Contains(asked, h)
		})
	}
	return same, other
}
