package askeval

import (
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
	var rows []row
	for line := 1; text != ""; {
		fields, rest := readRow(text)
		if strings.TrimSpace(strings.Join(fields, "")) != "" {
			rows = append(rows, row{line, fields})
		}
		line += strings.Count(text[:len(text)-len(rest)], "\n")
		text = rest
	}
	return rows, nil
}

// readRow takes one row off text, with its line break.
func readRow(text string) (fields []string, rest string) {
	for {
		field, behind := readField(text)
		fields = append(fields, field)
		if !strings.HasPrefix(behind, "\t") {
			return fields, strings.TrimPrefix(behind, "\n")
		}
		text = behind[1:]
	}
}

// readField takes one field off text, and leaves the tab or line break behind it.
func readField(text string) (field, behind string) {
	if field, behind, ok := quoted(text); ok {
		return field, behind
	}
	end := strings.IndexAny(text, "\t\n")
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// quoted takes off a field in double quotes. ok is false for one that only begins
// with a quotation mark: law quotes, too.
func quoted(text string) (field, behind string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	var b strings.Builder
	for rest := text[1:]; ; {
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			return "", "", false
		}
		b.WriteString(rest[:end])
		rest = rest[end+1:]
		if rest == "" || rest[0] == '\t' || rest[0] == '\n' {
			return b.String(), rest, true
		}
		if rest[0] != '"' {
			return "", "", false
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
}
