package retrievaltest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestIndex_Conformance(t *testing.T) {
	TestIndex(t, func(*testing.T) retrieval.Index { return NewIndex() })
}

// TestIndex_BrokenTwins runs the suite over indexes that each break one promise:
// a suite that passes any of them proves nothing. Each names the case that is
// there to catch it.
func TestIndex_BrokenTwins(t *testing.T) {
	for _, twin := range indexTwins {
		t.Run(twin.name, func(t *testing.T) {
			i := slices.IndexFunc(indexCases, func(c indexCase) bool { return c.name == twin.caught })
			if err := indexCases[i].run(t.Context(), &indexTwin{Index: NewIndex(), breaks: twin}); err == nil {
				t.Errorf("the case %s accepts an index that is wrong: %s", twin.caught, twin.name)
			}
		})
	}
}

// breakage is how an index goes wrong; what is nil is right.
type breakage struct {
	name, caught string

	put     func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error
	remove  func(ctx context.Context, x *Index, doc string) error
	list    func([]retrieval.Collection) []retrieval.Collection
	vectors func(x *Index, doc string, got []retrieval.Vector, err error) ([]retrieval.Vector, error)
	scope   func(x *Index, docs []string) []string
	ask     func(query []float32, k int) int // the k to search with
	nearest func(found []retrieval.Near, k int, err error) ([]retrieval.Near, error)
	noCtx   bool
}

type indexTwin struct {
	*Index
	breaks breakage
}

func (x *indexTwin) Put(ctx context.Context, doc, embedder string, vectors []retrieval.Vector) error {
	if x.breaks.put != nil {
		return x.breaks.put(ctx, x.Index, doc, embedder, vectors)
	}
	return x.Index.Put(ctx, doc, embedder, vectors)
}

func (x *indexTwin) Delete(ctx context.Context, doc string) error {
	if x.breaks.remove != nil {
		return x.breaks.remove(ctx, x.Index, doc)
	}
	return x.Index.Delete(ctx, doc)
}

func (x *indexTwin) List(ctx context.Context) ([]retrieval.Collection, error) {
	list, err := x.Index.List(ctx)
	if x.breaks.list != nil {
		list = x.breaks.list(list)
	}
	return list, err
}

func (x *indexTwin) Vectors(ctx context.Context, doc, embedder string) ([]retrieval.Vector, error) {
	got, err := x.Index.Vectors(ctx, doc, embedder)
	if x.breaks.vectors != nil {
		return x.breaks.vectors(x.Index, doc, got, err)
	}
	return got, err
}

func (x *indexTwin) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	if x.breaks.noCtx {
		ctx = context.WithoutCancel(ctx)
	}
	if x.breaks.scope != nil {
		docs = x.breaks.scope(x.Index, docs)
	}
	asked := k
	if x.breaks.ask != nil {
		asked = x.breaks.ask(query, k)
	}
	found, err := x.Index.Nearest(ctx, embedder, query, docs, asked)
	if x.breaks.nearest != nil {
		return x.breaks.nearest(found, k, err)
	}
	return found, err
}

// changed puts vectors after a change to each of them.
func changed(change func(*retrieval.Vector)) func(context.Context, *Index, string, string, []retrieval.Vector) error {
	return func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		vectors = cloneVectors(vectors)
		for i := range vectors {
			change(&vectors[i])
		}
		return x.Put(ctx, doc, embedder, vectors)
	}
}

// named puts and removes documents under a changed name only.
func named(change func(string) string) func(context.Context, *Index, string, string, []retrieval.Vector) error {
	return func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		return x.Put(ctx, change(doc), embedder, vectors)
	}
}

func all(x *Index) (docs []string) {
	list, _ := x.List(context.Background())
	for _, c := range list {
		docs = append(docs, c.Doc)
	}
	return docs
}

var indexTwins = []breakage{
	{name: "scales what it keeps", caught: "RoundTrip", put: changed(func(v *retrieval.Vector) {
		if unit := retrieval.Unit(v.Values); unit != nil {
			v.Values = unit
		}
	})},
	{name: "keeps half precision", caught: "RoundTrip", put: changed(func(v *retrieval.Vector) {
		for i := range v.Values {
			v.Values[i] = math.Float32frombits(math.Float32bits(v.Values[i]) &^ 0x1fff)
		}
	})},
	{name: "drops hashes", caught: "RoundTrip", put: changed(func(v *retrieval.Vector) { v.SHA256 = "" })},
	{name: "drops zero vectors", caught: "ZeroVectors", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		return x.Put(ctx, doc, embedder, slices.DeleteFunc(slices.Clone(vectors), func(v retrieval.Vector) bool { return retrieval.Unit(v.Values) == nil }))
	}},
	{name: "trims names", caught: "HostileNames", put: named(strings.TrimSpace)},
	{name: "folds names", caught: "HostileNames", put: named(strings.ToLower)},
	{name: "cuts names", caught: "HostileNames", put: named(func(s string) string { return s[:min(len(s), 8000)] })},
	{name: "appends", caught: "PutReplaces", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		old, _ := x.Vectors(ctx, doc, embedder)
		old = slices.DeleteFunc(old, func(o retrieval.Vector) bool {
			return slices.ContainsFunc(vectors, func(v retrieval.Vector) bool { return v.ID == o.ID })
		})
		return x.Put(ctx, doc, embedder, append(old, vectors...))
	}},
	{name: "keeps what is put empty", caught: "PutEmptyRemoves", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		if len(vectors) == 0 {
			return nil
		}
		return x.Put(ctx, doc, embedder, vectors)
	}},
	{name: "empties before it looks", caught: "PutRefuses", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		_ = x.Delete(ctx, doc)
		return x.Put(ctx, doc, embedder, vectors)
	}},
	{name: "in two steps", caught: "WholeCollections", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		if _, err := retrieval.CheckCollection(doc, embedder, vectors); err != nil {
			return err
		}
		if err := x.Put(ctx, doc, embedder, vectors[:len(vectors)/2]); err != nil {
			return err
		}
		for range 10_000 { // let the readers in
			runtime.Gosched()
		}
		return x.Put(ctx, doc, embedder, vectors)
	}},
	{name: "takes blocks twice", caught: "PutRefuses", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		vectors = slices.CompactFunc(slices.Clone(vectors), func(a, b retrieval.Vector) bool { return a.ID == b.ID })
		return x.Put(ctx, doc, embedder, vectors)
	}},
	{name: "deletes what begins alike", caught: "Delete", remove: func(ctx context.Context, x *Index, doc string) error {
		for _, d := range all(x) {
			if strings.HasPrefix(d, doc) {
				_ = x.Delete(ctx, d)
			}
		}
		return x.Delete(ctx, doc)
	}},
	{name: "deletes of the dead", caught: "Cancelled", remove: func(ctx context.Context, x *Index, doc string) error {
		return x.Delete(context.WithoutCancel(ctx), doc)
	}},
	{name: "puts of the dead", caught: "Cancelled", put: func(ctx context.Context, x *Index, doc, embedder string, vectors []retrieval.Vector) error {
		return x.Put(context.WithoutCancel(ctx), doc, embedder, vectors)
	}},
	{name: "searches for the dead", caught: "Cancelled", noCtx: true},
	{name: "no error for nothing", caught: "Empty", vectors: func(_ *Index, _ string, got []retrieval.Vector, err error) ([]retrieval.Vector, error) {
		if errors.Is(err, retrieval.ErrNoVectors) {
			err = nil
		}
		return got, err
	}},
	{name: "shares memory", caught: "NoSharedMemory", vectors: func(x *Index, doc string, got []retrieval.Vector, err error) ([]retrieval.Vector, error) {
		x.mu.Lock()
		defer x.mu.Unlock()
		if err == nil {
			got = x.docs[doc].vectors
		}
		return got, err
	}},
	{name: "lists backwards", caught: "ListOrder", list: func(l []retrieval.Collection) []retrieval.Collection {
		slices.Reverse(l)
		return l
	}},
	{name: "lists as a language sorts", caught: "ListOrder", list: func(l []retrieval.Collection) []retrieval.Collection {
		slices.SortFunc(l, func(a, b retrieval.Collection) int {
			return strings.Compare(strings.ToLower(a.Doc), strings.ToLower(b.Doc))
		})
		return l
	}},
	{name: "empty scope is everything", caught: "NearestScope", scope: func(x *Index, docs []string) []string {
		if len(docs) == 0 {
			return all(x)
		}
		return docs
	}},
	{name: "scope by beginning", caught: "NearestScope", scope: func(x *Index, docs []string) (matched []string) {
		for _, d := range all(x) {
			if slices.ContainsFunc(docs, func(named string) bool { return strings.HasPrefix(d, named) }) {
				matched = append(matched, d)
			}
		}
		return matched
	}},
	{name: "the first hundred documents", caught: "ManyVectors", scope: func(_ *Index, docs []string) []string {
		slices.Sort(docs)
		return docs[:min(len(docs), 100)]
	}},
	{name: "sorts the caller's names", caught: "NoSharedMemory", scope: func(_ *Index, docs []string) []string {
		slices.Sort(docs)
		return docs
	}},
	{name: "scales the caller's query", caught: "NoSharedMemory", ask: func(query []float32, k int) int {
		copy(query, retrieval.Unit(query))
		return k
	}},
	{name: "capped", caught: "ManyVectors", ask: func(_ []float32, k int) int { return min(k, 20) }},
	{name: "one too many", caught: "NearestOrder", ask: func(_ []float32, k int) int { return max(k, 2) }},
	{name: "worst first", caught: "NearestOrder", nearest: func(found []retrieval.Near, _ int, err error) ([]retrieval.Near, error) {
		slices.Reverse(found)
		return found, err
	}},
	{name: "fewer is an error", caught: "NearestFewerThanK", nearest: func(found []retrieval.Near, k int, err error) ([]retrieval.Near, error) {
		if err == nil && len(found) < k {
			err = errors.New("fewer than k")
		}
		return found, err
	}},
	{name: "distance for score", caught: "NearestScores", nearest: func(found []retrieval.Near, _ int, err error) ([]retrieval.Near, error) {
		for i := range found {
			found[i].Score = 1 - found[i].Score
		}
		return found, err
	}},
	{name: "no dimensions", caught: "NearestDimension", nearest: func(found []retrieval.Near, _ int, err error) ([]retrieval.Near, error) {
		if errors.Is(err, retrieval.ErrDimension) {
			err = nil
		}
		return found, err
	}},
	{name: "ties as they come", caught: "NearestOrder", nearest: func(found []retrieval.Near, _ int, err error) ([]retrieval.Near, error) {
		slices.SortStableFunc(found, func(a, b retrieval.Near) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID)) })
		return found, err
	}},
}

// filterAfter searches everything and drops what is out of scope afterwards.
type filterAfter struct{ *Index }

func (x filterAfter) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	found, err := x.Index.Nearest(ctx, embedder, query, all(x.Index), k)
	return slices.DeleteFunc(found, func(n retrieval.Near) bool { return !slices.Contains(docs, n.Doc) }), err
}

func TestIndex_FilterAfterSearch(t *testing.T) {
	if err := nearestFewOfMany(t.Context(), filterAfter{NewIndex()}); err == nil {
		t.Error("the suite accepts an index that filters after the search")
	}
}

func ExampleNewIndex() {
	ctx := context.Background()
	x := NewIndex()
	_ = x.Put(ctx, "code/2020", "model", []retrieval.Vector{{ID: "a", Values: []float32{1, 0}}, {ID: "b", Values: []float32{0, 1}}})
	found, _ := x.Nearest(ctx, "model", []float32{0.6, 0.8}, []string{"code/2020"}, 1)
	fmt.Printf("%s %.1f\n", found[0].ID, found[0].Score)
	// Output: b 0.8
}
