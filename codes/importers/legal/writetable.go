package legal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// tableNote begins a note below a table: "(1) ...", "* ...", "(*) ...".
var tableNote = lazyregexp.New(`^(?:\(\d{1,2}\)|\(?\*{1,3}\)?|[†‡¹²³⁴⁵⁶⁷⁸⁹])\s*\S`)

// caption writes a caption with the table or figure it is of. Where there is none,
// a note says so: a text that speaks of a table it does not show invites
// invention.
func (w *writer) caption(e *Element) bool {
	of, ok := w.g.Caption(e.Text)
	if e.Role == AsCaption {
		if e.Of != "" {
			of = e.Of
		}
	} else if !ok && !w.captionOf(e) {
		return false
	}
	text := w.captionTitle(e)
	next := w.next(1)
	switch {
	case next != nil && next.Role == AsTable && of != OfFigure:
		w.at++
		w.table(next, text)
	case next != nil && next.Role == AsLost:
		w.at++
		w.lostAs(next, text)
	default:
		w.absent(e, of, text)
	}
	return true
}

// captionOf recognises a caption that is as long as a sentence by the table behind
// it.
func (w *writer) captionOf(e *Element) bool {
	next := w.next(1)
	return next != nil && next.Role == AsTable && utf8.RuneCountInString(e.Text) <= maxHeading && importers.IsTableCaption(e.Text)
}

// captionTitle returns the text of a caption, with the title that stands in a
// line of its own behind its number.
func (w *writer) captionTitle(e *Element) string {
	next := w.next(1)
	after := w.next(2)
	if next == nil || next.Role != Prose || next.Mark != "" || words(e.Text) > 2 || !titleLike(next.Text) || !startsUpper(next.Text) {
		return e.Text
	}
	_, mark := ParseMark(next.Text)
	_, heading := w.g.Heading(next.Text)
	_, caption := w.g.Caption(next.Text)
	table := after != nil && after.Role == AsTable
	if mark || heading || caption || next.Level > 0 || numberForm.MatchString(next.Text) || !table && words(next.Text) < 4 {
		return e.Text
	}
	w.at++
	return strings.TrimRight(e.Text, ".:") + ". " + next.Text
}

// absent notes that what a caption is of is not in the source.
func (w *writer) absent(e *Element, of, caption string) {
	if of == "" {
		of = OfTable
	}
	text := caption + "\n" + importers.Missing(w.opts.Lang, of, "")
	w.report(e, fmt.Sprintf("the %s is not in the file: %s", of, short(caption)))
	w.add(e, importers.Piece{Kind: retrieval.Note, Text: text})
}

// lost notes a picture or the like: it cannot be read.
func (w *writer) lost(e *Element) { w.lostAs(e, "") }

func (w *writer) lostAs(e *Element, caption string) {
	w.kept.Images++
	said := e.Text
	if w.opts.OnlyVisible {
		said = ""
	}
	of := e.Of
	if of == "" {
		of = OfFigure
	}
	if next := w.next(1); caption == "" && next != nil && next.Role == Prose {
		if kind, ok := w.g.Caption(next.Text); ok && kind == OfFigure {
			caption = next.Text
			w.at++
		}
	}
	text := strings.TrimSpace(caption + "\n" + importers.Missing(w.opts.Lang, of, said))
	w.report(e, strings.TrimSuffix(fmt.Sprintf("%s given as a picture, not read: %s", of, short(strings.TrimSpace(caption+" "+said))), ": "))
	w.add(e, importers.Piece{Kind: retrieval.Note, Text: text})
}

// table writes a table with its caption and the notes below it.
func (w *writer) table(e *Element, caption string) {
	if e.Table == nil {
		w.add(e, importers.Piece{Kind: retrieval.Paragraph, Text: strings.TrimSpace(caption + "\n" + e.Text)})
		return
	}
	t := e.Table
	if t.Caption == "" && !w.opts.OnlyVisible {
		t.Caption = e.Text
	}
	switch {
	case t.Caption == "":
		t.Caption = caption
	case caption != "" && fold(caption) != fold(t.Caption):
		t.Caption = caption + ". " + t.Caption
	}
	if t.Caption == "" {
		t.Caption = w.captionBelow()
	}
	w.below(t)
	w.tableNotes(t)
	w.kept.Tables++
	w.add(e, importers.Piece{Kind: retrieval.TableKind, Title: t.Caption, Table: t})
}

// below says in words which cells hold a table that comes behind.
func (w *writer) below(t *retrieval.Table) {
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range row {
			if strings.Contains(cell, importers.TableBelow) {
				row[i] = strings.ReplaceAll(cell, importers.TableBelow, importers.Below(w.opts.Lang))
			}
		}
	}
}

// captionBelow takes the caption from below a table, where no other table follows
// it.
func (w *writer) captionBelow() string {
	next, after := w.next(1), w.next(2)
	if next == nil || next.Role != Prose && next.Role != AsCaption || after != nil && after.Role == AsTable {
		return ""
	}
	if of, ok := w.g.Caption(next.Text); !ok || of != OfTable {
		return ""
	}
	w.at++
	return next.Text
}

// tableNotes takes the notes that stand below a table into it.
func (w *writer) tableNotes(t *retrieval.Table) {
	for {
		next := w.next(1)
		if next == nil || next.Role != Prose && next.Role != AsNote || next.Level > 0 {
			return
		}
		text := joinMark(next)
		if !tableNote.MatchString(text) && !w.g.IsNote(text) && next.Role != AsNote {
			return
		}
		t.Notes = append(t.Notes, text)
		w.at++
	}
}

// announced notes a table, figure or formula that a text says comes next and does
// not.
func (w *writer) announced(e *Element) {
	of, ok := w.g.Following(e.Text)
	if !ok || !strings.HasSuffix(e.Text, ":") && !strings.HasSuffix(e.Text, ".") {
		return
	}
	for n := 1; n <= 4; n++ {
		next := w.next(n)
		if next == nil {
			break
		}
		_, caption := w.g.Caption(next.Text)
		if next.Role == AsTable || next.Role == AsLost || next.Role == AsCaption || caption || of == OfFormula && IsFormula(next.Text) {
			return
		}
	}
	w.report(e, fmt.Sprintf("a %s is announced and not in the file: %s", of, short(e.Text)))
	w.add(&Element{Page: e.Page}, importers.Piece{Kind: retrieval.Note, Text: importers.Missing(w.opts.Lang, of, "")})
}

// short cuts a text for a report.
func short(text string) string {
	const limit = 80
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + " …"
}

func isLetter(r rune) bool { return unicode.IsLetter(r) }
