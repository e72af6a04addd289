package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Whether a passage bears a sentence out is judged without the writer: the words
// that say something have to be in the passage, as they stand, as synonyms, or as
// the property an amount is of; what is allowed and what is denied has to agree
// (modality.go). Full support stays; partial and none go (CITATIONS S2).

// supportLevel is how far the passages cited bear a sentence out.
type supportLevel uint8

const (
	unsupported supportLevel = iota
	partlySupported
	fullySupported
)

// How much of a sentence its passages have to say. A sentence whose amounts were
// all found needs less besides. Across languages only synonyms, names and
// cognates can match, so less is asked, but something always is.
const (
	mostOfWords   = 0.66
	enoughOfWords = 0.5
	someOfPart    = 0.34
	someAbroad    = 0.2
)

// wordIndex answers whether a passage says a word.
type wordIndex struct {
	terms      map[string]bool
	stems      map[string]bool // first letters of long words: cognates and further forms
	folds      map[string]bool
	properties map[*Property]bool
}

func indexWords(texts ...*parsed) wordIndex {
	x := wordIndex{terms: map[string]bool{}, stems: map[string]bool{}, folds: map[string]bool{}, properties: map[*Property]bool{}}
	for _, r := range texts {
		for i := range r.words {
			x.add(&r.words[i])
		}
	}
	return x
}

func (x *wordIndex) add(w *retrieval.Word) {
	for _, term := range w.Terms {
		x.terms[term] = true
	}
	x.folds[w.Fold] = true
	if stem := stemOf(w.Fold); stem != "" {
		x.stems[stem] = true
	}
	if p := PropertyOf(w.Fold); p != nil {
		x.properties[p] = true
	}
}

// stemOf is the beginning of a word that its further forms, and its cognates in
// the other language, share; "" of a short one.
func stemOf(folded string) string {
	switch n := len(folded); {
	case n >= 9:
		return folded[:6]
	case n >= 6:
		return folded[:5]
	case n == 5:
		return folded[:4]
	}
	return ""
}

// says reports whether the passage holds the word or one that means the same.
func (x *wordIndex) says(m meaning, folded string) bool {
	if x.folds[folded] || slices.ContainsFunc(m.own, func(term string) bool { return x.terms[term] }) {
		return true
	}
	if stem := stemOf(folded); stem != "" && x.stems[stem] {
		return true
	}
	if p := PropertyOf(folded); p != nil {
		for have := range x.properties {
			if p.Kin(have) {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.phrases, func(phrase []string) bool {
		return !slices.ContainsFunc(phrase, func(term string) bool { return !x.terms[term] })
	})
}

// score counts how much of words that say something the passages say. What only
// the question or the project said weighs half, and nothing beside an amount.
type score struct{ said, all float64 }

func (s score) share() float64 {
	if s.all == 0 {
		return 1
	}
	return s.said / s.all
}

// entailed judges how far the evidence bears the words of a claim out.
func (c *claim) entailed(evidence []*support) supportLevel {
	abroad := c.abroad(evidence)
	total, weakest := score{}, 1.0
	for _, p := range c.parts {
		one := c.scoreOf(p, evidence)
		total.said, total.all = total.said+one.said, total.all+one.all
		if one.all >= 2 || one.all == 1 && p.verb {
			weakest = min(weakest, one.share())
		}
	}
	anchored := len(c.numbers)+len(c.refs) > 0 || c.counts(evidence)
	needed := mostOfWords
	if anchored {
		needed = enoughOfWords
	}
	switch {
	case abroad && (total.share() >= someAbroad || anchored && total.all <= 2):
		return fullySupported
	case !abroad && total.share() >= needed && weakest >= someOfPart:
		return fullySupported
	case total.said > 0:
		return partlySupported
	}
	return unsupported
}

// abroad reports whether all the evidence is in another language.
func (c *claim) abroad(evidence []*support) bool {
	return !slices.ContainsFunc(evidence, func(s *support) bool { return s.lang == c.lang })
}

func (c *claim) scoreOf(p part, evidence []*support) score {
	var out score
	seen := map[string]bool{}
	for _, w := range c.within(p.from, p.to) {
		if overlaps(c.cues(), w.Start, w.End) || w.Stop() || w.Number || len(w.Fold) < 2 || frameWords()[w.Fold] || seen[w.Fold] || numeralWords()[w.Fold] > 0 || isUnitWord(w.Fold) {
			continue
		}
		seen[w.Fold] = true
		m := meaningOf(w.Fold)
		if slices.ContainsFunc(evidence, func(s *support) bool { return s.words.says(m, w.Fold) }) {
			out.said, out.all = out.said+1, out.all+1
			continue
		}
		out.all += c.weight(m)
	}
	return out
}

// weight is what a word counts that the passages do not say.
func (c *claim) weight(m meaning) float64 {
	known := slices.ContainsFunc(m.own, func(term string) bool { return c.facts.asked[term] || c.facts.words[term] })
	switch {
	case known && len(c.numbers) > 0:
		return 0
	case known:
		return 0.5
	}
	return 1
}

// isUnitWord reports whether a word is a unit.
func isUnitWord(folded string) bool {
	_, ok := unitAt(folded)
	return ok
}

// unknownName returns a proper name or acronym of a sentence, as written, that
// neither its passages nor the project and the question know: a source that was
// invented. "" when there is none.
func (c *claim) unknownName(evidence []*support) string {
	for i, word := range strings.FieldsFunc(c.text, func(r rune) bool { return !isWordRune(r) && r != '-' && r != '\'' }) {
		if !isName(word, i == 0 || afterStop(c.text, word)) {
			continue
		}
		folded := retrieval.Fold(word)
		if frameWords()[folded] {
			continue
		}
		m := meaningOf(folded)
		known := slices.ContainsFunc(evidence, func(s *support) bool {
			return s.words.says(m, folded) || strings.Contains(s.refs.squeezed, squeezeName(folded))
		})
		if !known && !slices.ContainsFunc(m.own, func(term string) bool { return c.facts.asked[term] || c.facts.places[term] }) {
			return word
		}
	}
	return ""
}

// isName reports whether a word is written as a name: an acronym, or a capital
// where no sentence begins.
func isName(word string, opens bool) bool {
	upper, letters := 0, 0
	for _, r := range word {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.IsUpper(r) {
			upper++
		}
	}
	if letters < 2 || isUnitWord(retrieval.Fold(word)) || strings.Trim(word, "IVXLC") == "" {
		return false
	}
	return upper >= 2 || upper == 1 && !opens && letters > 2 && unicode.IsUpper(firstRune(word))
}

// afterStop reports whether the word opens a sentence, a quotation or a cell.
func afterStop(text, word string) bool {
	before, _, _ := strings.Cut(text, word)
	before = strings.TrimRight(before, " ")
	if before == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(".:;!?«»\"“”„'(¿¡|–—-*_…›", last)
}
