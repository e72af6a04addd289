package openaiembed_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/openaiembed"
)

func ExampleNew() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"data":[{"index":0,"embedding":[3,4]}]}`)
	}))
	defer server.Close()

	e, err := openaiembed.New(server.URL+"/v1", "multilingual-e5-small", &openaiembed.Options{
		QueryPrefix:   "query: ",
		PassagePrefix: "passage: ",
		MaxChars:      1500,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	vectors, err := e.Embed(context.Background(), []string{"width of a ramp"}, retrieval.ForQuery)
	fmt.Println(vectors, err)
	fmt.Println(e.ID())
	// Output:
	// [[0.6 0.8]] <nil>
	// openai:multilingual-e5-small max=1500 query="query: " passage="passage: "
}
