package geo

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// A typing error is one letter too many, one missing, one wrong, or two
// neighbours exchanged. It is forgiven in words of five letters or more, also
// in their first letter; and, once six letters are typed, in a word not typed
// to its end, unless the error is in the last letter, which the next one may
// explain.
const (
	shortestMisspelt = 5 // letters of the right word
	shortestBegun    = 6 // letters typed of a word that may go on
)

// typoIndex finds words within one typing error. Two words that are the same
// but for one error are the same once the right letter is taken out of each; so
// a word is listed under itself with each letter left out, and a query looks up
// the same of its own. For words that may go on only the first six or seven
// letters count: of those, too, the same five or six are left.
type typoIndex struct {
	words   *wordIndex
	letters []rune   // of all words, one after another
	at      []uint32 // by word: where its letters begin; one more at the end

	whole      cutTable // words of five and six letters
	six, seven cutTable // words of as many letters or more, by the first of them
	joined     joinedTable
	leads      leadIndex
}

func newTypoIndex(n *names, words *wordIndex, suffixes *suffixIndex) typoIndex {
	x := typoIndex{words: words, at: []uint32{0}}
	for number := range uint32(words.len()) {
		for _, r := range string(words.word(number)) {
			x.letters = append(x.letters, r)
		}
		x.at = append(x.at, uint32(len(x.letters)))
	}
	x.letters = slices.Clip(x.letters)
	x.whole = x.cutWhole()
	x.six = x.cut(shortestBegun)
	x.seven = x.cut(shortestBegun + 1)
	x.joined = newJoinedTable(n)
	x.leads = newLeadIndex(suffixes)
	return x
}

func (x *typoIndex) spelling(word uint32) []rune { return x.letters[x.at[word]:x.at[word+1]] }

// cutWhole lists the words that a text too short to be a beginning may mean.
func (x *typoIndex) cutWhole() cutTable {
	var entries []cutEntry
	for word := range uint32(x.words.len()) {
		if letters := x.spelling(word); len(letters) == shortestMisspelt || len(letters) == shortestBegun {
			eachCut(letters, func(hash uint32) {
				entries = append(entries, cutEntry{hash, wordRange{word, word + 1}})
			})
		}
	}
	return newCutTable(entries)
}

// cut lists the words that have n letters or more, by their first n with one
// left out. Words with the same first letters stand together in the index and
// are one entry. A word of n-1 letters is listed as it is: a query may have one
// too many.
func (x *typoIndex) cut(n int) cutTable {
	var entries []cutEntry
	for word := uint32(0); word < uint32(x.words.len()); {
		letters := x.spelling(word)
		next := word + 1
		switch {
		case len(letters) == n-1:
			entries = append(entries, cutEntry{hashWithout(letters, len(letters)), wordRange{word, next}})
		case len(letters) >= n:
			for next < uint32(x.words.len()) && hasPrefix(x.spelling(next), letters[:n]) {
				next++
			}
			eachCut(letters[:n], func(hash uint32) {
				entries = append(entries, cutEntry{hash, wordRange{word, next}})
			})
		}
		word = next
	}
	return newCutTable(entries)
}

// eachCut yields the hash of letters with each one left out, equal ones once.
func eachCut(letters []rune, yield func(hash uint32)) {
	for skip := range letters {
		if skip == 0 || letters[skip] != letters[skip-1] {
			yield(hashWithout(letters, skip))
		}
	}
}

// hashWithout hashes letters without the one at skip (FNV-1a over letters).
func hashWithout(letters []rune, skip int) uint32 {
	hash := uint32(2166136261)
	for i, r := range letters {
		if i != skip {
			hash = (hash ^ uint32(r)) * 16777619
		}
	}
	return hash
}

// misspelt calls yield with every word that typed is, but for one typing error,
// or begins. It may yield a word twice.
func (x *typoIndex) misspelt(typed []rune, yield func(word uint32)) {
	table := &x.whole
	check := func(hash uint32) {
		for _, entry := range table.entries(hash) {
			for word := entry.words.from; entry.hash == hash && word < entry.words.to; word++ {
				if oneErrorApart(typed, x.spelling(word)) {
					yield(word)
				}
			}
		}
	}
	switch {
	case len(typed) < shortestBegun:
		check(hashWithout(typed, len(typed))) // a letter is missing
		if len(typed) == shortestMisspelt {
			eachCut(typed, check)
		}
	case len(typed) == shortestBegun:
		table = &x.six
		eachCut(typed, check)
	default:
		table = &x.seven
		eachCut(typed[:shortestBegun+1], check)
	}
}

// hasMisspelt reports whether words has one that typed is, but for one typing
// error, or begins.
func (x *typoIndex) hasMisspelt(words []uint32, typed []rune) bool {
	for _, word := range words {
		letters := x.spelling(word)
		if len(letters) >= shortestMisspelt && oneErrorApart(typed, letters) {
			return true
		}
	}
	return false
}

// appendLetters appends the letters of token; ok is false when it has anything
// but letters and digits: what is no letter is no slip of one.
func appendLetters(dst []rune, token []byte) (letters []rune, ok bool) {
	for i := 0; i < len(token); {
		r, size := rune(token[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(token[i:])
		}
		if !isLetter(r) {
			return dst, false
		}
		dst = append(dst, r)
		i += size
	}
	return dst, true
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// oneErrorApart reports whether typed is word with one typing error, or, if it
// is long enough, the beginning of word with one before its last letter. A
// typed text without error is not one error apart.
func oneErrorApart(typed, word []rune) bool {
	i := 0
	for i < len(typed) && i < len(word) && typed[i] == word[i] {
		i++
	}
	switch {
	case i == len(typed):
		return false
	case i == len(word):
		return len(typed) == len(word)+1
	case len(typed) < shortestBegun && len(word) > len(typed)+1:
		return false
	}
	whole := func(missing int) bool { return len(word) == len(typed)+missing }
	begun := len(typed) >= shortestBegun
	beforeLast := begun && i+1 < len(typed)
	return (whole(0) || beforeLast) && hasPrefix(word[i+1:], typed[i+1:]) ||
		(whole(-1) || beforeLast) && hasPrefix(word[i:], typed[i+1:]) ||
		(whole(1) || begun) && hasPrefix(word[i+1:], typed[i:]) ||
		(whole(0) || begun) && exchanged(typed[i:], word[i:])
}

// exchanged reports whether word begins with typed but for its first two
// letters being exchanged.
func exchanged(typed, word []rune) bool {
	return len(typed) > 1 && len(word) > 1 && typed[0] == word[1] && typed[1] == word[0] && hasPrefix(word[2:], typed[2:])
}

func hasPrefix(letters, prefix []rune) bool {
	return len(letters) >= len(prefix) && slices.Equal(letters[:len(prefix)], prefix)
}
