package patternextract

import (
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify"
)

// sentences reads the statements of a text one by one, line by line. A part
// behind a semicolon continues the one before it; what stands behind a colon
// stands under what stands before it. It returns the frame of the last statement.
func (r *reader) sentences(text string, toks []token, lead *frame) *frame {
	var last *frame
	for from := 0; from < len(toks); {
		to := from
		for to < len(toks) && !toks[to].sign("\n") {
			to++
		}
		if line := toks[from:to]; hasSign(line, "|") {
			last = r.rowOfText(text, line, lead)
		} else if !r.series(text, line, lead) && !r.enumeration(text, line, lead) {
			last = r.line(text, line, lead)
		}
		from = to + 1
	}
	return last
}

// line reads the sentences of one line.
func (r *reader) line(text string, toks []token, lead *frame) *frame {
	var last *frame
	for from := 0; from < len(toks); {
		to := sentenceEnd(text, toks, from)
		r.before = last
		last = r.sentence(text, toks[from:to], lead)
		for from = to; from < len(toks) && (toks[from].sign(".") || toks[from].sign("?") || toks[from].sign("!")); {
			from++
		}
	}
	r.before = nil
	return last
}

// sentenceEnd returns where the sentence that begins at token from ends: at a
// line break, or a full stop with a capital or nothing behind it.
func sentenceEnd(text string, toks []token, from int) int {
	for i := from; i < len(toks); i++ {
		if toks[i].sign("\n") || toks[i].sign("?") || toks[i].sign("!") {
			return i
		}
		if toks[i].sign(".") && i > from && stops(text, toks, i) {
			return i
		}
	}
	return len(toks)
}

// stops tells a full stop from the point of an abbreviation.
func stops(text string, toks []token, i int) bool {
	if i+1 == len(toks) {
		return true
	}
	next := &toks[i+1]
	if next.start == toks[i].end {
		return false
	}
	prev := &toks[i-1]
	if prev.kind == wordToken && len(prev.text) <= 3 && prev.is(markName) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[next.start:])
	return unicode.IsUpper(r) || unicode.IsDigit(r) && next.kind != figureToken || r == '¿' || r == '«' || r == '"' || r == '“' || r == '('
}

// sentence reads one sentence: its parts between semicolons, the first of which
// may introduce the others with a colon.
func (r *reader) sentence(text string, toks []token, lead *frame) *frame {
	var last *frame
	above := lead
	for from := 0; from <= len(toks); {
		to, colon := partEnd(toks, from)
		part := dropMark(toks[from:to])
		switch {
		case len(part) == 0:
		case hasSign(part, "→"):
			last = r.arrow(text, part, above)
			sides := splitSign(part, "→")
			if side := sides[len(sides)-1]; colon && len(side) > 0 { // the header of a list of arrows
				last = &frame{unit: r.unitIn(partPhrase(text, side).Text), nature: natureOf(part)}
			}
		default:
			under := above
			if last != nil && last.continues {
				under = last
			}
			if colon && above != nil && above != lead && above.labelled {
				under, above = lead, lead // labels of the same list
			}
			last = r.clause(text, part, under, colon)
		}
		if colon && len(part) > 0 && last != nil {
			own := *last
			own.continues = false
			own.leads = append(own.leads[:len(own.leads):len(own.leads)], partPhrase(text, part))
			above, last = &own, nil
		}
		from = to + 1
	}
	if last == nil {
		return above
	}
	return last
}

func partPhrase(text string, part []token) verify.Phrase {
	start, end := part[0].start, part[len(part)-1].end
	return verify.Phrase{Role: verify.LeadRole, Text: text[start:end], Span: verify.Span{Start: start, End: end}}
}

func hasSign(toks []token, sign string) bool {
	for i := range toks {
		if toks[i].sign(sign) {
			return true
		}
	}
	return false
}

// partEnd returns where a part of a sentence ends, at a semicolon or a colon
// outside brackets.
func partEnd(toks []token, from int) (to int, colon bool) {
	depth := 0
	for i := from; i < len(toks); i++ {
		switch {
		case toks[i].sign("("):
			depth++
		case toks[i].sign(")"):
			depth = max(0, depth-1)
		case toks[i].sign(";") && depth == 0:
			return i, false
		case toks[i].sign(":") && depth == 0 && i+1 < len(toks):
			return i, true
		}
	}
	return len(toks), false
}

// dropMark drops the mark of an item inside a sentence: "a)", "–".
func dropMark(toks []token) []token {
	for len(toks) > 0 {
		switch {
		case len(toks) > 1 && toks[1].sign(")") && toks[0].kind != punctToken && toks[0].end-toks[0].start <= 3:
			toks = toks[2:]
		case toks[0].kind == punctToken && !toks[0].sign("(") && !toks[0].sign("[") && !toks[0].sign("«"):
			toks = toks[1:]
		default:
			return toks
		}
	}
	return toks
}

// clause reads one statement and adds its limits, or the duty it states.
func (r *reader) clause(text string, toks []token, under *frame, introduces bool) *frame {
	if isDefinition(toks) {
		return nil
	}
	under = r.varied(toks, under)
	c := newClause(r.lang, text, toks, under)
	list, out := c.limits(&r.groups, r.head)
	if introduces && c.fragment() && (onlyElliptic(list) || c.onlyUpTo()) {
		list, out = nil, c.label(under)
	}
	if len(list) == 0 && !introduces {
		if duty, ok := c.duty(&r.groups); ok {
			list = append(list, duty)
		}
	}
	repeat(list)
	r.refer(list)
	r.settle(toks, list)
	r.add(list)
	return out
}

// onlyElliptic reports limits none of which says what it measures.
func onlyElliptic(list []stated) bool {
	for i := range list {
		if !list[i].elliptic {
			return false
		}
	}
	return len(list) > 0
}

// label reads "De 51 a 100 personas:", whose figures say when what follows holds.
func (c *clause) label(under *frame) *frame {
	b := &builder{clause: c, groups: new(int)}
	f := &frame{labelled: true, around: []verify.Phrase{b.runPhrase(run{0, len(c.toks)}, verify.WhenRole)}}
	return f.under(under)
}

// settle removes the doubt about the direction of the limit before, where a
// sentence lets it be lower or higher in some case.
func (r *reader) settle(toks []token, list []stated) {
	if len(r.out) == 0 || len(list) == 0 {
		return
	}
	op := verify.Op("")
	for i := range toks {
		switch {
		case toks[i].is(markLowers):
			op = verify.AtLeast
		case toks[i].is(markRaises):
			op = verify.AtMost
		}
	}
	before := &r.out[len(r.out)-1]
	if op != "" && list[0].Op == op && before.Unit == list[0].Unit && len(before.Doubts) == 1 && (before.Doubts[0] == DoubtDirection || before.Doubts[0] == DoubtNature) {
		before.Op, before.Doubts = op, nil
	}
}

// isDefinition reports a statement that says what a word means.
func isDefinition(toks []token) bool {
	for i := range toks {
		if toks[i].is(markDefine) {
			return true
		}
	}
	return false
}

// varied lets "se admite 1,10 m" take operator and measure from the sentence
// before it.
func (r *reader) varied(toks []token, under *frame) *frame {
	if r.before == nil || r.before.op == "" || !r.before.continues {
		return under
	}
	for i := range toks {
		if toks[i].is(markConcede) {
			own := *r.before
			own.conceded = r.before
			return &own
		}
	}
	return under
}
