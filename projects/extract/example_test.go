package extract_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/projects/extract"
)

// A program calls sandbox.Main(extract.Jobs()) first thing in its main function.
func ExampleNew() {
	x := extract.New(&extract.Options{Lang: "es"})
	text, err := x.Extract(context.Background(), "memoria.txt", []byte("La baran\u200bdilla mide 1,02 m de altura en la terraza de la última planta.\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(text.MediaType, len(text.Blocks))
	fmt.Println(text.Blocks[0].Text)
	fmt.Println(text.Warnings[0])
	// Output:
	// text/plain 1
	// La barandilla mide 1,02 m de altura en la terraza de la última planta.
	// taken out: zero-width characters (1)
}
