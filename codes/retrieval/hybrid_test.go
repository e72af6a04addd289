package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// passages makes blocks of one document, an id for each text.
func passages(doc string, texts ...string) []retrieval.Block {
	blocks := make([]retrieval.Block, len(texts))
	for i, text := range texts {
		blocks[i] = retrieval.Block{
			ID: fmt.Sprintf("%s-%d", doc, i), Doc: doc, Section: "s", Order: i, Kind: retrieval.Paragraph, Lang: "en", Text: text,
		}
	}
	return blocks
}

// synced returns a Hybrid whose index holds the vectors of all blocks.
func synced(t *testing.T, blocks []retrieval.Block, e retrieval.Embedder, opts *retrieval.HybridOptions) *retrieval.Hybrid {
	t.Helper()
	r, index := retrieval.New(blocks), retrievaltest.NewIndex()
	if _, err := retrieval.NewSyncer(e, index, nil, nil).Sync(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	return retrieval.NewHybrid(r, e, index, opts)
}

func ids(hits []retrieval.Hit) []string {
	list := make([]string, len(hits))
	for i, h := range hits {
		list[i] = h.Block.ID
	}
	return list
}

func find(t *testing.T, h *retrieval.Hybrid, q retrieval.Query) retrieval.Found {
	t.Helper()
	found, err := h.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// meanings is what a model of language knows and an index of words does not: these
// are of no field whose synonyms the index has.
var meanings = &retrievaltest.Concepts{Groups: [][]string{
	{"sofa", "couch"}, {"cat", "feline"}, {"physician", "doctor"}, {"glad", "happy"},
	{"begin", "commence"}, {"purchase", "buy"}, {"forest", "woodland"}, {"rabbit", "bunny"},
}}

var paraphrased = []struct{ query, text string }{
	{"how big must the couch be", "Sofas are at least 1.10 m wide."},
	{"a happy feline in the plan", "Cats are glad of 4 m²."},
	{"case of a doctor", "Physicians sit within 25 m."},
	{"commence to buy in any case", "They begin with a purchase of 1.80 m."},
	{"the bunny near the woodland", "Behind a forest, rabbits."},
}

// noisy are passages that share words with the questions and answer none.
var noisy = []string{
	"The width of a case is how big it must be.", "In my case the width must be in the plan.", "How big a plan must be, and the case of a width.",
	"Near neighbours must be told in any case.", "How the width of the plan must be drawn.",
}

func TestHybrid_Paraphrase(t *testing.T) {
	texts := slices.Clone(noisy)
	for _, p := range paraphrased {
		texts = append(texts, p.text)
	}
	h := synced(t, passages("d", texts...), meanings, nil)
	byWords, fused := 0, 0
	for i, p := range paraphrased {
		q := retrieval.Query{Text: p.query, Docs: []string{"d"}, TopK: 5}
		want := fmt.Sprintf("d-%d", len(noisy)+i)
		words, err := h.Retriever().Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(ids(words), want) {
			byWords++
		}
		if found := find(t, h, q); slices.Contains(ids(found.Hits), want) {
			fused++
		} else {
			t.Errorf("%q is not found: %v", p.query, ids(found.Hits))
		}
	}
	if fused <= byWords {
		t.Errorf("fusion finds %d of %d, words alone %d", fused, len(paraphrased), byWords)
	}
}

// A model that says nothing costs places, but not many: what words find clearly
// stays in sight.
func TestHybrid_Noise(t *testing.T) {
	texts := make([]string, 300)
	for i := range texts {
		texts[i] = fmt.Sprintf("Clause %d: parts of group %d and of lot %d are as drawn in sheet %d.", i, i%7, i%11, i%13)
	}
	texts[150] = "The guard rail of a stair stands 0.90 m high; where parts of a group fall away more, 1.10 m."
	blocks := passages("d", texts...)
	const seeds, within, mean = 40, 6, 3
	worst, sum := 0, 0
	for seed := range uint64(seeds) {
		h := synced(t, blocks, &retrievaltest.Noise{Seed: seed}, nil)
		found := find(t, h, retrieval.Query{Text: "how high is the guard rail where parts of a group fall", Docs: []string{"d"}})
		place := slices.Index(ids(found.Hits), "d-150") + 1
		if place == 0 {
			t.Fatalf("seed %d: what words find first is not among %v", seed, ids(found.Hits))
		}
		worst, sum = max(worst, place), sum+place
	}
	t.Logf("mean place %.2f, worst %d", float64(sum)/seeds, worst)
	if worst > within || sum > mean*seeds {
		t.Errorf("what words find first falls to place %d, on average %.2f; want %d and %d at most", worst, float64(sum)/seeds, within, mean)
	}
}

func TestHybrid_Explains(t *testing.T) {
	h := synced(t, passages("d", "Sofas are of leather.", "A couch is dry.", "Nothing else."), meanings, nil)
	found := find(t, h, retrieval.Query{Text: "couch", Docs: []string{"d"}})
	if found.Degraded != nil {
		t.Fatal(found.Degraded)
	}
	if diff := cmp.Diff([]string{"d-1", "d-0"}, ids(found.Hits)); diff != "" {
		t.Fatalf("hits (-want +got):\n%s", diff)
	}
	both, vector := found.Hits[0], found.Hits[1]
	if both.Fusion.LexicalRank != 1 || len(both.Terms) == 0 || both.Fusion.LexicalScore <= 0 || math.Abs(both.Fusion.Cosine-1) > 1e-6 {
		t.Errorf("found both ways: %+v, terms %v", both.Fusion, both.Terms)
	}
	if f := vector.Fusion; f.LexicalRank != 0 || f.LexicalShare != 0 || f.VectorRank == 0 || vector.Score != f.VectorShare || vector.Terms != nil {
		t.Errorf("found by vector: %+v", f)
	}
}

// liar is an Index that answers with what it is told.
type liar struct {
	retrievaltest.Index
	near []retrieval.Near
	err  error
}

func (l *liar) Nearest(_ context.Context, _ string, _ []float32, _ []string, k int) ([]retrieval.Near, error) {
	return l.near[:min(k, len(l.near))], l.err
}

func TestHybrid_Scope(t *testing.T) {
	blocks := append(passages("a", "Sofa cars."), passages("b", "Sofa shafts.")...)
	same := passages("c", "Sofa doors.")
	same[0].ID = "a-0" // documents may share ids
	r := retrieval.New(append(blocks, same...))
	index := &liar{near: []retrieval.Near{{Doc: "b", ID: "b-0"}, {Doc: "c", ID: "a-0"}, {Doc: "a", ID: "gone"}, {Doc: "a", ID: "b-0"}, {Doc: "a", ID: "a-0"}}}
	h := retrieval.NewHybrid(r, meanings, index, nil)
	for _, docs := range [][]string{{"a"}, {"c"}, {"b", "a", "b"}, {"nobody"}, nil} {
		found := find(t, h, retrieval.Query{Text: "couch", Docs: docs})
		for _, hit := range found.Hits {
			if !slices.Contains(docs, hit.Block.Doc) {
				t.Errorf("scope %v finds a block of %q", docs, hit.Block.Doc)
			}
		}
		if known := slices.DeleteFunc(slices.Clone(docs), func(d string) bool { return d == "nobody" }); len(found.Hits) != len(slices.Compact(slices.Sorted(slices.Values(known)))) {
			t.Errorf("scope %v finds %v", docs, ids(found.Hits))
		}
	}
}

// inventions are words that no table of synonyms knows.
var inventions = &retrievaltest.Concepts{Groups: [][]string{{"blorf", "zink"}, {"plim", "trask"}}}

func TestHybrid_Kinds(t *testing.T) {
	texts := make([]string, 400)
	for i := range texts {
		texts[i] = "Blorf."
	}
	blocks := passages("d", texts...)
	blocks[399].Kind, blocks[399].Text = retrieval.Note, "The blorf is of another make, as is the plim."
	table := retrieval.Table{Header: []string{"Part", "Width"}, Rows: [][]string{{"blorf", "1.10"}, {"plim", "0.10"}}}
	blocks[398].Kind, blocks[398].Table, blocks[398].Text = retrieval.TableKind, &table, table.Text()
	h := synced(t, blocks, inventions, nil)
	for _, c := range []struct {
		query string
		kinds []retrieval.Kind
		want  []string
	}{
		{"zink", []retrieval.Kind{retrieval.Note}, []string{"d-399"}},           // behind 398 nearer ones
		{"trask", []retrieval.Kind{retrieval.TableKind}, []string{"d-398"}},     // by its meaning
		{"trask", []retrieval.Kind{retrieval.Row}, nil},                         // no row was found
		{"plim width", []retrieval.Kind{retrieval.Row}, []string{"d-398"}},      // a row was
		{"zink", []retrieval.Kind{retrieval.Definition}, nil},                   // none there
		{"plim 1.10", []retrieval.Kind{retrieval.TableKind}, []string{"d-398"}}, // both ways
	} {
		found := find(t, h, retrieval.Query{Text: c.query, Docs: []string{"d"}, Kinds: c.kinds})
		if diff := cmp.Diff(c.want, append([]string(nil), ids(found.Hits)...)); diff != "" {
			t.Errorf("%q among %v (-want +got):\n%s", c.query, c.kinds, diff)
		}
		for _, hit := range found.Hits {
			if f := hit.Fusion; found.Degraded == nil && (f == nil || f.VectorRank == 0) {
				t.Errorf("%q among %v: %+v has no place by meaning", c.query, c.kinds, f)
			}
		}
	}
}

// Rows found by words survive fusion with a vector of the whole table.
func TestHybrid_Rows(t *testing.T) {
	blocks := passages("d", "Sofa.", "x")
	table := retrieval.Table{Header: []string{"Part", "Width"}, Rows: [][]string{{"stair", "1.00"}, {"sofa", "1.10"}}}
	blocks[1].Kind, blocks[1].Table, blocks[1].Text = retrieval.TableKind, &table, table.Text()
	h := synced(t, blocks, meanings, nil)
	q := retrieval.Query{Text: "width of the sofa", Docs: []string{"d"}}
	words, err := h.Retriever().Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := words[slices.Index(ids(words), "d-1")]
	found := find(t, h, q)
	got := found.Hits[slices.Index(ids(found.Hits), "d-1")]
	if diff := cmp.Diff(want.Rows, got.Rows); diff != "" || len(got.Rows) == 0 || got.Fusion.VectorRank == 0 {
		t.Errorf("rows (-want +got):\n%s%v %+v", diff, got.Rows, got.Fusion)
	}
}

func TestHybrid_Errors(t *testing.T) {
	h := synced(t, passages("d", "Sofa cars."), meanings, nil)
	for _, q := range []retrieval.Query{{Text: " ", Docs: []string{"d"}}, {Text: "x", TopK: -1}, {Text: "x", TopK: retrieval.MaxTopK + 1}} {
		if _, err := h.Search(t.Context(), q); !errors.Is(err, retrieval.ErrInvalidQuery) {
			t.Errorf("%+v gives %v", q, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if hits, err := h.Search(ctx, retrieval.Query{Text: "sofa", Docs: []string{"d"}}); !errors.Is(err, context.Canceled) || hits != nil {
		t.Errorf("a cancelled search gives %v, %v", hits, err)
	}
}

// A caller who leaves says nothing of the Embedder.
func TestHybrid_CallerLeaves(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := &moody{Concepts: *meanings, act: func(ctx context.Context) error { cancel(); <-ctx.Done(); return ctx.Err() }}
	index := &liar{near: []retrieval.Near{{Doc: "d", ID: "d-0", Score: 1}}}
	h := retrieval.NewHybrid(retrieval.New(passages("d", "Sofa cars.")), e, index, &retrieval.HybridOptions{Failures: 1, Timeout: time.Minute})
	q := retrieval.Query{Text: "couch", Docs: []string{"d"}}
	if _, err := h.Search(ctx, q); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	e.act = nil
	if found := find(t, h, q); found.Degraded != nil {
		t.Errorf("the next caller's answer is degraded by %v", found.Degraded)
	}
}

func TestHybrid_Concurrent(t *testing.T) {
	h := synced(t, passages("d", noisy...), meanings, &retrieval.HybridOptions{CachedQueries: 2})
	var all sync.WaitGroup
	for n := range 16 {
		all.Go(func() {
			for i := range 20 {
				text := strings.Repeat("width ", 1+(n+i)%5) + "couch"
				if _, err := h.Search(context.Background(), retrieval.Query{Text: text, Docs: []string{"d"}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
