package pgvectorindex_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
)

func ExampleOpen() {
	ctx := context.Background()
	x, err := pgvectorindex.Open(ctx, os.Getenv("REGENGINE_PGVECTOR_URL"), nil)
	if errors.Is(err, pgvectorindex.ErrExtension) {
		fmt.Println(err) // says what the administrator of the database has to do
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	_ = x.Put(ctx, "code/2020", "model", []retrieval.Vector{{ID: "stairs", Values: []float32{1, 0}}, {ID: "doors", Values: []float32{0, 1}}})
	found, err := x.Nearest(ctx, "model", []float32{0.6, 0.8}, []string{"code/2020"}, 1)
	fmt.Println(found, err)
}
