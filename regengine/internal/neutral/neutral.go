// Package neutral keeps programs from obeying what somebody wrote into a table.
package neutral

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// plainNumber is a cell that a spreadsheet takes for a number, whatever its sign.
var plainNumber = lazyregexp.New(`^[+-]?[0-9]+([.,][0-9]+)?([eE][+-]?[0-9]+)?$`)

// Cell keeps a spreadsheet from running a cell, also one that widens letters or drops
// white space in front: it leads it with an apostrophe.
func Cell(text string) string {
	head := strings.TrimLeft(text, " \t\r\n\u00a0\ufeff")
	if head == "" || plainNumber.MatchString(text) {
		return text
	}
	_, size := utf8.DecodeRuneInString(head)
	if first := norm.NFKC.String(head[:size]); strings.ContainsAny(first, "=+-@\u2212") || text[0] == '\t' || text[0] == '\r' {
		return "'" + text
	}
	return text
}
