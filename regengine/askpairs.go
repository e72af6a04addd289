package regengine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
)

// rankedPair is a pair with what the search says of it.
type rankedPair struct {
	verify.NamedPair
	rank  int // the place of the first block found that its rules stand in; 0 for none
	score float64
}

// What speaks for a pair, in the measure of the logarithm of how likely it is: the words of
// the question, the names it has whole, where the rules of the pair stand among what was
// found, and that it is a duty where one is asked for. Of 355 questions whose section is
// known they tell 253, and 241 to 257 with any one of them half or double.
const (
	wordsWeight     = 0.5
	elementWeight   = 1
	parameterWeight = 3
	nearWeight      = 2.1 // of how near to the front, within rankReach
	firstWeight     = 1.8 // of one by the place
	dutyWeight      = 2
	rankReach       = 12 // places
)

const mostNames = 6 // of a concept that are tried

// share reports whether two names have a word in common.
func (p *projectRequirements) share(name, other string) bool {
	has := map[string]bool{}
	for _, w := range retrieval.Words(name, p.words.lang) {
		for _, term := range w.Terms {
			has[term] = !w.Stop()
		}
	}
	return slices.ContainsFunc(retrieval.Words(other, p.words.lang), func(w retrieval.Word) bool {
		return slices.ContainsFunc(w.Terms, func(term string) bool { return has[term] })
	})
}

// ranked orders the pairs a question may be about by how likely it is.
func (p *projectRequirements) ranked(asked ask.Asked, found []*retrieval.Block) []rankedPair {
	docs := make([]string, len(p.scope))
	for i, ref := range p.scope {
		docs[i] = ref.String()
	}
	list := p.snapshot.pairs().Named(p.project.GeoID.Country(), asked.Question, docs)
	out := make([]rankedPair, 0, len(list))
	for _, named := range list {
		askedAs(&named, asked.Asks)
		r := scored(&named, found)
		if named.Boolean && (asked.Asks == ask.AsksDuty || asked.Asks == ask.AsksPermission || asked.Asks == ask.AsksBound) {
			r.score += dutyWeight
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b rankedPair) int { return cmp.Compare(b.score, a.score) })
	bestNamed(out)
	return out
}

// bestNamed puts that pair first, of those of the first one's rules, whose element is named
// best.
func bestNamed(ranked []rankedPair) {
	for i := range ranked {
		if ranked[i].alike(&ranked[0]) && ranked[i].ElementShare > ranked[0].ElementShare {
			ranked[0], ranked[i] = ranked[i], ranked[0]
		}
	}
}

// alike reports whether a pair is of the same parameter, and rules stand in a passage of both.
func (r *rankedPair) alike(other *rankedPair) bool {
	shared := func(at verify.Passage) bool { return slices.Contains(other.Passages, at) }
	return r.Parameter == other.Parameter && slices.ContainsFunc(r.Passages, shared)
}

// scored weighs a pair by where its rules stand.
func scored(named *verify.NamedPair, found []*retrieval.Block) rankedPair {
	r := rankedPair{NamedPair: *named, rank: rankOf(named.Passages, found)}
	r.score = wordsWeight*named.Likeness + elementWeight*named.ElementShare + parameterWeight*named.ParameterShare
	if r.rank > 0 {
		r.score += nearWeight*float64(max(rankReach+1-r.rank, 0))/rankReach + firstWeight/float64(r.rank)
	}
	return r
}

// scopeExplained is how much of a question a regulation and what it applies to have to
// explain where nobody asks in so many words whether it applies: "is the RITE for cars?"
const scopeExplained = 0.8

// application is the pair by which the rules say whether a regulation applies that the question
// names; nil where that is not asked, or not known.
func (p *projectRequirements) application(asked ask.Asked, found []*retrieval.Block) *rankedPair {
	if asked.Asks == ask.AsksAmount || asked.Asks == ask.AsksBound || asked.Asks == ask.AsksCases {
		return nil
	}
	question := asked.Question
	if place := p.project.Place.Name; place != "" { // the project says so too
		question = strings.ReplaceAll(question, place, "")
	}
	for _, named := range p.snapshot.pairs().Scopes(p.project.GeoID.Country(), question, asked.Named) {
		if p.selects(&named) && (asked.Asks == ask.AsksScope || named.Explained >= scopeExplained) {
			r := scored(&named, found)
			return &r
		}
	}
	return nil
}

// selects reports whether a pair has rules of a regulation that is selected.
func (p *projectRequirements) selects(named *verify.NamedPair) bool {
	return slices.ContainsFunc(named.Passages, func(at verify.Passage) bool { return slices.Contains(p.scope, at.Ref) })
}

// askedAs reads the parameter of a pair by what is asked. Who asks whether a thing is
// needed need not name that: "¿hace falta barandilla con una altura de 60 cm?"; nor who
// asks whether one may be there that is forbidden somewhere. A figure is no value from which
// on something is needed.
func askedAs(r *verify.NamedPair, asks string) {
	switch {
	case asks == "", asks == ask.AsksCases, asks == ask.AsksAmount, asks == ask.AsksPermission && (!r.Alone || !r.Forbids):
	case r.Alone && r.Boolean:
		r.ParameterShare = 1
	case asks == ask.AsksBound && !r.Boolean:
		r.ParameterShare = 0
	}
}

func rankOf(passages []verify.Passage, found []*retrieval.Block) int {
	for i, b := range found {
		if slices.ContainsFunc(passages, func(at verify.Passage) bool { return at.Ref.String() == b.Doc && at.Section == b.Section }) {
			return i + 1
		}
	}
	return 0
}

// likely is how likely the first pair is, all others of the same rules with it.
func likely(ranked []rankedPair) float64 {
	same, all := 0.0, 0.0
	for i := range ranked {
		e := math.Exp(ranked[i].score - ranked[0].score)
		all += e
		if ranked[i].alike(&ranked[0]) {
			same += e
		}
	}
	return same / all
}
