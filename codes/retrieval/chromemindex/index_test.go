package chromemindex_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/chromemindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestIndex_Conformance(t *testing.T) {
	retrievaltest.TestIndex(t, func(*testing.T) retrieval.Index { return chromemindex.New() })
}

func ExampleNew() {
	ctx := context.Background()
	x := chromemindex.New()
	_ = x.Put(ctx, "code/2020", "model", []retrieval.Vector{{ID: "stairs", Values: []float32{1, 0}}, {ID: "doors", Values: []float32{0, 1}}})
	found, err := x.Nearest(ctx, "model", []float32{0.6, 0.8}, []string{"code/2020"}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %s %.1f\n", found[0].Doc, found[0].ID, found[0].Score)
	// Output: code/2020 doors 0.8
}
