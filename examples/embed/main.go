// Command embed uses the engine as a library: no server, no database, no
// network. It finds a place by name, lists what applies there and why, and answers
// what is required of a guardrail there.
//
//	go run ./examples/embed coruna
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
)

func main() {
	query := strings.Join(os.Args[1:], " ")
	if query == "" {
		query = "Madrid"
	}
	if err := run(context.Background(), os.Stdout, query); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer, query string) error {
	pack, err := starter.Open()
	if err != nil {
		return err
	}
	engine, err := regengine.Open(ctx, regengine.Static(pack.Data), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		return err
	}
	places, err := engine.Snapshot().Places.Search(query, &geo.SearchOptions{Level: geo.Municipality, Limit: 1})
	if err != nil {
		return err
	}
	for _, place := range places {
		fmt.Fprintf(out, "%s (%s)\n", place.Name, place.ID)
		site := engine.At(string(place.ID))
		applicable, err := site.Applicable()
		if err != nil {
			return err
		}
		for _, a := range applicable {
			fmt.Fprintf(out, "  %-12s %s\n", a.Match, a.Code.Title)
		}
		answer, err := site.Ask(ctx, "¿Qué altura tiene una barandilla?", nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, answer.Text)
	}
	return nil
}
