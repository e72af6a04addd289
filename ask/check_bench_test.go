package ask

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// benchTurn has passages of usual length, prose and a table, and an answer of n
// sentences over them.
func benchTurn(n int) (t *turn, draft func() string) {
	t = &turn{agent: &Agent{}, words: wordings["es"], byHandle: map[string]int{}}
	t.question.Project = &projects.Info{}
	for i := range 6 {
		b := &retrieval.Block{ID: fmt.Sprint(i), Doc: "a/b", Lang: "es", Kind: retrieval.Paragraph,
			Text: fmt.Sprintf("La altura de la barrera %d no será inferior a %d,95 m. ", i, i+1) + strings.Repeat("En el resto de los casos se estará a lo que disponga el apartado siguiente, salvo en zonas de uso restringido. ", 8)}
		t.issued = append(t.issued, &passage{handle: fmt.Sprintf("a234567%c", 'b'+i), block: b, title: "Reglamento › Barreras", status: codes.Active})
	}
	return t, func() string {
		var b strings.Builder
		for i := range n {
			k := i % 6
			fmt.Fprintf(&b, "La altura mínima de la barrera %d es de %d,95 m, según el reglamento %s. ", k, k+1, markOf(k))
		}
		return b.String()
	}
}

// BenchmarkCheck is the check of an answer, without normalising markers: of ten
// sentences when every passage is new, and of growing ones when they are known.
func BenchmarkCheck(b *testing.B) {
	b.Run("New/10", func(b *testing.B) {
		for b.Loop() {
			t, draft := benchTurn(10)
			for _, s := range Sentences(draft()) {
				t.judge(s, "")
			}
		}
	})
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("Known/%d", n), func(b *testing.B) {
			t, draft := benchTurn(n)
			list := Sentences(draft())
			for b.Loop() {
				for _, s := range list {
					t.judge(s, "")
				}
			}
		})
	}
}

// BenchmarkCheck_Hostile is the whole check of drafts made to be slow.
func BenchmarkCheck_Hostile(b *testing.B) {
	for name, piece := range map[string]string{
		"Brackets": "[", "Nested": "[[a](", "Words": "altura ", "Numbers": "1,5 ", "Lines": "a\n", "Handles": "a234567b ", "Stops": "art. ", "Quotes": "«a", "Tags": "<a ", "Ands": " y 5 m",
	} {
		b.Run(name, func(b *testing.B) {
			t := &turn{words: wordings["es"], byHandle: map[string]int{}}
			text := strings.Repeat(piece, 1<<20/len(piece))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				t.check(text)
			}
		})
	}
}
