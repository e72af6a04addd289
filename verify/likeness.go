package verify

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/verify/rules"
)

// likeness is how far a text is about a pair: its features, what they come to, and how
// likely the pair is among all.
type likeness struct {
	rules.Subject
	concepts [2]int32      // in the index
	named    [2]namedShare // how the text names them
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

var likenessNames = [likenessFeatures]string{"element_by_element", "element_by_all", "parameter_by_parameter", "parameter_by_all", "unexplained"}

// LikenessWeight is what a feature weighs that tells how far a text is about a pair.
type LikenessWeight struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"`
}

// LikenessWeights returns the weights that come with the package, in the order of the
// features.
func LikenessWeights() []LikenessWeight {
	out := make([]LikenessWeight, likenessFeatures)
	for i, weight := range fittedLikeness() {
		out[i] = LikenessWeight{likenessNames[i], weight}
	}
	return out
}

// likenessWeights are what each feature weighs in a softmax over the pairs.
type likenessWeights [likenessFeatures]float64

func (w *likenessWeights) score(features *[likenessFeatures]float64) float64 {
	sum := 0.0
	for i, f := range features {
		sum += w[i] * f
	}
	return sum
}

//go:embed likeness.tsv
var likenessTSV string

// fittedLikeness are the weights that come with the package.
var fittedLikeness = sync.OnceValue(func() likenessWeights {
	w, err := parseLikeness(likenessTSV)
	if err != nil {
		panic(err) // it is embedded
	}
	return w
})

// parseLikeness reads a line for each feature: its name, a tab, its weight; "#" begins a
// remark.
func parseLikeness(text string) (likenessWeights, error) {
	var out likenessWeights
	missing := slices.Clone(likenessNames[:])
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, weight, _ := strings.Cut(line, "\t")
		at := slices.Index(missing, name)
		value, err := strconv.ParseFloat(weight, 64)
		if name == "" || at < 0 || err != nil {
			return out, fmt.Errorf("verify: likeness: %q is no feature and its weight", line)
		}
		out[at], missing[at] = value, ""
	}
	if at := slices.IndexFunc(missing, func(name string) bool { return name != "" }); at >= 0 {
		return out, fmt.Errorf("verify: likeness: %s has no weight", missing[at])
	}
	return out, nil
}

// leastLikeness keeps pairs out that share next to nothing with a text.
const leastLikeness = 1

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
	if t.single {
		least = leastAlone
	}
	return l.likely >= surelyLike && max(f[elementByElement], f[elementByAll]) >= leastShared &&
		max(f[parameterByParameter], f[parameterByAll]) >= least && f[unexplained] <= mostStrange
}

// rate works out how likely each pair is. Pairs of the same rules are one.
func (x *wordIndex) rate(list []likeness) {
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
		if x.v.shares(list[i].Subject, first) {
			same += list[i].likely
		}
		list[i].likely /= total
	}
	list[0].likely = same / total
}

// shares reports whether one of the rules is about a pair.
func (v *rulebook) shares(pair rules.Subject, list []*rule) bool {
	return slices.ContainsFunc(v.about(pair), func(r *rule) bool { return slices.Contains(list, r) })
}
