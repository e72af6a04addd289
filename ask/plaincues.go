package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Limits reports whether a statement limits or excepts what the one before it says,
// as far as the files of the language of the question's country tell. Where they do not
// say how such a statement begins, each that has an amount of its own may be one.
func Limits(q Question, statement string) bool {
	provisos := tongueOf(countryLanguage(q)).phrases["proviso"]
	if len(provisos) == 0 {
		return ReadsPlainly(q) && len(Quantities(statement)) > 0
	}
	folded := retrieval.Fold(statement)
	return slices.ContainsFunc(provisos, func(p *regexp.Regexp) bool {
		at := p.FindStringIndex(folded)
		return at != nil && at[0] == 0
	})
}

// Exempts reports whether a statement sets something free of a rule, as far as the files
// of the language of the question's country tell.
func Exempts(q Question, statement string) bool {
	return tongueOf(countryLanguage(q)).holds("exempt", retrieval.Fold(statement))
}

// Denies reports whether a statement denies something, as far as those files tell.
func Denies(q Question, statement string) bool {
	return tongueOf(countryLanguage(q)).holds("negative", retrieval.Fold(statement))
}

// ExceptionAt is where in a statement, as a byte offset of its form by
// [retrieval.Fold], it begins to take something out; -1 for nowhere.
func ExceptionAt(q Question, statement string) int {
	at := -1
	folded := retrieval.Fold(statement)
	for _, p := range tongueOf(countryLanguage(q)).phrases["exception"] {
		if m := p.FindStringIndex(folded); m != nil && (at < 0 || m[0] < at) {
			at = m[0]
		}
	}
	return at
}

// Conditions are where a statement says when it holds, as byte offsets of its form by
// [retrieval.Fold]: from each word that opens a condition, as far as the files of the
// language of the question's country tell, to the next comma or the end.
func Conditions(q Question, statement string) (spans [][2]int) {
	folded := retrieval.Fold(statement)
	for _, p := range tongueOf(countryLanguage(q)).phrases["condition"] {
		for _, at := range p.FindAllStringIndex(folded, -1) {
			end := len(folded)
			if n := strings.IndexAny(folded[at[1]:], ",;:"); n >= 0 {
				end = at[1] + n
			}
			if n := strings.Index(folded[at[1]:end], ". "); n >= 0 {
				end = at[1] + n
			}
			spans = append(spans, [2]int{at[0], end})
		}
	}
	return spans
}

// Bound tells how the number of a text bounds, "min", "max" or "", and whether it is
// itself outside, as far as the files of the language of the question's country tell.
func Bound(q Question, text string) (direction string, strict bool) {
	folded := retrieval.Fold(text)
	for _, c := range tongueOf(countryLanguage(q)).cues {
		if c.direction != "none" && c.pattern.MatchString(folded) {
			return c.direction, c.strict
		}
	}
	return "", false
}
