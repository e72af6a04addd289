package retrieval

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed references.tsv
var referencesTSV string

// references maps folded words that announce a number to one spelling each.
var references = sync.OnceValue(func() map[string]string { return parseReferences(referencesTSV) })

// parseReferences reads lines of a spelling and the words it stands for.
func parseReferences(data string) map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(data) {
		spelling, words, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(words) {
			table[Fold(w)] = spelling
		}
	}
	return table
}

// joinReference adds to the last word the terms of what it ends.
func (a *analyzer) joinReference(list []token, text string) {
	if len(list) < 2 {
		return
	}
	before, last := &list[len(list)-2], &list[len(list)-1]
	switch gap := text[before.end:last.start]; gap {
	case "-":
		a.joinHyphen(before, last)
	case " ", ". ", "\u00a0":
		a.joinNumber(before, last, gap)
	case ".":
		a.joinNumber(before, last, gap)
		joinLetters(before, last)
	case "/":
		joinYear(before, last)
	}
}

// joinHyphen reads "DB-SUA" and "REI-120".
func (a *analyzer) joinHyphen(before, last *token) {
	if !before.number || !last.number {
		a.joinHeads(before, last, true)
	}
}

// joinNumber reads "art. 4.2" and "SUA 1".
func (a *analyzer) joinNumber(before, last *token, gap string) {
	switch {
	case !last.number:
	case before.number:
		joinThousands(before, last, gap)
	default:
		a.joinHeads(before, last, false)
	}
}

// joinYear reads "Ley 38/1999".
func joinYear(before, last *token) {
	if before.number && last.number {
		last.joined = append(last.joined, before.fold+"/"+last.fold)
	}
}

// How many bytes a joined reference has at most, and how many a word ends. They bound
// what a chain such as "a-a-a-a" costs: without them every word would end as many
// references as there are words before it.
const (
	longestReference = 32
	mostReferences   = 6
)

func (a *analyzer) joinHeads(before, last *token, hyphen bool) {
	for _, head := range a.referenceHeads(before, hyphen) {
		if len(head)+len(last.fold) <= longestReference && len(last.joined) < mostReferences {
			last.joined = appendNew(last.joined, head+last.fold)
		}
	}
}

// referenceHeads returns what a reference ending behind a word begins with.
func (a *analyzer) referenceHeads(word *token, hyphen bool) []string {
	if ref := a.announced(word.fold); ref != "" {
		return []string{ref}
	}
	const short = 4 // letters of an acronym: SUA, RITE, D
	if word.number || a.stop[word.fold] || !hyphen && len(word.fold) > short {
		return nil
	}
	heads := []string{word.fold}
	for _, t := range word.joined {
		if strings.HasSuffix(t, word.fold) { // itself a joined reference: DB-SUA
			heads = appendNew(heads, t)
		}
	}
	return heads
}

// joinThousands reads "5 750" as 5750: groups of three digits behind one to three.
func joinThousands(before, last *token, gap string) {
	if gap != " " && gap != "\u00a0" || len(last.fold) != 3 || strings.Contains(last.fold, ".") {
		return
	}
	heads := slices.DeleteFunc(slices.Clone(before.joined), func(t string) bool { return !isNumber(t) }) // 1 200 000
	if n := len(before.fold); len(heads) == 0 && n <= 3 && !strings.Contains(before.fold, ".") && before.fold[0] != '0' {
		heads = []string{before.fold}
	}
	for _, head := range heads {
		if len(head)+len(last.fold) <= longestReference {
			last.joined = append(last.joined, head+last.fold)
		}
	}
}

func isLetter(t *token) bool { return len(t.fold) == 1 && !t.number }

// joinLetters puts an abbreviation of letters together, "R.D.", "C.T.E.": the whole so far.
func joinLetters(before, last *token) {
	if !isLetter(before) || !isLetter(last) {
		return
	}
	head := before.fold
	if n := len(before.joined); n > 0 {
		head = before.joined[n-1]
	}
	const longest = 12
	if len(head) < longest {
		last.joined = append(last.joined, head+last.fold)
	}
}

func isNumber(text string) bool {
	for i := range len(text) {
		if c := text[i]; !isDigit(c) && c != '.' && c != ',' {
			return false
		}
	}
	return true
}

// numberTerms are the readings of a number: as written, without trailing zeros,
// and with its points taken for thousands where they may be.
func numberTerms(fold string) []string {
	terms := []string{fold}
	switch strings.Count(fold, ".") {
	case 0:
	case 1:
		short := strings.TrimSuffix(strings.TrimRight(fold, "0"), ".")
		terms = appendNew(terms, short)
		fallthrough
	default:
		if isThousands(fold) {
			terms = appendNew(terms, strings.ReplaceAll(fold, ".", ""))
		}
	}
	return terms
}

func isThousands(fold string) bool {
	groups := strings.Split(fold, ".")
	if len(groups[0]) > 3 || groups[0] == "0" {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
