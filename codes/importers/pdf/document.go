package pdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// document is what a child makes of a file, and what crosses to the parent.
type document struct {
	Pages    int
	Title    string // of the first page; "" when it shows none
	Author   string
	Lang     string
	Elements []legal.Element
	Problems []importers.Problem

	Characters, Hidden int
	Unseen, Layered    int // see page
	Running            int // lines of running heads left out
	Contents           int // lines of tables of contents left out
	Images             int
	Articles, Annexes  int // lines that look like their headings, wherever they stand
	Tables             int // found
	Broken             int // tables kept as lines
	LeftOut            int // pages
	Crowded            bool
	Bookmarks          int
}

// layout turns pages into a document. leaves may lack pages; marks may be empty.
func layout(leaves []*leaf, marks []bookmark, pages int) *document {
	d := &document{Pages: pages, Bookmarks: len(marks)}
	sizes := make(map[float64]int)
	for _, l := range leaves {
		d.Hidden += l.hidden
		d.Unseen += l.unseen
		d.Layered += l.layered
		d.Images += len(l.images)
		for size, n := range l.sizes {
			sizes[size] += n
			d.Characters += n
		}
	}
	d.Lang = legal.Detect(sample(leaves))
	grammar := legal.For(d.Lang)
	d.Running = removeRunning(leaves, grammar)
	for _, l := range leaves {
		if n := l.removeContents(pages); n > 0 {
			d.Contents += n
			d.problem(l.number, "table of contents, left out")
		}
	}
	d.count(leaves)
	body := mostOf(sizes)
	c := compose(leaves, body, grammar)
	s := &stylist{body: body, bold: bolder(c.list, body), grammar: c.grammar, marks: newBookmarks(marks)}
	d.elements(c.list, s)
	return d
}

// count counts the headings of articles and annexes among the runs of text as they
// stand on the pages, before these are put together.
func (d *document) count(leaves []*leaf) {
	for _, l := range leaves {
		for _, s := range l.segments {
			d.Articles += legal.CountArticles(s.text)
			d.Annexes += legal.CountAnnexes(s.text)
		}
	}
}

func (d *document) problem(page int, message string) {
	d.Problems = append(d.Problems, importers.Problem{Page: page, Message: message})
}

// sample is text enough to tell the language.
func sample(leaves []*leaf) string {
	var b strings.Builder
	for _, l := range leaves {
		for _, s := range l.segments {
			b.WriteString(s.text)
			b.WriteByte(' ')
		}
		if b.Len() > 60_000 {
			break
		}
	}
	return b.String()
}

// mostOf is the size most characters have.
func mostOf(sizes map[float64]int) float64 {
	best, most := 10.0, 0
	for size, n := range sizes {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return best
}

// bolder reports whether the text itself is set in bold.
func bolder(list []paragraph, body float64) bool {
	bold, all := 0, 0
	for _, p := range list {
		if !p.whole && halfPoint(p.size) == body {
			all += len(p.text)
			if p.bold {
				bold += len(p.text)
			}
		}
	}
	return bold*2 > all
}

// compose finds tables, columns and paragraphs on every page.
func compose(leaves []*leaf, body float64, grammar *legal.Grammar) *composer {
	c := &composer{hyphens: newHyphens(), grammar: grammar, pitches: pitches(leaves)}
	for _, l := range leaves {
		for _, s := range l.segments {
			c.hyphens.learn(s.text)
		}
	}
	set := &columnist{grammar: grammar}
	for _, l := range leaves {
		ruled, frames := ruledTables(l, c.hyphens)
		l.standIn(ruled)
		l.standInFigures(l.figures(frames), func(text string) bool { _, ok := grammar.Caption(text); return ok })
		set.learn(l.segments)
	}
	for _, l := range leaves {
		for _, flow := range set.flows(l.segments, 0) {
			a := &aligner{rows: rowsOf(flow), rules: l.rules, grammar: grammar, hyphens: c.hyphens, body: body}
			tables, at := a.tables()
			c.flow(l.number, replaceRows(a.rows, tables, at))
		}
		l.segments, l.rules, l.strokes = nil, nil, nil
	}
	c.joinPages()
	c.unmakeDrawings()
	c.joinTables()
	return c
}

// standIn puts a segment in the place of each table, and takes out what is in it.
func (l *leaf) standIn(tables []*lattice) {
	for _, t := range tables {
		l.segments = slices.DeleteFunc(l.segments, func(s segment) bool {
			return s.table == nil && t.holds(s.centerX(), s.centerY(), 1)
		})
		l.segments = append(l.segments, tableSegment(t))
	}
}

func tableSegment(t *lattice) segment {
	return segment{box: t.box, base: t.y0, size: 10, table: t, text: "\ufffc"}
}

// replaceRows puts one row in the place of those of each table.
func replaceRows(rows []row, tables []*lattice, at []span2) []row {
	var out []row
	from := 0
	for i, t := range tables {
		out = append(out, rows[from:at[i].from]...)
		out = append(out, row{box: t.box, base: t.y0, segments: []segment{tableSegment(t)}})
		from = at[i].to
	}
	return append(out, rows[from:]...)
}

// pitches finds the usual distance between the lines of each size of type.
func pitches(leaves []*leaf) map[float64]float64 {
	count := make(map[float64]map[float64]int)
	for _, l := range leaves {
		rows := rowsOf(l.segments)
		for i := 1; i < len(rows); i++ {
			a, b := rows[i-1].segments[0], rows[i].segments[0]
			gap := halfPoint(b.base - a.base)
			if size := halfPoint(a.size); size == halfPoint(b.size) && gap > size && gap < 2*size && a.overlapX(b.box) > 0 {
				if count[size] == nil {
					count[size] = make(map[float64]int)
				}
				count[size][gap]++
			}
		}
	}
	usual := make(map[float64]float64)
	for size, gaps := range count {
		usual[size] = mostOf(gaps)
	}
	return usual
}

// elements turns paragraphs into what the legal grammar reads.
func (d *document) elements(list []paragraph, s *stylist) {
	if n := onCover(list, d.Pages, s); n > 0 {
		if d.Title == "" {
			d.Title = coverTitle(list[:n])
		}
		d.cover(list[:n])
		list = list[n:]
	}
	levels := s.headings(list)
	var tables importers.Tables
	for i := range list {
		p := &list[i]
		if p.table != nil {
			d.table(p, &tables)
			continue
		}
		if p.figure != nil {
			d.Elements = append(d.Elements, legal.Element{Role: legal.AsLost, Of: legal.OfFigure, Text: p.figure.labels, Page: p.page})
			continue
		}
		e := legal.Element{Text: strings.TrimSpace(p.text), Page: p.page}
		if level, ok := levels[i]; ok {
			e.Level, e.Strong = level, true
			if d.Title == "" && level == 1 {
				d.Title = e.Text
			}
		}
		if of, ok := captionOf(s.grammar, e.Text); ok && of == legal.OfTable && besideTable(list, i) {
			e.Role, e.Of, e.Level, e.Strong = legal.AsCaption, of, 0, false
		}
		switch {
		case e.Role != legal.Prose:
		case s.isNote(p, list, i):
			e.Role = legal.AsNote
		case !e.Strong && s.isText(e.Text):
			e.Role = legal.AsPlain
		}
		d.Elements = append(d.Elements, e)
	}
}

// besideTable reports whether a table follows, or stands right before.
func besideTable(list []paragraph, i int) bool {
	return i+1 < len(list) && list[i+1].table != nil || i+2 < len(list) && list[i+2].table != nil || i > 0 && list[i-1].table != nil
}

// table adds a table, as lines where it cannot be made.
func (d *document) table(p *paragraph, tables *importers.Tables) {
	d.Tables++
	p.table.splitColumns()
	g := p.table.grid(tables)
	t, ok := g.Table()
	e := legal.Element{Role: legal.AsTable, Page: p.page, Table: t}
	if !ok {
		d.Broken++
		d.problem(p.page, "a table could not be put together; its text is kept line by line")
		e.Table, e.Text = nil, strings.Join(g.Lines(), "\n")
	}
	d.Elements = append(d.Elements, e)
}

// isNote tells footnotes and the notes of a table: set smaller than the text, and
// either right below a table or with a mark of their own.
func (s *stylist) isNote(p *paragraph, list []paragraph, i int) bool {
	if p.size > 0.93*s.body || p.bold {
		return false
	}
	for k := i - 1; k >= 0 && list[k].page == p.page && i-k < 12; k-- {
		if list[k].table != nil {
			return true
		}
		if list[k].size > 0.93*s.body {
			break
		}
	}
	return noteMark(p.text)
}

// noteMark reports whether a text begins as a footnote does.
func noteMark(text string) bool {
	return strings.HasPrefix(text, "*") || strings.IndexAny(text, "⁰¹²³⁴⁵⁶⁷⁸⁹⁽†‡") == 0
}

// summary says what was left out on purpose.
func (d *document) summary() []string {
	var list []string
	add := func(n int, what string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(d.Running, "lines of running heads and feet left out")
	add(d.Unseen, "characters left out that nobody sees: without ink, in the colour of the paper, too small, or off the page")
	add(d.Layered, "characters without ink of their own stand over pictures, as text recognition puts them: what is seen may be another text")
	add(d.Hidden, "characters that have no meaning in Unicode left out")
	return list
}
