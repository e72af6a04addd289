package ask

import (
	"cmp"
	"crypto/sha256"
	"fmt"
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
	advises      bool               // it recommends something
	exceptions   []exceptClause     // of its sentences; of a table, of its notes
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
	s.advises = says("advice", whole)
	s.limits = says("limit", whole)
	table := b.Table
	if table == nil && (b.Kind == retrieval.TableKind || strings.Contains(b.Text, " | ")) {
		table = tableOf(b.Text)
	}
	if table == nil {
		s.addProse(b.Lead, b.Text)
		s.addExceptions(b)
		return s
	}
	s.tabular = true
	s.addTable(table, p.title)
	s.addProse(b.Lead, strings.Join(append([]string{table.Caption}, table.Notes...), "\n"))
	s.addExceptions(b)
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
		if isItem || len(s.statements) == 0 {
			head.rule(st.parts)
		}
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
		s.addAnaphora(r.folded)
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

// addAnaphora takes in the case that only turns the one before: "cuando no supere
// 6 m ..., cuando lo supere ...".
func (s *support) addAnaphora(folded string) {
	if !says("anaphora", folded) {
		return
	}
	for i := len(s.figures) - 1; i >= 0 && s.figures[i].at == len(s.statements); i-- {
		if f := s.figures[i]; f.isCase && f.Dir == Maximum {
			f.Dir, f.Strict = Minimum, true
			s.figures = append(s.figures, f)
			return
		}
	}
}
