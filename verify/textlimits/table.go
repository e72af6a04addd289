package textlimits

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify/rules"
)

// grid is a table block being read: which columns head a row, where each cell stands
// in the block's text.
type grid struct {
	*reader
	table   *retrieval.Table
	rows    [][]string
	heads   [][]string // header rows, outermost first
	headCol int        // columns that tell of what a row speaks, from the first on
	section string     // a row of one text
	unnamed bool       // nothing names the columns
	several bool       // of a row with figures in several of them
	at      int        // where in the text of the block the next cell is looked for
	group   int
}

// maxCells bounds the cells of a table that are read.
const maxCells = 20000

// table reads a table block: every cell with a figure is a limit under the headers of
// its row and column.
func (r *reader) table() {
	t := r.block.Table
	g := &grid{reader: r, table: t, rows: t.Rows, heads: t.Head, at: len(t.Caption)}
	if len(g.heads) == 0 && strings.TrimSpace(strings.Join(t.Header, "")) != "" {
		g.heads = [][]string{t.Header}
	}
	if len(g.heads) == 0 && len(g.rows) > 1 && g.figures(g.rows[0]) == 0 && !same(g.rows[0]) {
		g.heads, g.rows = g.rows[:1], g.rows[1:]
	}
	g.cells()
}

// rowsOfText reads lines of a text that are rows of a table without header.
func (r *reader) rowsOfText(lines []string) {
	g := &grid{reader: r, table: &retrieval.Table{}, unnamed: true}
	for _, line := range lines {
		g.rows = append(g.rows, strings.Split(line, "|"))
	}
	g.cells()
}

// cells reads the cells row by row.
func (g *grid) cells() {
	g.findHeadColumns()
	g.groups++
	g.group = g.groups
	count := 0
	for _, row := range g.rows {
		if count += len(row); count > maxCells || len(g.out) > maxLimits {
			return
		}
		g.row(row)
	}
}

// same reports a row whose cells all say one thing, as a title that spans them.
func same(row []string) bool {
	for _, cell := range row {
		if cell != row[0] {
			return false
		}
	}
	return len(row) > 1
}

// figures counts the figures of some cells.
func (g *grid) figures(cells []string) int {
	n := 0
	for _, cell := range cells {
		n += len(g.cell(cell).figs)
	}
	return n
}

func (g *grid) cell(text string) *clause {
	return newClause(g.lang, withoutNotes(text), scan(text, g.lang), nil)
}

// heading reports a cell that tells of what its row speaks: it has words, or compares
// before cells with figures: "hasta 3 m", "> 100 personas".
func (g *grid) heading(cell string, behind []string) bool {
	c := g.cell(cell)
	words, symbolic := 0, false
	for i := range c.toks {
		if t := &c.toks[i]; t.kind == wordToken && !t.is(comparators|markSkip) {
			symbolic = (words == 0 || symbolic) && t.end-t.start <= 2 // "V/A ≤ 1"
			words++
		}
	}
	if len(c.figs) == 0 {
		return words > 0
	}
	f := &c.figs[0]
	compares := f.condition || f.strict || f.op == rules.Between || c.byUpTo(f) || f.explicit && symbolic
	return words > 3 && !f.explicit || compares && g.figures(behind) > 0
}

// findHeadColumns counts the columns that head a row: the first, and those behind it
// that do so in most rows.
func (g *grid) findHeadColumns() {
	for col := 0; ; col++ {
		heading, filled := 0, 0
		for _, row := range g.rows {
			if col < len(row) && strings.TrimSpace(row[col]) != "" && !same(row) {
				filled++
				if g.heading(row[col], row[col+1:]) {
					heading++
				}
			}
		}
		if filled == 0 || heading*2 <= filled && col > 0 {
			return
		}
		g.headCol = col + 1
	}
}

// row reads the cells of a row. A row whose cells mix "up to 3 m" with other figures
// says in which case these hold in a way that is not read.
func (g *grid) row(row []string) {
	if same(row) {
		g.section = row[0]
		return
	}
	cases, others := false, false
	for _, cell := range row[min(g.headCol, len(row)):] {
		if c := g.cell(cell); len(c.figs) > 0 {
			cases, others = cases || c.onlyUpTo(), others || !c.onlyUpTo()
		}
	}
	var spans []Span
	filled := 0
	for i, cell := range row {
		if i >= g.headCol && len(g.cell(cell).figs) > 0 {
			filled++
		}
		spans = append(spans, g.find(cell))
	}
	g.several = g.unnamed && filled > 1
	if cases && others {
		return
	}
	for col := g.headCol; col < len(row); col++ {
		g.read(row, col, spans)
	}
}

// find returns where a cell stands in the text of the block.
func (g *grid) find(cell string) Span {
	plain := strings.TrimSpace(strings.ReplaceAll(cell, "\n", " "))
	at := strings.Index(g.block.Text[min(g.at, len(g.block.Text)):], plain)
	if at < 0 || plain == "" {
		return Span{}
	}
	at += g.at
	g.at = at + len(plain)
	return Span{Start: at, End: g.at}
}

// read reads one cell under its headers.
func (g *grid) read(row []string, col int, spans []Span) {
	text := strings.TrimSpace(strings.ReplaceAll(row[col], "\n", " "))
	phrases, under := g.over(row, col, spans)
	plain, toks := withoutNotes(text), scan(text, g.lang)
	for from := 0; from < len(toks); {
		end := sentenceEnd(plain, toks, from)
		g.parts(plain, toks[from:end], under, func(st stated) { g.place(st, phrases, spans[col]) })
		from = end + 1
	}
}

// parts reads a sentence of a cell, the parts between semicolons as what continues it.
func (g *grid) parts(text string, toks []token, under *frame, yield func(stated)) {
	groups := 0
	for from := 0; from <= len(toks); {
		to, _ := partEnd(toks, from)
		if part := dropMark(toks[from:to]); len(part) > 0 {
			b := &builder{clause: newClause(g.lang, text, part, under), groups: &groups}
			for _, st := range b.limits() {
				yield(st)
			}
			if len(b.out) > 0 {
				under = b.frame()
			}
		}
		from = to + 1
	}
}

// place adds a limit of a cell, its spans moved to the text of the block.
func (g *grid) place(st stated, phrases []Phrase, cell Span) {
	own := st.Phrases
	st.Phrases = phrases[:len(phrases):len(phrases)]
	for _, p := range own {
		if p.Block == "" && cell.End > 0 {
			p.Span = Span{Start: p.Span.Start + cell.Start, End: p.Span.End + cell.Start}
		} else {
			p.Span = Span{}
		}
		st.Phrases = append(st.Phrases, p)
	}
	if st.Clause = cell; cell.End > 0 {
		st.Figure = Span{Start: st.Figure.Start + cell.Start, End: st.Figure.End + cell.Start}
	} else {
		st.Figure = cell
	}
	st.Group = g.group
	if g.several {
		st.Doubts = append(st.Doubts, DoubtUnnamed)
	}
	g.add([]stated{st})
}

// over are the phrases of the headers over a cell, widest first, and what they say
// about how it binds and in which unit.
func (g *grid) over(row []string, col int, spans []Span) ([]Phrase, *frame) {
	var out []Phrase
	if l := g.leads.lead; l != nil {
		out = append(out, l.leads...)
	}
	if g.table.Caption != "" {
		out = append(out, Phrase{Role: CaptionRole, Text: g.table.Caption})
	}
	if g.section != "" {
		out = append(out, Phrase{Role: RowRole, Text: g.section})
	}
	for c := range min(g.headCol, col) {
		if text := strings.TrimSpace(row[c]); text != "" {
			out = append(out, Phrase{Role: RowRole, Text: text, Span: spans[c]})
		}
	}
	seen := ""
	for _, head := range g.heads {
		if col < len(head) && strings.TrimSpace(head[col]) != "" && head[col] != seen {
			seen = head[col]
			out = append(out, Phrase{Role: ColumnRole, Text: strings.TrimSpace(seen)})
		}
	}
	f := &frame{}
	for i := len(out) - 1; i >= 0; i-- {
		g.bind(f, out[i].Text)
	}
	if heads := headings(g.block); len(heads) > 0 {
		g.bind(f, heads[len(heads)-1])
	}
	return append(out, g.notes(row, col)...), f
}

// bind takes from a header what those nearer to the cell do not say.
func (g *grid) bind(f *frame, text string) {
	if f.op == "" {
		f.op = g.boundIn(text)
	}
	if f.unit == "" {
		f.unit = g.unitIn(text)
	}
	for _, t := range scan(text, g.lang) {
		if f.nature == 0 {
			f.nature = t.mark & natures
		}
	}
}

// headerUnit is where a header names its unit: in brackets, or at its end behind "en",
// "in" or a comma, or alone.
var headerUnit = lazyregexp.New(`[(\[]\s*(?:en |in )?([^()\[\]\s]+(?:\([^()]*\))?)\s*[)\]]|(?:^|, ?|\ben |\bin )([^\s,;:()]+(?:\([^()]*\))?)\s*(?:[,;.:]|$)`)

// unitIn returns the unit a header names; "" for none.
func (r *reader) unitIn(text string) string {
	for _, found := range headerUnit.FindAllStringSubmatch(text, -1) {
		word := found[1] + found[2]
		if found[1] == "" && r.binds(word) {
			continue
		}
		if isUnit(word, r.lang.tag, found[1] != "") {
			return word
		}
	}
	return ""
}

// notes are the footnotes that a cell or its headers refer to: "(1)", "*".
func (g *grid) notes(row []string, col int) []Phrase {
	var out []Phrase
	refers := row[col] + " " + row[0]
	for _, head := range g.heads {
		if col < len(head) {
			refers += " " + head[col]
		}
	}
	for _, note := range g.table.Notes {
		if mark := noteMark.FindString(strings.TrimSpace(note)); mark != "" && strings.Contains(refers, mark) {
			out = append(out, Phrase{Role: NoteRole, Text: note})
		}
	}
	return out
}

// noteMark is the mark a footnote begins with.
var noteMark = lazyregexp.New(`^(?:\([^)]{1,3}\)|\*+)`)
