package ask

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// support is what one passage can prove. Nothing changes it once it is made: turns
// share it.
type support struct {
	lang         string
	figures      []figure
	titles       []Quantity // numbers of the headings
	statements   []statement
	verdicts     []statement // of cells
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
	depends bool   // it holds in a case of the value before

	lead  map[string]bool // terms before the first number of its sentence, where all of them share it
	marks map[string]bool // zones and comparatives beside it: they decide
}

// statement is a sentence, a list item or a row of a passage.
type statement struct {
	terms map[string]bool
	parts []part
}

// knownSupports keeps what blocks of regulations can prove: they never change.
// What is of a project's own documents is never kept beyond its turn.
var knownSupports = remembered[blockKey, *support]{most: 1 << 20}

// blockKey names all of a block, and its title, that a support is made of.
type blockKey [sha256.Size]byte

func supportOf(p *passage) *support {
	switch {
	case p.support != nil:
	case p.document != nil:
		p.support = newSupport(p)
	default:
		key, size := keyOf(p)
		p.support = knownSupports.get(key, size, func() *support { return newSupport(p) })
	}
	return p.support
}

// keyOf hashes what newSupport reads. Each text goes in with its length, so that
// none can pass for another. size is that of all texts in bytes.
func keyOf(p *passage) (key blockKey, size int) {
	h := sha256.New()
	add := func(texts ...string) {
		_, _ = fmt.Fprintf(h, "%d:", len(texts)) // a hash never fails
		for _, text := range texts {
			size += len(text)
			_, _ = fmt.Fprintf(h, "%d:%s", len(text), text)
		}
	}
	b := p.block
	add(p.title, b.Lang, string(b.Kind), b.Lead, b.Text)
	if table := b.Table; table != nil {
		add(table.Caption)
		add(table.Header...)
		add(table.Notes...)
		for _, row := range table.Rows {
			add(row...)
		}
	}
	h.Sum(key[:0])
	return key, size
}

func newSupport(p *passage) *support {
	b := p.block
	text := b.Lead + "\n" + b.Text
	if b.Table != nil {
		text += "\n" + b.Table.Caption + "\n" + strings.Join(b.Table.Notes, "\n")
	}
	lang := cmp.Or(b.Lang, Language(text))
	title, all := parse(p.title, lang), parse(text, lang)
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
		r := parse(sentence, s.lang)
		list, refs := r.quantities(), r.refs()
		st := statement{terms: r.terms(), parts: partsOf(r)}
		isItem := itemShape.MatchString(sentence) || strings.HasPrefix(sentence, "- ")
		segments := segmentsOf(r, list)
		lead := r.sharedLead(segments)
		for _, g := range segments {
			q := list[g.index]
			if inRef(refs, q) {
				continue
			}
			f := figure{Quantity: q, lead: lead, marks: r.marks(g.from, g.to), own: r.caseTerms(g.from, g.to, q.Start), at: len(s.statements), counted: r.countedBehind(q.End), depends: g.depends}
			if g.ellipsis && len(s.figures) > 0 {
				inherit(f.own, s.figures[len(s.figures)-1].own)
			}
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

// sharedLead is the terms before the first number where they are said of all.
func (r *parsed) sharedLead(segments []segment) map[string]bool {
	if len(segments) == 0 {
		return nil
	}
	return r.caseTerms(0, segments[0].from, 0)
}

// marks are the zones, classes and comparatives of a stretch.
func (r *parsed) marks(from, to int) map[string]bool {
	marks := map[string]bool{}
	words := r.within(from, to)
	for i := range words {
		if isZone(words, i) {
			addZone(marks, words[i].Fold)
		}
	}
	r.addComparatives(marks, words)
	return marks
}

// inherit adds the terms of the value before, of which an ellipsis speaks: "y el
// de obra menor".
func inherit(own, before map[string]bool) {
	for term := range before {
		if !comparatives[term] {
			own[term] = true
		}
	}
}

// heading is what stands over numbers: a lead, a caption, a column's header.
type heading struct {
	dir   Direction
	words []retrieval.Word
	width int
}

func headOf(text string) heading {
	r := parse(text, "")
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
		s.addVerdicts(t, row, label)
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
	if !strings.ContainsAny(header, "(,") || len(units) == 0 {
		units = append(append(units, unitsNamed(c.label)...), named...)
	}
	refs := refsIn(c.text)
	list := parse(c.text, s.lang).quantities()
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
	r := parse(t.Caption+" ; "+strings.Join(t.Header, " ; ")+" ; "+strings.Join(row, " ; "), lang)
	return statement{terms: r.terms(), parts: partsOf(r)}
}

// caseTerms are the terms that tell one number from another: not the property,
// which is compared by itself.
func (r *parsed) caseTerms(from, to, number int) map[string]bool {
	words := r.within(from, to)
	terms := contentTerms(slices.DeleteFunc(slices.Clone(words), func(w retrieval.Word) bool {
		return PropertyOf(w.Fold) != nil || overlaps(r.cues(), w.Start, w.End) || numeralWords[w.Fold] > 0 || isUnitWord(w.Fold)
	}))
	addDenied(terms, r.folded[:to], words, number)
	return terms
}

// comparatives name a case where they compare nothing: "obra menor".
var comparatives = wordSet("mayor mayores menor menores superior superiores inferior inferiores major minor upper lower")

func (r *parsed) addComparatives(terms map[string]bool, words []retrieval.Word) {
	for i := range words {
		w := &words[i]
		if comparatives[w.Fold] && !overlaps(r.cues(), w.Start, w.End) {
			terms[w.Fold] = true
		}
	}
}

// labelTerms are the terms of a row or column; a letter alone names a zone. Words
// that say little elsewhere tell one row from the next: "muy grave", "day".
func labelTerms(label, lang string) map[string]bool {
	words := retrieval.Words(retrieval.Fold(label), lang)
	terms := contentTerms(words)
	for i := range words {
		w := &words[i]
		if labelWords[w.Fold] || len(w.Fold) > 2 && isUnitWord(w.Fold) && !denominator(retrieval.Fold(label), w.Start) && !strings.Contains(label, "(") {
			terms[w.Fold] = true
		}
		if kin := kinOf(w.Fold); kin != "" && !w.Stop() && !w.Number && !frameWords()[w.Fold] {
			terms[kin] = true
		}
	}
	addDenied(terms, retrieval.Fold(label), words, -1)
	list, _ := designationsIn(label)
	for _, d := range list {
		terms[d.value] = true
	}
	if trimmed := strings.TrimSpace(label); len(trimmed) <= 2 && trimmed != "" {
		terms[retrieval.Fold(trimmed)] = true
	}
	return terms
}

// labelWords say little in a sentence and much in a label.
var labelWords = wordSet("muy very antes despues before after dentro fuera within outside inside otro otra otros otras other others demas resto rest general bajo medio alto baja media alta low medium high")

// kinOf stands for a word and those derived from it: "hotel", "hotelero". "" of a
// short one.
func kinOf(folded string) string {
	const root = 5
	if len(folded) < root {
		return ""
	}
	return "~" + folded[:root]
}

// notSaid marks a term that is denied: "sin rociadores".
const notSaid = "!"

// addDenied puts the denied form of a term in the place of what a text excludes:
// the words that say something right behind "sin", "no son de", and, behind the
// number at a place, "excepto". Before it "excepto" opens the number's own case.
func addDenied(terms map[string]bool, folded string, words []retrieval.Word, number int) {
	for _, kind := range []string{"excluder", "exceptor"} {
		for _, m := range phrases()[kind].all(folded) {
			if kind == "excluder" || m[0] > number {
				denyBehind(terms, folded, wordsBehind(words, m[1]), m[1])
			}
		}
	}
}

func denyBehind(terms map[string]bool, folded string, words []retrieval.Word, at int) {
	const most = 2 // words that say something
	n := 0
	for i := range words {
		w := &words[i]
		if n == most || w.Number || strings.ContainsAny(folded[at:w.Start], ",;.|:") || w.Fold == "y" || w.Fold == "and" {
			return
		}
		if w.Stop() || frameWords()[w.Fold] || isUnitWord(w.Fold) {
			continue
		}
		for _, term := range meaningOf(w.Fold).own {
			delete(terms, term)
		}
		delete(terms, kinOf(w.Fold))
		for _, term := range w.Terms {
			delete(terms, term)
			terms[notSaid+term] = true
		}
		n++
	}
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
