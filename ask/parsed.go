package ask

import "github.com/reglookup/regengine/codes/retrieval"

// parsed is a text folded and taken apart into words, once for all that is then
// read from it.
type parsed struct {
	text   string
	folded string
	lang   string
	words  []retrieval.Word // of folded, with the terms of lang
	found  []cueAt
	sought bool // found is filled in
}

// parse takes a text of a language apart; "" is any language.
func parse(text, lang string) *parsed {
	folded := retrieval.Fold(text)
	return &parsed{text: text, folded: folded, lang: lang, words: retrieval.Words(folded, lang)}
}

// within returns the words between two places of the folded text.
func (r *parsed) within(from, to int) []retrieval.Word { return wordsIn(r.words, from, to) }

// terms are those of the words that say something.
func (r *parsed) terms() map[string]bool { return contentTerms(r.words) }

// quantities returns the amounts of the text.
func (r *parsed) quantities() []Quantity {
	return quantitiesOf(r.folded, r.words, moments(r.folded)...)
}

// refs returns the references of the text.
func (r *parsed) refs() []refTo { return refsOf(r.text, r.folded) }

// countedBehind is the word right behind a number, "" when a stop word or nothing
// stands there.
func (r *parsed) countedBehind(end int) string {
	const near = 48 // bytes
	words := r.within(end, min(len(r.folded), end+near))
	if len(words) == 0 || words[0].Start != end+1 || r.folded[end] != ' ' || words[0].Stop() || words[0].Number || frameWords()[words[0].Fold] {
		return ""
	}
	return words[0].Fold
}

// cues returns the cues of the text.
func (r *parsed) cues() []cueAt {
	if !r.sought {
		r.found, r.sought = findCues(r.folded), true
	}
	return r.found
}
