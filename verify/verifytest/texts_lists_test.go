package verifytest_test

import (
	"strconv"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// listVerifier is a Verifier of one list: its lead, and items that are blocks of their own.
func listVerifier(t *testing.T, lead string, items ...string) *verify.Verifier {
	t.Helper()
	var blocks []retrieval.Block
	for i, text := range append([]string{lead}, items...) {
		b := retrieval.Block{ID: "list/1#" + strconv.Itoa(i), Doc: "list/1", Section: "s", Path: []string{"Artículo 1"}, Kind: retrieval.Item, Depth: 1, Lang: "es", Order: i, Text: text}
		if i == 0 {
			b.Kind, b.Depth = retrieval.Paragraph, 0
		}
		blocks = append(blocks, b)
	}
	return blocksVerifier(t, fewPlaces(t), "ES", []string{"list"}, map[string][]retrieval.Block{"list/1": blocks})
}

// TestTexts_lists: items that take what they measure from their lead are its cases. The
// narrower one holds, "all other cases" are what none of them is, and one that is not
// read may be the one that holds.
func TestTexts_lists(t *testing.T) {
	const lead = "La pendiente máxima de los pasadizos será:"
	v := listVerifier(t, lead, "a) del 11 % hasta 4 m de longitud;", "b) del 9 % hasta 7 m;", "c) del 5 % en el resto de los casos.")
	verifytest.Run(t, v, starterDay(), lineCases(`
pasadizo de 6 m de longitud | pendiente | 8 | % | compliant
pasadizo de 6 m | pendiente | 8 | % | compliant
pasadizo de 6 m | pendiente | 10 | % | non_compliant
pasadizo de 3 m de longitud | pendiente | 10 | % | compliant
pasadizo de 9 m de longitud | pendiente | 8 | % | non_compliant
pasadizo | pendiente | 8 | % | conditional | false
pasadizo | pendiente | 5 | % | compliant
pasadizo | pendiente | 12 | % | non_compliant
`))
	noPass(t, v, lineCases("pasadizo | longitud | 3 | m"))
	same := listVerifier(t, "La anchura mínima de los pasadizos será:", "a) de 1,00 m hasta 8 m de longitud;", "b) de 1,20 m hasta 20 m;", "c) de 1,50 m en los demás casos.")
	verifytest.Run(t, same, starterDay(), lineCases(`
pasadizo de 10 m de longitud | anchura | 1.3 | m | compliant
pasadizo de 10 m de longitud | anchura | 1.1 | m | non_compliant
pasadizo de 6 m de longitud | anchura | 1.1 | m | compliant
pasadizo de 6 m de longitud | anchura | 0.9 | m | non_compliant
pasadizo de 25 m de longitud | anchura | 1.3 | m | non_compliant
pasadizo de 25 m de longitud | anchura | 1.6 | m | compliant
`))
	// The first case may be a range as well: nobody knows which value fails.
	open := listVerifier(t, "La anchura mínima de los pasadizos será:", "a) de 1,00 m hasta 8 m;", "b) de 1,50 m en los demás casos.")
	verifytest.Run(t, open, starterDay(), lineCases(`
pasadizo de 10 m de longitud | anchura | 1.3 | m | undetermined
pasadizo | anchura | 1.3 | m | undetermined
`))
	rest := listVerifier(t, "La anchura mínima de los pasadizos será:", "a) de 1,50 m hasta 7 m de longitud;", "b) de 0,90 m en el resto de los casos.")
	verifytest.Run(t, rest, starterDay(), lineCases(`
pasadizo de 5 m de longitud | anchura | 1.2 | m | non_compliant
pasadizo de 8 m de longitud | anchura | 1.2 | m | compliant
pasadizo | anchura | 1.2 | m | conditional | false
`))
	unread := listVerifier(t, "La anchura mínima de los pasadizos será:", "a) de 1,50 m hasta 7 m;", "b) de 0,90 m en el resto de los casos.")
	noPass(t, unread, lineCases(`
pasadizo de 5 m de longitud | anchura | 1.2 | m
pasadizo | anchura | 1.2 | m
`))
}
