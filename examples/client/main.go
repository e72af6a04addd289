// Command client works a project through the HTTP API as an architect's tool
// would: it makes a project in Ávila, selects regulations, uploads a PDF, keeps
// two data of the site and a calculation, asks questions in Spanish and English,
// prints each answer with its sources, and opens every source.
//
//	go run ./regengine/cmd/regengine serve --data-dir data
//	go run ./examples/client -server http://127.0.0.1:8080 -key rgk_...
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

func main() {
	server := flag.String("server", "http://127.0.0.1:8080", "address of the server")
	key := flag.String("key", os.Getenv("REGENGINE_API_KEY"), "API key; the server shows one at its first start")
	flag.Parse()
	if *key == "" {
		log.Fatal("a key is needed: -key, or the variable REGENGINE_API_KEY")
	}
	if err := run(context.Background(), os.Stdout, newClient(*server, *key)); err != nil {
		log.Fatal(err)
	}
}

// questions are what is asked, in both languages. The last one has no answer in
// what is selected.
var questions = []string{
	"¿Qué altura debe tener la barandilla de un balcón a 8 m de altura?",
	"¿Qué anchura mínima debe tener una escalera de uso general en vivienda?",
	"¿Qué pendiente máxima puede tener una rampa accesible de 5 m?",
	"¿Qué contrahuella máxima admite una escalera de uso general?",
	"¿Qué transmitancia límite tienen los muros en la zona climática del proyecto?",
	"What is the minimum height of the handrail of a stair?",
	"How wide must an accessible route be?",
	"¿De qué color es la carpintería según la memoria del proyecto?",
	"According to the project's data, what is the altitude of the site?",
	"¿Qué dimensiones mínimas tiene un andén de metro?",
}

func run(ctx context.Context, out io.Writer, c *client) error {
	project, err := prepare(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Project %s in %s: %d regulations, %d documents\n\n", project.Name, project.Geo.Name, project.Collections, project.Files)
	for _, question := range questions {
		if err := askOne(ctx, out, c, project.ID, question); err != nil {
			return fmt.Errorf("%s: %w", question, err)
		}
	}
	return hangUpAndFetch(ctx, out, c, project.ID)
}

// prepare makes the project and fills it.
func prepare(ctx context.Context, c *client) (project, error) {
	var p project
	err := c.post(ctx, "/api/v1/projects", map[string]any{
		"name": "Casa en Ávila", "geo_id": "ES-05019",
		"collections": []string{"cte-db-sua", "cte-db-si", "cte-db-he", "cte-db-hs", "rite"},
	}, &p)
	if err != nil {
		return p, err
	}
	home := "/api/v1/projects/" + p.ID
	steps := []func() error{
		func() error { return c.upload(ctx, home+"/documents", "memoria.pdf", onePage(memo)) },
		func() error {
			return c.put(ctx, home+"/memory/site_altitude", map[string]any{"label": "Altitud del solar", "value": "1131", "unit": "m"})
		},
		func() error {
			return c.put(ctx, home+"/memory/storeys", map[string]any{"label": "Plantas sobre rasante", "value": "3"})
		},
		func() error { return c.post(ctx, home+"/calculations", stairCalculation, nil) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return p, err
		}
	}
	return p, c.get(ctx, "/api/v1/project/info?project_id="+p.ID, &p)
}

// memo is the text of the uploaded document.
var memo = []string{
	"Memoria del proyecto",
	"La carpinteria exterior es de aluminio lacado en color verde oliva.",
	"El portal tiene una altura libre de 2,70 m.",
}

var stairCalculation = map[string]any{
	"calculator_id": "stair-geometry", "name": "Escalera principal",
	"input": map[string]any{"use": "general", "riser": 17, "tread": 29, "public_use": false, "lift": true, "flight_steps": 12},
}

func askOne(ctx context.Context, out io.Writer, c *client, projectID, question string) error {
	var a answer
	if err := c.post(ctx, "/api/v2/ask", map[string]any{"query": question, "project_id": projectID}, &a); err != nil {
		return err
	}
	fmt.Fprintf(out, "? %s\n%s\n", question, a.Answer)
	for _, s := range a.Sources {
		if err := show(ctx, out, c, s); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "(%d rounds, %d searches)\n\n", a.Iterations, a.Searches)
	return err
}

// show prints a source and opens it: the page must have the anchor.
func show(ctx context.Context, out io.Writer, c *client, s source) error {
	if s.URL == nil {
		_, err := fmt.Fprintf(out, "  [%d] %s, %s (private document)\n", s.Index, s.DocumentTitle, s.SectionTitle)
		return err
	}
	if !s.URLValid {
		return fmt.Errorf("source %d: the link %s is not valid", s.Index, *s.URL)
	}
	page, err := c.page(ctx, *s.URL)
	if err != nil {
		return err
	}
	_, anchor, _ := strings.Cut(*s.URL, "#")
	if !strings.Contains(page, `id="`+anchor+`"`) {
		return fmt.Errorf("source %d: %s has no such section", s.Index, *s.URL)
	}
	_, err = fmt.Fprintf(out, "  [%d] %s, %s\n      %s (opened)\n", s.Index, s.DocumentTitle, s.SectionTitle, *s.URL)
	return err
}

// hangUpAndFetch asks, leaves before the answer is there, and fetches it later
// by repeating the request under its idempotency key: it is charged once.
func hangUpAndFetch(ctx context.Context, out io.Writer, c *client, projectID string) error {
	body := map[string]any{"query": questions[0], "project_id": projectID}
	key := "hang-up-" + projectID
	if err := c.sendAndLeave(ctx, "/api/v2/ask", body, key); err != nil {
		return err
	}
	var a answer
	if err := c.retrieve(ctx, "/api/v2/ask", body, key, &a); err != nil {
		return err
	}
	if a.Answer == "" {
		return errors.New("the answer of a client that left is empty")
	}
	_, err := fmt.Fprintf(out, "Left before the answer, fetched later: %s\n", firstLine(a.Answer))
	return err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
