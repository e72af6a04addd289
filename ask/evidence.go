package ask

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// support is what one passage can prove.
type support struct {
	lang         string
	figures      []figure
	titles       []Quantity // numbers of the headings
	statements   []statement
	refs         refIndex
	designations []designation
	codes        map[string]bool
	counts       []count
	words        wordIndex
	bounds       map[Direction]bool // directions any of its words give
	limits       bool               // it speaks of limits without saying which way
	tabular      bool               // statements are rows, not sentences of the text
}

// figure is a number of a passage with what it is about.
type figure struct {
	Quantity
	own   map[string]bool // terms beside it: of its part of the sentence, or of its row and column
	row   map[string]bool // terms of the row alone; nil outside a table
	col   map[string]bool // terms of the column alone; nil outside a table
	cases []Quantity      // amounts that say when it holds
	units []unit          // that a bare cell may be in
	at    int             // its statement, or -1 - row of a table

	counted string // the word behind a bare number
	isCase  bool   // it says when another number holds
}

// statement is a sentence, a list item or a row of a passage.
type statement struct {
	terms map[string]bool
	parts []part
}

func supportOf(p *passage) *support {
	if p.support == nil {
		p.support = newSupport(p)
	}
	return p.support
}

func newSupport(p *passage) *support {
	b := p.block
	text := b.Lead + "\n" + b.Text
	if b.Table != nil {
		text += "\n" + b.Table.Caption + "\n" + strings.Join(b.Table.Notes, "\n")
	}
	lang := cmp.Or(b.Lang, Language(text))
	title, all := read(p.title, lang), read(text, lang)
	s := &support{
		lang: lang, titles: title.quantities(), refs: indexRefs(title, all), codes: map[string]bool{},
		words: indexWords(title, all), bounds: map[Direction]bool{},
	}
	s.designations, _ = designationsIn(p.title + "\n" + text)
	whole := title.folded + "\n" + all.folded
	for _, code := range codesOf(whole) {
		s.codes[code] = true
	}
	for _, c := range findCues(whole) {
		s.bounds[c.dir] = true
	}
	s.counts = countsIn(all)
	s.limits = says("limit", whole)
	table := b.Table
	if table == nil && (b.Kind == retrieval.TableKind || strings.Contains(b.Text, " | ")) {
		table = tableOf(b.Text)
	}
	if table == nil {
		s.addProse(b.Lead, b.Text)
		return s
	}
	s.tabular = true
	s.addTable(table, p.title)
	s.addProse(b.Lead, strings.Join(append([]string{table.Caption}, table.Notes...), "\n"))
	return s
}

// addProse takes in lines. What a paragraph that ends with a colon says of the
// bound and the property goes for the items under it.
func (s *support) addProse(lead, text string) {
	head := headOf(lead)
	for _, sentence := range Sentences(text) {
		r := read(sentence, s.lang)
		list, refs := r.quantities(), r.refs()
		st := statement{terms: r.terms(), parts: partsOf(r)}
		isItem := itemShape.MatchString(sentence) || strings.HasPrefix(sentence, "- ")
		for _, g := range segmentsOf(r, list) {
			q := list[g.index]
			if inRef(refs, q) {
				continue
			}
			f := figure{Quantity: q, own: caseTerms(r.within(g.from, g.to)), at: len(s.statements), counted: r.countedBehind(q.End)}
			for _, c := range g.cases {
				f.cases = append(f.cases, list[c])
				if !inRef(refs, list[c]) {
					s.figures = append(s.figures, figure{Quantity: list[c], at: len(s.statements), isCase: true})
				}
			}
			if isItem || len(s.statements) == 0 {
				head.lend(&f.Quantity)
			}
			s.figures = append(s.figures, f)
		}
		s.statements = append(s.statements, st)
		if trimmed := strings.TrimSpace(sentence); strings.HasSuffix(trimmed, ":") {
			head = headOf(trimmed)
		} else if !isItem {
			head = heading{}
		}
	}
	if lead != "" {
		s.addProse("", lead)
	}
}

// heading is what stands over numbers: a lead, a caption, a column's header.
type heading struct {
	dir   Direction
	words []retrieval.Word
	width int
}

func headOf(text string) heading {
	r := read(text, "")
	h := heading{words: r.words, width: len(r.folded)}
	if slices.ContainsFunc(r.quantities(), func(q Quantity) bool { return q.Dir != Unsaid }) {
		return h // "up to 60": it bounds its own number
	}
	for i, c := range findCues(r.folded) {
		if i > 0 && c.dir != h.dir {
			h.dir = Unsaid
			break
		}
		h.dir = c.dir
	}
	return h
}

// lend gives a number what its own words leave open.
func (h heading) lend(q *Quantity) {
	if q.Dir == Unsaid {
		q.Dir = h.dir
	}
	if q.Of == nil && !q.Composite {
		q.Of = nounIn(h.words, 0, h.width, q.unit.dimension)
	}
}

// lendCell is lend for a cell, whose unit stands elsewhere.
func (h heading) lendCell(q *Quantity, units []unit) {
	bare := q.unit
	if q.unit.dimension == "" && len(units) > 0 {
		q.unit = units[0]
	}
	h.lend(q)
	q.unit = bare
}

// tableOf reads a table from its text, where a block has no structure; nil when
// there is none in it.
func tableOf(text string) *retrieval.Table {
	t := &retrieval.Table{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		switch {
		case line == "" || ruleShape.MatchString(line) && strings.Contains(line, "|"):
		case len(cells) < 2 && t.Header == nil && len(t.Rows) == 0:
			t.Caption = strings.TrimSpace(t.Caption + " " + line)
		case len(cells) < 2:
			t.Notes = append(t.Notes, line)
		case t.Header == nil && len(t.Rows) == 0 && !strings.ContainsAny(strings.Join(cells[1:], ""), "0123456789"):
			t.Header = trimAll(cells)
		default:
			t.Rows = append(t.Rows, trimAll(cells))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func trimAll(cells []string) []string { return mapped(cells, strings.TrimSpace) }

// mostCells bounds what is read of a table.
const mostCells = 4000

// addTable takes in every cell with a number under its row and column.
func (s *support) addTable(t *retrieval.Table, title string) {
	named := unitsNamed(t.Caption + " " + strings.Join(t.Header, " | ") + " " + strings.Join(t.Notes, " "))
	if len(named) == 0 {
		named = unitsNamed(title)
	}
	caption := headOf(t.Caption)
	if len(caption.words) == 0 {
		caption = headOf(title)
	}
	for _, header := range t.Header {
		for _, q := range Quantities(header) {
			s.figures = append(s.figures, figure{Quantity: q, units: named, at: len(s.statements), isCase: true})
		}
	}
	cells := 0
	for i, row := range t.Rows {
		label := rowLabel(row)
		s.statements = append(s.statements, rowStatement(t, row, s.lang))
		for j, cell := range row {
			if cells++; cells > mostCells {
				return
			}
			s.addCell(t, cellAt{i, j, cell, label}, named, caption)
		}
	}
}

type cellAt struct {
	row, col int
	text     string
	label    string
}

func (s *support) addCell(t *retrieval.Table, c cellAt, named []unit, caption heading) {
	header := ""
	if c.col < len(t.Header) {
		header = t.Header[c.col]
	}
	isLabel := c.col == 0 && len(t.Rows[c.row]) > 1
	units := unitsNamed(header)
	if len(units) == 0 {
		units = append(unitsNamed(c.label), named...)
	}
	refs := refsIn(c.text)
	list := Quantities(c.text)
	for _, q := range list {
		if inRef(refs, q) {
			continue
		}
		f := figure{Quantity: q, units: units, at: -1 - c.row}
		if !isLabel {
			headOf(header).lendCell(&f.Quantity, units)
			caption.lendCell(&f.Quantity, units)
			f.row, f.col = labelTerms(c.label, s.lang), labelTerms(header, s.lang)
			f.own = map[string]bool{}
			for term := range f.row {
				f.own[term] = true
			}
			for term := range f.col {
				f.own[term] = true
			}
			f.cases = append(Quantities(c.label), Quantities(header)...)
		}
		s.figures = append(s.figures, f)
	}
}

// rowLabel joins the cells of a row that name it: the first, and further ones
// without a number.
func rowLabel(row []string) string {
	var parts []string
	for j, cell := range row {
		if j == 0 || !strings.ContainsAny(cell, "0123456789") {
			parts = append(parts, cell)
		}
	}
	return strings.Join(parts, " ; ")
}

func rowStatement(t *retrieval.Table, row []string, lang string) statement {
	r := read(t.Caption+" ; "+strings.Join(t.Header, " ; ")+" ; "+strings.Join(row, " ; "), lang)
	return statement{terms: r.terms(), parts: partsOf(r)}
}

// caseTerms are the terms that tell one number from another: not the property,
// which is compared by itself.
func caseTerms(words []retrieval.Word) map[string]bool {
	return contentTerms(slices.DeleteFunc(slices.Clone(words), func(w retrieval.Word) bool { return PropertyOf(w.Fold) != nil }))
}

// labelTerms are the terms of a row or column; a letter alone names a zone.
func labelTerms(label, lang string) map[string]bool {
	terms := contentTerms(retrieval.Words(label, lang))
	list, _ := designationsIn(label)
	for _, d := range list {
		terms[d.value] = true
	}
	if trimmed := strings.TrimSpace(label); len(trimmed) <= 2 && trimmed != "" {
		terms[retrieval.Fold(trimmed)] = true
	}
	return terms
}

// shortUnit is the longest abbreviation of a unit in letters.
const shortUnit = 3

// contentTerms are the terms of words that say something: no stop words, no
// numbers, no words that only frame.
func contentTerms(words []retrieval.Word) map[string]bool {
	set := map[string]bool{}
	for i := range words {
		w := &words[i]
		if w.Stop() || w.Number || frameWords()[w.Fold] || len(w.Fold) <= shortUnit && isUnitWord(w.Fold) {
			continue
		}
		for _, term := range w.Terms {
			set[term] = true
		}
	}
	return set
}
