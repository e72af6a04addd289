package regengine_test

import (
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A passage that rules stand in comes first by what they limit, where its words do not tell.
func TestRuledSearch_Search(t *testing.T) {
	s := openStarter(t).Snapshot()
	q := retrieval.Query{Text: "¿A qué distancia de la pared va el asidero del váter adaptado?", Docs: []string{"cte-db-sua/2022", "cte-db-si/2025", "rebt/rd-842-2002"}, TopK: 5}
	const section = "sua-a-aseos"
	in := func(h retrieval.Hit) bool { return h.Block.Section == section }
	words, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if in(words[0]) {
		t.Fatalf("words alone find %s: another question is needed", section)
	}
	hits, err := s.RuledSearch("ES").Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if !in(hits[0]) || hits[0].Prior == 0 || len(hits) != q.TopK {
		t.Errorf("%d hits, the first of section %s, prior %.2f; want %d, the first of section %s", len(hits), hits[0].Block.Section, hits[0].Prior, q.TopK, section)
	}
	if slices.ContainsFunc(hits, func(h retrieval.Hit) bool { return !slices.Contains(q.Docs, h.Block.Doc) }) {
		t.Error("a hit is of a document that was not asked for")
	}
}
