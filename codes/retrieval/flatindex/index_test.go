package flatindex_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/flatindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestIndex_Conformance(t *testing.T) {
	retrievaltest.TestIndex(t, func(*testing.T) retrieval.Index { return flatindex.New(nil) })
}

// TestIndex_ConformanceByCodes has every case that asks over enough vectors
// answered by the codes.
func TestIndex_ConformanceByCodes(t *testing.T) {
	retrievaltest.TestIndex(t, func(*testing.T) retrieval.Index {
		return flatindex.New(&flatindex.Options{ExactUpTo: -1})
	})
}

// TestIndex_RecallByCodes: the codes find nearly all there is, in vectors of every
// kind: spread evenly, together by topic, with few values that are not zero, all
// positive.
func TestIndex_RecallByCodes(t *testing.T) {
	for name, s := range map[string]shape{"random": random, "topics": topics, "sparse": sparse} {
		t.Run(name, func(t *testing.T) {
			data := newCorpus(s, 2400, 3)
			x := flatindex.New(&flatindex.Options{ExactUpTo: -1})
			data.fill(t, x)
			for _, scope := range [][]string{data.names, data.names[:1]} {
				if recall := data.recall(t, x, scope); recall < 0.98 {
					t.Errorf("%d documents in scope: want nearly all of the ten nearest, got %v of them", len(scope), recall)
				}
			}
		})
	}
}

func ExampleNew() {
	ctx := context.Background()
	x := flatindex.New(nil)
	_ = x.Put(ctx, "code/2020", "model", []retrieval.Vector{{ID: "stairs", Values: []float32{1, 0}}, {ID: "doors", Values: []float32{0, 1}}})
	found, err := x.Nearest(ctx, "model", []float32{0.6, 0.8}, []string{"code/2020"}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %s %.1f\n", found[0].Doc, found[0].ID, found[0].Score)
	// Output: code/2020 doors 0.8
}
