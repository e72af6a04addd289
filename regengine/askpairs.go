package regengine

import (
	"cmp"
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

// How much the signs weigh by which the pair a question is about is told. They are
// plain on purpose: on 128 questions five signs did as well as nineteen, and how they
// are weighed hardly mattered.
const (
	elementWeight   = 0.40
	parameterWeight = 0.25
	explainedWeight = 0.20
	rankWeight      = 0.30
	rankReach       = 12 // places
)

const (
	mostPairs = 120 // that are weighed
	mostNames = 6   // of a concept that are tried
)

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

// ranked orders the pairs a question names by how well it names them and by where their
// rules stand among what was found.
func (p *projectRequirements) ranked(asked ask.Asked, found []*retrieval.Block) []rankedPair {
	country := p.project.GeoID.Country()
	var out []rankedPair
	for _, named := range p.snapshot.pairs().Named(country, asked.Question, mostPairs) {
		if !p.selects(&named) || named.Scope {
			continue
		}
		parameter := askedAs(&named, asked.Asks)
		out = append(out, scored(&named, parameter, found))
	}
	slices.SortStableFunc(out, func(a, b rankedPair) int { return cmp.Compare(b.score, a.score) })
	return out
}

// scored weighs a pair of whose parameter's name a question has a share.
func scored(named *verify.NamedPair, parameter float64, found []*retrieval.Block) rankedPair {
	r := rankedPair{NamedPair: *named, rank: rankOf(named.Passages, found)}
	r.score = elementWeight*named.ElementShare + parameterWeight*parameter + explainedWeight*named.Explained
	if r.rank > 0 && r.rank <= rankReach {
		r.score += rankWeight * (1 + parameter) / 2 * float64(rankReach+1-r.rank) / rankReach
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
			r := scored(&named, 1, found)
			return &r
		}
	}
	return nil
}

// selects reports whether a pair has rules of a regulation that is selected.
func (p *projectRequirements) selects(named *verify.NamedPair) bool {
	return slices.ContainsFunc(named.Passages, func(at verify.Passage) bool { return slices.Contains(p.scope, at.Ref) })
}

// measuredShare is what the name of a measure counts where the question is whether
// something is needed: it only tells the case.
const measuredShare = 0.5

// askedAs weighs the parameter of a pair by what is asked. Who asks whether a thing is
// needed need not name that: "¿hace falta barandilla con una altura de 60 cm?"; nor who
// asks whether one may be there that is forbidden somewhere.
func askedAs(named *verify.NamedPair, asks string) float64 {
	switch {
	case asks == ask.AsksCases, asks == ask.AsksAmount:
	case asks == ask.AsksPermission && (!named.Alone || !named.Forbids):
	case asks != "" && named.Alone && named.Boolean:
		named.ParameterShare = 1
	case asks == ask.AsksBound && !named.Boolean:
		named.ParameterShare = 0
	case asks != "" && !named.Boolean:
		return measuredShare * named.ParameterShare
	}
	return named.ParameterShare
}

func rankOf(passages []verify.Passage, found []*retrieval.Block) int {
	for i, b := range found {
		if slices.ContainsFunc(passages, func(at verify.Passage) bool { return at.Ref.String() == b.Doc && at.Section == b.Section }) {
			return i + 1
		}
	}
	return 0
}

// margin is by how much the first pair leads the next one with rules of its own.
func margin(ranked []rankedPair) float64 {
	for _, r := range ranked[1:] {
		if r.Parameter != ranked[0].Parameter || !slices.Equal(r.Passages, ranked[0].Passages) {
			return ranked[0].score - r.score
		}
	}
	return ranked[0].score
}
