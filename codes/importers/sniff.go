package importers

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// Sniff tells what a file is by its first bytes: "pdf", "zip" (DOCX too), "doc",
// "rtf", "json", "html", "xml", "gzip"; "" when it is none of these.
func Sniff(data []byte) string {
	if text, ok := fromUTF16(data[:min(len(data), 512)]); ok {
		data = text
	}
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	lower := lowerASCII(data[:min(len(data), 512)])
	for _, form := range []struct{ prefix, name string }{
		{"%pdf", "pdf"}, {"pk\x03\x04", "zip"}, {"pk\x05\x06", "zip"}, {"\xd0\xcf\x11\xe0", "doc"}, {"{\\rtf", "rtf"}, {"\x1f\x8b", "gzip"},
		{"{", "json"}, {"[", "json"}, {"<!doctype html", "html"}, {"<html", "html"}, {"<", "xml"},
	} {
		if bytes.HasPrefix(lower, []byte(form.prefix)) {
			if form.name == "xml" && firstTag(lower) == "html" {
				return "html"
			}
			return form.name
		}
	}
	return ""
}

// firstTag returns the name of the first element.
func firstTag(data []byte) string {
	first := ""
	ScanTags(data, func(name, _, _ []byte) {
		if first == "" {
			first = string(name)
		}
	})
	return first
}

func lowerASCII(data []byte) []byte {
	lower := bytes.Clone(data)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return lower
}

// DecodeXML returns an XML file as UTF-8, without byte order mark: by its mark,
// else by the encoding its declaration names, else UTF-8. The error is a
// [*FileError].
func DecodeXML(name string, data []byte) ([]byte, error) {
	if text, ok := fromUTF16(data); ok {
		if text == nil {
			return nil, Refuse(name, ErrMalformed, Problem{Line: lineAt(data, len(data)), Message: "text in UTF-16 that ends within a character; download it again"})
		}
		return text, nil
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	charset := declaredCharset(data)
	if enc, err := htmlindex.Get(charset); err == nil && !isUnicode(enc) {
		if len(data) > MaxFile {
			return nil, Refuse(name, ErrTooLarge, Problem{Line: lineAt(data, MaxFile), Message: fmt.Sprintf("there is more than %d MiB, which ends here; split the file", MaxFile>>20)})
		}
		text, err := enc.NewDecoder().Bytes(data)
		if err != nil {
			return nil, Refuse(name, ErrMalformed, Problem{Line: 1, Message: fmt.Sprintf("cannot be read as %s: %v", charset, err)})
		}
		return text, nil
	} else if err != nil && charset != "" {
		return nil, Refuse(name, ErrFormat, Problem{Line: 1, Message: fmt.Sprintf("the encoding %.40q is not known; save the file as UTF-8", charset)})
	}
	if at := invalidAt(data); at >= 0 {
		return nil, Refuse(name, ErrMalformed, Problem{
			Line:    1 + bytes.Count(data[:at], []byte("\n")),
			Message: fmt.Sprintf("byte %#x is not UTF-8, which the file says it is; save it as UTF-8, or declare its encoding in the first line", data[at]),
		})
	}
	return data, nil
}

// isUnicode reports whether an encoding is UTF-8, or one that the bytes of an
// XML declaration that can be read as ASCII contradict.
func isUnicode(enc encoding.Encoding) bool {
	name, err := htmlindex.Name(enc)
	return err != nil || name == "utf-8" || name == "utf-16le" || name == "utf-16be" || name == "replacement"
}

// invalidAt returns where data stops being UTF-8, -1 when it does not.
func invalidAt(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// declaredCharset returns the encoding named in an XML declaration.
func declaredCharset(data []byte) string {
	if !bytes.HasPrefix(data, []byte("<?xml")) {
		return ""
	}
	declaration, _, _ := bytes.Cut(data[:min(len(data), 512)], []byte("?>"))
	_, value, ok := bytes.Cut(declaration, []byte("encoding"))
	value = bytes.TrimLeft(value, " \t\r\n=")
	if !ok || len(value) == 0 || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	charset, _, _ := bytes.Cut(value[1:], value[:1])
	return string(charset)
}

// fromUTF16 reads text with a byte order mark, or XML that begins as UTF-16
// without one. A file that ends within a character gives no text.
func fromUTF16(data []byte) (text []byte, ok bool) {
	var low int // offset of the low byte
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		data = data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		data, low = data[2:], 1
	case bytes.HasPrefix(data, []byte{'<', 0}):
	case bytes.HasPrefix(data, []byte{0, '<'}):
		low = 1
	default:
		return nil, false
	}
	if len(data)%2 != 0 {
		return nil, true
	}
	text = make([]byte, 0, len(data)/2+len(data)/8)
	for i := 0; i+1 < len(data); i += 2 {
		r := rune(data[i+low]) | rune(data[i+1-low])<<8
		if utf16.IsSurrogate(r) && i+3 < len(data) {
			if pair := utf16.DecodeRune(r, rune(data[i+2+low])|rune(data[i+3-low])<<8); pair != utf8.RuneError {
				r, i = pair, i+2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text, true
}
