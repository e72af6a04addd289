package geo

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// cutEntry lists words under the hash of their first letters without one.
type cutEntry struct {
	hash  uint32
	words wordRange
}

// cutTable is a hash table of entries without pointers.
type cutTable struct {
	sorted []cutEntry // by the bits of their hash that mask keeps
	at     []uint32   // by those bits: where they begin; one more at the end
	mask   uint32
}

func newCutTable(entries []cutEntry) cutTable {
	t := cutTable{mask: 1}
	for int(t.mask) < len(entries) {
		t.mask = t.mask<<1 | 1
	}
	t.at = make([]uint32, t.mask+2)
	for _, e := range entries {
		t.at[e.hash&t.mask+1]++
	}
	for i := range t.mask + 1 {
		t.at[i+1] += t.at[i]
	}
	next := slices.Clone(t.at)
	t.sorted = make([]cutEntry, len(entries))
	for _, e := range entries {
		t.sorted[next[e.hash&t.mask]] = e
		next[e.hash&t.mask]++
	}
	return t
}

// entries returns the entries of a hash, among which are others.
func (t *cutTable) entries(hash uint32) []cutEntry {
	i := hash & t.mask
	return t.sorted[t.at[i]:t.at[i+1]]
}

// joinedTable finds two neighbouring words typed as one ("sanjuan").
type joinedTable map[string][]match // the places that have them

func newJoinedTable(n *names) joinedTable {
	table := make(joinedTable)
	for rank := range uint32(len(n.start) - 1) {
		n.eachForm(rank, func(_ uint32, form []byte, kind formKind) {
			words := bytes.Fields(form)
			for i := 1; i < len(words) && kind.reach() == anywhere; i++ {
				table.add(string(words[i-1])+string(words[i]), typoMatch|kind.alias()|rank)
			}
		})
	}
	return table
}

// add lists a place once: its official name comes before its aliases.
func (t joinedTable) add(joined string, key match) {
	keys := t[joined]
	long := utf8.RuneCountInString(joined) >= shortestMisspelt
	if long && (len(keys) == 0 || keys[len(keys)-1]&rankMask != key&rankMask) {
		t[joined] = append(keys, key)
	}
}
