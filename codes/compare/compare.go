// Package compare tells what differs between two texts of a regulation, section by
// section and word by word. It knows no catalogue and no blocks.
package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/reglookup/regengine/geo"
)

// Passage is the text of one section of a version, as it is compared.
type Passage struct {
	Section string // its slug
	Title   string
	Text    string // without markup; "" for a section that only holds others
}

// Kind says what became of a section from one version to another.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed" // of its title or text
)

// Change is a section that two versions do not have alike.
type Change struct {
	Kind     Kind
	From, To Passage // the zero Passage where the section is not there

	// Words are the text from one version to the other; nil unless the text changed.
	Words []Words
}

// Fate says what became of words.
type Fate string

// The fates.
const (
	Kept   Fate = "kept"
	Lost   Fate = "removed"
	Gained Fate = "added"
)

// Words are a run of words that all became the same. The kept and removed ones
// together are the old text, the kept and added ones the new one, white space included.
type Words struct {
	Fate Fate
	Text string
}

// Sections returns what differs between the sections of two versions, in the order of
// the new one, what was removed behind what it followed; and how many are the same. A
// section is the one with the same slug, else the only one with the same title. White
// space does not count.
func Sections(from, to []Passage) (changes []Change, same int) {
	pair := pairSections(from, to)
	removed := map[int][]Change{} // behind which index of to; -1: at the beginning
	last := -1
	back := make(map[int]int, len(pair))
	for t, f := range pair {
		back[f] = t
	}
	for f := range from {
		if t, kept := back[f]; kept {
			last = t
			continue
		}
		removed[last] = append(removed[last], Change{Kind: Removed, From: from[f]})
	}
	changes = removed[-1]
	for t := range to {
		f, kept := pair[t]
		switch {
		case !kept:
			changes = append(changes, Change{Kind: Added, To: to[t]})
		case sameWords(from[f].Title, to[t].Title) && sameWords(from[f].Text, to[t].Text):
			same++
		default:
			changes = append(changes, changed(from[f], to[t]))
		}
		changes = append(changes, removed[t]...)
	}
	return changes, same
}

func changed(from, to Passage) Change {
	c := Change{Kind: Changed, From: from, To: to}
	if !sameWords(from.Text, to.Text) {
		c.Words = Texts(from.Text, to.Text)
	}
	return c
}

// pairSections returns which section of from each one of to is, by their indexes.
func pairSections(from, to []Passage) map[int]int {
	pair, taken := map[int]int{}, map[int]bool{}
	for _, key := range []func(Passage) string{
		func(p Passage) string { return p.Section },
		func(p Passage) string { return geo.Fold(p.Title) },
	} {
		old, fresh := keyed(from, key, func(i int) bool { return taken[i] }), keyed(to, key, func(i int) bool { _, done := pair[i]; return done })
		for k, list := range fresh {
			if k != "" && len(list) == 1 && len(old[k]) == 1 {
				pair[list[0]], taken[old[k][0]] = old[k][0], true
			}
		}
	}
	return pair
}

// keyed returns the indexes of the passages that are still open, by key.
func keyed(list []Passage, key func(Passage) string, done func(int) bool) map[string][]int {
	by := map[string][]int{}
	for i := range list {
		if !done(i) {
			by[key(list[i])] = append(by[key(list[i])], i)
		}
	}
	return by
}

func sameWords(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// Texts returns how one text became another, word by word. Short words that
// happen to stand between changes are changed with them, so that what is left reads as
// sentences do; of two texts that have little in common one replaces the other whole.
func Texts(from, to string) []Words {
	var alphabet wordAlphabet
	old, fresh := alphabet.spell(from), alphabet.spell(to)
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the same answer on every machine
	diffs := []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffDelete, Text: string(old)}, {Type: diffmatchpatch.DiffInsert, Text: string(fresh)}}
	if len(old) == 0 || len(fresh) == 0 || alphabet.shared(old, fresh) >= leastShared {
		diffs = d.DiffCleanupSemantic(d.DiffMainRunes(old, fresh, false))
	}
	out := make([]Words, 0, len(diffs))
	for _, diff := range diffs {
		if diff.Text == "" {
			continue
		}
		out = append(out, Words{fates[diff.Type], alphabet.read(diff.Text)})
	}
	return out
}

var fates = map[diffmatchpatch.Operation]Fate{
	diffmatchpatch.DiffEqual: Kept, diffmatchpatch.DiffDelete: Lost, diffmatchpatch.DiffInsert: Gained,
}

// wordAlphabet writes words as single runes, because the differ compares runes.
type wordAlphabet struct {
	runes map[string]rune
	words []string
}

// The private planes hold more runes than a regulation has words, and none of them is
// a surrogate.
const firstWordRune = 0xF0000

func (a *wordAlphabet) spell(text string) []rune {
	if a.runes == nil {
		a.runes = map[string]rune{}
	}
	var out []rune
	for word := range splitWords(text) {
		r, known := a.runes[word]
		if !known {
			r = firstWordRune + rune(len(a.words))
			a.runes[word], a.words = r, append(a.words, word)
		}
		out = append(out, r)
	}
	return out
}

func (a *wordAlphabet) read(spelled string) string {
	var b strings.Builder
	for _, r := range spelled {
		b.WriteString(a.words[r-firstWordRune])
	}
	return b.String()
}

// leastShared is the share of words that two texts must have in common to be worth
// comparing: below, what is left of one in the other is "de" and "la".
const leastShared = 0.4

// shared returns which share of the words of both texts the other has too.
func (a *wordAlphabet) shared(old, fresh []rune) float64 {
	left, total, common := map[rune]int{}, 0, 0
	for _, r := range old {
		if a.isWord(r) {
			left[r]++
			total++
		}
	}
	for _, r := range fresh {
		if !a.isWord(r) {
			continue
		}
		total++
		if left[r] > 0 {
			left[r]--
			common += 2
		}
	}
	return float64(common) / float64(max(total, 1))
}

func (a *wordAlphabet) isWord(r rune) bool {
	first, _ := utf8.DecodeRuneInString(a.words[r-firstWordRune])
	return wordRune(first)
}

// splitWords gives a text in pieces: each word and number, each run of white space, and
// every other character by itself. A number keeps its signs: "0,60".
func splitWords(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		runes := []rune(text)
		for i := 0; i < len(runes); {
			end := i + 1
			for end < len(runes) && joins(runes, i, end) {
				end++
			}
			if !yield(string(runes[i:end])) {
				return
			}
			i = end
		}
	}
}

// joins reports whether the rune at end belongs to the piece that begins at start.
func joins(runes []rune, start, end int) bool {
	first, r := runes[start], runes[end]
	switch {
	case unicode.IsSpace(first):
		return unicode.IsSpace(r)
	case !wordRune(first):
		return false
	case wordRune(r):
		return true
	}
	return (r == ',' || r == '.') && unicode.IsDigit(runes[end-1]) && end+1 < len(runes) && unicode.IsDigit(runes[end+1])
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
