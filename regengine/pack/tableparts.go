package pack

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// part names a cell or the like of a table.
type part struct {
	what partKind
	row  int
	col  int
}

type partKind uint8

const (
	captionPart partKind = iota
	headPart             // a cell of the header rows
	rowPart
	notePart
)

// eachPart calls yield for every part of a table that stands in its text
// ([retrieval.Table.Text]), with the offset there.
func eachPart(t *retrieval.Table, yield func(p part, start int, text string)) {
	at, lines := 0, 0
	line := func(f func()) {
		if lines > 0 {
			at++ // the line break before it
		}
		lines++
		f()
	}
	one := func(p part, text string) {
		line(func() {
			yield(p, at, text)
			at += len(text)
		})
	}
	cells := func(what partKind, row int, list []string) {
		line(func() {
			for col, text := range list {
				if col > 0 {
					at += len(cellGap)
				}
				if what == headPart && len(t.Head) > 0 {
					eachHeadPart(t.Head, col, func(p part, start int, text string) { yield(p, at+start, text) })
				} else {
					yield(part{what, row, col}, at, text)
				}
				at += len(text)
			}
		})
	}
	if t.Caption != "" {
		one(part{what: captionPart}, t.Caption)
	}
	if t.Header != nil {
		cells(headPart, 0, t.Header)
	}
	for row, list := range t.Rows {
		cells(rowPart, row, list)
	}
	for i, note := range t.Notes {
		one(part{notePart, i, 0}, note)
	}
}

const (
	cellGap  = " | " // between the cells of a line
	labelGap = " / " // between the header rows of a label
)

// eachHeadPart calls yield for the cells the label of a column is joined of.
func eachHeadPart(head [][]string, col int, yield func(p part, start int, text string)) {
	start, before := 0, ""
	for row := range head {
		if col >= len(head[row]) {
			continue
		}
		text := strings.Join(strings.Fields(head[row][col]), " ")
		if text == "" || text == before {
			continue // a merged cell stands in several rows
		}
		if before != "" {
			start += len(labelGap)
		}
		if text == head[row][col] {
			yield(part{headPart, row, col}, start, text)
		}
		start += len(text)
		before = text
	}
}

// headLabels returns the label of every column below header rows.
func headLabels(head [][]string) []string {
	labels := make([]string, len(head[0]))
	for col := range labels {
		var texts []string
		for _, row := range head {
			if text := strings.Join(strings.Fields(row[col]), " "); text != "" {
				texts = append(texts, text)
			}
		}
		labels[col] = strings.Join(slices.Compact(texts), labelGap)
	}
	return labels
}

// inText moves links of the parts of a table to where the parts stand in its text.
func inText(t *retrieval.Table, links map[part][]retrieval.Ref) []retrieval.Ref {
	if len(links) == 0 {
		return nil
	}
	var list []retrieval.Ref
	eachPart(t, func(p part, start int, _ string) {
		for _, link := range links[p] {
			list = append(list, moved(link, start))
		}
	})
	return list
}

// inParts is the reverse of inText.
func inParts(t *retrieval.Table, links []retrieval.Ref) map[part][]retrieval.Ref {
	if len(links) == 0 {
		return nil
	}
	parts := make(map[part][]retrieval.Ref)
	eachPart(t, func(p part, start int, text string) {
		if inside := within(links, start, start+len(text)); len(inside) > 0 {
			parts[p] = inside
		}
	})
	return parts
}
