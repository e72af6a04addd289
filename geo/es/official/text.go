package official

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"unicode/utf8"
)

// rows splits a file into rows, whatever its container; nil after a mistake that
// leaves nothing to read.
func (f format) rows(data []byte, bad *problems) []row {
	if reason := unreadable(data, f.workbook); reason != "" {
		bad.add(0, "%s", reason)
		return nil
	}
	if bytes.HasPrefix(data, []byte(zipMagic)) {
		return sheetRows(data, f, bad)
	}
	return textRows(data, bad)
}

const (
	utf8BOM  = "\xef\xbb\xbf"
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0"
)

// unreadable tells why a file is none that can be read, with what to do about
// it; "" when nothing speaks against it.
func unreadable(data []byte, workbook bool) string {
	starts := func(magic string) bool { return bytes.HasPrefix(data, []byte(magic)) }
	switch text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte(utf8BOM))); {
	case len(text) == 0:
		return "is empty; download it again"
	case len(data) > maxFileBytes:
		return fmt.Sprintf("is larger than %d MiB; this is not a list of municipalities", maxFileBytes>>20)
	case starts(oleMagic):
		return "is a workbook of the old format (xls); save it as xlsx or CSV"
	case starts("\x1f\x8b"):
		return "is compressed with gzip; unpack it first"
	case starts("PK") && !workbook:
		return "is a zip archive or workbook; unpack it and give the CSV file within"
	case starts("PK"):
		return ""
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return "is encoded in UTF-16; save it as UTF-8"
	case text[0] == '<':
		return "is a web page or XML, not a table; the download may have led to an error page"
	case bytes.IndexByte(data, 0) >= 0:
		return "contains NUL bytes; it is not text, or is encoded in UTF-16: save it as UTF-8"
	}
	return ""
}

// textRows splits delimited text. A line is a row: the official files have no
// line breaks within quotes.
func textRows(data []byte, bad *problems) []row {
	lines := splitLines(data)
	if len(lines) > maxRows {
		bad.add(0, "has %d lines; no list of municipalities has more than %d", len(lines), maxRows)
		return nil
	}
	decode := decoder(lines)
	comma := separator(lines)
	rows := []row{}
	for i, raw := range lines {
		number := i + 1
		if len(raw) > maxLineBytes {
			bad.add(number, "is %d bytes long; a line break is missing", len(raw))
			continue
		}
		text, reason := decode(raw)
		if reason != "" {
			bad.add(number, "%s", reason)
			continue
		}
		cells, err := splitCells(text, comma)
		if err != nil {
			bad.add(number, "has a quotation mark that is not closed, or stands within a field; double it inside quotes")
			continue
		}
		rows = append(rows, row{number, cells})
	}
	return rows
}

// splitLines splits at LF or CRLF. The last line may lack its end.
func splitLines(data []byte) [][]byte {
	data = bytes.TrimPrefix(data, []byte(utf8BOM))
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.TrimSuffix(line, []byte("\r"))
	}
	return lines
}

// separator is whichever of semicolon, tab, comma and bar the first lines have most.
func separator(lines [][]byte) rune {
	best, most := ';', 0
	head := bytes.Join(lines[:min(titleRows, len(lines))], nil)
	for _, c := range []rune{';', '\t', ',', '|'} {
		if n := bytes.Count(head, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

func splitCells(line string, comma rune) ([]string, error) {
	if !strings.Contains(line, `"`) {
		return strings.Split(line, string(comma)), nil
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = comma
	return r.Read()
}

// decoder decides from all lines whether a file is UTF-8 or Latin-1, and
// returns what decodes one line. Latin-1 takes any byte, so a file that holds
// both kinds of lines is broken, and the rarer kind is the mistake.
func decoder(lines [][]byte) func(line []byte) (text, reason string) {
	var multibyte, invalid int
	for _, line := range lines {
		switch {
		case !utf8.Valid(line):
			invalid++
		case utf8.RuneCount(line) != len(line):
			multibyte++
		}
	}
	if invalid > multibyte {
		return func(line []byte) (string, string) { return fromLatin1(line, multibyte > 0) }
	}
	return fromUTF8
}

const mixed = "is not in the encoding of the other lines; save the whole file as UTF-8"

func fromUTF8(line []byte) (text, reason string) {
	if !utf8.Valid(line) {
		return "", mixed
	}
	text = string(line)
	if twiceEncoded(text) {
		return "", "was encoded as UTF-8 twice (such as \"Ã±\" for \"ñ\"); download the file again"
	}
	if strings.ContainsRune(text, utf8.RuneError) {
		return "", "has lost characters in a conversion (U+FFFD); download the file again"
	}
	return text, controls(text)
}

func fromLatin1(line []byte, strict bool) (text, reason string) {
	if strict && utf8.Valid(line) && utf8.RuneCount(line) != len(line) {
		return "", mixed
	}
	runes := make([]rune, len(line))
	for i, b := range line {
		runes[i] = rune(b)
	}
	text = string(runes)
	return text, controls(text)
}

// twiceEncoded recognises the bytes of a UTF-8 letter read as Latin-1: Ã or Â
// before what Latin-1 has no letter for. No Spanish place name has either.
func twiceEncoded(text string) bool {
	after := false
	for _, c := range text {
		if after && 0x80 <= c && c <= 0xbf {
			return true
		}
		after = c == 'Ã' || c == 'Â'
	}
	return false
}

// controls refuses control characters, the C1 ones included: they are what
// Windows-1252 punctuation becomes when read as Latin-1.
func controls(text string) string {
	for _, c := range text {
		if (c < ' ' && c != '\t') || (0x7f <= c && c <= 0x9f) {
			return "contains a control character; the file is damaged or not in Latin-1 or UTF-8"
		}
	}
	return ""
}
