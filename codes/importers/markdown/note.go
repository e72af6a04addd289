package markdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// footnote is a note of a Markdown file, "[^1]: ...": its text stands elsewhere
// than the place it is called from, "[^1]".
type footnote struct {
	text string
	line int // in the file
}

// noteStart begins a footnote; maxLabel is the longest label taken.
var noteStart = lazyregexp.New(`^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*(.*)$`)

const maxLabel = 40

// takeNotes takes the footnotes out of a text and leaves blank lines in their
// place. A footnote goes on to the next blank line, and with indented lines behind
// it.
func (r *reader) takeNotes(body string) string {
	if !strings.Contains(body, "[^") {
		return body
	}
	r.notes = make(map[string]footnote)
	lines := strings.SplitAfter(body, "\n")
	c := cutter{} // for the fences of code
	for i := 0; i < len(lines); i++ {
		c.fenced(lines[i])
		m := noteStart.FindStringSubmatch(strings.TrimRight(lines[i], "\n"))
		if m == nil || c.fence != "" {
			continue
		}
		if _, twice := r.notes[m[1]]; twice { // then it is no footnote but text
			continue
		}
		end := noteEnd(lines, i)
		r.notes[m[1]] = footnote{text: m[2] + "\n" + strings.Join(lines[i+1:end], ""), line: r.firstLine + i}
		for ; i < end; i++ {
			lines[i] = "\n"
		}
		i--
	}
	return strings.Join(lines, "")
}

// noteEnd returns the line behind a footnote.
func noteEnd(lines []string, first int) int {
	end := first + 1
	for i, blank := first+1, false; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			blank = true
			continue
		}
		indented := strings.HasPrefix(lines[i], "    ") || strings.HasPrefix(lines[i], "\t")
		if blank && !indented || noteStart.MatchString(strings.TrimRight(lines[i], "\n")) {
			break
		}
		end = i + 1
	}
	return end
}

// calledNotes writes the footnotes called since the last element.
func (r *reader) calledNotes() error {
	for len(r.called) > 0 {
		label := r.called[0]
		r.called = r.called[1:]
		note, ok := r.notes[label]
		if !ok {
			continue
		}
		delete(r.notes, label)
		if err := r.note(label, note); err != nil {
			return err
		}
	}
	return nil
}

// uncalledNotes writes the footnotes nothing calls, at the end, in their order.
func (r *reader) uncalledNotes() error {
	left := slices.SortedFunc(maps.Keys(r.notes), func(a, b string) int { return r.notes[a].line - r.notes[b].line })
	for _, label := range left {
		note := r.notes[label]
		r.source.Report.Add(importers.Problem{Line: note.line, Message: fmt.Sprintf("no text calls the footnote %q; it stands at the end", label)})
		if err := r.note(label, note); err != nil {
			return err
		}
	}
	return nil
}

// note writes one footnote, as a chunk of its own.
func (r *reader) note(label string, note footnote) error {
	src, lines, line := r.src, r.lines, r.line
	defer func() { r.src, r.lines, r.line = src, lines, line }()
	first := len(r.source.Elements)
	text := strings.Join(strings.Fields(note.text), " ")
	r.line = note.line
	if len(text) > maxBlock {
		return r.emit(legal.Element{Role: legal.AsNote, Text: "(" + label + ") " + text, Line: note.line})
	}
	r.begin(text)
	if err := r.noteText(); err != nil {
		return err
	}
	for i := first; i < len(r.source.Elements); i++ {
		if e := &r.source.Elements[i]; e.Role == legal.Prose {
			e.Role, e.Level, e.Line = legal.AsNote, 0, note.line
			if i == first && e.Mark == "" {
				e.Mark = "(" + label + ")"
			}
		}
	}
	return nil
}

// noteText reads the chunk at hand, without the footnotes it may call in turn.
func (r *reader) noteText() error {
	root := r.parser.Parse(text.NewReader(r.src))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if err := r.block(n, 0); err != nil {
			return err
		}
	}
	return nil
}

// noteCall is the call of a footnote within a line.
type noteCall struct {
	ast.BaseInline
	label string
}

var kindNoteCall = ast.NewNodeKind("NoteCall")

// Kind implements ast.Node.
func (n *noteCall) Kind() ast.NodeKind { return kindNoteCall }

// Dump implements ast.Node.
func (n *noteCall) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Label": n.label}, nil)
}

// callParser reads the calls of footnotes.
type callParser struct{}

// Trigger implements parser.InlineParser.
func (callParser) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (callParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	rest, ok := strings.CutPrefix(string(line[:min(len(line), maxLabel+4)]), "[^")
	if !ok {
		return nil
	}
	label, _, ok := strings.Cut(rest, "]")
	if !ok || label == "" || strings.ContainsAny(label, " \t[") {
		return nil
	}
	block.Advance(len("[^") + len(label) + len("]"))
	return &noteCall{label: label}
}
