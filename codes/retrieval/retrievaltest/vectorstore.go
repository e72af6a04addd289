package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestVectorStore runs the conformance suite. open gives every subtest a fresh,
// empty store and cleans up through t.
func TestVectorStore(t *testing.T, open func(t *testing.T) retrieval.VectorStore) {
	for _, c := range vectorStoreCases {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(t.Context(), open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// vectorStoreCase is one promise of the port, see storeCase.
type vectorStoreCase struct {
	name string
	run  func(ctx context.Context, s retrieval.VectorStore) error
}

var vectorStoreCases = []vectorStoreCase{
	{"EmptyStore", vectorsEmptyStore},
	{"RoundTrip", vectorsRoundTrip},
	{"MissingAreAbsent", vectorsMissing},
	{"PutReplaces", vectorsReplaced},
	{"EmbeddersApart", vectorsApart},
	{"HostileNames", vectorsHostile},
	{"NoSharedMemory", vectorsNotShared},
	{"Many", vectorsMany},
	{"Prune", vectorsPruned},
	{"PruneNothingNamed", vectorsPrunedAll},
	{"PruneMany", vectorsPrunedMany},
	{"Concurrent", vectorsConcurrent},
}

const model = "model-a@1?dimensions=4"

func vectorsEmptyStore(ctx context.Context, s retrieval.VectorStore) error {
	if err := s.PutVectors(ctx, model, nil); err != nil {
		return fmt.Errorf("PutVectors of nothing: %w", err)
	}
	if err := wantRemoved(ctx, s, []string{model}, []string{hashOf(1)}, 0); err != nil {
		return err
	}
	return errors.Join(wantStored(ctx, s, model, nil, nil), wantStored(ctx, s, model, []string{hashOf(1), hashOf(1)}, nil))
}

// vectorsRoundTrip holds every kind of number, to the bit.
func vectorsRoundTrip(ctx context.Context, s retrieval.VectorStore) error {
	put := map[string][]float32{
		hashOf(1): {0, float32(math.Copysign(0, -1)), 1, -1},
		hashOf(2): {math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, math.Float32frombits(0x007fffff), math.MaxFloat32},
		hashOf(3): {0.1, 1.0 / 3, float32(math.Inf(1)), float32(math.Inf(-1))},
		hashOf(4): {math.Float32frombits(0x7fc00001), math.Float32frombits(0x00c0ffee), math.Float32frombits(0x27220a5c), 0},
		hashOf(5): {1},
	}
	if err := s.PutVectors(ctx, model, put); err != nil {
		return err
	}
	return wantStored(ctx, s, model, slices.Collect(maps.Keys(put)), put)
}

func vectorsMissing(ctx context.Context, s retrieval.VectorStore) error {
	put := someVectors(3, 0)
	if err := s.PutVectors(ctx, model, put); err != nil {
		return err
	}
	asked := []string{hashOf(7), hashOf(1), "", hashOf(2), hashOf(1), hashOf(8), "no hash"}
	return wantStored(ctx, s, model, asked, map[string][]float32{hashOf(1): put[hashOf(1)], hashOf(2): put[hashOf(2)]})
}

func vectorsReplaced(ctx context.Context, s retrieval.VectorStore) error {
	first, second := someVectors(3, 0), someVectors(2, 1)
	for _, put := range []map[string][]float32{first, second, second} {
		if err := s.PutVectors(ctx, model, put); err != nil {
			return err
		}
	}
	want := maps.Clone(first)
	maps.Copy(want, second)
	return wantStored(ctx, s, model, hashes(3), want)
}

func vectorsApart(ctx context.Context, s retrieval.VectorStore) error {
	names := []string{model, model + " ", "Model-A@1?dimensions=4", "", "model"}
	for i, name := range names {
		if err := s.PutVectors(ctx, name, someVectors(2, i)); err != nil {
			return err
		}
	}
	for i, name := range names {
		if err := wantStored(ctx, s, name, hashes(3), someVectors(2, i)); err != nil {
			return err
		}
	}
	return wantStored(ctx, s, "another", hashes(3), nil)
}

// vectorsHostile uses names that mean something to SQL, to JSON or to a file
// system. What a store cannot keep it refuses, and never finds.
func vectorsHostile(ctx context.Context, s retrieval.VectorStore) error {
	names := []string{
		`'; DROP TABLE vectors; --`, `?`, `$1`, `%_\`, `"`, "../../etc", "a/b", "ñ 𝒳 \n\t", "{}", "null", "?0 ?TableAlias",
	}
	for i, name := range names {
		if err := s.PutVectors(ctx, name, someVectors(2, i)); err != nil {
			return fmt.Errorf("embedder %q: %w", name, err)
		}
	}
	for i, name := range names {
		if err := wantStored(ctx, s, name, hashes(2), someVectors(2, i)); err != nil {
			return err
		}
	}
	for _, name := range []string{"a\x00b", "a\xffb"} {
		want := someVectors(1, 0)
		if err := s.PutVectors(ctx, name, want); err != nil {
			want = nil
		}
		if err := wantStored(ctx, s, name, hashes(1), want); err != nil {
			return err
		}
		if got, err := s.GetVectors(ctx, model, []string{name}); err != nil || len(got) != 0 {
			return fmt.Errorf("GetVectors of the hash %q: %d vectors, error %w", name, len(got), err)
		}
	}
	return nil
}

func vectorsNotShared(ctx context.Context, s retrieval.VectorStore) error {
	put := someVectors(1, 0)
	if err := s.PutVectors(ctx, model, put); err != nil {
		return err
	}
	put[hashOf(0)][0] = 99
	got, err := s.GetVectors(ctx, model, hashes(1))
	if err != nil {
		return err
	}
	if values := got[hashOf(0)]; len(values) > 0 {
		values[0] = 98
	}
	return wantStored(ctx, s, model, hashes(1), someVectors(1, 0))
}

// vectorsMany catches stores that cap a batch or bind a variable for each hash.
func vectorsMany(ctx context.Context, s retrieval.VectorStore) error {
	const n = 5000
	put := someVectors(n, 0)
	if err := s.PutVectors(ctx, model, put); err != nil {
		return err
	}
	asked := hashes(n)
	for i := range 35_000 {
		asked = append(asked, fmt.Sprintf("absent-%d", i))
	}
	return wantStored(ctx, s, model, asked, put)
}

func vectorsPruned(ctx context.Context, s retrieval.VectorStore) error {
	for i, name := range []string{"kept", "kept too", "dropped"} {
		if err := s.PutVectors(ctx, name, someVectors(3+i, i)); err != nil {
			return err
		}
	}
	keep := []string{hashOf(1), hashOf(1), hashOf(3), hashOf(9)}
	// Of 3 one stays, of 4 two, of 5 none.
	if err := wantRemoved(ctx, s, []string{"kept", "kept too", "unknown", "a\x00b"}, keep, 2+2+5); err != nil {
		return err
	}
	if err := wantRemoved(ctx, s, []string{"kept", "kept too"}, keep, 0); err != nil {
		return fmt.Errorf("again: %w", err)
	}
	first, second := someVectors(3, 0), someVectors(4, 1)
	return errors.Join(
		wantStored(ctx, s, "kept", hashes(6), map[string][]float32{hashOf(1): first[hashOf(1)]}),
		wantStored(ctx, s, "kept too", hashes(6), map[string][]float32{hashOf(1): second[hashOf(1)], hashOf(3): second[hashOf(3)]}),
		wantStored(ctx, s, "dropped", hashes(6), nil))
}

func vectorsPrunedAll(ctx context.Context, s retrieval.VectorStore) error {
	for _, c := range []struct{ embedders, hashes []string }{{nil, hashes(3)}, {[]string{model}, nil}, {nil, nil}} {
		if err := s.PutVectors(ctx, model, someVectors(3, 0)); err != nil {
			return err
		}
		if err := wantRemoved(ctx, s, c.embedders, c.hashes, 3); err != nil {
			return err
		}
		if err := wantStored(ctx, s, model, hashes(3), nil); err != nil {
			return err
		}
	}
	return nil
}

func vectorsPrunedMany(ctx context.Context, s retrieval.VectorStore) error {
	const n = 1000
	if err := s.PutVectors(ctx, model, someVectors(n, 0)); err != nil {
		return err
	}
	keep := hashes(n)[n/4:]
	for i := range 30_000 {
		keep = append(keep, fmt.Sprintf("absent-%d", i))
	}
	if err := wantRemoved(ctx, s, []string{model}, keep, n/4); err != nil {
		return err
	}
	want := someVectors(n, 0)
	for _, hash := range hashes(n / 4) {
		delete(want, hash)
	}
	return wantStored(ctx, s, model, hashes(n), want)
}

// vectorsConcurrent has many write the same vectors, each in an order of its own,
// while others read and remove: no deadlock, and no vector of two writers.
func vectorsConcurrent(ctx context.Context, s retrieval.VectorStore) error {
	const callers, n = 6, 200
	errs := make(chan error, 3*callers)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() { errs <- s.PutVectors(ctx, model, someVectors(n, i)) })
		wg.Go(func() { errs <- wholeVectors(ctx, s, n, callers) })
		wg.Go(func() {
			_, err := s.PruneVectors(ctx, []string{model}, hashes(n-i))
			errs <- err
		})
	}
	wg.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	return errors.Join(all, wholeVectors(ctx, s, n, callers))
}

// wholeVectors reports vectors that no caller put.
func wholeVectors(ctx context.Context, s retrieval.VectorStore, n, callers int) error {
	got, err := s.GetVectors(ctx, model, hashes(n))
	if err != nil {
		return err
	}
	puts := make([]map[string][]float32, callers)
	for by := range puts {
		puts[by] = someVectors(n, by)
	}
	for hash, values := range got {
		if !slices.ContainsFunc(puts, func(put map[string][]float32) bool { return sameBits(values, put[hash]) }) {
			return fmt.Errorf("nobody put the vector %v of %s", values, hash)
		}
	}
	return nil
}
