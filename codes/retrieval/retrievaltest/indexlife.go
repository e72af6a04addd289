package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The cases of use by several at once, and of memory.

func noSharedVectors(ctx context.Context, x retrieval.Index) error {
	given := []retrieval.Vector{vector("a", 1, 0), vector("b", 3, 4)}
	docs, query := []string{"doc"}, []float32{1, 0}
	near := []retrieval.Near{{Doc: "doc", ID: "a", Score: 1}, {Doc: "doc", ID: "b", Score: 0.6}}
	return firstError(
		func() error { return put(ctx, x, "doc", given...) },
		func() error {
			given[0].Values[0], given[1].Values[1], given[1].ID = 0, -9, "changed after put"
			return wantVectors(ctx, x, "doc", embedderA, vector("a", 1, 0), vector("b", 3, 4))
		},
		func() error {
			got, err := x.Vectors(ctx, "doc", embedderA)
			if err == nil {
				got[0].Values[0], got[1].Values[1], got[1].ID = 0, -9, "changed after it was returned"
			}
			return err
		},
		func() error { return wantVectors(ctx, x, "doc", embedderA, vector("a", 1, 0), vector("b", 3, 4)) },
		func() error {
			found, err := x.Nearest(ctx, embedderA, query, docs, 2)
			if err == nil && len(found) > 0 {
				found[0].ID = "changed after it was found"
			}
			query[0], query[1] = 1, 0 // an index may not have scaled the caller's query, nor sorted its names
			return err
		},
		func() error { return wantNearest(ctx, x, question{[]float32{1, 0}, docs, 2}, near...) },
		func() error { return argumentsStay(ctx, x) },
	)
}

// argumentsStay: a caller's query, names and vectors are as they were.
func argumentsStay(ctx context.Context, x retrieval.Index) error {
	query, docs := []float32{3, 4}, []string{"z", "doc", "a", "doc"}
	given := []retrieval.Vector{vector("y", 3, 4), vector("x", 5, 12)}
	if err := put(ctx, x, "doc", given...); err != nil {
		return err
	}
	if _, err := x.Nearest(ctx, embedderA, query, docs, 2); err != nil {
		return err
	}
	if got, want := fmt.Sprint(query, docs, given), fmt.Sprint([]float32{3, 4}, []string{"z", "doc", "a", "doc"},
		[]retrieval.Vector{vector("y", 3, 4), vector("x", 5, 12)}); got != want {
		return fmt.Errorf("the index changed its arguments: want %s, got %s", want, got)
	}
	return nil
}

// cancelled: a caller that has gone gets its error, and nothing is changed.
func cancelled(ctx context.Context, x retrieval.Index) error {
	if err := put(ctx, x, "doc", vector("a", 1, 0)); err != nil {
		return err
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_, listErr := x.List(gone)
	_, vectorsErr := x.Vectors(gone, "doc", embedderA)
	_, nearestErr := x.Nearest(gone, embedderA, []float32{1, 0}, []string{"doc"}, 1)
	for name, err := range map[string]error{
		"Put":     x.Put(gone, "doc", embedderA, []retrieval.Vector{vector("b", 1, 0)}),
		"Delete":  x.Delete(gone, "doc"),
		"List":    listErr,
		"Vectors": vectorsErr,
		"Nearest": nearestErr,
	} {
		if err := wantError(name+" of a caller that has gone", err, context.Canceled); err != nil {
			return err
		}
	}
	return wantVectors(ctx, x, "doc", embedderA, vector("a", 1, 0))
}

// editions are the two states wholeCollections switches between. They differ in
// everything: embedder, dimension, number of vectors, blocks.
func editions(doc string) (embedders [2]string, vectors [2][]retrieval.Vector) {
	for e, dimension := range []int{8, 5} {
		for i := range 40 * (e + 1) {
			values := make([]float32, dimension)
			values[i%dimension] = float32(1 + i)
			vectors[e] = append(vectors[e], vector(fmt.Sprintf("%s/%d/%03d", doc, e, i), values...))
		}
	}
	return [2]string{embedderA, embedderB}, vectors
}

// wholeCollections lets readers look while each document changes from one
// edition to the other and back: they see one of them, whole, or none.
func wholeCollections(ctx context.Context, x retrieval.Index) error {
	const rounds = 10
	docs := []string{"one", "two"}
	stop := make(chan struct{})
	errs := make(chan error, 3*len(docs))
	var readers, writers sync.WaitGroup
	for _, doc := range docs {
		writers.Go(func() { errs <- rewrite(ctx, x, doc, rounds) })
		for _, look := range []func(context.Context, retrieval.Index, string) error{lookAtVectors, lookAtNearest} {
			readers.Go(func() { errs <- lookUntil(ctx, stop, func() error { return look(ctx, x, doc) }) })
		}
	}
	writers.Wait()
	close(stop)
	readers.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	return all
}

func rewrite(ctx context.Context, x retrieval.Index, doc string, rounds int) error {
	embedders, vectors := editions(doc)
	for i := range rounds {
		if err := x.Put(ctx, doc, embedders[i%2], vectors[i%2]); err != nil {
			return fmt.Errorf("Put while others read: %w", err)
		}
	}
	return nil
}

func lookUntil(ctx context.Context, stop <-chan struct{}, look func() error) error {
	for {
		select {
		case <-stop:
			return look() // once at the end, too
		case <-ctx.Done():
			return ctx.Err()
		default:
			if err := look(); err != nil {
				return err
			}
		}
	}
}

func lookAtVectors(ctx context.Context, x retrieval.Index, doc string) error {
	embedders, vectors := editions(doc)
	for e := range 2 {
		got, err := x.Vectors(ctx, doc, embedders[e])
		if errors.Is(err, retrieval.ErrNoVectors) {
			continue
		}
		if err != nil {
			return fmt.Errorf("Vectors while another writes: %w", err)
		}
		if len(got) != len(vectors[e]) {
			return fmt.Errorf("a reader saw %d of the %d vectors of %q", len(got), len(vectors[e]), doc)
		}
	}
	return nil
}

func lookAtNearest(ctx context.Context, x retrieval.Index, doc string) error {
	embedders, vectors := editions(doc)
	for e := range 2 {
		query := vectors[e][0].Values
		got, err := x.Nearest(ctx, embedders[e], query, []string{doc}, 1000)
		if err != nil {
			return fmt.Errorf("Nearest while another writes: %w", err)
		}
		if n := len(got); n != 0 && n != len(vectors[e]) {
			return fmt.Errorf("a search saw %d of the %d vectors of %q", n, len(vectors[e]), doc)
		}
	}
	return nil
}

// concurrentWriters put different editions of one document at the same time:
// one of them stays, whole.
func concurrentWriters(ctx context.Context, x retrieval.Index) error {
	const doc, rounds = "contended", 5
	embedders, vectors := editions(doc)
	for range rounds {
		errs := make([]error, 6)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() {
				if i%3 == 2 {
					errs[i] = x.Delete(ctx, "another")
					return
				}
				errs[i] = x.Put(ctx, doc, embedders[i%2], vectors[i%2])
			})
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return fmt.Errorf("writers at the same time: %w", err)
		}
		list, err := x.List(ctx)
		if err != nil {
			return err
		}
		if len(list) != 1 || list[0].Doc != doc {
			return fmt.Errorf("want one collection of %q, got %v", doc, list)
		}
		e := 0
		if list[0].Embedder == embedders[1] {
			e = 1
		}
		if err := wantVectors(ctx, x, doc, embedders[e], vectors[e]...); err != nil {
			return err
		}
	}
	return nil
}
