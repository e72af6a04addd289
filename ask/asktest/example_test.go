package asktest_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
)

func ExampleNewWorld() {
	w, err := asktest.NewWorld()
	if err != nil {
		panic(err)
	}
	model := asktest.NewScript(asktest.Search("pasamanos"), asktest.Draft(func(handle func(string) string) string {
		return "El pasamanos estará a 0,92 m como mínimo [[" + handle("pasamanos") + "]]."
	}))
	answer, err := w.Ask(context.Background(), model, "¿A qué altura va el pasamanos?")
	fmt.Println(answer.Text, err)
	// Output: El pasamanos estará a 0,92 m como mínimo [1]. <nil>
}

func ExampleNewScript() {
	script := asktest.NewScript(asktest.Search("puertas"), asktest.Say("No consta en las fuentes."))
	step, err := script.Next(context.Background(), &ask.Transcript{Round: 1})
	fmt.Println(step.Calls[0].Tool, string(step.Calls[0].Args), err)
	// Output: search_regulations {"queries":["puertas"]} <nil>
}

func ExampleNewLibrary() {
	library := asktest.NewLibrary()
	library.Put("notes", "La barandilla mide 1,02 m.", "La escalera mide 1,10 m.")
	hits, err := library.Search(context.Background(), retrieval.Query{Text: "barandilla", Docs: []string{"notes"}})
	fmt.Println(hits[0].Block.Text, err)
	// Output: La barandilla mide 1,02 m. <nil>
}
