package patternextract

import (
	"slices"
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
		row.op = r.head.op
	}
	var last *frame
	unit := r.lastUnit(text, cells)
	before := len(r.out)
	r.groups++
	row.group = r.groups
	for i, cell := range cells {
		if !r.states(text, cells, i) {
			continue
		}
		own := *row
		own.unit = unit
		if bare := dropMark(cell); len(bare) == 1 && bare[0].kind == figureToken && bare[0].fig.unit == "" && !bare[0].fig.unread && len(cells) > 1 {
			st := r.bareFigure(text, bare, &own, "")
			st.Group, st.Phrases = own.group, own.leads
			r.add([]stated{st})
			continue
		}
		last = r.cellSentences(text, r.afterSteps(text, cell, &own), &own)
	}
	if len(r.out) == before {
		r.demandedByRow(text, cells)
	}
	r.doubtColumns(before)
	return last
}

// doubtColumns marks figures of one row, those from a limit on, that stand side
// by side and that nothing but their columns could tell apart.
func (r *reader) doubtColumns(from int) {
	doubted := false // the one before, for the same reason
	for i := from + 1; i < len(r.out); i++ {
		a, z := &r.out[i-1], &r.out[i]
		same := a.Value != z.Value && a.Group == z.Group && a.Unit == z.Unit && slices.Equal(a.Phrases, z.Phrases)
		if same && !doubted {
			a.Doubts = append(a.Doubts, DoubtUnnamed)
		}
		if same {
			z.Doubts = append(z.Doubts, DoubtUnnamed)
		}
		doubted = same
	}
}

// afterSteps drops from a cell such as "2 dormitorios 24" what only says of how
// many it speaks, and makes a circumstance of it.
func (r *reader) afterSteps(text string, cell []token, row *frame) []token {
	c := newClause(r.lang, text, cell, nil)
	n := len(c.figs)
	if n != 2 || c.figs[0].fig.kind != "count" || c.figs[1].fig.kind == "count" || c.figs[1].explicit || c.figs[1].compFrom < c.figs[0].to {
		return cell
	}
	step := partPhrase(text, cell[:c.figs[1].compFrom])
	step.Role = verify.RowRole
	row.leads = append(row.leads[:len(row.leads):len(row.leads)], step)
	return cell[c.figs[1].compFrom:]
}

// demandedByRow reads "Columna seca | si la altura excede de 24 m": a row that
// names a thing and only the circumstance in which it must be there.
func (r *reader) demandedByRow(text string, cells [][]token) {
	for i := 1; i < len(cells); i++ {
		cell := dropMark(cells[i])
		for len(cell) > 0 && cell[0].kind == punctToken {
			cell = cell[1:]
		}
		if len(cell) < 2 || !cell[0].is(markWhen|markWeak) || len(cells[i-1]) == 0 || !r.conditional(text, cell) {
			continue
		}
		when := partPhrase(text, cell)
		when.Role = verify.WhenRole
		what := partPhrase(text, cells[i-1])
		what.Role = verify.MeasureRole
		st := stated{Limit: verify.Limit{Op: verify.MustBeTrue, Phrases: []verify.Phrase{what, when}}}
		st.Clause = verify.Span{Start: what.Span.Start, End: when.Span.End}
		r.groups++
		st.Group = r.groups
		r.add([]stated{st})
	}
}

// conditional reports a cell that only compares a circumstance.
func (r *reader) conditional(text string, cell []token) bool {
	c := newClause(r.lang, text, cell, nil)
	for i := range c.figs {
		if c.figs[i].strictly {
			return true
		}
	}
	return false
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
		row.nature |= natureOf(cell)
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
	c := newClause(r.lang, text, cells[i], nil)
	step := len(c.figs) > 0
	for k := range c.figs {
		step = step && c.figs[k].explicit && c.figs[k].strictly
	}
	if len(c.figs) == 0 {
		return false
	}
	if c.onlyUpTo() {
		return !r.others(text, cells, i)
	}
	if !step {
		return !r.located(text, cells, i, c)
	}
	for _, later := range cells[i+1:] {
		if l := newClause(r.lang, text, later, nil); len(l.figs) > 0 {
			return false
		}
	}
	return true
}

// located reports that the figure of a cell only tells of what the row speaks:
// "Burgos 860 m", before a figure of another kind in the last cell.
func (r *reader) located(text string, cells [][]token, i int, c *clause) bool {
	for k := range c.figs {
		if c.figs[k].explicit || c.figs[k].fig.unit == "" {
			return false
		}
	}
	for j := len(cells) - 1; j > i; j-- {
		if l := newClause(r.lang, text, cells[j], nil); len(l.figs) > 0 {
			return !l.figs[0].explicit && l.figs[0].fig.kind != c.figs[0].fig.kind
		}
	}
	return false
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

// lastUnit returns the unit that the last figure of a row has, or that its last
// word is: "30 (Ld ≤ 60), 32 (Ld > 60) dBA".
func (r *reader) lastUnit(text string, cells [][]token) string {
	for i := len(cells) - 1; i >= 0; i-- {
		if n := len(cells[i]); n > 1 && cells[i][n-1].kind == wordToken && cells[i][n-2].sign(")") {
			word := text[cells[i][n-1].start:cells[i][n-1].end]
			if e := r.units.lookup(word); e.ok && e.kind != "count" {
				return word
			}
		}
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
	if !hasFigure(sides[1]) {
		return lead
	}
	when := partPhrase(text, sides[0])
	when.Role = verify.WhenRole
	under := &frame{around: []verify.Phrase{when}}
	if lead != nil {
		under.leads, under.op, under.thing, under.unit = lead.leads, lead.op, lead.thing, lead.unit
		under.nature = lead.nature
		if !lead.continues {
			under.measure = lead.measure
		}
	}
	if c := newClause(r.lang, text, sides[0], nil); len(c.figs) > 0 && c.figs[0].explicit && sides[1][0].is(markClass) {
		class := partPhrase(text, sides[1])
		class.Role = verify.WhenRole
		r.clause(text, sides[0], &frame{around: []verify.Phrase{class}}, false)
	}
	r.bare(text, sides[1], under)
	return lead
}

func hasFigure(toks []token) bool {
	for i := range toks {
		if toks[i].kind == figureToken {
			return true
		}
	}
	return false
}

// bare reads a side of an arrow: a figure, with or without a unit.
func (r *reader) bare(text string, toks []token, under *frame) {
	c := newClause(r.lang, text, toks, under)
	list, _ := c.limits(&r.groups, r.head)
	if len(list) == 0 && len(c.figs) == 1 && len(toks) <= 3 {
		b := &builder{clause: c, groups: &r.groups, head: r.head}
		f := &c.figs[0]
		st := stated{from: f.from, to: f.to, kind: f.fig.kind}
		var doubt string
		st.Op, doubt, _ = b.nature(f)
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
