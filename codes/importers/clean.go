package importers

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// tidy joins the lines of a title and its runs of blanks, no-break spaces too.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// clean takes out what no text store takes: NUL and other control characters, and
// bytes that are not UTF-8.
func clean(s string) string {
	bad := func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfeff }
	if utf8.ValidString(s) && strings.IndexFunc(s, bad) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if bad(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

func cleanTable(t *retrieval.Table) {
	t.Caption = clean(t.Caption)
	for _, list := range append([][]string{t.Header, t.Notes}, append(t.Head, t.Rows...)...) {
		for i, s := range list {
			list[i] = clean(s)
		}
	}
}

// trimRefs trims a text of white space and moves the references in it along.
func trimRefs(text string, refs []retrieval.Ref) string {
	left := len(text) - len(strings.TrimLeft(text, " \t\r\n\u00a0"))
	for i := range refs {
		refs[i].Start, refs[i].End = refs[i].Start-left, refs[i].End-left
	}
	return strings.TrimSpace(text)
}
