package askeval

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// opening is how an answer settles a question in its first word: "yes", "no",
// "depends", or "" for one that begins otherwise. "Si" without an accent is "if".
func opening(answer string) string {
	text := plain(lead(answer))
	switch firstWord(strings.TrimLeftFunc(strings.ToLower(lead(answer)), func(r rune) bool { return !unicode.IsLetter(r) })) {
	case "sí", "yes":
		return "yes"
	case "no":
		return "no"
	}
	if slices.ContainsFunc(words().depends, func(phrase string) bool { return strings.HasPrefix(text, phrase) }) {
		return "depends"
	}
	return ""
}

// settles returns what a part of must settles a question as, "" for one that is a
// figure or a phrase.
func settles(part string) string {
	switch retrieval.Fold(part) {
	case "si", "yes":
		return "yes"
	case "no":
		return "no"
	}
	return ""
}

// has reports whether a text holds an alternative of must. Yes and no are read
// from the answer's first word, and from how its first sentence is put where that
// is neither (see holds). One that depends is neither.
func has(text, alternative string) bool {
	want, said := settles(alternative), opening(text)
	if want == "" || said == "" {
		return holds(text, alternative)
	}
	return want == said
}

// hasPart reports whether a text holds a part of must in one of its alternatives.
func hasPart(text string, part []string) bool {
	return slices.ContainsFunc(part, func(alternative string) bool { return has(text, alternative) })
}

// claimed returns what an answer claims that it must not: an alternative of
// must_not in a sentence that holds no part of must, or the other of yes and no in
// its first word: what does not open with either claims neither. A figure in the sentence of the right answer is the case it
// belongs to, and so is one in the same row or quotation, which is one sentence.
func (c Case) claimed(a *ask.Answer) []string {
	answer := bare(a)
	var list []string
	if said := opening(answer); said != "" && (c.contradicts(said) || slices.ContainsFunc(c.MustNot, func(wrong string) bool { return settles(wrong) == said })) {
		list = append(list, said)
	}
	first := lead(answer)
	for _, sentence := range statements(answer) {
		right := func(alternative string) bool {
			if settles(alternative) != "" {
				return strings.Contains(sentence, first) && has(answer, alternative)
			}
			return holds(sentence, alternative)
		}
		if slices.ContainsFunc(c.Must, func(part []string) bool { return slices.ContainsFunc(part, right) }) {
			continue
		}
		for _, wrong := range c.MustNot {
			if settles(wrong) == "" && holds(sentence, core(wrong)) && !slices.Contains(list, wrong) {
				list = append(list, wrong)
			}
		}
	}
	return list
}

// contradicts reports whether an opening is the other of the yes or no expected.
func (c Case) contradicts(said string) bool {
	other := map[string]string{"yes": "no", "no": "yes"}[said]
	return slices.ContainsFunc(c.Must, func(part []string) bool {
		return slices.ContainsFunc(part, func(alternative string) bool { return other != "" && settles(alternative) == other })
	})
}

// core is what an alternative of must_not says, without the words behind it that
// say as what it would be wrong: "EI 45" of "EI 45 como tope". Of one that is an
// amount, whatever stands behind it does not matter.
func core(alternative string) string {
	for _, as := range []string{" como ", " as "} {
		alternative, _, _ = strings.Cut(alternative, as)
	}
	return alternative
}
