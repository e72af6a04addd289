package retrieval

import (
	"crypto/sha1" //nolint:gosec // an identifier, not a secret
	"encoding/hex"
	"strings"
)

// Text is what a person reads of a table: caption, header, rows and notes, a line
// each. A line break inside a cell or note is a space.
func (t *Table) Text() string {
	var lines []string
	if t.Caption != "" {
		lines = append(lines, t.Caption)
	}
	if t.Header != nil {
		lines = append(lines, strings.Join(t.Header, " | "))
	}
	for _, row := range t.Rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	lines = append(lines, t.Notes...)
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\n", " ")
	}
	return strings.Join(lines, "\n")
}

// Row returns row i of a table block as a block of its own, of kind Row: its text
// begins with the caption and has "label: cell" for every cell that has a label.
// Its id follows from the table's and from what the row says, so that it stays
// the same when other rows change. It panics where there is no such row, as
// indexing does.
func (b *Block) Row(i int) *Block {
	row := *b
	row.Kind, row.Refs, row.Anchor = Row, nil, ""
	row.Table = &Table{Caption: b.Table.Caption, Header: b.Table.Header, Head: b.Table.Head, Rows: b.Table.Rows[i : i+1], Notes: b.Table.Notes}
	row.Text = b.Table.rowText(i)
	row.SHA256 = HashText(row.Text)
	row.ID = rowID(b, i)
	return &row
}

func (t *Table) rowText(i int) string {
	var parts []string
	for col, cell := range t.Rows[i] {
		cell = strings.ReplaceAll(cell, "\n", " ")
		if col < len(t.Header) && t.Header[col] != "" && cell != "" {
			cell = strings.ReplaceAll(t.Header[col], "\n", " ") + ": " + cell
		}
		if cell != "" {
			parts = append(parts, cell)
		}
	}
	text := strings.Join(parts, " | ")
	if t.Caption != "" {
		text = strings.ReplaceAll(t.Caption, "\n", " ") + "\n" + text
	}
	return text
}

// rowID tells rows of the same text apart by how many stand above.
func rowID(b *Block, i int) string {
	text := strings.Join(b.Table.Rows[i], "\x1f")
	same := 0
	for _, row := range b.Table.Rows[:i] {
		if strings.Join(row, "\x1f") == text {
			same++
		}
	}
	return nameUUID(b.ID + "\x1f" + text + strings.Repeat("\x1e", same))
}

// nameUUID derives a UUID version 5 (RFC 9562) from a name, without a name space:
// the names begin with a UUID of their own.
func nameUUID(name string) string {
	sum := sha1.Sum([]byte(name)) //nolint:gosec // an identifier, not a secret
	id := sum[:16]
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	h := hex.EncodeToString(id)
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
