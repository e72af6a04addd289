package peerbench

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/reglookup/regengine/codes/retrieval"
)

// blevePassages is a Bleve index that scores by BM25, with its English analyzer
// over text and path.
type blevePassages struct {
	index bleve.Index
	set   *passages
}

func openBlevePassages(b *testing.B, set *passages) passageEngine {
	x, err := bleve.New(filepath.Join(b.TempDir(), "passages.bleve"), passageMapping())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { x.Close() })
	batch := x.NewBatch()
	for i := range set.blocks {
		path, text := passageText(&set.blocks[i])
		if err := batch.Index(strconv.Itoa(i), map[string]string{"path": path, "text": text, "doc": set.blocks[i].Doc}); err != nil {
			b.Fatal(err)
		}
	}
	if err := x.Batch(batch); err != nil {
		b.Fatal(err)
	}
	return blevePassages{x, set}
}

func passageMapping() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultAnalyzer = en.AnalyzerName
	doc := bleve.NewTextFieldMapping()
	doc.Analyzer = keyword.Name
	m.DefaultMapping.AddFieldMappingsAt("doc", doc)
	for _, field := range []string{"path", "text"} {
		text := bleve.NewTextFieldMapping()
		text.Store, text.IncludeTermVectors, text.IncludeInAll = false, false, false
		m.DefaultMapping.AddFieldMappingsAt(field, text)
	}
	return m
}

func (e blevePassages) find(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	words := spacedWords(q.Text)
	match := bleve.NewMatchQuery(words)
	match.SetField("text")
	request := bleve.NewSearchRequestOptions(match, q.TopK, 0, false)
	if len(q.Docs) < len(e.set.docs) {
		docs := bleve.NewDisjunctionQuery()
		for _, name := range q.Docs {
			term := bleve.NewTermQuery(name)
			term.SetField("doc")
			docs.AddQuery(term)
		}
		scoped := bleve.NewBooleanQuery()
		scoped.AddMust(match)
		scoped.AddFilter(docs)
		request.Query = scoped
	}
	result, err := e.index.SearchInContext(ctx, request)
	if err != nil {
		return nil, err
	}
	var numbers []string
	for _, hit := range result.Hits {
		numbers = append(numbers, hit.ID)
	}
	return blocksOf(e.set, numbers)
}
