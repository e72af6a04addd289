package legal

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Options says what Write is to know of a text.
type Options struct {
	Lang  string // BCP 47
	Title string // of the whole: a first heading that says the same opens no section

	// OnlyVisible leaves out what is said of pictures and the like where nobody
	// sees it.
	OnlyVisible bool

	// Report takes what a person should look at. It may be nil.
	Report *importers.Report

	// Left takes the words of the lines left out, of tables of contents. It may be
	// nil.
	Left *Words
}

// Write finds the structure of a text and gives its sections and blocks to a
// Builder. The error is ctx's, or ErrTooMany.
func Write(ctx context.Context, b *importers.Builder, elements []Element, opts *Options) (Kept, error) {
	if len(elements) > MaxElements {
		return Kept{}, ErrTooMany
	}
	if opts == nil {
		opts = &Options{}
	}
	w := &writer{g: For(opts.Lang), b: b, opts: *opts, list: apart(elements), headed: -1}
	w.survey = survey(w.g, w.list)
	for w.at < len(w.list) {
		if w.at%256 == 0 && ctx.Err() != nil {
			return Kept{}, ctx.Err()
		}
		w.step()
	}
	if n := len(w.survey.contents); n > 0 && opts.Report != nil {
		opts.Report.Add(importers.Problem{Message: fmt.Sprintf("%d lines of tables of contents are left out", n)})
	}
	return w.kept, nil
}

// writer goes through the elements once. Each step takes one element, and those
// behind it that belong to it.
type writer struct {
	g      *Grammar
	b      *importers.Builder
	opts   Options
	list   []Element
	at     int
	survey *surveyed

	open     []opened // headings open, the outermost first
	outline  Outline
	defining bool  // terms are being defined
	count    []int // number of the last numbered paragraph or heading
	headed   int   // element of the heading opened last
	kept     Kept
	marks    []string // of the publisher, not written yet
}

// opened is a heading whose section is open.
type opened struct {
	Heading
	level int // given by the source; 0 for none
	order int // its rank, or that of a topic
}

// here returns the element at hand, and next the one at a distance, nil beyond
// the end.
func (w *writer) here() *Element { return &w.list[w.at] }

func (w *writer) next(n int) *Element {
	if w.at+n >= len(w.list) {
		return nil
	}
	return &w.list[w.at+n]
}

func (w *writer) report(e *Element, message string) {
	if w.opts.Report != nil {
		w.opts.Report.Add(e.problem(message))
	}
}

// step writes the element at hand and moves on.
func (w *writer) step() {
	e := w.here()
	w.marks = append(w.marks, e.Marks...)
	switch {
	case e.Role == AsTable:
		w.table(e, "")
	case e.Role == AsLost:
		w.lost(e)
	case e.Text == "" && e.Mark == "":
	case w.survey.contents[w.at]:
		if w.opts.Left != nil {
			w.opts.Left.Line(e.Text)
		}
	case e.Role == AsTerm:
		w.term(e)
	case e.Role == AsNote || e.Role == AsRemark:
		w.add(e, importers.Piece{Kind: retrieval.Note, Text: joinMark(e)})
	case e.Role == AsPlain:
		w.paragraph(e)
	default:
		w.line(e)
	}
	w.at++
}

// line writes an element whose words say what it is.
func (w *writer) line(e *Element) {
	listed := e.Mark != ""
	if !listed && w.caption(e) {
		return
	}
	if !listed && !w.survey.quoted[w.at] {
		if h, ok := w.heading(e); ok {
			w.openHeading(h, e)
			return
		}
	}
	switch {
	case w.g.IsRemark(e.Text) && w.remarkHere(e), w.g.IsNote(e.Text):
		w.add(e, importers.Piece{Kind: retrieval.Note, Text: joinMark(e)})
	case w.definition(e):
	case w.item(e):
	default:
		w.paragraph(e)
	}
}

// remarkHere keeps remarks to where publishers put them: as a paragraph of its
// own that cites where it is from, or before the first provision.
func (w *writer) remarkHere(e *Element) bool {
	return e.Mark == "" && (len(w.open) == 0 || strings.Contains(e.Text, "Ref.") || words(e.Text) <= 60)
}

// paragraph writes a paragraph, and notes what it announces and does not bring.
func (w *writer) paragraph(e *Element) {
	if m := numberForm.FindStringSubmatch(e.Text); m != nil {
		w.outline.Reset()
		w.count = parts(m[1])
	}
	w.kept.Paragraphs++
	w.add(e, importers.Piece{Kind: retrieval.Paragraph, Text: joinMark(e)})
	w.announced(e)
	if w.g.Defines(e.Text) {
		w.defining = true
	}
}

// item writes an item of a list, if the element is one.
func (w *writer) item(e *Element) bool {
	text := joinMark(e)
	mark, ok := ParseMark(text)
	if !ok && e.Mark == "" {
		return false
	}
	depth := 0
	if ok {
		depth, ok = w.outline.Depth(mark)
	}
	if !ok && e.Mark == "" {
		return false
	}
	w.kept.Items++
	w.add(e, importers.Piece{Kind: retrieval.Item, Text: text, Depth: max(depth, min(e.Depth, maxDepth), 1)})
	w.announced(e)
	return true
}

// joinMark returns the text of an element behind the mark its list gives it.
func joinMark(e *Element) string {
	if e.Mark == "" {
		return e.Text
	}
	return strings.TrimSpace(e.Mark + " " + e.Text)
}

// add gives a piece to the builder. References move with what stands before the
// text of their element.
func (w *writer) add(e *Element, p importers.Piece) {
	w.tellMarks()
	p.Page = e.Page
	if p.Kind == retrieval.Note {
		w.kept.Notes++
	}
	if e.Refs != nil && p.Table == nil {
		if shift := strings.Index(p.Text, e.Text); shift >= 0 {
			p.Refs = moved(e.Refs, shift)
		} else {
			p.Refs = refsOf(e, p.Text)
		}
	}
	w.b.Add(p)
}

func moved(refs []retrieval.Ref, shift int) []retrieval.Ref {
	list := make([]retrieval.Ref, len(refs))
	for i, r := range refs {
		r.Start, r.End = r.Start+shift, r.End+shift
		list[i] = r
	}
	return list
}
