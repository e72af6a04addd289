package retrieval_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// A model that knows two words for one thing finds what words alone do not.
func ExampleNewHybrid() {
	ctx := context.Background()
	blocks := retrieval.New([]retrieval.Block{
		{ID: "b1", Doc: "code/2020", Order: 1, Kind: retrieval.Paragraph, Lang: "en", Text: "Behind a sofa the wall is tiled."},
		{ID: "b2", Doc: "code/2020", Order: 2, Kind: retrieval.Paragraph, Lang: "en", Text: "A wall is 0.20 m thick."},
	})
	embedder := &retrievaltest.Concepts{Groups: [][]string{{"sofa", "couch"}, {"thick"}}}
	index, store := retrievaltest.NewIndex(), retrievaltest.NewVectorStore()

	report, err := retrieval.NewSyncer(embedder, index, store, nil).Sync(ctx, blocks, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("embedded", report.Embedded)

	hybrid := retrieval.NewHybrid(blocks, embedder, index, nil)
	found, err := hybrid.Find(ctx, retrieval.Query{Text: "couch", Docs: []string{"code/2020"}})
	if err != nil || found.Degraded != nil {
		fmt.Println(err, found.Degraded)
		return
	}
	best := found.Hits[0]
	fmt.Printf("%s by words %d, by meaning %d, cosine %.1f\n", best.Block.ID, best.Fusion.LexicalRank, best.Fusion.VectorRank, best.Fusion.Cosine)
	// Output:
	// embedded 2
	// b1 by words 0, by meaning 1, cosine 1.0
}

// After a restart an index in memory is filled from the store: nothing is
// embedded again.
func ExampleNewSyncer() {
	ctx := context.Background()
	embedder, store := &retrievaltest.Noise{}, retrievaltest.NewVectorStore()
	blocks := retrieval.New([]retrieval.Block{
		{ID: "b1", Doc: "code/2020", Order: 1, Kind: retrieval.Paragraph, Lang: "en", Text: "Behind a sofa the wall is tiled."},
		{ID: "b2", Doc: "code/2020", Order: 2, Kind: retrieval.Paragraph, Lang: "en", Text: "A wall is 0.20 m thick."},
	})
	for range 2 {
		syncer := retrieval.NewSyncer(embedder, retrievaltest.NewIndex(), store, nil)
		report, err := syncer.Sync(ctx, blocks, nil)
		fmt.Println(report.Put, report.Embedded, report.Reused, err)
	}
	// Output:
	// 1 2 0 <nil>
	// 1 0 2 <nil>
}

func ExampleCached() {
	ctx := context.Background()
	store := retrievaltest.NewVectorStore()
	embedder := retrieval.Cached(&retrievaltest.Noise{}, store)
	vectors, err := embedder.Embed(ctx, []string{"a stair", "a ramp", "a stair"}, retrieval.ForPassage)
	fmt.Println(len(vectors), store.Len(), err)
	// Output: 3 2 <nil>
}
