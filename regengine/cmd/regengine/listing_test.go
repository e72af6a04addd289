package main

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hostileNames are a heading, and names somebody gave that a terminal or a spreadsheet
// would obey.
func hostileNames() [][]string {
	return [][]string{
		{"ID", "LAST NAME"},
		{"1", "red\x1b[31m\x1b]0;title\x07"},
		{"2", "two\nlines\tand columns"},
		{"3", "turned\u202eround"},
		{"4", `=HYPERLINK("http://example.org")`},
		{"5", "-1.5"},
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	table(&out, hostileNames())
	want := `ID  LAST NAME
1   red[31m]0;title
2   two lines and columns
3   turnedround
4   =HYPERLINK("http://example.org")
5   -1.5
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestWriteCSV(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	rows := hostileNames()
	if err := writeCSV(&out, rows[0], rows[4:]); err != nil {
		t.Fatal(err)
	}
	want := "id,last_name\n4,\"'=HYPERLINK(\"\"http://example.org\"\")\"\n5,-1.5\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
