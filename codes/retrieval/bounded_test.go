package retrieval_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// chains are texts of which each word might end a reference that begins at any word
// before it.
var chains = []string{"a-", "1ª ", "5 m ", "art. 5 ", "db-", "200 000 ", "1/", "r.d.", "a.b-", "sua 1-"}

// mostTerms is how many bytes of terms a byte of text may come to.
const mostTerms = 40

// What a text costs grows with its length and no faster: no word ends references without
// end.
func TestWords_Bounded(t *testing.T) {
	for _, chain := range chains {
		t.Run(chain, func(t *testing.T) {
			checkBounded(t, strings.Repeat(chain, 3000))
		})
	}
}

func checkBounded(t *testing.T, text string) {
	t.Helper()
	for _, lang := range []string{"", "es", "en"} {
		size := 0
		for _, w := range retrieval.Words(text, lang) {
			for _, term := range w.Terms {
				size += len(term)
			}
		}
		if size > mostTerms*(len(text)+1) {
			t.Errorf("%q: %d bytes of terms of %d bytes", lang, size, len(text))
		}
	}
}

func FuzzWords_Bounded(f *testing.F) {
	for _, chain := range chains {
		f.Add(chain)
	}
	f.Fuzz(func(t *testing.T, piece string) {
		if len(piece) > 200 {
			piece = piece[:200]
		}
		checkBounded(t, strings.Repeat(piece, 200))
	})
}
