package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// The doubts of extractors that this package can settle. The first leaves it open
// which side a figure bounds and comes with [Equal]; the second says that the side
// was taken from what is measured. Every other doubt keeps a value from passing.
const (
	doubtDirection = "the text does not say whether the figure is a minimum or a maximum"
	doubtNature    = "minimum or maximum follows from what is measured, not from words of the text"
)

// settle takes the side of a figure from what is measured, where the words of the
// text do not tell it: a thermal transmittance is limited from above. A figure of
// something that may be limited from either side decides nothing but for the value
// that equals it.
func (b *textRules) settle(rule *textRule) {
	l := rule.match.limit
	if !slices.ContainsFunc(l.Doubts, isSide) {
		return
	}
	measure, op := b.usual()
	if op == "" || l.Op != Equal && l.Op != op {
		rule.sideless = !b.reaches(rule)
		return
	}
	rule.Require.Op = op
	rule.notes = append(rule.notes, speaker{l.words.lang, l.words.tongues}.say(map[Op]message{AtMost: msgUsualMaximum, AtLeast: msgUsualMinimum}[op], measure))
	rule.doubts = slices.DeleteFunc(slices.Clone(rule.doubts), isSide)
}

// usual returns how figures of what the check asks bound, and its name.
func (b *textRules) usual() (measure string, op Op) {
	t := b.r.words
	for i, id := range b.r.measures {
		this := t.usualBound(id, b.r.terms)
		if i > 0 && this != op {
			return "", ""
		}
		measure, op = t.name(id), this
	}
	return measure, op
}

// reaches reports whether the value is the figure itself, which complies whichever
// side is meant; the doubt about the side is settled then.
func (b *textRules) reaches(rule *textRule) bool {
	q := b.r.d.question
	if rule.Require.Value.Number == nil {
		return false
	}
	limit, err := quantity.ConvertLimit(*rule.Require.Value.Number, rule.Require.Unit, q.unit, b.r.relation)
	if err != nil || !limit.Equal(q.value) {
		return false
	}
	rule.Require.Op = Equal
	rule.doubts = slices.DeleteFunc(slices.Clone(rule.doubts), isSide)
	return true
}

// isSide reports whether a doubt is about the side that a figure bounds.
func isSide(doubt string) bool { return doubt == doubtDirection || doubt == doubtNature }
