package docx

import (
	"errors"
	"io"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/retrieval"
)

// paragraph is a paragraph being read.
type paragraph struct {
	paragraphProperties
	prose importers.Prose
	links []retrieval.Ref

	text, bold, lead int // bytes of text, of those emphasised, end of emphasis at the beginning
	after            []legal.Element
}

// paragraph reads a p element of the body.
func (t *text) paragraph(d *decoder) error {
	p := &paragraph{}
	if err := t.content(d, p); err != nil {
		return err
	}
	if err := t.write(d, p); err != nil {
		return err
	}
	for _, e := range p.after {
		if err := t.emit(d, e); err != nil {
			return err
		}
	}
	if p.section {
		t.page++
	}
	return nil
}

// content reads what is in a paragraph.
func (t *text) content(d *decoder, p *paragraph) error {
	return d.each(func(e *element) error { return t.inline(d, e, p) })
}

func (t *text) inline(d *decoder, e *element, p *paragraph) error {
	within := func(d *decoder, e *element) error { return t.inline(d, e, p) }
	switch e.name {
	case "pPr":
		return p.read(d)
	case "r":
		return t.run(d, p)
	case "hyperlink":
		return t.hyperlink(d, e, p)
	case "fldSimple":
		f := &field{result: true}
		f.instruction.WriteString(e.attr("instr"))
		t.openField(f, p)
		err := t.content(d, p)
		t.closeField(p)
		return err
	case "del", "moveFrom":
		t.deleted++
		return nil
	case "sdt":
		return t.control(d, within)
	case "AlternateContent":
		return t.alternate(d, within)
	case "m:oMath":
		formula, err := t.math(d)
		p.write(strings.Join(strings.Fields(formula), " "), false)
		return err
	case "m:oMathPara", "ins", "moveTo", "smartTag", "customXml", "sdtContent", "dir", "bdo":
		return t.content(d, p)
	}
	return nil
}

// run reads a stretch of text of one form.
func (t *text) run(d *decoder, p *paragraph) error {
	r := runProperties{hidden: t.unseen(p, runProperties{})}
	return d.children(func(e *element, _ string) error {
		if e == nil {
			return nil
		}
		if e.name == "rPr" {
			r = runProperties{}
			err := r.read(d)
			r.hidden = t.unseen(p, r)
			return err
		}
		if p.prose.String() != "" && len(p.prose.String()) > maxParagraph {
			return d.refuse("large", "a paragraph of more than %d KiB", maxParagraph>>10)
		}
		return t.piece(d, e, p, r)
	})
}

// piece reads one child of a run.
func (t *text) piece(d *decoder, e *element, p *paragraph, r runProperties) error {
	switch e.name {
	case "t":
		s, err := content(d)
		if err == nil && !r.hidden && !t.silent() {
			p.put(s, r)
		} else {
			t.out.Left.Line(s)
		}
		return err
	case "instrText":
		s, err := content(d)
		if n := len(t.fields); n > 0 && !t.fields[n-1].result && t.fields[n-1].instruction.Len() < maxInstruction {
			t.fields[n-1].instruction.WriteString(s)
		}
		return err
	case "fldChar":
		return t.fieldChar(d, e, p)
	case "lastRenderedPageBreak":
		t.page++
		t.pages = true
	case "drawing", "pict", "object":
		return t.picture(d, e, p)
	case "AlternateContent":
		return t.alternate(d, func(d *decoder, e *element) error { return t.piece(d, e, p, r) })
	case "footnoteReference", "endnoteReference":
		if !r.hidden {
			t.call(strings.TrimSuffix(e.name, "Reference"), e.attr("id"), p)
		}
	default:
		if s := sign(e); s != "" && !r.hidden && !t.silent() {
			p.put(s, r)
		}
	}
	return nil
}

// sign returns what stands for one character, or for white space.
func sign(e *element) string {
	switch e.name {
	case "tab", "ptab":
		return " "
	case "br", "cr":
		if e.attr("type") == "page" || e.attr("type") == "column" {
			return " "
		}
		return "\n"
	case "noBreakHyphen":
		return "-"
	case "sym":
		return symbol(e.attr("font"), e.attr("char"))
	}
	return ""
}

// content returns the text of the element read last.
func content(d *decoder) (string, error) {
	var b strings.Builder
	err := d.children(func(_ *element, text string) error {
		b.WriteString(text)
		return nil
	})
	return strings.ReplaceAll(b.String(), "\u00ad", ""), err
}

// put writes text of a run.
func (p *paragraph) put(s string, r runProperties) {
	if r.raised && strings.TrimSpace(s) != "" {
		p.text += len(s)
		p.prose.Raise(s)
		return
	}
	p.write(s, r.bold)
}

func (p *paragraph) write(s string, bold bool) {
	n := len(strings.TrimSpace(s))
	begins := p.bold == p.text
	p.text += n
	if bold {
		p.bold += n
	}
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			p.prose.Break()
		}
		p.prose.Write(line)
	}
	if bold && begins {
		p.lead = len(p.prose.String())
	}
}

// call writes the call of a note, and keeps its text for behind the paragraph.
func (t *text) call(kind, id string, p *paragraph) {
	note, ok := t.notes[kind+" "+id]
	if !ok {
		return
	}
	t.out.Seen.Notes++
	p.prose.Write("(" + id + ")")
	p.after = append(p.after, legal.Element{Role: legal.AsNote, Text: "(" + id + ") " + note})
}

// hyperlink reads a link to an address outside; one within the document is only
// its text.
func (t *text) hyperlink(d *decoder, e *element, p *paragraph) error {
	start := len(p.prose.String())
	err := t.content(d, p)
	if r := t.relations[e.attr("id")]; r.external {
		p.link(start, r.target)
	}
	return err
}

// link makes what was written from an offset on a link.
func (p *paragraph) link(start int, address string) {
	text := p.prose.String()
	address = strings.TrimSpace(address)
	if start > len(text) || !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") || len(address) > 2000 {
		return
	}
	for start < len(text) && (text[start] == ' ' || text[start] == '\n') {
		start++
	}
	if start < len(text) {
		p.links = append(p.links, retrieval.Ref{Start: start, End: len(text), URL: address})
	}
}

// write makes an element of a paragraph: with the number its list gives it, as a
// heading where its style is one.
func (t *text) write(d *decoder, p *paragraph) error {
	s := t.styleOf(p.style)
	text := p.prose.String()
	if s.kind == "contents" {
		t.out.Left.Line(text)
	}
	if s.kind == "contents" || text == "" {
		return nil
	}
	e := legal.Element{Text: text, Refs: p.links, Level: p.level, Lead: min(p.lead, len(text))}
	if e.Level == 0 {
		e.Level = s.level
	}
	e.Strong = p.text > 0 && (p.bold == p.text || s.bold) || p.centred || s.centred
	switch s.kind {
	case "caption":
		e.Role, e.Level = legal.AsCaption, 0
	case "note":
		e.Role = legal.AsNote
	case "title":
		if t.out.Title == "" {
			t.out.Title = strings.ReplaceAll(text, "\n", " ")
		}
		e.Level = 1
	}
	if e.Level > 0 {
		e.Text = strings.ReplaceAll(e.Text, "\n", " ")
	}
	t.number(p, &s, &e)
	return t.emit(d, e)
}

// number gives an element the number of its list: as the mark of an item, or as
// the beginning of its text.
func (t *text) number(p *paragraph, s *style, e *legal.Element) {
	ref := p.numbering
	if ref.id == "" {
		ref.id = s.numbering.id
		if ref.level == 0 {
			ref.level = s.numbering.level
		}
	}
	if ref.id == "" || ref.id == "0" {
		return
	}
	mark, _ := t.numbering.next(ref)
	if mark == "" {
		return
	}
	t.out.Seen.Items++
	parsed, item := legal.ParseMark(mark + " x")
	if e.Level == 0 && item && parsed.Rest == "x" || e.Level == 0 && ref.level > 0 && !strings.Contains(strings.TrimSuffix(mark, "."), ".") {
		e.Mark, e.Depth = mark, t.depth(ref)
		return
	}
	shift := len(mark) + 1
	e.Text = mark + " " + e.Text
	e.Lead = 0
	for i := range e.Refs {
		e.Refs[i].Start += shift
		e.Refs[i].End += shift
	}
}

// depth returns how deep an item is: levels that number paragraphs, not items, do
// not count.
func (t *text) depth(ref numberRef) int {
	list := t.numbering.lists[ref.id]
	depth := 0
	for i := 0; i <= ref.level; i++ {
		lvl := list.levelOf(i)
		if i < ref.level && lvl.format == "decimal" && !strings.HasSuffix(lvl.text, ")") {
			continue
		}
		depth++
	}
	return depth
}

// lines reads the paragraphs within the element read last as lines of text: a
// note, a text box.
func (t *text) lines(d *decoder) ([]string, error) {
	var lines []string
	err := d.each(func(e *element) error {
		more, err := t.linesOf(d, e)
		lines = append(lines, more...)
		return err
	})
	return lines, err
}

// linesOf reads one element as lines of text.
func (t *text) linesOf(d *decoder, e *element) (lines []string, err error) {
	within := func(d *decoder, e *element) error {
		more, err := t.linesOf(d, e)
		lines = append(lines, more...)
		return err
	}
	switch e.name {
	case "p":
		p := &paragraph{}
		err = t.content(d, p)
		return t.line(p), err
	case "tbl":
		t.out.Seen.Tables++
		rows, _, err := t.rows(d)
		if err != nil {
			return nil, err
		}
		return t.fill(rows).Lines(), nil
	case "sdt":
		err = t.control(d, within)
	case "AlternateContent":
		err = t.alternate(d, within)
	case "ins", "moveTo", "customXml", "sdtContent":
		err = d.each(func(e *element) error { return within(d, e) })
	case "del", "moveFrom":
		t.deleted++
	}
	return lines, err
}

// line returns a paragraph as a line, with its number, and what hangs on it.
func (t *text) line(p *paragraph) []string {
	s := t.styleOf(p.style)
	e := legal.Element{Text: p.prose.String()}
	if e.Text != "" {
		t.number(p, &s, &e)
	}
	var lines []string
	if text := strings.TrimSpace(e.Mark + " " + e.Text); text != "" {
		lines = append(lines, text)
	}
	for _, a := range p.after {
		text := a.Text
		if a.Role == legal.AsLost {
			text = importers.Missing("", a.Of, a.Text)
		}
		lines = append(lines, text)
	}
	return lines
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
