package verify

import (
	"context"
	"hash/fnv"
	"io"
	"maps"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// codeWording is a wording of the rules of a code.
type codeWording struct {
	rules.Wording
	code string
}

// WordingFolds is how many parts the wordings of rules are cut into, so that each is read by
// the words of the others.
const WordingFolds = 5

// fold is the part of a wording: by what it says alone, so that it stays in it whatever
// others come.
func (w *codeWording) fold() int {
	h := fnv.New32a()
	_, _ = io.WriteString(h, w.Of.Element+" "+w.Of.Parameter+"\n"+w.Element+"|"+w.Parameter) // a hash takes everything
	return int(h.Sum32() % WordingFolds)
}

// wordings adds those of a set.
func (c *compiler) wordings(set *rules.RuleSet) {
	for _, w := range set.Wordings {
		c.v.wordings = append(c.v.wordings, codeWording{w, set.Ref.Code})
	}
}

// JudgedWording is what a wording was read as by the words of all that are not of its fold.
type JudgedWording struct {
	rules.Wording
	Code  string       // whose rules it stands beside
	Pairs []JudgedPair // that it may be about, the likeliest first
	Sure  bool         // a check would be decided by the first of them
}

// JudgedPair is a pair that a wording may be about.
type JudgedPair struct {
	Features []float64 // in the order of [LikenessWeights]
	Right    bool      // a rule is about it and about the pair that the wording stands under
}

// JudgeWordings reads the wordings of one fold, 0 to [WordingFolds] - 1, of all countries as
// checks in no unit and at no place. The features weigh what weights says; nil for what
// they weigh otherwise. It ends early when ctx does.
func (v *Verifier) JudgeWordings(ctx context.Context, fold int, weights []float64) []JudgedWording {
	use := fittedLikeness()
	copy(use[:], weights)
	var out []JudgedWording
	for _, country := range slices.Sorted(maps.Keys(v.books)) {
		book := v.books[country]
		x := newWordIndex(book, use, func(w *codeWording) bool { return w.fold() == fold })
		for i := range book.wordings {
			if w := &book.wordings[i]; w.fold() == fold && ctx.Err() == nil {
				out = append(out, x.judge(w))
			}
		}
	}
	return out
}

func (x *wordIndex) judge(w *codeWording) JudgedWording {
	element, parameter := x.v.read(w.Element), x.v.read(w.Parameter)
	text := x.read(&element, &parameter)
	list := x.likeliest(text, func(rules.Subject) bool { return true })
	out := JudgedWording{Wording: w.Wording, Code: w.code, Sure: len(list) > 0 && list[0].sure(text)}
	own := x.v.about(w.Of)
	for i := range list {
		out.Pairs = append(out.Pairs, JudgedPair{slices.Clone(list[i].features[:]), x.v.shares(list[i].Subject, own)})
	}
	return out
}
