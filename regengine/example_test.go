package regengine_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify"
)

func ExampleEngine_At() {
	ctx := context.Background()
	pack, err := starter.Open()
	if err != nil {
		log.Fatal(err)
	}
	engine, err := regengine.Open(ctx, regengine.Static(pack.Data), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	madrid := engine.At("ES-28079")
	check, err := madrid.Verify(ctx, verify.Check{Element: "barandilla con una caída de 4 m", Parameter: "altura", Value: "0.95", Unit: "m"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(check.Status, check.Limit, "m")
	answer, err := madrid.Ask(ctx, "¿Qué pendiente máxima tiene una rampa accesible de 5 m?", nil)
	if err != nil {
		log.Fatal(err)
	}
	limit, _, _ := strings.Cut(answer.Text, ":")
	fmt.Println(limit, answer.Sources[0].Code)
	// Output:
	// compliant 0.9 m
	// - **≤ 8 %** cte-db-sua
}
