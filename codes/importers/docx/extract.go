package docx

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Text is what a file holds.
type Text struct {
	Title    string // set as the title of the document, or said in its properties
	Elements []legal.Element
	Seen     legal.Seen
	Words    legal.Words // of the parts with text, see legal.Source
	Left     legal.Words // of them, those left out
	Problems []importers.Problem
	More     int // problems beyond those
}

// Bounds of what is made of a file.
const (
	maxCells     = 400_000 // of all tables
	maxParagraph = 1 << 20 // bytes of one paragraph
)

// text reads the parts of a file.
type text struct {
	ctx       context.Context
	archive   *archive
	relations map[string]relation
	styles    map[string]*style
	numbering *numbering
	notes     map[string]string // by kind and id: "footnote 2"

	out     *Text
	report  importers.Report
	tables  importers.Tables
	cells   int
	page    int
	pages   bool // the file says where its pages end
	fields  []*field
	tabled  int  // tables and cells around what is read whose ground may be dark
	ground  bool // the pages have a colour of their own
	deleted int  // pieces of deleted text left out
	linked  int  // pictures that are linked to, not in the file
}

// Extract reads a DOCX file in this process, with bounds but without the limits of
// a child. Links have their address; mentions are not looked for. The error is
// ctx's, or a [*RefusalError].
func Extract(ctx context.Context, data []byte) (*Text, error) {
	if p := check(data); p != nil {
		return nil, p
	}
	a, err := openArchive(data)
	if err != nil {
		return nil, err
	}
	main, err := a.mainPart()
	if err != nil {
		return nil, err
	}
	t := &text{ctx: ctx, archive: a, out: &Text{}, page: 1, notes: make(map[string]string)}
	t.count(main)
	if err := t.prepare(main); err != nil {
		return nil, err
	}
	if err := t.body(main); err != nil {
		return nil, err
	}
	return t.finish()
}

// mainPart finds the part with the text, by the archive's relationships.
func (a *archive) mainPart() (string, error) {
	if len(a.parts) == 0 {
		return "", problem("empty", "", "an archive with nothing in it")
	}
	relations, err := a.relations("")
	if err != nil {
		return "", err
	}
	main := "word/document.xml"
	for _, r := range relations {
		if r.kind == "officeDocument" && !r.external {
			main = r.target
		}
	}
	if a.has(main) {
		return main, nil
	}
	for _, other := range []struct{ part, what string }{
		{"xl/workbook.xml", "a spreadsheet (XLSX)"}, {"ppt/presentation.xml", "a presentation (PPTX)"}, {"content.xml", "an OpenDocument file; save it as DOCX"},
		{"mimetype", "an e-book or OpenDocument file; save it as DOCX"},
	} {
		if a.has(other.part) {
			return "", problem("format", "", "it is %s", other.what)
		}
	}
	if a.has("[Content_Types].xml") {
		return "", problem("malformed", main, "the part with the text is missing")
	}
	return "", problem("format", "", "it is a zip archive, and no DOCX file: there is no %s in it", main)
}

// count has the words of a part counted when it is read.
func (t *text) count(part string) {
	if t.archive.raw == nil {
		t.archive.raw = make(map[string]*rawText)
	}
	t.archive.raw[strings.ToLower(part)] = &rawText{words: &t.out.Words, left: &t.out.Left}
}

// prepare reads the parts the text refers to.
func (t *text) prepare(main string) error {
	var err error
	if t.relations, err = t.archive.relations(main); err != nil {
		return err
	}
	parts := make(map[string]string)
	for _, r := range t.relations {
		if !r.external {
			parts[r.kind] = r.target
		}
	}
	if t.styles, err = t.archive.readStyles(parts["styles"]); err != nil {
		return err
	}
	t.count(parts["footnotes"])
	t.count(parts["endnotes"])
	if t.numbering, err = t.archive.readNumbering(parts["numbering"]); err != nil {
		return err
	}
	t.numbering.resolve(t.styles)
	for _, kind := range []string{"footnote", "endnote"} {
		if err := t.readNotes(kind, parts[kind+"s"]); err != nil {
			return err
		}
	}
	return nil
}

// readNotes reads a part with notes.
func (t *text) readNotes(kind, name string) error {
	if name == "" || !t.archive.has(name) {
		return nil
	}
	return t.archive.walk(name, func(d *decoder, e *element) error {
		if e.name != kind || e.attr("type") != "" && e.attr("type") != "normal" {
			return nil
		}
		lines, err := t.lines(d)
		if err == nil && len(t.notes) < maxEntries {
			t.notes[kind+" "+e.attr("id")] = strings.Join(lines, "\n")
		}
		return err
	})
}

// body reads the part with the text.
func (t *text) body(main string) error {
	p, err := t.archive.open(main)
	if err != nil {
		return err
	}
	defer p.close()
	d := newDecoder(t.ctx, p, main)
	for {
		open, _, err := d.token()
		if err != nil {
			return d.early(err)
		}
		if open == nil {
			continue
		}
		if open.name == "body" {
			break
		}
		t.ground = t.ground || open.name == "background" && inkOf(open.attr("color")) != pale
		if open.name != "document" && d.depth == 1 {
			return d.refuse("format", "the part begins with <%.40s>, not with a document", open.name)
		}
	}
	if err := t.blocks(d); err != nil {
		return err
	}
	for { // the end of the part must be there too
		if _, _, err := d.token(); err != nil {
			return ignoreEnd(err)
		}
	}
}

// blocks reads the paragraphs and tables within the element read last.
func (t *text) blocks(d *decoder) error {
	return d.each(func(e *element) error { return t.block(d, e) })
}

func (t *text) block(d *decoder, e *element) error {
	switch e.name {
	case "p":
		return t.paragraph(d)
	case "tbl":
		return t.table(d)
	case "sdt":
		return t.control(d, t.block)
	case "altChunk":
		t.add(importers.Problem{Where: d.part, Message: "a part in another format is embedded, and not read"})
		return nil
	case "del", "moveFrom":
		t.deleted++
		return nil
	case "AlternateContent":
		return t.alternate(d, t.block)
	case "body", "ins", "moveTo", "customXml", "sdtContent", "smartTag", "txbxContent":
		return t.blocks(d)
	}
	return nil
}

// control reads the content of a content control; a table of contents is left
// out.
func (t *text) control(d *decoder, content func(*decoder, *element) error) error {
	contents := false
	return d.each(func(e *element) error {
		switch e.name {
		case "sdtPr":
			return d.each(func(e *element) error {
				if e.name != "docPartObj" {
					return nil
				}
				return d.each(func(e *element) error {
					contents = contents || e.name == "docPartGallery" && e.attr("val") == "Table of Contents"
					return nil
				})
			})
		case "sdtContent":
			if contents {
				return nil
			}
			return d.each(func(e *element) error { return content(d, e) })
		}
		return nil
	})
}

// alternate reads the first of several forms of one thing.
func (t *text) alternate(d *decoder, content func(*decoder, *element) error) error {
	read := false
	return d.each(func(e *element) error {
		if read || e.name != "Choice" && e.name != "Fallback" {
			return nil
		}
		read = true
		return d.each(func(e *element) error { return content(d, e) })
	})
}

func (t *text) add(p importers.Problem) { t.report.Add(p) }

// emit appends an element of the text.
func (t *text) emit(d *decoder, e legal.Element) error {
	if len(t.out.Elements) >= legal.MaxElements {
		return d.refuse("large", "more than %d paragraphs; split the file", legal.MaxElements)
	}
	e.Page = t.page
	t.out.Elements = append(t.out.Elements, e)
	return nil
}

// finish puts the result together.
func (t *text) finish() (*Text, error) {
	if len(t.out.Elements) == 0 {
		return nil, problem("empty", "", "there is no text in it")
	}
	if !t.pages {
		for i := range t.out.Elements {
			t.out.Elements[i].Page = 0
		}
	}
	if t.deleted > 0 {
		t.add(importers.Problem{Message: "text marked as deleted is left out, text marked as inserted is taken: accept or refuse the changes to be sure of the wording"})
	}
	t.out.Words.End()
	t.out.Left.End()
	if n := t.out.Left.Total(); n > 0 {
		t.add(importers.Problem{Message: fmt.Sprintf("%d words are left out: they are hidden, or of a table of contents", n)})
	}
	if t.linked > 0 {
		t.add(importers.Problem{Message: "pictures that are linked to and not in the file were not fetched"})
	}
	t.out.Problems, t.out.More = t.report.Problems, t.report.More
	t.out.Seen.Articles, t.out.Seen.Annexes = countDivisions(t.out.Elements)
	return t.out, nil
}

func countDivisions(elements []legal.Element) (articles, annexes int) {
	var b strings.Builder
	for i := range elements {
		if elements[i].Role != legal.AsTable {
			b.WriteString(elements[i].Text + "\n")
		}
	}
	return legal.CountArticles(b.String()), legal.CountAnnexes(b.String())
}

// withMentions joins the links of the elements with the mentions in their text.
func withMentions(elements []legal.Element, lang string) {
	for i := range elements {
		e := &elements[i]
		if len(e.Refs) == 0 {
			e.Refs = nil
			continue
		}
		e.Refs = join(e.Refs, importers.FindRefs(e.Text, lang))
	}
}

// join joins two lists of references in order of place: a link beside which a
// mention stands gives it its address.
func join(links, found []retrieval.Ref) []retrieval.Ref {
	var list []retrieval.Ref
	for len(links) > 0 || len(found) > 0 {
		switch {
		case len(links) == 0 || len(found) > 0 && found[0].End <= links[0].Start:
			list, found = append(list, found[0]), found[1:]
		case len(found) == 0 || links[0].End <= found[0].Start:
			list, links = append(list, links[0]), links[1:]
		default: // one within the other
			found[0].URL = links[0].URL
			links = links[1:]
		}
	}
	return list
}
