package textlimits

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lines reads the statements of a text, line by line, and rows of a table that came as
// text. It returns the frame of the last statement.
func (r *reader) lines(text string, lead *frame) *frame {
	toks := scan(text, r.lang)
	plain := withoutNotes(text)
	var last *frame
	var rows []string
	for from := 0; from < len(toks); {
		to := from
		for to < len(toks) && !toks[to].sign("\n") {
			to++
		}
		switch line := toks[from:to]; {
		case hasSign(line, "|"):
			rows = append(rows, plain[line[0].start:line[len(line)-1].end])
		case !hasSign(line, "→"):
			last = r.line(plain, line, lead)
		}
		from = to + 1
	}
	if len(rows) > 0 {
		r.rowsOfText(rows)
	}
	return last
}

// line reads the sentences of one line, up to where it begins to tell what was so once.
func (r *reader) line(text string, toks []token, lead *frame) *frame {
	var last *frame
	for from := 0; from < len(toks); {
		to := sentenceEnd(text, toks, from)
		past, onwards := tellsPast(toks[from:to])
		if onwards {
			return last
		}
		if r.before = last; !past {
			last = r.sentence(text, toks[from:to], lead)
		}
		for from = to; from < len(toks) && (toks[from].sign(".") || toks[from].sign("?") || toks[from].sign("!")); {
			from++
		}
	}
	r.before = nil
	return last
}

// tellsPast reports whether a sentence tells what was so once, and whether what follows
// it does: a former wording may have several sentences.
func tellsPast(toks []token) (past, onwards bool) {
	for _, t := range toks {
		past = past || t.is(markPast)
		onwards = onwards || t.is(markHistory) || past && t.sign(":")
	}
	return past, onwards
}

// sentenceEnd returns where the sentence that begins at token from ends: at a full
// stop with a capital or nothing behind it.
func sentenceEnd(text string, toks []token, from int) int {
	for i := from; i < len(toks); i++ {
		if toks[i].sign("?") || toks[i].sign("!") || toks[i].sign(".") && i > from && stops(text, toks, i) {
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
	prev, next := &toks[i-1], &toks[i+1]
	if next.start == toks[i].end || prev.kind == wordToken && len(prev.text) <= 3 && prev.is(markName) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text[next.start:])
	return !unicode.IsLower(first) && (next.kind != figureToken || !next.fig.Unit.IsZero() || !prev.is(markName))
}

// sentence reads one sentence: its parts between semicolons, the first of which may
// introduce the others with a colon, and the items it lists within itself.
func (r *reader) sentence(text string, toks []token, lead *frame) *frame {
	if marks := items(toks); len(marks) > 1 {
		return r.listed(text, toks, marks, lead)
	}
	var last *frame
	above := lead
	for from := 0; from <= len(toks); {
		to, colon := partEnd(toks, from)
		part := dropMark(toks[from:to])
		if len(part) > 0 {
			under := above
			if last != nil && last.continues {
				under = last
			}
			last = r.clause(text, part, under, colon)
		}
		if colon && len(part) > 0 && last != nil {
			above, last = last.led(leadPhrase(text, part)), nil
		}
		from = to + 1
	}
	if last == nil {
		return above
	}
	return last
}

func leadPhrase(text string, part []token) Phrase {
	start, end := part[0].start, part[len(part)-1].end
	return Phrase{Role: LeadRole, Text: text[start:end], Span: Span{Start: start, End: end}}
}

// itemNames mark the items within a sentence, in order.
var itemNames = [][]string{strings.Fields("a b c d e f g h"), strings.Fields("i ii iii iv v vi vii viii")}

// items returns where the marks of a list within a sentence begin: "(a) ... (b) ...".
func items(toks []token) []int {
	for _, names := range itemNames {
		var out []int
		for i := 0; i+2 < len(toks) && len(out) < len(names); i++ {
			if toks[i].sign("(") && toks[i+1].text == names[len(out)] && toks[i+2].sign(")") && (i == 0 || !toks[i-1].is(markName)) {
				out = append(out, i)
			}
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// listed reads a sentence that lists items: they stand under the words before the first.
func (r *reader) listed(text string, toks []token, marks []int, lead *frame) *frame {
	under := lead
	if intro := dropMark(toks[:marks[0]]); len(intro) > 0 {
		if intro[len(intro)-1].sign(":") {
			intro = intro[:len(intro)-1]
		}
		if f := r.clause(text, intro, lead, true); f != nil && len(intro) > 0 {
			under = f.led(leadPhrase(text, intro))
		}
	}
	last := under
	for k, at := range marks {
		to := len(toks)
		if k+1 < len(marks) {
			to = marks[k+1]
		}
		last = r.sentence(text, toks[at+3:to], under)
	}
	return last
}

func hasSign(toks []token, sign string) bool {
	for i := range toks {
		if toks[i].sign(sign) {
			return true
		}
	}
	return false
}

// partEnd returns where a part of a sentence ends, at a semicolon or a colon outside
// brackets.
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
		case toks[0].kind == punctToken && !toks[0].sign("(") && !toks[0].sign("«"):
			toks = toks[1:]
		default:
			return toks
		}
	}
	return toks
}

// clause reads one statement and adds its limits, or the duty it states; nothing where
// it says what a word means, or when something holds that its lead states.
func (r *reader) clause(text string, toks []token, under *frame, introduces bool) *frame {
	if slices.ContainsFunc(toks, func(t token) bool { return t.is(markDefine) }) || under != nil && under.opens {
		return nil
	}
	b := &builder{clause: newClause(r.lang, text, toks, r.varied(toks, under)), groups: &r.groups, head: r.head}
	if len(b.toks) == 0 {
		return nil
	}
	r.unread, r.cases = r.unread || b.unread, r.cases || b.cases
	list := b.limits()
	if introduces && b.saysWhen() {
		b.out = nil
		f := &frame{around: []Phrase{b.whole(WhenRole, run{0, len(b.toks)})}}
		return f.under(under)
	}
	out := b.frame()
	if len(list) == 0 && !introduces {
		if duty, ok := b.duty(); ok {
			list = append(list, duty)
		}
	}
	r.add(list)
	return out
}

// saysWhen reports a lead that says when what follows holds: "De 51 a 100 personas:".
func (b *builder) saysWhen() bool {
	return b.fragment() && len(b.figs) > 0 && (!b.says(run{0, b.figs[0].from}) || b.onlyUpTo())
}

// onlyUpTo reports a clause whose figures are all bound by "up to".
func (c *clause) onlyUpTo() bool {
	for i := range c.figs {
		if !c.byUpTo(&c.figs[i]) {
			return false
		}
	}
	return true
}

// varied lets "se admite 1,10 m" take operator and measure from the sentence before it,
// and a pronoun its thing.
func (r *reader) varied(toks []token, under *frame) *frame {
	if r.before == nil {
		return under
	}
	for i := range toks {
		if toks[i].is(markConcede) && r.before.op != "" && r.before.continues {
			own := *r.before
			own.conceded = true
			return &own
		}
	}
	own := frame{}
	if under != nil {
		own = *under
	}
	if own.before = r.before.thing; len(own.before) == 0 {
		own.before = r.before.measure
	}
	if under == nil && len(own.before) == 0 {
		return nil
	}
	return &own
}
