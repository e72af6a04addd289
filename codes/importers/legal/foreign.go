package legal

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/reglookup/regengine/codes/importers"
)

// xhtml is the name space of web pages.
const xhtml = "http://www.w3.org/1999/xhtml"

// formats are the XML formats of laws that have a reader of their own, by the name
// of their root element, lower case, or by a part of its name space.
var formats = []struct{ root, space, what string }{
	{"akomantoso", "legaldocml", "Akoma Ntoso: use import akn"},
	{"legislation", "legislation.gov.uk/namespaces/legislation", "CLML of legislation.gov.uk: download the same law as Akoma Ntoso (its address with /data.akn behind it) and use import akn"},
	{"response", "", "XML of an interface for programs, as the consolidated laws of the BOE are: use import boe"},
	{"documento", "", "XML of the BOE: use import boe"},
}

// ForeignXML says what a file is that is XML, and no web page, by its root element
// and that one's name space; "" when it is none. Such a file may hold every wording
// a law has had: read as a page or as a text it gives a law that never was.
func ForeignXML(data []byte) string {
	data = data[:min(len(data), 64<<10)]
	declared := bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n"), []byte("<?xml"))
	root, attrs := rootTag(data)
	if root == "" {
		if declared {
			return "XML without an element"
		}
		return ""
	}
	local := strings.ToLower(root[strings.IndexByte(root, ':')+1:])
	space := nameSpace(root, attrs)
	if local == "html" || space == xhtml || space == "" && !declared && atom.Lookup([]byte(local)) != 0 {
		return ""
	}
	for _, f := range formats {
		if local == f.root || f.space != "" && strings.Contains(space, f.space) {
			return f.what
		}
	}
	return fmt.Sprintf("XML of another kind, with the root <%.40s>", root)
}

// rootTag returns the name of the first element of a file that begins with one,
// and its attributes as they stand there.
func rootTag(data []byte) (name string, attrs []byte) {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(text) == 0 || text[0] != '<' {
		return "", nil
	}
	importers.ScanTags(text, func(tag, behind, _ []byte) {
		if name == "" && len(tag) > 0 && isNameStart(tag[0]) {
			name, attrs = strings.TrimSuffix(string(tag), "/"), behind
		}
	})
	if strings.HasPrefix(string(attrs), "//") || strings.ContainsAny(name, "@") || strings.HasSuffix(name, ":") { // an address in angle brackets
		return "", nil
	}
	return name, attrs
}

func isNameStart(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// nameSpace returns the name space a tag declares for itself.
func nameSpace(name string, attrs []byte) string {
	key := "xmlns"
	if prefix, _, ok := strings.Cut(name, ":"); ok {
		key += ":" + prefix
	}
	return string(importers.TagAttr(attrs, key))
}
