package ask

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// benchTurn has passages of usual length, and an answer of n sentences over them.
// The passages are of regulations, so what they prove is kept over turns.
func benchTurn(b *testing.B, n int) (t *turn, draft string) {
	b.Helper()
	texts := benchTexts{}
	t = &turn{words: wordings()["es"], byHandle: map[string]int{}, scope: []string{"a/b"}}
	t.question.Project = &projects.Info{}
	t.asked = t.question
	t.facts = givenOf(t.question, tongueOf("es"))
	t.agent = &Agent{texts: texts, catalog: benchCatalog(b)}
	for i := range 6 {
		block := &retrieval.Block{ID: fmt.Sprint(i), Doc: "a/b", Lang: "es", Kind: retrieval.Paragraph,
			Text: fmt.Sprintf("La altura de la barrera %d no será inferior a %d,95 m. ", i, i+1) + strings.Repeat("En el resto de los casos se estará a lo que disponga el apartado siguiente, salvo en zonas de uso restringido. ", 8)}
		texts[block.ID] = block
		handle := fmt.Sprintf("a234567%c", 'b'+i)
		t.byHandle[handle] = len(t.issued)
		t.issued = append(t.issued, &passage{handle: handle, block: block, title: "Reglamento › Barreras", status: codes.Active})
	}
	var text strings.Builder
	for i := range n {
		k := i % 6
		fmt.Fprintf(&text, "La altura mínima de la barrera %d es de %d,95 m, según el reglamento [[a234567%c]]. ", k, k+1, 'b'+k)
	}
	return t, text.String()
}

// benchTexts is a Searcher that finds nothing and knows its blocks.
type benchTexts map[string]*retrieval.Block

func (benchTexts) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) { return nil, nil }

func (t benchTexts) Block(id string) (*retrieval.Block, bool) { b, ok := t[id]; return b, ok }

func (benchTexts) Section(string, string) []*retrieval.Block { return nil }

func benchCatalog(b *testing.B) *codes.Catalog {
	b.Helper()
	places, err := geo.NewGazetteer([]geo.Scheme{benchScheme{}}, []geo.Place{{ID: "XX", Name: "Equis", Level: geo.Country}})
	if err != nil {
		b.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, []codes.Code{{
		Slug: "a", Title: "Reglamento", CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"},
		Versions: []codes.Version{{Slug: "b", Title: "Reglamento", Status: codes.Active}},
	}})
	if err != nil {
		b.Fatal(err)
	}
	return catalog
}

// benchScheme names one country.
type benchScheme struct{ geo.UnimplementedScheme }

func (benchScheme) Country() geo.ID  { return "XX" }
func (benchScheme) Language() string { return "es" }

func (benchScheme) ParseID(string) (geo.ID, geo.Level, error) { return "XX", geo.Country, nil }

// BenchmarkCheck is the check of a draft by hard facts, of growing numbers of sentences.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 100, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t, draft := benchTurn(b, n)
				d := t.check(draft)
				if t.count(d); d.cited != n {
					b.Fatalf("%d of %d sentences stay: %v", d.cited, n, d.problems[0])
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
			q := Question{Project: &projects.Info{}}
			t := &turn{words: wordings()["es"], byHandle: map[string]int{}, question: q, facts: givenOf(q, tongueOf("es"))}
			text := strings.Repeat(piece, 1<<20/len(piece))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				t.check(text)
			}
		})
	}
}

// BenchmarkCheck_HostileTable is a draft full of numbers that cites a table full of them.
func BenchmarkCheck_HostileTable(b *testing.B) {
	t, _ := benchTurn(b, 1)
	block := t.issued[0].block
	block.Table = &retrieval.Table{Caption: "Alturas, en m", Header: strings.Split(strings.Repeat("hasta 5 m;", 40), ";")}
	for i := range 100 {
		row := make([]string, 40)
		for k := range row {
			row[k] = fmt.Sprint(i + k)
		}
		block.Table.Rows = append(block.Table.Rows, row)
	}
	text := strings.Repeat(strings.Repeat("7 m, ", 50)+"de alto [[a234567b]]. ", 200)
	for b.Loop() {
		t.issued[0].proof, t.issued[0].said = nil, nil
		t.check(text)
	}
}
