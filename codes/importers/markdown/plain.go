package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// plainLine is a line of a plain text.
type plainLine struct {
	text    string // runs of blanks joined
	number  int    // in the file
	page    int    // 0 where no page ends in the file
	centred bool   // set in from the margin
	open    bool   // it ends with a blank: its sentence goes on
	columns bool   // it has gaps, as rows of a table do
}

// plain reads a text without markup: its lines are put together to paragraphs
// again, heads and numbers of pages left out.
func (r *reader) plain(body string) error {
	lines := r.plainLines(body)
	r.dropRunning(lines)
	j := joiner{r: r, lines: lines, width: usualWidth(lines), grammar: legal.For(r.lang), closed: true}
	for i := range lines {
		if i%1024 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		j.line(i)
	}
	j.at = len(lines)
	j.flush()
	return j.err
}

var (
	wideGap = lazyregexp.New(`\s{3,}`)
	gap     = lazyregexp.New(`\s{2,}`)
)

// inColumns reports whether a line has gaps as rows of a table have.
func inColumns(line string) bool {
	line = strings.TrimSpace(line)
	return len(wideGap.Split(line, 4)) > 2 || len(gap.Split(line, 5)) > 3
}

func (r *reader) plainLines(body string) []plainLine {
	var lines []plainLine
	page := 0
	if strings.Contains(body, "\f") {
		page = 1
	}
	number := r.firstLine
	for raw := range strings.Lines(body) {
		for part := range strings.SplitAfterSeq(strings.TrimRight(raw, "\n"), "\f") {
			text := strings.TrimRight(part, "\f")
			indent := len(text) - len(strings.TrimLeft(text, " \t"))
			lines = append(lines, plainLine{
				text: strings.Join(strings.Fields(text), " "), number: number, page: page, centred: indent >= 16,
				open: strings.HasSuffix(text, " ") && indent < len(text), columns: inColumns(text),
			})
			if strings.HasSuffix(part, "\f") {
				page++
			}
		}
		number++
	}
	return lines
}

var digits = lazyregexp.New(`^[-–—\s]*\d{1,4}[-–—\s]*$`)

func endsPage(lines []plainLine, i int) bool {
	for j := i + 1; j < len(lines) && lines[j].page == lines[i].page; j++ {
		if lines[j].text != "" {
			return false
		}
	}
	return true
}

// usualWidth returns the width lines are wrapped at: nine in ten are not longer.
func usualWidth(lines []plainLine) int {
	var widths []int
	for _, l := range lines {
		if l.text != "" {
			widths = append(widths, utf8.RuneCountInString(l.text))
		}
	}
	if len(widths) == 0 {
		return 0
	}
	slices.Sort(widths)
	return widths[len(widths)*9/10]
}

// joiner puts lines together to paragraphs.
type joiner struct {
	r       *reader
	lines   []plainLine
	width   int
	grammar *legal.Grammar
	text    strings.Builder
	words   int       // of text
	first   plainLine // of the paragraph
	last    plainLine
	blank   bool // a blank line stands behind last
	rows    int  // lines with columns the paragraph has
	at      int  // line at hand
	closed  bool // the paragraph before ended a sentence
	err     error
}

func (j *joiner) line(i int) {
	l := j.lines[i]
	j.at = i
	if l.text == "" {
		j.blank = true
		return
	}
	switch {
	case l.columns || j.rows > 0:
		j.row(l)
	case j.text.Len() == 0 || j.begins(i):
		j.flush()
		j.begin(l)
	default:
		j.join(l.text)
	}
	j.last, j.blank = l, false
}

func (j *joiner) begin(l plainLine) {
	j.first = l
	j.text.WriteString(l.text)
	j.words = len(strings.Fields(l.text))
}

// row adds a line with columns; such lines stay lines.
func (j *joiner) row(l plainLine) {
	if j.rows == 0 || !l.columns || j.blank {
		j.flush()
		if !l.columns {
			j.begin(l)
			return
		}
		j.begin(l)
		j.rows = 1
		return
	}
	j.text.WriteString("\n" + l.text)
	j.rows++
}

func (j *joiner) join(text string) {
	j.words += len(strings.Fields(text))
	so := j.text.String()
	if strings.HasSuffix(so, "-") && startsLower(text) && len(so) > 1 && so[len(so)-2] != ' ' {
		j.text.Reset()
		j.text.WriteString(strings.TrimSuffix(so, "-"))
	} else {
		j.text.WriteByte(' ')
	}
	j.text.WriteString(text)
}

// begins decides whether a line begins a paragraph.
func (j *joiner) begins(i int) bool {
	l := j.lines[i]
	const longest = 32 << 10
	if j.text.Len() > longest {
		return true
	}
	if markAlone(j.text.String()) {
		return false
	}
	ended := terminal(j.last.text)
	words := j.words
	if numberedOrMarked(l.text) {
		return true
	}
	if !ended && j.last.open && words >= 6 {
		return false
	}
	if j.starts(l.text) {
		return true
	}
	if startsLower(l.text) && !ended {
		return false
	}
	title := !ended && words <= 12 && 3*utf8.RuneCountInString(j.last.text) < 2*j.width
	if j.blank {
		return ended || !strings.HasSuffix(j.last.text, ",")
	}
	return title || ended && j.titleBefore(i) || l.centred != j.last.centred || l.page != j.last.page && ended
}

// titleBefore reports whether a line is a title set off from what follows: short,
// no sentence, a blank line behind it.
func (j *joiner) titleBefore(i int) bool {
	text := j.lines[i].text
	next := i + 1
	return next < len(j.lines) && j.lines[next].text == "" && !terminal(text) && len(strings.Fields(text)) <= 8 && !startsLower(text)
}

// numberAlone is a number of several parts: that of a paragraph, not of a page.
var numberAlone = lazyregexp.New(`^\d{1,2}(?:\.\d{1,3})+$`)

var numbered = lazyregexp.New(`^(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}\.)(?:\s|$)`)

func numberedOrMarked(text string) bool {
	_, ok := legal.ParseMark(text)
	return ok || numbered.MatchString(text)
}

// starts reports whether a line begins with the words of a heading, of a caption
// or of a note.
func (j *joiner) starts(text string) bool {
	_, heading := j.grammar.Heading(text)
	_, caption := j.grammar.Caption(text)
	return heading || caption || j.grammar.IsNote(text)
}

// markAlone reports whether a text is the mark of an item whose text is to come.
func markAlone(text string) bool {
	mark, ok := legal.ParseMark(text)
	return ok && mark.Rest == "" && len(text) <= 6 || numberAlone.MatchString(text)
}

func terminal(text string) bool {
	text = strings.TrimRight(text, `"”»’)`)
	return text != "" && strings.ContainsAny(text[len(text)-1:], ".:;?!")
}

func startsLower(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(r)
}

// flush ends the paragraph.
func (j *joiner) flush() {
	text := j.text.String()
	j.text.Reset()
	rows := j.rows
	j.rows = 0
	if text == "" || j.err != nil {
		return
	}
	e := legal.Element{Text: text, Line: j.first.number, Page: j.first.page}
	if rows > 0 {
		e.Role = legal.AsPlain
	}
	e.Strong = e.Role == legal.Prose && j.isTitle(text)
	j.closed = terminal(text)
	j.err = j.r.emit(e)
}

// isTitle reports whether a paragraph of one line looks like a title: a few words
// that are no sentence, with a numbered paragraph below, or behind a complete
// sentence with text below. The labels of a figure stand among one another.
func (j *joiner) isTitle(text string) bool {
	n := len(strings.Fields(text))
	if j.first.number != j.last.number || n > 10 || terminal(text) || startsLower(text) || strings.ContainsAny(text, ",;=") || 2*utf8.RuneCountInString(text) > j.width {
		return false
	}
	if strings.ContainsFunc(text, unicode.IsDigit) && !numbered.MatchString(text) {
		return false
	}
	for _, l := range j.lines[j.at:] {
		if l.text != "" {
			return !l.columns && (numbered.MatchString(l.text) || j.closed && 3*utf8.RuneCountInString(l.text) > 2*j.width)
		}
	}
	return false
}
