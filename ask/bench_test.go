package ask_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
)

var hundredThousand = sync.OnceValues(func() (*asktest.World, error) {
	subjects := []string{"puerta", "ventana", "pilar", "forjado", "cubierta", "fachada", "tabique", "conducto", "arqueta", "bajante"}
	blocks := make([]retrieval.Block, 100_000)
	for i := range blocks {
		blocks[i] = retrieval.Block{ID: fmt.Sprintf("00000000-0000-5000-8000-%012d", i), Doc: "seguridad/2022", Section: "puertas", Kind: retrieval.Paragraph, Lang: "es", Order: 1000 + i,
			Text: fmt.Sprintf("La %s del tipo %d tendrá una dimensión de %d,%d m, como mínimo, según la clase %d.", subjects[i%len(subjects)], i/7, i%9+1, i%10, i%97)}
	}
	return asktest.NewWorld(blocks...)
})

// scripted is a turn of three rounds, two wordings in each of two, and a draft.
func scripted() ask.Model {
	return asktest.NewScript(
		asktest.Make(asktest.SearchFor("altura de la barrera de protección", "puerta del tipo 12 dimensión mínima")),
		asktest.Make(asktest.SearchFor("pasamanos altura", "clase 5 conducto")),
		barrierDraft,
	)
}

// BenchmarkAgent_Answer is what the agent itself costs over 100,000 blocks: its
// searches, its checks, no model.
func BenchmarkAgent_Answer(b *testing.B) {
	w, err := hundredThousand()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		oneTurn(b, w)
	}
}

// BenchmarkAgent_Answer_twentyAtOnce is twenty such turns at the same time.
func BenchmarkAgent_Answer_twentyAtOnce(b *testing.B) {
	w, err := hundredThousand()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { oneTurn(b, w) })
		}
		wg.Wait()
	}
}

func oneTurn(b *testing.B, w *asktest.World) {
	a, err := w.Agent(scripted(), nil).Answer(context.Background(), w.Question(barrierQuestion))
	if err != nil || len(a.Sources) != 1 {
		b.Errorf("got %v, %+v", err, a)
	}
}
