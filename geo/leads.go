package geo

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// shortestLead is the length in code points, spaces counted, from which a
// typing error is forgiven anywhere in a name.
const shortestLead = 5

// leadIndex finds names within one typing error, in short words and between
// words too. A lead is a form of a name from its beginning: the whole of it, or
// two or more of its words.
type leadIndex struct {
	text  []byte // of names
	leads []lead
	table leadTable
}

// lead is a text that one or more names are or begin with, as whole words.
type lead struct {
	at, size uint32 // in the text of names
	first    uint32 // of the suffixes, that of the first form with it
}

func newLeadIndex(suffixes *suffixIndex) leadIndex {
	x := leadIndex{text: suffixes.text}
	before := []byte{0}
	for i, s := range suffixes.sorted {
		if s.key < wordMatch { // a whole form begins here
			form := x.text[s.at:]
			x.addLeads(lead{at: s.at, first: uint32(i)}, form, before)
			before = form
		}
	}
	x.leads = slices.Clip(x.leads)
	var room [64]rune
	x.table = newLeadTable(len(x.leads), func(i int) []rune { return appendRunes(room[:0], x.spelling(uint32(i))) })
	return x
}

// addLeads adds the leads of a form that are not those of the form before it in
// the alphabet; all forms with a lead stand together there.
func (x *leadIndex) addLeads(l lead, form, before []byte) {
	words, letters, same := 0, 0, true
	for i, c := range form {
		if c == 0 || c == ' ' {
			words++
			known := same && (before[i] == 0 || before[i] == ' ')
			if letters >= shortestLead && (c == 0 || words > 1) && !known {
				l.size = uint32(i)
				x.leads = append(x.leads, l)
			}
		}
		if c == 0 {
			return
		}
		same = same && before[i] == c
		if utf8.RuneStart(c) {
			letters++
		}
	}
}

func (x *leadIndex) spelling(i uint32) []byte {
	l := &x.leads[i]
	return x.text[l.at : l.at+l.size]
}

// near calls yield with every lead that typed is but for one typing error. It
// may yield one twice.
func (x *leadIndex) near(typed []byte, yield func(i uint32)) {
	var room [64]rune
	x.table.near(appendRunes(room[:0], typed), func(i uint32) {
		if oneSlipApart(typed, x.spelling(i)) {
			yield(i)
		}
	})
}

// oneSlipApart reports whether typed is right but for one letter or space
// wrong, missing, too many, or exchanged with the next. What is typed wrong or
// too many is no symbol: a symbol stands for itself.
func oneSlipApart(typed, right []byte) bool {
	i := 0
	for i < len(typed) && i < len(right) && typed[i] == right[i] {
		i++
	}
	for i < len(typed) && i > 0 && !utf8.RuneStart(typed[i]) {
		i-- // two letters may begin alike
	}
	typed, right = typed[i:], right[i:]
	a, sizeA := utf8.DecodeRune(typed)
	_, sizeB := utf8.DecodeRune(right)
	slip := sizeA > 0 && (a == ' ' || isLetter(a))
	return sizeB > 0 && bytes.Equal(typed, right[sizeB:]) ||
		slip && bytes.Equal(typed[sizeA:], right) ||
		slip && sizeB > 0 && bytes.Equal(typed[sizeA:], right[sizeB:]) ||
		exchangedBytes(typed, right, sizeA, sizeB)
}

// exchangedBytes reports whether typed is right but for the first two letters,
// whose first ones have these sizes, being exchanged.
func exchangedBytes(typed, right []byte, sizeA, sizeB int) bool {
	return len(typed) == len(right) && len(typed) >= sizeA+sizeB &&
		bytes.Equal(typed[:sizeA], right[sizeB:sizeA+sizeB]) &&
		bytes.Equal(typed[sizeA:sizeA+sizeB], right[:sizeB]) &&
		bytes.Equal(typed[sizeA+sizeB:], right[sizeA+sizeB:])
}

func appendRunes(dst []rune, text []byte) []rune {
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		dst = append(dst, r)
		i += size
	}
	return dst
}

// addLeads adds the places of which q is a lead but for one typing error, or a
// lead and the beginning of one more word, the error being in the lead.
func (t *territory) addLeads(found []match, q *query) []match {
	leads := &t.typos.leads
	leads.near(q.text, func(i uint32) { found = t.addWithLead(found, q, i) })
	if n := len(q.words); n > 1 {
		before := q.words[n-2].to
		leads.near(q.text[:before], func(i uint32) {
			if lead := leads.spelling(i); !isOneWord(lead) {
				found = t.addBegunWith(found, q, lead, q.text[before:])
			}
		})
	}
	return found
}

// isOneWord tells the leads that are whole forms and nothing more: a single word
// is no lead of the longer names that begin with it.
func isOneWord(lead []byte) bool { return bytes.IndexByte(lead, ' ') < 0 }

// addWithLead adds the places with a form that has lead i. Such forms stand
// together among the suffixes, and most leads have few.
func (t *territory) addWithLead(found []match, q *query, i uint32) []match {
	lead, from := t.typos.leads.spelling(i), len(found)
	oneWord := isOneWord(lead)
	for n, s := range t.suffixes.sorted[t.typos.leads.leads[i].first:] {
		if !bytes.HasPrefix(t.names.text[s.at:], lead) {
			break
		}
		if after := t.names.text[int(s.at)+len(lead)]; after != 0 && (after != ' ' || oneWord) {
			break
		}
		if n == listedAbove {
			return t.addWithCommonLead(found[:from], q, lead)
		}
		if t.passes(q, s.key&rankMask) {
			found = appendMisspelt(found, s.key)
		}
	}
	return found
}

// addWithCommonLead does what addWithLead does for a lead of many places.
func (t *territory) addWithCommonLead(found []match, q *query, lead []byte) []match {
	var room [MaxResults]match
	right := *q
	right.text = lead
	lo, hi := t.suffixes.find(lead)
	found = appendMisspelt(found, t.addExact(room[:0], &right, lo, hi)...)
	if isOneWord(lead) {
		return found
	}
	return t.addBegunWith(found, q, lead, []byte{' '})
}

// addBegunWith adds the places with a form that begins with lead and rest.
func (t *territory) addBegunWith(found []match, q *query, lead, rest []byte) []match {
	var textRoom [128]byte
	var room [MaxResults * 2]match
	right := *q
	right.text = append(append(textRoom[:0], lead...), rest...)
	lo, hi := t.suffixes.find(right.text)
	return appendMisspelt(found, t.addDirect(room[:0], &right, lo, hi)...)
}

// appendMisspelt appends the matches of whole names and their beginnings among
// right, the matches of a text that was typed with an error.
func appendMisspelt(found []match, right ...match) []match {
	for _, key := range right {
		if key < wordMatch {
			found = append(found, typoMatch|key&(ofAlias|rankMask))
		}
	}
	return found
}
