package pdf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// JobName is the name [Job] must have in the map given to sandbox.Main.
const JobName = "pdf"

// What a file may hold.
const (
	maxPages      = 5_000
	maxSegments   = 600_000
	maxCharacters = 30_000_000
)

// reason says why a file was refused, across the wire.
type reason string

const (
	notPDF    reason = "format"
	damaged   reason = "damaged"
	encrypted reason = "encrypted"
	empty     reason = "empty"
	tooLarge  reason = "large"
)

// result is what a child writes, as JSON.
type result struct {
	Refused  reason `json:",omitempty"`
	Page     int    `json:",omitempty"`
	Message  string `json:",omitempty"`
	Document *document
}

// order is the line of JSON before the file in a child's input.
type order struct {
	Cache string // folder of compiled code; "" is none
	Warm  bool   // only compile, into the cache

	OnlyVisible bool // see importers.Given
}

// Job reads a PDF file in a child process; see package sandbox.
func Job(input []byte, output *sandbox.Output) error {
	line, data, ok := bytes.Cut(input, []byte("\n"))
	var o order
	if !ok || json.Unmarshal(line, &o) != nil {
		return errors.New("a child for PDF files was started with something else")
	}
	e, err := newEngine(o.Cache)
	if err != nil {
		return err
	}
	defer e.close()
	var r result
	if !o.Warm {
		r = read(e, data, o.OnlyVisible, output.Progress)
	}
	return json.NewEncoder(output).Encode(r)
}

// read reads a file with an engine.
func read(e *engine, data []byte, onlyVisible bool, progress func(done, total int, what string)) result {
	doc, refused := open(e, data)
	if refused != nil {
		return *refused
	}
	pages, err := e.ask("FPDF_GetPageCount", doc)
	switch {
	case err != nil:
		return gaveUp(err, 0)
	case pages <= 0:
		return result{Refused: damaged, Message: "it has no pages"}
	case pages > maxPages:
		return result{Refused: tooLarge, Message: fmt.Sprintf("%d pages, more than the %d taken; import it in parts", pages, maxPages)}
	}
	marks, err := e.bookmarks(doc)
	if err != nil {
		return gaveUp(err, 0)
	}
	leaves, left, refused := readPages(e, doc, pages, onlyVisible, progress)
	if refused != nil {
		return *refused
	}
	title := ""
	if !onlyVisible {
		if title, err = e.property(doc, "Title"); err != nil {
			return gaveUp(err, 0)
		}
	}
	d := layout(leaves, marks, pages)
	if title = titleOf(title); title != "" {
		d.Title = title
	}
	d.Problems = append(left.problems, d.Problems...)
	d.LeftOut, d.Crowded = len(left.problems), left.crowded
	if r := d.refusal(); r != nil {
		return *r
	}
	return result{Document: d}
}

// open loads a file; the second result says why it cannot be.
func open(e *engine, data []byte) (uint64, *result) {
	at, err := e.load(data)
	if err != nil {
		r := gaveUp(err, 0)
		return 0, &r
	}
	doc, err := e.call("FPDF_LoadMemDocument", at, uint64(len(data)), 0)
	if err != nil {
		r := gaveUp(err, 0)
		return 0, &r
	}
	if doc != 0 {
		return doc, nil
	}
	const password, security = 4, 5
	code, err := e.ask("FPDF_GetLastError")
	switch {
	case err != nil:
		r := gaveUp(err, 0)
		return 0, &r
	case code == password || code == security:
		return 0, &result{Refused: encrypted, Message: "it opens with a password only; save a copy without one"}
	}
	return 0, &result{Refused: damaged, Message: "it cannot be opened: it is cut off, or its table of objects is damaged; fetch it again, or save a copy with a PDF reader"}
}

// gaveUp says that the engine ended at a page. With its memory bounded, that is
// nearly always where it asked for more.
func gaveUp(err error, page int) result {
	return result{Refused: tooLarge, Page: page, Message: fmt.Sprintf("%v: it needs more than the %d MiB of memory it may have, or is damaged", err, memoryPages/16)}
}

// left are the pages left out.
type left struct {
	problems []importers.Problem
	crowded  bool // one held too much
}

func (l *left) add(page int, err error) {
	l.problems = append(l.problems, importers.Problem{Page: page, Message: err.Error()})
	l.crowded = l.crowded || errors.Is(err, errCrowded)
}

// readPages reads all pages; those at fault are left out and named.
func readPages(e *engine, doc uint64, pages int, onlyVisible bool, progress func(done, total int, what string)) (leaves []*leaf, out left, refused *result) {
	segments, characters := 0, 0
	for i := range pages {
		if progress != nil {
			progress(i, pages, "pages")
		}
		p, err := e.extract(doc, i, onlyVisible)
		if err != nil && !errors.Is(err, errPage) {
			r := gaveUp(err, i+1)
			return nil, out, &r
		}
		var l *leaf
		if err == nil {
			characters += len(p.glyphs)
			if l = newLeaf(p); len(l.segments) > maxPageParts {
				err = fmt.Errorf("%w: its text is in %d parts, more than the %d a page may have", errCrowded, len(l.segments), maxPageParts)
			}
		}
		if err != nil {
			out.add(i+1, err)
			continue
		}
		segments += len(l.segments)
		if segments > maxSegments || characters > maxCharacters {
			return nil, out, &result{Refused: tooLarge, Page: i + 1, Message: "more text than is taken in one file; import it in parts"}
		}
		leaves = append(leaves, l)
	}
	return leaves, out, nil
}

// refusal judges a file by what was found in it.
func (d *document) refusal() *result {
	text := 0
	for _, e := range d.Elements {
		text += utf8.RuneCountInString(e.Text)
		if e.Table != nil {
			text++
		}
	}
	switch {
	case text > 0:
		return nil
	case d.Crowded:
		return &result{Refused: tooLarge, Page: d.Problems[0].Page, Message: d.Problems[0].Message}
	case d.LeftOut > 0:
		return &result{Refused: damaged, Page: d.Problems[0].Page, Message: d.Problems[0].Message}
	case d.Unseen > 0:
		return &result{Refused: empty, Message: "there are characters in it, and none that can be seen"}
	case d.Hidden > d.Characters:
		return &result{Refused: empty, Message: "its characters have no meaning in Unicode: it needs OCR first"}
	case d.Images > 0:
		return &result{Refused: empty, Message: fmt.Sprintf("%d pages of pictures without text: it is scanned and needs OCR first", d.Pages)}
	}
	return &result{Refused: empty, Message: fmt.Sprintf("no text on its %d pages; if a reader shows text there, it is drawn and needs OCR first", d.Pages)}
}
