package note

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
)

// Part is a part of an answer that is judged for itself.
type Part string

// The parts.
const (
	ListPart    Part = "list"    // what rules require
	PassagePart Part = "passage" // the likeliest passage with what stands around it
	AnyPart     Part = "any"     // up to three passages: whether the texts answer at all
)

// Weights are the coefficients of a logistic for each part, by the name of the feature.
type Weights map[Part]map[string]float64

// Feature is one thing that tells how likely a part of an answer is right.
type Feature struct {
	Name  string
	Value float64
}

// Judged is a part with its features; none where an answer has no such part.
type Judged struct {
	Part     Part
	Features []Feature
}

//go:embed weights.tsv
var weightsTSV string

// fitted are the weights that come with the package.
var fitted = sync.OnceValue(func() Weights {
	w, err := ParseWeights(weightsTSV)
	if err != nil {
		panic(err) // it is embedded
	}
	return w
})

// ParseWeights reads lines of a part, a feature and its weight, separated by tabs; "#"
// begins a remark.
func ParseWeights(text string) (Weights, error) {
	out := Weights{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("note: weights: %q is no part, feature and weight", line)
		}
		value, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			return nil, fmt.Errorf("note: weights: %w", err)
		}
		if out[Part(cells[0])] == nil {
			out[Part(cells[0])] = map[string]float64{}
		}
		out[Part(cells[0])][cells[1]] = value
	}
	return out, nil
}

// Bias is the name of what a logistic adds whatever the features are.
const Bias = "bias"

// Confidence is how likely a part with these features is right; 0 where there is none.
func (w Weights) Confidence(part Part, features []Feature) float64 {
	if features == nil {
		return 0
	}
	z := w[part][Bias]
	for _, f := range features {
		z += w[part][f.Name] * f.Value
	}
	return 1 / (1 + math.Exp(-z))
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// judged are the features of every part of the answer.
func (a *answer) judged() []Judged {
	return []Judged{{ListPart, a.listFeatures()}, {PassagePart, a.passageFeatures()}, {AnyPart, a.anyFeatures()}}
}

// passageFeatures are those of the passage that may answer.
func (a *answer) passageFeatures() []Feature {
	ranked := a.ranked()
	if len(ranked) == 0 {
		return nil
	}
	first := ranked[0]
	return []Feature{{"lead", lead(ranked)}, {"together", together(ranked)}, {"heading", a.share(a.bagOf(innermost(first.Title)))}, {"prior", first.Prior}}
}

// anyFeatures tell whether the texts answer at all.
func (a *answer) anyFeatures() []Feature {
	ranked := a.ranked()
	if len(ranked) == 0 {
		return nil
	}
	most := 0.0
	for _, c := range ranked[:min(len(ranked), mostPossible)] {
		most = max(most, c.share)
	}
	bare := flag(a.required == nil)
	return []Feature{
		{"share", most}, {"lead", lead(ranked)}, {"together", together(ranked)}, {"rules", a.ruleMatch()}, {"spoken", a.match().Spoken / spokenMeasure},
		{"bare", bare}, {"bare_share", bare * most},
		{"prior", ranked[0].Prior}, {"strange", flag(a.strange())}, {"edition", flag((a.status || a.scope) && len(a.editions) > 0)},
	}
}

// lead is how far the first passage stands out from what would not be shown beside it;
// where there is nothing, by what it has of the question.
func lead(ranked []*candidate) float64 {
	if len(ranked) <= mostPossible {
		return ranked[0].worded - ranked[0].near
	}
	return ranked[0].worded - ranked[mostPossible].worded
}

// The first passages are held to be about one matter if one regulation has them.
const (
	firstFew      = 5
	usualTogether = 0.6 // of what was not found
)

// together is the share of the first passages that are of the first one's regulation.
func together(ranked []*candidate) float64 {
	few := ranked[:min(len(ranked), firstFew)]
	same := usualTogether * float64(firstFew-len(few))
	for _, c := range few {
		same += flag(c.Version == ranked[0].Version)
	}
	return same / firstFew
}

// spokenMeasure brings what speaks for a match into the measure of the other features.
const spokenMeasure = 10

// match is how the question names what rules limit.
func (a *answer) match() ask.Match {
	if a.required == nil {
		return ask.Match{}
	}
	return a.required.Match
}

// ruleMatch is how well the question names what rules limit: the best witness of whether
// the search is right.
func (a *answer) ruleMatch() float64 {
	return a.match().Element * a.match().Explained
}

// listFeatures are those of a list of requirements; nil where there is none.
func (a *answer) listFeatures() []Feature {
	if a.required == nil || len(a.rows()) == 0 {
		return nil
	}
	m := a.required.Match
	return []Feature{
		{"explained", m.Explained}, {"likely", m.Likely}, {"spoken", m.Spoken / spokenMeasure},
		{"else", flag(a.asksElse() || a.exception)}, {"strange", flag(a.strange())},
	}
}
