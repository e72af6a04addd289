package patternextract

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
)

// grid is a table block being read: which columns head a row, where each cell
// stands in the block's text.
type grid struct {
	*reader
	table   *retrieval.Table
	rows    [][]string
	heads   [][]string // header rows, outermost first
	headCol []bool     // columns that tell of what a row speaks
	starts  [][]int    // of each cell in Block.Text, -1 where it is not known
	section verify.Phrase
	group   int
	cells   map[string]cellShape
}

// cellShape is what the text of a cell looks like.
type cellShape struct {
	figures, steps, words int
	symbolic              bool // a symbol is compared: "V/A ≤ 1"
	none                  bool // "-" or "no se limita"
	upTo                  bool // "hasta 3 m"
}

// maxCells bounds the cells of a table that are read.
const maxCells = 20000

// table reads a table block: every cell with a figure is a limit under the
// headers of its row and column.
func (r *reader) table() {
	t := r.block.Table
	if t == nil {
		r.prose()
		return
	}
	g := &grid{reader: r, table: t, rows: t.Rows, heads: t.Head, cells: map[string]cellShape{}}
	if len(g.heads) == 0 && anyText(t.Header) {
		g.heads = [][]string{t.Header}
	}
	g.locate()
	g.headless()
	g.findHeadColumns()
	count := 0
	for i := range g.rows {
		if count += len(g.rows[i]); count > maxCells || len(r.out) > maxLimits {
			return
		}
		g.row(i)
	}
}

func anyText(cells []string) bool {
	return strings.TrimSpace(strings.Join(cells, "")) != ""
}

// locate finds where the cells stand in the text of the block, which has a row
// a line and " | " between cells.
func (g *grid) locate() {
	text, at := g.block.Text, 0
	if g.table.Caption != "" {
		at += len(g.table.Caption) + 1
	}
	if g.table.Header != nil {
		at += len(strings.Join(g.table.Header, " | ")) + 1
	}
	for _, row := range g.table.Rows {
		starts := make([]int, len(row))
		for c, cell := range row {
			starts[c] = -1
			if at+len(cell) <= len(text) && at >= 0 && text[at:at+len(cell)] == strings.ReplaceAll(cell, "\n", " ") {
				starts[c] = at
			}
			at += len(cell) + len(" | ")
		}
		at += len("\n") - len(" | ")
		if len(row) == 0 {
			at += len(" | ")
		}
		g.starts = append(g.starts, starts)
	}
}

// headless takes the first row without figures as the header of a table that
// has none.
func (g *grid) headless() {
	if len(g.heads) > 0 || len(g.rows) < 2 || len(g.rows[0]) < 2 {
		return
	}
	for _, cell := range g.rows[0] {
		if g.shape(cell).figures > 0 {
			return
		}
	}
	if sameCells(g.rows[0]) {
		return
	}
	g.heads, g.rows, g.starts = [][]string{g.rows[0]}, g.rows[1:], g.starts[1:]
}

func sameCells(row []string) bool {
	for _, cell := range row[1:] {
		if cell != row[0] {
			return false
		}
	}
	return len(row) > 1
}

// shape tells what the text of a cell looks like.
func (g *grid) shape(cell string) cellShape {
	if s, ok := g.cells[cell]; ok {
		return s
	}
	s := cellShape{}
	trimmed := strings.TrimSpace(cell)
	s.none = strings.Trim(trimmed, "-–—") == "" && trimmed != ""
	toks := scan(cell, g.lang, g.units)
	c := newClause(g.lang, cell, toks, nil)
	s.symbolic = len(c.figs) > 0 && symbols(toks)
	for i := range c.figs {
		s.symbolic = s.symbolic && c.figs[i].explicit
		s.figures++
		if c.figs[i].explicit && c.figs[i].strictly {
			s.steps++
		}
	}
	s.upTo = c.onlyUpTo()
	for i := range toks {
		s.none = s.none || toks[i].is(markNoLimit)
		if toks[i].kind == wordToken && !toks[i].is(comparators|markBetween|markTo|markSkip|markClass) {
			s.words++
		}
	}
	g.cells[cell] = s
	return s
}

// symbols reports that the words of a cell are symbols, and that there are some.
func symbols(toks []token) bool {
	found := false
	for i := range toks {
		if toks[i].kind != wordToken {
			continue
		}
		if toks[i].end-toks[i].start > 2 {
			return false
		}
		found = true
	}
	return found
}

// value reports a cell that is a figure and little else.
func (s cellShape) value() bool { return s.figures > 0 && s.words <= 3 }

// findHeadColumns decides which columns tell of what a row speaks: the first,
// and those behind it that hold words or steps in most rows.
func (g *grid) findHeadColumns() {
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	g.headCol = make([]bool, width)
	for col := range g.headCol {
		texts, steps, values := 0, 0, 0
		for _, row := range g.rows {
			if col >= len(row) || strings.TrimSpace(row[col]) == "" || sameCells(row) {
				continue
			}
			switch s := g.shape(row[col]); {
			case s.none:
			case s.steps > 0 && s.steps == s.figures, s.upTo && g.figuresBehind(row[col+1:]), s.symbolic && col+1 < len(row) && g.shape(row[col+1]).value():
				steps++
			case s.value():
				values++
			default:
				texts++
			}
		}
		g.headCol[col] = col == 0 && width > 1 || texts+steps > values && (col == 0 || g.headCol[col-1])
	}
}

// row reads the cells of a row.
func (g *grid) row(i int) {
	row := g.rows[i]
	if len(row) > 1 && sameCells(row) {
		g.section = g.cellPhrase(verify.RowRole, i, 0)
		return
	}
	if g.mixesCases(row) {
		return
	}
	for col, cell := range row {
		if g.headCol[col] || strings.TrimSpace(cell) == "" {
			continue
		}
		g.cell(i, col)
	}
}

// cellPhrase is a cell as a phrase.
func (g *grid) cellPhrase(role verify.Role, i, col int) verify.Phrase {
	p := verify.Phrase{Role: role, Text: strings.TrimSpace(g.rows[i][col])}
	if at := g.starts[i][col]; at >= 0 {
		at += strings.Index(g.rows[i][col], p.Text)
		p.Span = verify.Span{Start: at, End: at + len(p.Text)}
	}
	return p
}

// cell reads one cell under its headers.
func (g *grid) cell(i, col int) {
	text := strings.ReplaceAll(g.rows[i][col], "\n", " ")
	phrases := g.around(i, col)
	shape := g.shape(g.rows[i][col])
	if shape.none && shape.figures == 0 {
		g.addCell(stated{Limit: verify.Limit{Op: verify.NoLimit}}, phrases, i, col)
		return
	}
	if shape.figures == 0 {
		return
	}
	under := g.under(i, col)
	for _, st := range g.cellLimits(text, under) {
		g.addCell(st, phrases, i, col)
	}
}

// cellLimits reads the limits a cell states: as a statement of its own, or as a
// bare figure that its headers give a meaning.
func (g *grid) cellLimits(text string, under *frame) []stated {
	groups := 0
	var out []stated
	last := under
	toks := scan(text, g.lang, g.units)
	for from := 0; from <= len(toks); {
		to, _ := partEnd(toks, from)
		if part := dropMark(toks[from:to]); len(part) > 0 {
			c := newClause(g.lang, text, part, last)
			list, _ := c.limits(&groups, head{op: under.op})
			if len(list) == 0 {
				list = g.bareCell(c, under)
			}
			out = append(out, list...)
		}
		from = to + 1
	}
	return out
}

// bareCell makes limits of the figures of a cell that has no words.
func (g *grid) bareCell(c *clause, under *frame) []stated {
	b := &builder{clause: c, groups: new(int)}
	for i := range c.figs {
		f := &c.figs[i]
		if f.condition || c.seg[f.from] != mainClause {
			continue
		}
		st := stated{from: f.from, to: f.to, kind: f.fig.kind}
		var doubt string
		if st.Op = under.op; st.Op == "" {
			st.Op, doubt, _ = b.nature(f)
		}
		b.value(&st, f)
		st.Doubts = b.doubts(doubt, f)
		st.Phrases = b.circumstances(&st, i)
		b.spans(&st, f)
		b.out = append(b.out, st)
	}
	return b.out
}

// addCell adds a limit of a cell, its spans moved to the text of the block.
func (g *grid) addCell(st stated, phrases []verify.Phrase, i, col int) {
	at := g.starts[i][col]
	own := st.Phrases
	st.Phrases = phrases[:len(phrases):len(phrases)]
	for _, p := range own {
		st.Phrases = append(st.Phrases, shifted(p, at))
	}
	if at >= 0 {
		if st.Figure.End > 0 {
			st.Figure.Start, st.Figure.End = st.Figure.Start+at, st.Figure.End+at
		}
		st.Clause = verify.Span{Start: at, End: at + len(g.rows[i][col])}
	} else {
		st.Figure, st.Clause = verify.Span{}, verify.Span{}
	}
	if g.group == 0 {
		g.groups++
		g.group = g.groups
	}
	st.Group = g.group
	g.add([]stated{st})
}

func shifted(p verify.Phrase, at int) verify.Phrase {
	if p.Block != "" {
		return p
	}
	if at < 0 {
		p.Span = verify.Span{}
		return p
	}
	p.Span.Start, p.Span.End = p.Span.Start+at, p.Span.End+at
	return p
}
