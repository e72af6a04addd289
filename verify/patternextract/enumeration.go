package patternextract

// An enumeration within a line: "provide all of the following. a. ... b. ...",
// "use these measurements: (i) ... (ii) ...". Its items stand under the words
// before the first mark, as those of a list of their own blocks do.

// itemStart is the mark of an item inside a line.
type itemStart struct {
	from, to int // tokens of the mark
	style    byte
}

// orders are the sequences by which items are marked.
var orders = [][]string{
	{"a", "b", "c", "d", "e", "f", "g", "h"},
	{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii"},
}

// enumerated returns the marks of an enumeration, of which there must be two or
// more in order, and something before the first; nil for none.
func enumerated(text string, toks []token) []itemStart {
	for _, order := range orders {
		var out []itemStart
		for i := range toks {
			if len(out) == len(order) {
				break
			}
			m, ok := itemMarkAt(text, toks, i, order[len(out)])
			if ok && (len(out) == 0 || out[0].style == m.style) && (len(out) == 0 || m.from > out[len(out)-1].to) {
				out = append(out, m)
			}
		}
		if len(out) > 1 && out[0].from > 0 && out[len(out)-1].to < len(toks) {
			return out
		}
	}
	return nil
}

// itemMarkAt reads a mark that begins at token i: "(a)" anywhere, "a." behind the end
// of a sentence or a part of one.
func itemMarkAt(text string, toks []token, i int, name string) (itemStart, bool) {
	is := func(k int, sign string) bool { return k < len(toks) && toks[k].sign(sign) }
	named := func(k int) bool {
		return k < len(toks) && toks[k].kind == wordToken && text[toks[k].start:toks[k].end] == name
	}
	switch {
	case is(i, "(") && named(i+1) && is(i+2, ")") && (i == 0 || toks[i-1].kind != wordToken || i+3 < len(toks) && spaced(toks, i) && spaced(toks, i+3) && !toks[i-1].is(markName)):
		return itemStart{i, i + 3, '('}, true
	case named(i) && is(i+1, ".") && i+2 < len(toks) && spaced(toks, i+2) && i > 0 && (is(i-1, ".") || is(i-1, ":") || is(i-1, ";")):
		return itemStart{i, i + 2, '.'}, true
	}
	return itemStart{}, false
}

// spaced reports whether something stands between a token and the one before it.
func spaced(toks []token, i int) bool { return i == 0 || toks[i-1].end < toks[i].start }

// enumeration reads a line that holds an enumeration; false when it holds none.
// The sentences before the one that announces the items are read as ever.
func (r *reader) enumeration(text string, toks []token, lead *frame) bool {
	marks := enumerated(text, toks)
	if marks == nil {
		return false
	}
	first := marks[0].from
	from := 0
	for to := sentenceEnd(text, toks[:first], from); to < first; to = sentenceEnd(text, toks[:first], from) {
		next := to
		for next < first && toks[next].kind == punctToken {
			next++
		}
		if next == first {
			break
		}
		r.before = r.sentence(text, toks[from:to], lead)
		from = next
	}
	r.before = nil
	under := r.announcement(text, dropEnd(toks[from:first]), lead)
	for k, m := range marks {
		to := len(toks)
		if k+1 < len(marks) {
			to = marks[k+1].from
		}
		if item := dropEnd(toks[m.to:to]); len(item) > 0 {
			r.line(text, item, under)
		}
	}
	return true
}

// announcement reads the words that announce items.
func (r *reader) announcement(text string, toks []token, lead *frame) *frame {
	if len(toks) == 0 {
		return lead
	}
	f := r.clause(text, toks, lead, true)
	if f == nil {
		return lead
	}
	own := *f
	own.continues = false
	own.leads = append(own.leads[:len(own.leads):len(own.leads)], partPhrase(text, toks))
	return &own
}

// dropEnd cuts the signs off the end of a part.
func dropEnd(toks []token) []token {
	for len(toks) > 0 && toks[len(toks)-1].kind == punctToken && !toks[len(toks)-1].sign(")") && !toks[len(toks)-1].sign("%") {
		toks = toks[:len(toks)-1]
	}
	return toks
}
