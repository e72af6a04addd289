package textlimits_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

func ExampleNew() {
	limits, err := textlimits.New().Extract(context.Background(), []retrieval.Block{{
		ID: "b1", Kind: retrieval.Paragraph, Lang: "es",
		Text: "El pretil tendrá una altura de 0,95 m como mínimo cuando el desnivel no exceda de 5 m y de 1,15 m en el resto de los casos.",
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range limits {
		fmt.Println(l.Op, l.Value, l.Unit)
		for _, p := range l.Phrases {
			fmt.Printf("  %s: %s\n", p.Role, p.Text)
		}
	}
	// Output:
	// >= 0.95 m
	//   measure: altura
	//   thing: pretil
	//   when: cuando el desnivel no exceda de 5 m
	// >= 1.15 m
	//   measure: altura
	//   thing: pretil
	//   rest: en el resto de los casos
}
