// The program asks a server through a client that oapi-codegen made of its OpenAPI
// document, with the address and the key of the environment, and prints what it was told.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	ctx := context.Background()
	client, err := NewClientWithResponses(os.Getenv("SERVER"), WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	}))
	must(err)
	found, err := client.SearchLocationsWithResponse(ctx, &SearchLocationsParams{Q: "alcala"})
	must(err)
	fmt.Println(found.StatusCode(), found.JSON200.Results[0].GeoId)

	verdict, err := client.VerifyWithResponse(ctx, nil, VerifyJSONRequestBody{
		Element: "escalera de uso general", Parameter: "anchura útil", Value: 0.8000001, Unit: "m", GeoId: found.JSON200.Results[0].GeoId,
	})
	must(err)
	fmt.Println(verdict.StatusCode(), verdict.JSON200.ResultStatus, verdict.JSON200.ProvidedValue)

	answer, err := client.AskWithResponse(ctx, nil, AskJSONRequestBody{Query: "¿Qué anchura útil tiene la escalera?"})
	must(err)
	fmt.Println(answer.StatusCode(), answer.JSON200.Sources[0].Index)

	refused, err := client.AskWithResponse(ctx, nil, AskJSONRequestBody{Query: " "})
	must(err)
	fmt.Println(refused.StatusCode(), (*refused.ApplicationproblemJSON422.Errors)[0].Location)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
