package pack

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// listLine is one item of a list's text.
type listLine struct {
	depth int
	text  string
	links []retrieval.Ref // in text
}

func listLines(text string, links []retrieval.Ref) []listLine {
	var lines []listLine
	offset := 0
	for row := range strings.SplitSeq(text, "\n") {
		item := listLine{}
		end := offset + len(row)
		for strings.HasPrefix(row, "  ") && !strings.HasPrefix(row, "- ") {
			row = row[2:]
			item.depth++
		}
		item.text = strings.TrimPrefix(row, "- ")
		item.links = within(links, end-len(item.text), end)
		offset = end + 1
		lines = append(lines, item)
	}
	return lines
}

// list writes a list so that it does not run into the one before it, whose marker
// is given.
func (w *mdWriter) list(text string, links []retrieval.Ref, before byte) {
	w.marker = '-'
	if before == '-' {
		w.marker = '*'
	}
	lines := listLines(text, links)
	if start, delimiter, ok := numbering(lines, 0); ok && delimiter != before {
		w.marker = delimiter
		w.numbered(lines, "", start, delimiter)
		return
	}
	w.bullets(lines, "", w.marker)
}

// siblings calls yield for each item at the depth of the first, with the lines
// below it.
func siblings(lines []listLine, yield func(item listLine, below []listLine)) {
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n].depth > lines[0].depth {
			n++
		}
		yield(lines[0], lines[1:n])
		lines = lines[n:]
	}
}

func (w *mdWriter) bullets(lines []listLine, indent string, marker byte) {
	siblings(lines, func(item listLine, below []listLine) {
		fmt.Fprintf(&w.b, "%s%c %s\n", indent, marker, escapeItem(item.text, item.links))
		w.inner(below, indent+"  ")
	})
}

func (w *mdWriter) numbered(lines []listLine, indent string, number int, delimiter byte) {
	siblings(lines, func(item listLine, below []listLine) {
		mark := fmt.Sprintf("%d%c ", number, delimiter)
		number++
		text := strings.TrimPrefix(item.text, mark)
		fmt.Fprintf(&w.b, "%s%s%s\n", indent, mark, escapeItem(text, within(item.links, len(mark), len(item.text))))
		w.inner(below, indent+strings.Repeat(" ", len(mark)))
	})
}

func (w *mdWriter) inner(lines []listLine, indent string) {
	if len(lines) == 0 {
		return
	}
	// A list that does not begin with 1 cannot follow a line of text directly.
	if start, delimiter, ok := numbering(lines, lines[0].depth); ok && start == 1 {
		w.numbered(lines, indent, start, delimiter)
		return
	}
	w.bullets(lines, indent, '-')
}

var itemNumber = lazyregexp.New(`^(0|[1-9][0-9]{0,8})([.)]) (.*)$`)

// numbering reports whether the items at a depth are numbered one after the
// other, from which number, and with which mark behind it.
func numbering(lines []listLine, depth int) (start int, delimiter byte, ok bool) {
	next := -1
	for _, line := range lines {
		if line.depth != depth {
			continue
		}
		match := itemNumber.FindStringSubmatch(line.text)
		if match == nil || strings.TrimSpace(match[3]) == "" ||
			len(line.links) > 0 && line.links[0].Start < len(line.text)-len(match[3]) { // a number cannot be in a link
			return 0, 0, false
		}
		n, err := strconv.Atoi(match[1])
		switch {
		case err != nil:
			return 0, 0, false
		case next < 0:
			start, delimiter = n, match[2][0]
		case n != next || match[2][0] != delimiter || len(match[1]) > 9:
			return 0, 0, false
		}
		next = n + 1
	}
	return start, delimiter, next >= 0
}
