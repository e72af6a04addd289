package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// An amount may set the scene of a rule instead of being its limit: "a ramp with a
// slope of 6 % or more must have a handrail", "between 50 cm and 80 cm a projection is
// 15 cm deep". It stands with the thing, before the verb that says what the rule is.

var (
	// saysWhat is a verb that says what holds of a thing.
	saysWhat = lazyregexp.New(` (?:deb\p{L}+|ha de|han de|hay que|podra\p{L}*|puede\p{L}*|no se|se (?:exige\p{L}*|permite\p{L}*|admite\p{L}*|prohibe\p{L}*|coloca\p{L}*|instala\p{L}*|dispon\p{L}+|prolonga\p{L}*)|llev(?:a|an|ara|aran)|mid(?:e|en|ira|iran)|tien(?:e|en)|tendra\p{L}*|dispondra\p{L}*|contara\p{L}*|sera\p{L}*|son|es|esta\p{L}?|queda\p{L}*|llega\p{L}*|necesita\p{L}*|must|shall|should|may|can|is|are|has|have|needs?|measures?|requires?) `)

	// opensScene opens what a rule is for.
	opensScene = lazyregexp.New(`^ (?:entre|con|a|en|hasta|desde|a partir de|por encima de|por debajo de|cuando|si|para|between|with|at|from|above|below|over|under|up to|where|when|if|for) `)

	// withAmount puts an amount to a thing: "una rampa con pendiente de", "rampas de más de".
	withAmount = lazyregexp.New(` (?:con|de mas de|de menos de|que (?:tenga\p{L}*|salv\p{L}+|supere\p{L}*|exceda\p{L}*|mid\p{L}+|vuel\p{L}+|pase\p{L}*)|cuy[oa]s?|with|whose|having|over|of more than|steeper than|higher than|longer than|wider than) `)
)

// setsScene reports whether an amount of a folded text says which things a rule is
// for: no verb has said anything before it, and one does behind it.
func setsScene(folded string, q ask.Quantity) bool {
	before, behind := sentenceAround(folded, q)
	if saysWhat.MatchString(withoutRelativeVerbs(before)) || !saysWhat.MatchString(behind) {
		return false
	}
	return opensScene.MatchString(before) || withAmount.MatchString(before)
}

// sentenceAround is what stands before and behind an amount in its part of a text,
// made plain.
func sentenceAround(folded string, q ask.Quantity) (before, behind string) {
	from := 0
	for i := range folded[:q.Start] {
		if folded[i] == ';' {
			from = i + 1
		}
	}
	return plain(folded[from:q.Start]), plain(folded[q.End:])
}

var relativeVerb = lazyregexp.New(` (?:que|cuy[oa]s? \p{L}+|that|which|whose \p{L}+|si|cuando|if|when|where) (?:no )?(?:\p{L}+ ){0,4}?(?:es|son|esta\p{L}?|tien\p{L}+|mid\p{L}+|sea\p{L}?|is|are|has|have) `)

// withoutRelativeVerbs leaves out the verbs of clauses that only tell which thing is
// meant.
func withoutRelativeVerbs(text string) string {
	return relativeVerb.ReplaceAllString(text, " con ")
}

// limitsOf keeps the values that are limits: not the amounts that set the scene of a
// rule on something else.
func (a *query) limitsOf(values []value) []value {
	return slices.DeleteFunc(values, func(v value) bool {
		return v.row == "" && setsScene(retrieval.Fold(v.from.text), v.Quantity)
	})
}
