package akn

import (
	"bytes"
	"slices"

	"github.com/reglookup/regengine/codes/importers"
)

// counted are what a report counts, in its order.
var counted = []string{"versions", "articles", "sections", "annexes", "provisions", "paragraphs", "items", "tables", "rows", "notes", "images", "references"}

// tally counts by what.
type tally [12]int

// add counts one more, of nothing where what is "".
func (t *tally) add(what string) {
	if i := slices.Index(counted, what); i >= 0 {
		t[i]++
	}
}

// counts are the elements counted as they stand in the file.
var counts = map[string]string{
	"table": "tables", "tr": "rows", "authorialNote": "notes", "img": "images", "ref": "references", "rref": "references",
	"a": "references", "article": "articles", "section": "sections", "rule": "sections", "attachment": "annexes", "item": "items", "li": "items",
}

// countOf is what an element of the hierarchy is counted as, "" for none.
func countOf(name string) string {
	switch roles[name] {
	case "below", "item", "beside":
		return "provisions"
	}
	return counts[name]
}

// localName takes the prefix off a name: "akn:p" is "p", "/akn:p" is "/p".
func localName(name []byte) []byte {
	prefix, local, ok := bytes.Cut(name, []byte(":"))
	switch {
	case !ok:
		return name
	case bytes.HasPrefix(prefix, []byte("/")):
		return slices.Concat([]byte("/"), local)
	}
	return local
}

// count enters what the file has, by its tags outside the metadata, beside what
// was kept.
func (r *reading) count(data []byte) {
	var source tally
	meta, quotes := 0, 0
	importers.ScanTags(data, func(name, attrs, behind []byte) {
		name = localName(name)
		closed := bytes.HasSuffix(attrs, []byte("/"))
		switch {
		case string(name) == "meta" && !closed:
			meta++
		case string(name) == "/meta":
			meta--
		case string(name) == "quotedStructure" && !closed:
			quotes++
		case string(name) == "/quotedStructure":
			quotes--
		case meta > 0 || closed && string(name) != "img":
		case quotes > 0 && (counts[string(name)] == "articles" || counts[string(name)] == "sections"): // of another act
		case string(name) == "p":
			if !bytes.HasPrefix(bytes.TrimLeft(behind, " \t\r\n"), []byte("</")) {
				source.add("paragraphs")
			}
		default:
			source.add(countOf(string(name)))
		}
	})
	source.add("versions")
	r.kept.add("versions")
	for i, what := range counted {
		if source[i] > 0 || r.kept[i] > 0 {
			r.report.Count(what, source[i], r.kept[i])
		}
	}
}

// unread are the elements whose words are no text of the law in force.
var unread = map[string]bool{"meta": true, "toc": true, "coverPage": true, "noteRef": true, "del": true}

// countWords counts the words of the document beside those of the edition made of
// it. What stands in the preface as its title is one with the title.
func countWords(report *importers.Report, document *importers.Node, made *importers.Import) {
	source, kept := make(importers.Words), make(importers.Words)
	parts := func(n *importers.Node) bool { return unread[n.Name] }
	for kid := document.First; kid != nil; kid = kid.Next {
		if kid.Name != "preface" {
			source.Add(kid.Spell(isRunOn, parts))
			continue
		}
		for part := kid.First; part != nil; part = part.Next {
			if !titled(part) {
				source.Add(part.Spell(isRunOn, parts))
			}
		}
	}
	kept.AddKept(&made.Code.Versions[0], made.Blocks)
	report.CountWords(source, kept)
}

var tableElements = map[string]bool{"td": true, "th": true, "tfoot": true, "caption": true, "br": true, "eol": true, "img": true, "authorialNote": true, "subheading": true, "quotedStructure": true}

// isRunOn reports whether the words before an element and its own may be one.
func isRunOn(n *importers.Node) bool { return isInline(n) && !tableElements[n.Name] }
