package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// sharedLead is the terms before the first number where they are said of all.
func (r *parsed) sharedLead(segments []segment) map[string]bool {
	if len(segments) == 0 {
		return nil
	}
	return r.caseTerms(0, segments[0].from, 0)
}

// marks are the zones, classes and comparatives of a stretch.
func (r *parsed) marks(from, to int) map[string]bool {
	marks := map[string]bool{}
	words := r.within(from, to)
	for i := range words {
		if isZone(words, i) {
			addZone(marks, words[i].Fold)
		}
	}
	r.addComparatives(marks, words)
	return marks
}

// inherit adds the terms of the value before, of which an ellipsis speaks: "y el
// de obra menor".
func inherit(own, before map[string]bool) {
	for term := range before {
		if !comparatives[term] {
			own[term] = true
		}
	}
}

// caseTerms are the terms that tell one number from another: not the property,
// which is compared by itself.
func (r *parsed) caseTerms(from, to, number int) map[string]bool {
	words := r.within(from, to)
	terms := contentTerms(slices.DeleteFunc(slices.Clone(words), func(w retrieval.Word) bool {
		return PropertyOf(w.Fold) != nil || overlaps(r.cues(), w.Start, w.End) || numeralWords()[w.Fold] > 0 || isUnitWord(w.Fold)
	}))
	addDenied(terms, r.folded[:to], words, number)
	return terms
}

// comparatives name a case where they compare nothing: "obra menor".
var comparatives = wordSet("mayor mayores menor menores superior superiores inferior inferiores major minor upper lower")

func (r *parsed) addComparatives(terms map[string]bool, words []retrieval.Word) {
	for i := range words {
		w := &words[i]
		if comparatives[w.Fold] && !overlaps(r.cues(), w.Start, w.End) {
			terms[w.Fold] = true
		}
	}
}

// labelTerms are the terms of a row or column; a letter alone names a zone. Words
// that say little elsewhere tell one row from the next: "muy grave", "day".
func labelTerms(label, lang string) map[string]bool {
	words := retrieval.Words(retrieval.Fold(label), lang)
	terms := contentTerms(words)
	for i := range words {
		w := &words[i]
		if labelWords[w.Fold] || len(w.Fold) > 2 && isUnitWord(w.Fold) && !denominator(retrieval.Fold(label), w.Start) && !strings.Contains(label, "(") {
			terms[w.Fold] = true
		}
		if kin := kinOf(w.Fold); kin != "" && !w.Stop() && !w.Number && !frameWords()[w.Fold] {
			terms[kin] = true
		}
	}
	addDenied(terms, retrieval.Fold(label), words, -1)
	list, _ := designationsIn(label)
	for _, d := range list {
		terms[d.value] = true
	}
	if trimmed := strings.TrimSpace(label); len(trimmed) <= 2 && trimmed != "" {
		terms[retrieval.Fold(trimmed)] = true
	}
	return terms
}

// labelWords say little in a sentence and much in a label.
var labelWords = wordSet("muy very antes despues before after dentro fuera within outside inside otro otra otros otras other others demas resto rest general bajo medio alto baja media alta low medium high")

// kinOf stands for a word and those derived from it: "hotel", "hotelero". "" of a
// short one.
func kinOf(folded string) string {
	const root = 5
	if len(folded) < root {
		return ""
	}
	return "~" + folded[:root]
}

// notSaid marks a term that is denied: "sin rociadores".
const notSaid = "!"

// addDenied puts the denied form of a term in the place of what a text excludes:
// the words that say something right behind "sin", "no son de", and, behind the
// number at a place, "excepto". Before it "excepto" opens the number's own case.
func addDenied(terms map[string]bool, folded string, words []retrieval.Word, number int) {
	for _, kind := range []string{"excluder", "exceptor"} {
		for _, m := range phrases()[kind].all(folded) {
			if kind == "excluder" || m[0] > number {
				denyBehind(terms, folded, wordsBehind(words, m[1]), m[1])
			}
		}
	}
}

func denyBehind(terms map[string]bool, folded string, words []retrieval.Word, at int) {
	const most = 2 // words that say something
	n := 0
	for i := range words {
		w := &words[i]
		if n == most || w.Number || strings.ContainsAny(folded[at:w.Start], ",;.|:") || w.Fold == "y" || w.Fold == "and" {
			return
		}
		if w.Stop() || frameWords()[w.Fold] || isUnitWord(w.Fold) {
			continue
		}
		for _, term := range meaningOf(w.Fold).own {
			delete(terms, term)
		}
		delete(terms, kinOf(w.Fold))
		for _, term := range w.Terms {
			delete(terms, term)
			terms[notSaid+term] = true
		}
		n++
	}
}

// shortUnit is the longest abbreviation of a unit in letters.
const shortUnit = 3

// contentTerms are the terms of words that say something: no stop words, no
// numbers, no words that only frame.
func contentTerms(words []retrieval.Word) map[string]bool {
	set := map[string]bool{}
	for i := range words {
		w := &words[i]
		if w.Stop() || w.Number || frameWords()[w.Fold] || len(w.Fold) <= shortUnit && isUnitWord(w.Fold) {
			continue
		}
		for _, term := range w.Terms {
			set[term] = true
		}
	}
	return set
}
