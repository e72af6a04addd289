package understand

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// signals are the wordings of one language that say what a sentence does to the
// number in it, by kind: most, least, more, less, equal, not, strictly, range,
// duty, none. See [SignalsFile].
type signals map[string][][]string

// signalKinds are the kinds of signals.
var signalKinds = strings.Fields("most least more less equal not strictly range duty none")

// readSignals reads a file of signals and says what is wrong with it. Wordings are
// taken as texts are read: folded, at apostrophes apart.
func readSignals(text string) (signals, []error) {
	out := make(signals)
	var wrong []error
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, list, ok := strings.Cut(line, ":")
		if !ok || !slices.Contains(signalKinds, kind) {
			wrong = append(wrong, &fileError{SignalsFile, n, fmt.Sprintf("unknown kind %q: there are %s", kind, strings.Join(signalKinds, ", "))})
			continue
		}
		for wording := range strings.SplitSeq(list, ",") {
			words := strings.FieldsFunc(retrieval.Fold(wording), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '*' })
			switch {
			case len(words) == 0 && strings.TrimSpace(wording) != "":
				wrong = append(wrong, &fileError{SignalsFile, n, fmt.Sprintf("%q has no letter: signs of comparison are known", strings.TrimSpace(wording))})
			case len(words) == 1 && words[0] == "*":
				wrong = append(wrong, &fileError{SignalsFile, n, fmt.Sprintf("%q stands for every word: letters belong before *", strings.TrimSpace(wording))})
			case len(words) > 0:
				out[kind] = append(out[kind], words)
			}
		}
	}
	return out, wrong
}

// bearing is what the words of a sentence do to its numbers.
type bearing struct {
	above, below bool // bound from above, from below, the number itself complying
	strictAbove  bool // bound from above, the number itself not complying
	strictBelow  bool
	strictly     bool
	between      bool
	duty, none   bool
}

// signalReach is how many words may stand between a negation and what it
// turns round: "no podrá ser inferior".
const signalReach = 3

// read works out what text says.
func (s signals) read(text string) bearing {
	words := signalWords(text)
	var b bearing
	for i := range words {
		more, less := s.at("more", words, i), s.at("less", words, i)
		b.above = b.above || s.at("most", words, i) > 0
		b.below = b.below || s.at("least", words, i) > 0
		b.strictly = b.strictly || s.at("strictly", words, i) > 0
		b.between = b.between || s.at("range", words, i) > 0
		b.duty = b.duty || s.at("duty", words, i) > 0
		b.none = b.none || s.at("none", words, i) > 0
		if more == 0 && less == 0 {
			continue
		}
		b.compare(more > 0, s.negated(words, i), s.orEqual(words, i))
	}
	return b
}

// compare takes in a comparative: more or less than the number.
func (b *bearing) compare(more, negated, orEqual bool) {
	switch {
	case more && negated, !more && orEqual && !negated:
		b.above = true // "no superior", "menor o igual"
	case !more && negated, more && orEqual:
		b.below = true
	case more:
		b.strictBelow = true
	default:
		b.strictAbove = true
	}
}

func (s signals) negated(words []string, i int) bool {
	for k := i - 1; k >= 0 && k >= i-1-signalReach && words[k] != clauseEnd; k-- {
		if s.at("not", words, k) > 0 {
			return true
		}
	}
	return false
}

// orEqual reports whether the comparative at i has "or equal" right before it or
// soon behind: "igual o superior", "greater than or equal to".
func (s signals) orEqual(words []string, i int) bool {
	for k := max(0, i-2); k <= i+2; k++ {
		if s.at("equal", words, k) > 0 {
			return true
		}
	}
	return false
}

// at returns the length of a wording of the kind that stands at words[i]; 0 for
// none.
func (s signals) at(kind string, words []string, i int) int {
	for _, wording := range s[kind] {
		if matchesAt(words, i, wording) {
			return len(wording)
		}
	}
	return 0
}

func matchesAt(words []string, i int, wording []string) bool {
	if i+len(wording) > len(words) || len(wording) == 0 {
		return false
	}
	return !slices.ContainsFunc(wording, func(w string) bool {
		have := words[i]
		i++
		if prefix, open := strings.CutSuffix(w, "*"); open {
			return !strings.HasPrefix(have, prefix)
		}
		return have != w
	})
}

// clauseEnd stands among words where a clause ends.
const clauseEnd = "."

// signalWords returns the folded words of a text, with clauseEnd where a mark
// ends a clause; a comma between digits is part of a number.
func signalWords(text string) []string {
	var out []string
	for _, field := range strings.Fields(retrieval.Fold(text)) {
		out = append(out, strings.FieldsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
		if strings.ContainsAny(field[len(field)-1:], ".,;:|)") {
			out = append(out, clauseEnd)
		}
	}
	return out
}

// Unsaid says what op does to a number, or asks for, and the words of a text do not say:
// "a maximum", "a duty"; "" when they agree, and for a language without signals, whose
// words do not tell. Of Equal and OneOf no words are typical.
func (g *Language) Unsaid(op rules.Op, text string) string {
	if g.signals == nil {
		return ""
	}
	return g.signals.read(text).missing(op)
}

// HasSignals reports whether the words of the language tell what they do to a number.
func (g *Language) HasSignals() bool { return g.signals != nil }

// missing says what op does and the words do not; "" when they agree.
func (b bearing) missing(op rules.Op) string {
	above, below := b.above || b.strictAbove || b.strictly, b.below || b.strictBelow || b.strictly
	switch {
	case (op == rules.Less || op == rules.AtMost) && !above:
		return "a maximum"
	case (op == rules.AtLeast || op == rules.Greater) && !below:
		return "a minimum"
	case op == rules.Less && !b.strictAbove && !b.strictly, op == rules.Greater && !b.strictBelow && !b.strictly:
		return "a strict limit"
	case op == rules.AtMost && !b.above && !b.strictly, op == rules.AtLeast && !b.below && !b.strictly:
		return "a limit that itself complies"
	case op == rules.Between && !b.between && (!above || !below):
		return "a range"
	case (op == rules.MustBeTrue || op == rules.MustBeAbsent) && !b.duty:
		return "a duty"
	case op == rules.NoLimit && !b.none:
		return "that there is no limit"
	}
	return ""
}
