package importers

import (
	"bytes"
	"fmt"
)

// ScanTags calls f with every tag of an XML file, without parsing it: its name,
// with "/" before that of a closing tag, its attributes as they stand there, and
// what is behind it. It is what a report counts the source by, so that a reader's
// mistake does not hide itself.
func ScanTags(data []byte, f func(name, attrs, behind []byte)) {
	for len(data) > 0 {
		at := bytes.IndexByte(data, '<')
		if at < 0 {
			return
		}
		data = data[at:]
		switch {
		case bytes.HasPrefix(data, []byte("<!--")):
			data = behind(data, "-->")
		case bytes.HasPrefix(data, []byte("<![CDATA[")):
			data = behind(data, "]]>")
		case len(data) > 1 && (data[1] == '?' || data[1] == '!'):
			data = behind(data, ">")
		default:
			end := tagEnd(data)
			tag := data[1:end]
			data = data[min(end+1, len(data)):]
			name := tag[:nameEnd(tag)]
			f(name, tag[len(name):], data)
		}
	}
}

// TagAttr returns the value of an attribute in what [ScanTags] gives, nil when it
// is not there.
func TagAttr(attrs []byte, name string) []byte {
	for len(attrs) > 0 {
		key, rest, ok := bytes.Cut(attrs, []byte("="))
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !ok || len(rest) == 0 {
			return nil
		}
		value, after, _ := bytes.Cut(rest[1:], rest[:1])
		if string(bytes.TrimSpace(key)) == name {
			return value
		}
		attrs = after
	}
	return nil
}

func behind(data []byte, end string) []byte {
	if at := bytes.Index(data, []byte(end)); at >= 0 {
		return data[at+len(end):]
	}
	return nil
}

// tagEnd returns where a tag ends: at the first > outside quotes.
func tagEnd(data []byte) int {
	var quote byte
	for i, c := range data {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return len(data)
}

// nameEnd returns where the name in a tag ends.
func nameEnd(tag []byte) int {
	for i, c := range tag {
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/' && i > 0 {
			return i
		}
	}
	return len(tag)
}

// checkTags finds a tag larger than is taken, before a parser holds it.
func checkTags(data []byte) *Problem {
	var problem *Problem
	ScanTags(data, func(name, attrs, behind []byte) {
		if problem == nil && len(name)+len(attrs) > maxXMLTag {
			at := len(data) - len(behind) - len(name) - len(attrs) - 1
			problem = &Problem{
				Line:    1 + bytes.Count(data[:at], []byte("\n")),
				Message: fmt.Sprintf("the tag <%.40s is longer than %d KiB; a > or a quote may be missing", name, maxXMLTag>>10),
			}
		}
	})
	return problem
}
