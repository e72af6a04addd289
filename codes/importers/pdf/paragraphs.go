package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// paragraph is lines that belong together, or a table.
type paragraph struct {
	box
	page   int
	until  int // the page a table goes on to; 0 for its own
	text   string
	size   float64
	bold   bool
	italic bool
	lines  int
	table  *lattice
	figure *figure
	left   float64 // where its lines begin, once it has two
	last   segment // its last line
	marked bool
	whole  bool // closed: nothing may be joined to it
}

// composer makes paragraphs of lines in reading order.
type composer struct {
	hyphens *hyphens
	grammar *legal.Grammar
	pitches map[float64]float64 // usual distance between lines, by size of type
	list    []paragraph
	open    bool
	column  box
}

// flow adds the lines of one run of text, from top to bottom.
func (c *composer) flow(page int, rows []row) {
	c.open = false
	c.column = box{}
	for i, r := range rows {
		if i == 0 {
			c.column = r.box
		}
		c.column = c.column.join(r.box)
	}
	for _, r := range rows {
		r.segments = slices.DeleteFunc(slices.Clone(r.segments), func(s segment) bool {
			if s.stands() {
				c.list = append(c.list, paragraph{box: s.box, page: page, table: s.table, figure: s.figure, whole: true})
				c.open = false
			}
			return s.stands()
		})
		if len(r.segments) > 0 {
			c.open = c.open && !r.keyed()
			c.line(page, r.line())
		}
	}
}

// keyed reports whether a row is a label with what it says set apart: "Height:   12 m".
func (r row) keyed() bool { return len(r.segments) > 1 && strings.HasSuffix(r.segments[0].text, ":") }

func (c *composer) line(page int, line segment) {
	if c.open && !c.begins(&c.list[len(c.list)-1], line) {
		c.append(&c.list[len(c.list)-1], line)
		return
	}
	marked, _ := startsItem(line)
	c.list = append(c.list, paragraph{
		box: line.box, page: page, text: dropSoftInside(line.text), size: line.size, bold: line.bold, italic: line.italic,
		lines: 1, left: line.x0, last: line, marked: marked,
	})
	c.open = true
}

func (c *composer) append(p *paragraph, line segment) {
	p.text = c.hyphens.join(p.text, line.text)
	p.box = p.join(line.box)
	p.bold, p.italic = p.bold && line.bold, p.italic && line.italic
	p.lines++
	p.last, p.left = line, line.x0
}

// dropSoftInside takes out soft hyphens but one at the end, which joining needs.
func dropSoftInside(s string) string {
	if head, ok := strings.CutSuffix(s, string(softHyphen)); ok {
		return dropSoft(head) + string(softHyphen)
	}
	return dropSoft(s)
}

// begins reports whether a line begins a new paragraph behind p.
func (c *composer) begins(p *paragraph, line segment) bool {
	last := p.last
	gap := line.base - last.base
	size := max(last.size, line.size)
	switch {
	case p.lines == 1 && isMark(p.text) && gap < 1.2*size && line.x0 > p.x0 && !line.turned:
		return false
	case line.turned != last.turned, gap < 0.5*size:
		return true
	case math.Abs(line.size-last.size) > 0.35*size && gap > 0.8*size:
		return true
	case math.Abs(line.size-last.size) > c.sizes(last)*size && min(len(line.text), len(last.text)) > 3:
		return true
	case gap > c.pitch(size)*1.3+0.6:
		return true
	case line.bold != last.bold && (p.bold || line.bold) && (p.bold || last.ends()):
		return true
	}
	return c.marks(p, line) || c.indents(p, line) || c.titled(p) && line.startsUpper()
}

// titled reports whether a paragraph is so far the heading of an article with its title,
// in a line that has room for more.
func (c *composer) titled(p *paragraph) bool {
	if p.lines != 1 || !c.short(p.last) {
		return false
	}
	h, ok := c.grammar.Heading(p.text)
	return ok && h.IsArticle() && h.Title != "" && h.Body == ""
}

// sizes is how much the type of a line may differ from that of the line before it
// and still go on with it: more where that does not look like an end.
func (c *composer) sizes(last segment) float64 {
	if last.ends() || c.short(last) || last.bold {
		return 0.09
	}
	return 0.2
}

// pitch is the usual distance between two lines of type of a size.
func (c *composer) pitch(size float64) float64 {
	if p := c.pitches[halfPoint(size)]; p > 0 {
		return min(max(p, 1.05*size), 1.9*size)
	}
	return 1.25 * size
}

// marks reports whether a line begins with the mark of an item or paragraph, or
// as a heading does.
func (c *composer) marks(p *paragraph, line segment) bool {
	if marked, sure := startsItem(line); marked {
		if sure || p.last.ends() || line.x0 < p.left-2 || p.lines == 1 && p.marked {
			return true
		}
	}
	if h, ok := c.grammar.Heading(line.text); ok && (h.Number != "" || h.Title == "") && p.last.ends() && c.short(p.last) {
		return true
	}
	_, caption := captionOf(c.grammar, line.text)
	return caption && (p.last.ends() || c.short(p.last))
}

// ends reports whether a line ends as a sentence, or a part of one, does.
func (s segment) ends() bool {
	text := strings.TrimRight(s.text, " ”\"»’)")
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".:;!?,", last) || strings.HasSuffix(text, " y") || strings.HasSuffix(text, " o") || strings.HasSuffix(text, " and") || strings.HasSuffix(text, " or")
}

// short reports whether a line ends well before the edge of its column.
func (c *composer) short(s segment) bool { return s.x1 < c.column.x1-0.12*c.column.width() }

// indents judges where a line begins against the lines before it.
func (c *composer) indents(p *paragraph, line segment) bool {
	em := line.size
	full := strings.HasSuffix(p.last.text, ".") || strings.HasSuffix(p.last.text, ":") || strings.HasSuffix(p.last.text, ";")
	switch {
	case p.lines == 1 && line.x0 >= p.x0-1: // hanging, or level; or the first line of a block
		indent := line.x0 - p.x0
		return full && c.short(p.last) || indent > 0.8*em && !p.marked && full && line.startsUpper()
	case p.lines == 1: // the first line was indented
		return p.x0-line.x0 > 4*em && full
	case line.x0-p.left > 0.8*em:
		return full || line.x0-p.left > 3*em && !centered(p.last, line)
	case p.left-line.x0 > 0.8*em:
		return full || !centered(p.last, line)
	}
	return full && c.short(p.last)
}

func (s segment) startsUpper() bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.text, "«“\"¿¡("))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// centered reports whether two lines are set around one middle.
func centered(a, b segment) bool { return math.Abs(a.centerX()-b.centerX()) < 3 }

// joinPages joins a paragraph that a page or column ends within to its rest.
func (c *composer) joinPages() {
	out := c.list[:0]
	for _, p := range c.list {
		if at := len(out) - 1; at >= 0 && goesOn(&out[at], &p) {
			last := &out[at]
			last.text = c.hyphens.join(last.text, p.text)
			last.lines += p.lines
			last.last = p.last
			continue
		}
		out = append(out, p)
	}
	c.list = out
}

// goesOn reports whether q continues p: the sentence is not at its end, and the
// next begins in lower case.
func goesOn(p, q *paragraph) bool {
	if p.whole || q.whole || q.marked || q.page-p.page > 1 || q.y0 > p.y1 && q.page == p.page && q.overlapX(p.box) > 0 {
		return false
	}
	if math.Abs(p.size-q.size) > 0.6 || p.bold != q.bold || p.lines+q.lines < 2 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(q.text)
	last, _ := utf8.DecodeLastRuneInString(p.text)
	open := !strings.ContainsRune(".:;!?", last)
	return open && (unicode.IsLower(first) || last == '-' && unicode.IsLetter(first) || last == softHyphen)
}
