package akn

import (
	"bytes"
	"slices"

	"github.com/reglookup/regengine/codes/importers"
)

// counted are what a report counts, in its order.
var counted = []string{"versions", "articles", "provisions", "paragraphs", "items", "tables", "rows", "notes", "images", "references"}

// tally counts by what.
type tally [10]int

// add counts one more, of nothing where what is "".
func (t *tally) add(what string) {
	if i := slices.Index(counted, what); i >= 0 {
		t[i]++
	}
}

// counts are the elements counted as they stand in the file.
var counts = map[string]string{
	"table": "tables", "tr": "rows", "authorialNote": "notes", "img": "images", "ref": "references", "rref": "references",
	"a": "references", "article": "articles", "item": "items", "li": "items",
}

// count enters what the file has, by its tags outside the metadata, beside what
// was kept.
func (r *reading) count(data []byte) {
	var source tally
	meta := 0
	sections := 0
	importers.ScanTags(data, func(name, attrs, behind []byte) {
		if _, local, ok := bytes.Cut(name, []byte(":")); ok && name[0] != '/' {
			name = local
		}
		closed := bytes.HasSuffix(attrs, []byte("/"))
		switch {
		case string(name) == "meta":
			meta++
		case string(name) == "/meta":
			meta--
		case meta > 0 || closed && string(name) != "img":
		case string(name) == "p":
			if !bytes.HasPrefix(bytes.TrimLeft(behind, " \t\r\n"), []byte("</")) {
				source.add("paragraphs")
			}
		case string(name) == "section":
			sections++
		case roles[string(name)] == "below", roles[string(name)] == "item":
			source.add("provisions")
		default:
			source.add(counts[string(name)])
		}
	})
	if articles := slices.Index(counted, "articles"); source[articles] == 0 {
		source[articles] = sections
	}
	source.add("versions")
	r.kept.add("versions")
	for i, what := range counted {
		if source[i] > 0 || r.kept[i] > 0 {
			r.report.Count(what, source[i], r.kept[i])
		}
	}
}
