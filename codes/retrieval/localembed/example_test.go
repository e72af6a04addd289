package localembed_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/localembed"
)

func ExampleNew() {
	e := localembed.New(nil)
	vectors, err := e.Embed(context.Background(), []string{"barandilla", "barandila", "escalera"}, retrieval.ForQuery)
	if err != nil {
		fmt.Println(err)
		return
	}
	var misspelt, other float32
	for i := range vectors[0] {
		misspelt += vectors[0][i] * vectors[1][i]
		other += vectors[0][i] * vectors[2][i]
	}
	fmt.Println(e.ID(), misspelt > 0.3, other > 0.3)
	// Output: local:ngrams-1 dimension=512 true false
}
