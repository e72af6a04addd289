package patternextract

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify"
)

// DoubtColumns says that the columns of a row of figures are not named where it
// stands; they are taken in the order that is usual.
const DoubtColumns = "the columns of the row are not named; the usual ones are assumed"

// DoubtUnnamed says that a row has several figures and nothing tells their columns.
const DoubtUnnamed = "the columns of the row are not named"

// minSeries is how many figures make a row of a table that came as text.
const minSeries = 3

// series reads a line such as "Muros 0,80 0,70 0,56 0,49": a row of a table
// whose cells are not parted. Its columns are those of the last line of labels
// in the section, or else the usual ones of the language.
func (r *reader) series(text string, toks []token, lead *frame) bool {
	toks = dropMark(toks)
	if slices.ContainsFunc(toks, func(t token) bool { return t.fig != nil && t.fig.unread }) {
		return false
	}
	if columns, ok := labels(text, toks); ok {
		r.columns = columns
		return true
	}
	if hasSign(toks, "→") {
		return false
	}
	from, figures := tail(toks)
	if from > 0 && figures == 1 && toks[from-1].kind == figureToken {
		return false
	}
	if r.stepAndValue(text, toks, lead) {
		return true
	}
	if figures == 1 && from > 0 && from <= maxLabel && len(toks) == from+1 && toks[from].fig.unit == "" && r.tabular(lead) {
		r.addSeries(text, toks, from, []string{""}, "", lead)
		return true
	}
	if figures < minSeries || from > maxLabel {
		return false
	}
	columns, doubt := r.columns, ""
	if len(columns) != figures || r.usualColumns(columns) {
		columns = r.lang.series[figures]
		if !r.head.zoned && !speakOf(toks[:from], topicZoned) {
			doubt = DoubtColumns
		}
	}
	if len(columns) != figures {
		return false
	}
	r.addSeries(text, toks, from, columns, doubt, lead)
	return true
}

// usualColumns reports labels that are the usual ones without what they are of.
func (r *reader) usualColumns(labels []string) bool {
	usual := r.lang.series[len(labels)]
	for i := range usual {
		if !strings.HasSuffix(usual[i], " "+labels[i]) {
			return false
		}
	}
	return len(usual) > 0
}

// usualUnit is the unit of bare figures of what a row names, or the heading.
func (r *reader) usualUnit(row []token) string {
	if unit := r.lang.usualUnit(row); unit != "" {
		return unit
	}
	return r.head.unit
}

// tabular reports that a title over the block, or the row, speaks of a table.
func (r *reader) tabular(lead *frame) bool {
	for _, title := range lastOf(headings(r.block)) {
		for _, t := range scan(title, r.lang, r.units) {
			if t.speaksOf(topicTable) {
				return true
			}
		}
	}
	return lead != nil && lead.row
}

// maxLabel is how many tokens may name the row before its figures.
const maxLabel = 40

// labels reads a line of short labels without figures: "α A B C D E".
func labels(text string, toks []token) ([]string, bool) {
	if len(toks) < minSeries {
		return nil, false
	}
	out := make([]string, 0, len(toks))
	for i := range toks {
		t := &toks[i]
		label := text[t.start:t.end]
		if t.kind != wordToken || len(label) > 4 || label == t.text && t.mark != 0 {
			return nil, false
		}
		out = append(out, label)
	}
	return out, true
}

// tail counts the figures a line ends with, each with its sign of comparison,
// and returns where they begin. A line with a verb has none.
func tail(toks []token) (from, figures int) {
	from = len(toks)
	for from > 0 {
		t := &toks[from-1]
		if t.kind != figureToken && t.kind != signToken && !t.sign("*") {
			break
		}
		if t.kind == figureToken {
			figures++
		}
		from--
	}
	for i := range from {
		if toks[i].is(markVerb) {
			return from, 0
		}
	}
	return from, figures
}

// addSeries adds a limit for every figure of a row.
func (r *reader) addSeries(text string, toks []token, from int, columns []string, doubt string, lead *frame) {
	row := &frame{op: r.head.op}
	if lead != nil {
		own := *lead
		row = &own
	}
	var phrases []verify.Phrase
	phrases = append(phrases, row.leads...)
	if label := dropTail(toks[:from]); len(label) > 0 {
		p := partPhrase(text, label)
		p.Role = verify.RowRole
		phrases = append(phrases, p)
	}
	if n := natureOf(toks[:from]); n != 0 {
		row.nature = n
	}
	if row.unit == "" {
		row.unit = r.usualUnit(toks[:from])
	}
	if least, most := boundOf(toks[:from]); least != most {
		row.op = verify.AtMost
		if least {
			row.op = verify.AtLeast
		}
	}
	r.groups++
	column, sign := 0, verify.Op("")
	for i := from; i < len(toks); i++ {
		if toks[i].kind == signToken {
			sign = verify.Op(toks[i].text)
		}
		if toks[i].kind != figureToken {
			continue
		}
		st := r.bareFigure(text, toks[i:i+1], row, sign)
		st.Group = r.groups
		st.Phrases = phrases[:len(phrases):len(phrases)]
		if columns[column] != "" {
			st.Phrases = append(st.Phrases, verify.Phrase{Role: verify.ColumnRole, Text: columns[column]})
		}
		if doubt != "" {
			st.Doubts = append(st.Doubts, doubt)
		}
		r.add([]stated{st})
		column++
		sign = ""
	}
}

// bareFigure makes a limit of one figure that its row gives a meaning.
func (r *reader) bareFigure(text string, tok []token, row *frame, sign verify.Op) stated {
	c := newClause(r.lang, text, tok, row)
	b := &builder{clause: c, groups: &r.groups, head: r.head}
	st := stated{}
	f := found{to: 1, fig: *tok[0].fig}
	doubt := ""
	switch {
	case sign != "":
		st.Op = sign
	case row.op != "":
		st.Op = row.op
	default:
		st.Op, doubt, _ = b.nature(&f)
	}
	b.value(&st, &f)
	st.Doubts = b.doubts(doubt, &f)
	b.spans(&st, &f)
	return st
}

func dropTail(toks []token) []token {
	for len(toks) > 0 && toks[len(toks)-1].kind == punctToken && !toks[len(toks)-1].sign(")") {
		toks = toks[:len(toks)-1]
	}
	return toks
}

// stepAndValue reads "V/A <= 2 6": a step and the figure that goes with it.
func (r *reader) stepAndValue(text string, toks []token, lead *frame) bool {
	n := len(toks)
	if n < 4 || n > 12 || toks[n-1].kind != figureToken || toks[n-2].kind != figureToken || toks[n-3].kind != signToken {
		return false
	}
	row := &frame{op: r.head.op}
	if lead != nil {
		own := *lead
		row = &own
	}
	when := partPhrase(text, toks[:n-1])
	when.Role = verify.WhenRole
	st := r.bareFigure(text, toks[n-1:], row, "")
	r.groups++
	st.Group = r.groups
	st.Phrases = append(append(st.Phrases, row.leads...), when)
	st.Clause.Start = when.Span.Start
	r.add([]stated{st})
	return true
}
