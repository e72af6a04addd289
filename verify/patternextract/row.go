package patternextract

import (
	"strings"

	"github.com/reglookup/regengine/verify"
)

// rowOfText reads a line whose cells are parted by " | ": a row of a table that
// came as text. Cells that state no limit tell of what the row speaks.
func (r *reader) rowOfText(text string, toks []token, lead *frame) *frame {
	cells := splitSign(toks, "|")
	row := &frame{}
	if lead != nil {
		own := *lead
		own.continues = false
		row = &own
	}
	row.leads = append(row.leads[:len(row.leads):len(row.leads)], r.rowPhrases(text, cells, row)...)
	if row.op == "" {
		row.op = r.fall
	}
	var last *frame
	unit := lastUnit(cells)
	for i, cell := range cells {
		if !r.states(text, cells, i) {
			continue
		}
		own := *row
		own.unit = unit
		last = r.cellSentences(text, cell, &own)
	}
	return last
}

// cellSentences reads what a cell says, sentence by sentence.
func (r *reader) cellSentences(text string, cell []token, row *frame) *frame {
	return r.line(text, dropMark(cell), row)
}

// rowPhrases makes phrases of the cells that state nothing, and learns from
// them how the row binds.
func (r *reader) rowPhrases(text string, cells [][]token, row *frame) []verify.Phrase {
	var out []verify.Phrase
	for i, cell := range cells {
		if len(cell) == 0 {
			continue
		}
		least, most := boundOf(cell)
		if row.op == "" && least != most {
			row.op = verify.AtMost
			if least {
				row.op = verify.AtLeast
			}
		}
		l, m := natureOf(cell)
		row.natureLeast, row.natureMost = row.natureLeast || l, row.natureMost || m
		if r.states(text, cells, i) {
			continue
		}
		p := partPhrase(text, cell)
		p.Role = verify.RowRole
		if i == 0 && cell[0].is(markName) {
			p.Role = verify.CaptionRole
		}
		if strings.Trim(p.Text, " .-–") != "" {
			out = append(out, p)
		}
	}
	return out
}

func boundOf(toks []token) (least, most bool) {
	for i := range toks {
		least = least || toks[i].is(markHeadLeast)
		most = most || toks[i].is(markHeadMost)
	}
	return least, most
}

// states reports that cell i of a row states a limit: it has a figure that is
// no step ("> 100 personas") before a plain figure in a later cell.
func (r *reader) states(text string, cells [][]token, i int) bool {
	if forbids(cells[i]) {
		return true
	}
	c := newClause(text, cells[i], nil)
	step := len(c.figs) > 0
	for k := range c.figs {
		step = step && c.figs[k].explicit && c.figs[k].strictly
	}
	if len(c.figs) == 0 {
		return false
	}
	if !step {
		return true
	}
	for _, later := range cells[i+1:] {
		if l := newClause(text, later, nil); len(l.figs) > 0 {
			return false
		}
	}
	return true
}

// forbids reports a cell that says yes or no: "No se admite".
func forbids(cell []token) bool {
	for i := range cell {
		if cell[i].is(markForbid | markNoLimit | markDemand) {
			return true
		}
	}
	return false
}

// lastUnit returns the unit that the last figure of a row has.
func lastUnit(cells [][]token) string {
	for i := len(cells) - 1; i >= 0; i-- {
		for j := len(cells[i]) - 1; j >= 0; j-- {
			if f := cells[i][j].fig; f != nil && f.unit != "" && f.kind != "count" {
				return f.unit
			}
		}
	}
	return ""
}

// splitSign cuts tokens at a sign.
func splitSign(toks []token, sign string) [][]token {
	var out [][]token
	from := 0
	for i := range toks {
		if toks[i].sign(sign) {
			out = append(out, toks[from:i])
			from = i + 1
		}
	}
	return append(out, toks[from:])
}

// arrow reads "S < 100 → 2": what stands before the arrow is the circumstance
// of what stands behind it. Of a class the condition binds as well.
func (r *reader) arrow(text string, toks []token, lead *frame) *frame {
	sides := splitSign(toks, "→")
	if len(sides) != 2 || len(sides[0]) == 0 || len(sides[1]) == 0 {
		return lead
	}
	when := partPhrase(text, sides[0])
	when.Role = verify.WhenRole
	under := &frame{around: []verify.Phrase{when}}
	if lead != nil {
		under.leads, under.op, under.thing = lead.leads, lead.op, lead.thing
		under.natureLeast, under.natureMost = lead.natureLeast, lead.natureMost
		if !lead.continues {
			under.measure = lead.measure
		}
	}
	if c := newClause(text, sides[0], nil); len(c.figs) > 0 && c.figs[0].explicit && sides[1][0].is(markClass) {
		class := partPhrase(text, sides[1])
		class.Role = verify.WhenRole
		r.clause(text, sides[0], &frame{around: []verify.Phrase{class}}, false)
	}
	r.bare(text, sides[1], under)
	return lead
}

// bare reads a side of an arrow: a figure, with or without a unit.
func (r *reader) bare(text string, toks []token, under *frame) {
	c := newClause(text, toks, under)
	list, _ := c.limits(&r.groups, r.fall)
	if len(list) == 0 && len(c.figs) == 1 && len(toks) <= 3 {
		b := &builder{clause: c, groups: &r.groups}
		f := &c.figs[0]
		st := stated{from: f.from, to: f.to, kind: f.fig.kind}
		var doubt string
		st.Op, doubt, _ = b.nature()
		if under.op != "" {
			st.Op, doubt = under.op, ""
		}
		b.value(&st, f)
		st.Doubts = b.doubts(doubt, f)
		st.Group = b.newGroup()
		st.Phrases = append(append(st.Phrases, under.leads...), under.around...)
		b.spans(&st, f)
		list = append(list, st)
	}
	r.add(list)
}
