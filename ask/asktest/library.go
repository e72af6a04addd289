package asktest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

var _ ask.Library = (*Library)(nil)

// Library is an [ask.Library] in memory.
type Library struct {
	mu   sync.Mutex
	docs map[string][]retrieval.Block
	err  error
}

// NewLibrary returns an empty Library.
func NewLibrary() *Library { return &Library{docs: map[string][]retrieval.Block{}} }

// Put makes a document of these paragraphs.
func (l *Library) Put(id string, paragraphs ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	blocks := make([]retrieval.Block, len(paragraphs))
	for i, text := range paragraphs {
		blocks[i] = retrieval.Block{
			ID: blockID(id, i), Doc: id, Kind: retrieval.Paragraph, Lang: "es", Order: i, Page: i/3 + 1, Text: text,
		}
	}
	l.docs[id] = blocks
}

// Delete removes a document.
func (l *Library) Delete(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.docs, id)
}

// Fail makes every further call give err.
func (l *Library) Fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

// Search implements [ask.Library].
func (l *Library) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	l.mu.Lock()
	err := l.err
	var all []retrieval.Block
	for _, blocks := range l.docs {
		all = append(all, blocks...)
	}
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return retrieval.New(all).Search(ctx, q)
}

// Read implements [ask.Library].
func (l *Library) Read(_ context.Context, documentID string, from, to int) (list []*retrieval.Block, of int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, 0, l.err
	}
	blocks, ok := l.docs[documentID]
	if !ok {
		return nil, 0, projects.ErrNotFound
	}
	for i := max(from, 0); i < min(to, len(blocks)); i++ {
		block := blocks[i]
		list = append(list, &block)
	}
	return list, len(blocks), nil
}

// Existing implements [ask.Library].
func (l *Library) Existing(_ context.Context, documentIDs []string) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(documentIDs), func(id string) bool {
		_, there := l.docs[id]
		return !there
	}), l.err
}

// AddDocument puts a document into the world's project and its Library, and
// returns its id.
func (w *World) AddDocument(name string, paragraphs ...string) string {
	if w.Documents == nil {
		w.Documents = NewLibrary()
	}
	id := fmt.Sprintf("d0c00000-0000-4000-8000-%012d", len(w.Project.Documents))
	w.Documents.Put(id, paragraphs...)
	w.Project.Documents = append(w.Project.Documents, projects.Document{
		ID: id, Name: name, MediaType: "text/plain", Blocks: len(paragraphs), CreatedAt: time.Date(2031, 5, 6, 0, 0, 0, 0, time.UTC),
	})
	return id
}

// Furnish gives the world's project two documents, more memory and a saved
// calculation.
func (w *World) Furnish() {
	w.AddDocument("memoria de proyecto.pdf",
		"El edificio tiene doce viviendas en cuatro plantas.",
		"La barandilla de la terraza proyectada mide 1,02 m de altura.",
		"La escalera común tiene una anchura proyectada de 1,10 m.",
	)
	w.AddDocument("estudio del terreno.txt", "El nivel freático se encontró a 4,2 m de profundidad.")
	w.Project.Memory = append(w.Project.Memory,
		projects.MemoryItem{Key: "desnivel_terraza", Label: "Desnivel de la terraza", Value: "3,4", Unit: "m", Source: projects.SourceUser},
	)
	w.Project.Calculations = append(w.Project.Calculations, projects.Calculation{
		ID: "ca1c0000-0000-4000-8000-000000000001", CalculatorID: "tramo", Name: "Escalera común", Compliant: new(true),
		Summary: "El tramo tiene 16 peldaños de 17,3 cm.",
		Input:   []byte(`{"altura":2.77,"peldanos":16}`), Result: []byte(`{"contrahuella_cm":17.3,"cumple":true}`),
		CreatedAt: time.Date(2031, 5, 7, 0, 0, 0, 0, time.UTC),
	})
}
