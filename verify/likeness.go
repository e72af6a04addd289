package verify

import (
	"math"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// likeness is how far a text is about a pair: its features, what they come to, and how
// likely the pair is among all.
type likeness struct {
	rules.Subject
	features [likenessFeatures]float64
	score    float64
	likely   float64
}

// The features of a likeness. The first four are twice the weight of the words a name and a
// text share, of the weight of both: that of the best name.
const (
	elementByElement     = iota // of the element, with the element's text
	elementByAll                // of the element, with both texts
	parameterByParameter        // of the parameter, with the parameter's text
	parameterByAll              // of the parameter, with both texts
	unexplained                 // the share of the words that neither concept has, nor a circumstance
	likenessFeatures
)

// likenessWeights are fitted: a softmax over the pairs that a wording may be about, on a
// quarter of the wordings of the starter's rules, with an index of another half. On the
// rest the first pair was right in 83 of 100, and in 97 where it was sure.
var likenessWeights = [likenessFeatures]float64{3.98, 6.84, 3.4, 5.77, -7.47}

// leastLikeness keeps pairs out that share next to nothing with a text.
const leastLikeness = 1

func (l *likeness) weigh() {
	l.score = 0
	for i, f := range l.features {
		l.score += likenessWeights[i] * f
	}
}

// What a pair has to have for a check to be decided by it: how likely it is, how much of a
// name of each concept the text has, and how much of the text may be of neither.
const (
	surelyLike  = 0.85
	leastShared = 0.5
	leastAlone  = 0.9 // of a parameter that is one word: "diámetro"
	mostStrange = 0.4
)

func (l *likeness) sure(t *weighedText) bool {
	f, least := &l.features, leastShared
	if len(t.parameter) == 1 {
		least = leastAlone
	}
	return l.likely >= surelyLike && max(f[elementByElement], f[elementByAll]) >= leastShared &&
		max(f[parameterByParameter], f[parameterByAll]) >= least && f[unexplained] <= mostStrange
}

// share works out how likely each pair is. Pairs of the same rules are one.
func (x *wordIndex) share(list []likeness) {
	if len(list) == 0 {
		return
	}
	total := 0.0
	for i := range list {
		list[i].likely = math.Exp(list[i].score - list[0].score)
		total += list[i].likely
	}
	first := x.v.about(list[0].Subject)
	same := 0.0
	for i := range list {
		if slices.ContainsFunc(x.v.about(list[i].Subject), func(r *rule) bool { return slices.Contains(first, r) }) {
			same += list[i].likely
		}
		list[i].likely /= total
	}
	list[0].likely = same / total
}
