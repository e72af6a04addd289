package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestIndex runs the conformance suite of [retrieval.Index]. open gives every
// subtest a fresh, empty index and cleans up through t.
//
// Every case asks for what an exact index finds. An approximate one passes when
// it answers exactly over collections as small as these, the largest of which
// holds some thousand vectors.
func TestIndex(t *testing.T, open func(t *testing.T) retrieval.Index) {
	for _, c := range indexCases {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(t.Context(), open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// indexCase is one promise of the port. It returns an error instead of failing
// a test so that the suite can be tried on indexes that are wrong on purpose.
type indexCase struct {
	name string
	run  func(ctx context.Context, x retrieval.Index) error
}

var indexCases = []indexCase{
	{"Empty", emptyIndex},
	{"RoundTrip", roundTripVectors},
	{"ListOrder", listCollections},
	{"PutReplaces", putReplacesVectors},
	{"PutEmptyRemoves", putEmptyRemovesVectors},
	{"PutRemovesOtherEmbedders", putRemovesOtherEmbedders},
	{"PutChangesDimension", putChangesDimension},
	{"PutLeavesOtherDocs", putLeavesOtherVectors},
	{"PutRefuses", putRefuses},
	{"Delete", deleteVectors},
	{"HostileNames", hostileNames},
	{"NearestScores", nearestScores},
	{"NearestDirection", nearestDirection},
	{"NearestOrder", nearestOrder},
	{"NearestTiesAtTheEnd", nearestTiesAtTheEnd},
	{"NearestFewerThanK", nearestFewerThanK},
	{"NearestScope", nearestScope},
	{"NearestFewOfMany", nearestFewOfMany},
	{"NearestDimension", nearestDimension},
	{"NearestRefuses", nearestRefuses},
	{"ZeroVectors", zeroVectors},
	{"ManyVectors", manyVectors},
	{"NoSharedMemory", noSharedVectors},
	{"Cancelled", cancelled},
	{"WholeCollections", wholeCollections},
	{"ConcurrentWriters", concurrentWriters},
}

// The embedders whose vectors the suite puts. Their order is that of bytes.
const (
	embedderA = "Model-b/1"
	embedderB = "model-a/1"
)

// tolerance is what single precision may cost a score.
const tolerance = 1e-5

func vector(id string, values ...float32) retrieval.Vector {
	return retrieval.Vector{ID: id, SHA256: "sha of " + id, Values: values}
}

// wantVectors compares what a collection holds, in order.
func wantVectors(ctx context.Context, x retrieval.Index, doc, embedder string, want ...retrieval.Vector) error {
	got, err := x.Vectors(ctx, doc, embedder)
	if err != nil {
		return fmt.Errorf("Vectors(%q, %q): %w", doc, embedder, err)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		return fmt.Errorf("Vectors(%q, %q) (-want +got):\n%s", doc, embedder, diff)
	}
	return nil
}

func wantNoVectors(ctx context.Context, x retrieval.Index, doc, embedder string) error {
	got, err := x.Vectors(ctx, doc, embedder)
	if !errors.Is(err, retrieval.ErrNoVectors) || len(got) > 0 {
		return fmt.Errorf("Vectors(%q, %q): want ErrNoVectors, got %d vectors and %s", doc, embedder, len(got), fmt.Sprint(err))
	}
	return nil
}

func wantCollections(ctx context.Context, x retrieval.Index, want ...retrieval.Collection) error {
	got, err := x.List(ctx)
	if err != nil {
		return fmt.Errorf("List: %w", err)
	}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		return fmt.Errorf("List (-want +got):\n%s", diff)
	}
	return nil
}

// question is one call of Nearest with embedderA.
type question struct {
	query []float32
	docs  []string
	k     int
}

func wantNearest(ctx context.Context, x retrieval.Index, q question, want ...retrieval.Near) error {
	return wantNearestOf(ctx, x, embedderA, q, want...)
}

func wantNearestOf(ctx context.Context, x retrieval.Index, embedder string, q question, want ...retrieval.Near) error {
	got, err := x.Nearest(ctx, embedder, q.query, q.docs, q.k)
	if err != nil {
		return fmt.Errorf("Nearest(%q, %q, %d): %w", embedder, q.docs, q.k, err)
	}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, tolerance)); diff != "" {
		return fmt.Errorf("Nearest(%q, %.80q, %d) (-want +got):\n%s", embedder, q.docs, q.k, diff)
	}
	for _, near := range got {
		if math.Abs(near.Score) > 1 {
			return fmt.Errorf("Nearest: block %q scores %v, beyond -1 and 1", near.ID, near.Score)
		}
	}
	return nil
}

func wantError(name string, err, want error) error {
	if !errors.Is(err, want) {
		return fmt.Errorf("%s: want %q, got %s", name, want.Error(), fmt.Sprint(err))
	}
	return nil
}

// put stores vectors of embedderA.
func put(ctx context.Context, x retrieval.Index, doc string, vectors ...retrieval.Vector) error {
	if err := x.Put(ctx, doc, embedderA, vectors); err != nil {
		return fmt.Errorf("Put(%q, %d vectors): %w", doc, len(vectors), err)
	}
	return nil
}

// firstError runs steps until one fails.
func firstError(steps ...func() error) error {
	for i, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}
