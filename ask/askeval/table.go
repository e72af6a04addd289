package askeval

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxTable bounds a question set in bytes.
const maxTable = 16 << 20

// row is a line of a table; one whose quoted fields hold line breaks is several.
type row struct {
	line   int // of its beginning, from 1
	fields []string
}

// readTable reads tab-separated values. Lines without any text are left out.
func readTable(r io.Reader) ([]row, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxTable+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxTable:
		return nil, fmt.Errorf("it has more than %d MiB", maxTable>>20)
	case !utf8.Valid(data):
		return nil, errors.New("it is not UTF-8; save it as UTF-8")
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if at := strings.IndexByte(text, 0); at >= 0 {
		return nil, fmt.Errorf("line %d: a NUL byte stands in it", 1+strings.Count(text[:at], "\n"))
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = '\t', true, -1
	var rows []row
	for {
		fields, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, err
		}
		if line, _ := reader.FieldPos(0); strings.TrimSpace(strings.Join(fields, "")) != "" {
			rows = append(rows, row{line, fields})
		}
	}
}
