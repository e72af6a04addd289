package outcomes

import (
	"fmt"
	"io"
	"strings"
)

// header is the first line of a table.
const header = "id\toutcome\tright\tdangerous"

// maxTable bounds a table in bytes.
const maxTable = 16 << 20

// How a table writes Right and Dangerous.
const (
	yes  = "yes"
	no   = "no"
	none = "-" // of a case that was not tried
)

// Write writes outcomes as a table: a header, and a line a case with id, outcome,
// right and dangerous (yes or no; "-" where the case was not tried), separated by
// tabs and ordered by id. The same outcomes are the same bytes in whatever order
// they are given. ErrFormat for outcomes that no table can hold; nothing is
// written then.
func Write(w io.Writer, list []Outcome) error {
	list, err := sorted(list)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, o := range list {
		b.WriteString(strings.Join([]string{o.ID, o.Outcome, o.mark(o.Right), o.mark(o.Dangerous)}, "\t") + "\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func (o Outcome) mark(is bool) string {
	switch {
	case o.Outcome == NotTried:
		return none
	case is:
		return yes
	}
	return no
}

// Read reads a table that [Write] wrote, in whatever order its lines stand.
// Anything else is ErrFormat, with the line.
func Read(r io.Reader) ([]Outcome, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxTable+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxTable:
		return nil, fmt.Errorf("%w: it has more than %d MiB", ErrFormat, maxTable>>20)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("%w: line 1: it begins otherwise than with the columns %s", ErrFormat, strings.ReplaceAll(header, "\t", ", "))
	}
	list := make([]Outcome, 0, len(lines)-1)
	seen := make(map[string]int, len(lines))
	for i, line := range lines[1:] {
		o, err := fromLine(line)
		if first, twice := seen[o.ID]; err == nil && twice {
			err = fmt.Errorf("the id %q stands on line %d already", o.ID, first)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, i+2, err)
		}
		seen[o.ID] = i + 2
		list = append(list, o)
	}
	return list, nil
}

func fromLine(line string) (Outcome, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != 4 {
		return Outcome{}, fmt.Errorf("%d columns instead of 4", len(cells))
	}
	o := Outcome{ID: cells[0], Outcome: cells[1], Right: cells[2] == yes, Dangerous: cells[3] == yes}
	if o.mark(o.Right) != cells[2] || o.mark(o.Dangerous) != cells[3] {
		return o, fmt.Errorf("right and dangerous are %q and %q; they can be yes or no, and - where the outcome is %q", cells[2], cells[3], NotTried)
	}
	return o, o.valid()
}
