package extractive_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// The corpus of the benchmarks is generated: no figure and no sentence of it is
// of a regulation. Its words are few, so that every search finds many passages,
// which is the harder case.
var (
	benchThings = []string{"barandilla", "rampa", "escalera", "puerta", "pasillo", "ventana", "cubierta", "zanja", "conducto", "depósito", "caldera", "aseo", "vestuario", "aparcamiento", "ascensor", "patio", "muro", "forjado", "pilar", "luminaria"}
	benchKinds  = []string{"exterior", "interior", "de emergencia", "de servicio", "principal", "accesible", "de uso público", "de uso privado", "prefabricada", "existente"}
	benchValues = []string{"una altura", "una anchura", "una longitud", "una profundidad", "una separación", "un espesor"}
	benchPlaces = []string{"en edificios de viviendas", "en centros docentes", "en hospitales", "en naves industriales", "en oficinas", "en locales comerciales", "en sótanos", "en zonas húmedas"}
)

func benchSentence(r *rand.Rand) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	bound := pick([]string{"mínima", "máxima"})
	return fmt.Sprintf("La %s %s tendrá %s %s de %d cm %s, salvo cuando se justifique otra solución para la %s %s.",
		pick(benchThings), pick(benchKinds), pick(benchValues), bound, 20+r.IntN(300), pick(benchPlaces), pick(benchThings), pick(benchKinds))
}

// benchWorld is a project over n blocks of sixty regulations.
func benchWorld(tb testing.TB, n int) (*ask.Agent, *projects.Info) {
	tb.Helper()
	const documents = 60
	r := rand.New(rand.NewPCG(1, 2))
	var blocks []retrieval.Block
	var list []codes.Code
	project := &projects.Info{Project: projects.Project{ID: "p", OrganizationID: "o", GeoID: "XX"}, Place: geo.Place{ID: "XX", Name: "Equis", Level: geo.Country}}
	for d := range documents {
		slug, title := fmt.Sprintf("norma-%d", d), fmt.Sprintf("Reglamento %d/2020 de instalaciones y elementos", d+1)
		version := codes.Version{Slug: "v", Title: title, Status: codes.Active, Internal: true}
		for i := range n / documents {
			section := fmt.Sprintf("s%d", i/20)
			if i%20 == 0 {
				version.Sections = append(version.Sections, codes.Section{Slug: section, Title: "Artículo " + fmt.Sprint(i/20), Level: 1})
			}
			text := benchSentence(r) + " " + benchSentence(r)
			blocks = append(blocks, retrieval.Block{ID: fmt.Sprintf("%08x-0000-5000-8000-%012x", d, i), Doc: slug + "/v", Section: section,
				Path: []string{version.Sections[i/20].Title}, Kind: retrieval.Paragraph, Lang: "es", Order: i, Text: text})
		}
		list = append(list, codes.Code{Slug: slug, Title: title, CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}, Versions: []codes.Version{version}})
		project.Selected = append(project.Selected, projects.Collection{Slug: slug, Title: title, Version: "v", Versions: []codes.VersionRef{{Code: slug, Version: "v"}}})
	}
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, []geo.Place{{ID: "XX", Name: "Equis", Level: geo.Country}})
	if err != nil {
		tb.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, list)
	if err != nil {
		tb.Fatal(err)
	}
	return ask.New(extractive.New(), retrieval.New(blocks), catalog, nil), project
}

// benchQuestions are of every kind, half without an answer.
func benchQuestions(n int) []string {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	shapes := []string{
		"¿Qué altura mínima debe tener la %s %s %s?", "¿Puedo poner una %s %s %s?", "¿Cuándo es obligatoria la %s %s %s?",
		"anchura máxima de %s %s %s", "¿Qué norma se aplica a la %s %s %s?", "¿Qué es una %s %s %s?",
	}
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(shapes[i%len(shapes)], pick(benchThings), pick(benchKinds), pick(benchPlaces))
		if i%2 == 1 {
			list[i] += " con revestimiento cerámico"
		}
	}
	return list
}

// BenchmarkModel_Turn times whole turns over 100,000 blocks, each with another
// question, and gives the median.
func BenchmarkModel_Turn(b *testing.B) {
	agent, project := benchWorld(b, 100_000)
	questions := benchQuestions(600)
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if _, err := agent.Answer(context.Background(), ask.Question{Text: questions[i%len(questions)], Project: project}); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}

// BenchmarkModel_TurnsAtOnce runs twenty turns at once.
func BenchmarkModel_TurnsAtOnce(b *testing.B) {
	agent, project := benchWorld(b, 100_000)
	questions := benchQuestions(600)
	for i := 0; b.Loop(); i++ {
		var wg sync.WaitGroup
		for k := range 20 {
			wg.Go(func() {
				if _, err := agent.Answer(context.Background(), ask.Question{Text: questions[(20*i+k)%len(questions)], Project: project}); err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

// BenchmarkModel_SmallTurn times a turn over a handful of blocks: what the model
// itself takes.
func BenchmarkModel_SmallTurn(b *testing.B) {
	w, err := asktest.NewWorld()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := w.Ask(context.Background(), extractive.New(), "¿Qué altura mínima tiene el pasamanos?"); err != nil {
			b.Fatal(err)
		}
	}
}
