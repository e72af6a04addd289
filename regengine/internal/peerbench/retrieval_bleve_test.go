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

// blevePassages is a Bleve index with its English analyzer.
type blevePassages struct {
	index bleve.Index
	set   *passages
}

func openBleveBM25(b *testing.B, set *passages) passageEngine {
	return openBlevePassages(b, set, index.BM25Scoring)
}

// openBleveTFIDF scores as Bleve does unless told otherwise.
func openBleveTFIDF(b *testing.B, set *passages) passageEngine {
	return openBlevePassages(b, set, index.TFIDFScoring)
}

func openBlevePassages(b *testing.B, set *passages, scoring string) passageEngine {
	x, err := bleve.New(filepath.Join(b.TempDir(), "passages.bleve"), passageMapping(scoring))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { x.Close() })
	batch := x.NewBatch()
	for i := range set.blocks {
		text := spacedWords(set.blocks[i].Text)
		if err := batch.Index(strconv.Itoa(i), map[string]string{"text": text, "doc": set.blocks[i].Doc}); err != nil {
			b.Fatal(err)
		}
	}
	if err := x.Batch(batch); err != nil {
		b.Fatal(err)
	}
	return blevePassages{x, set}
}

func passageMapping(scoring string) *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = scoring
	m.DefaultAnalyzer = en.AnalyzerName
	doc := bleve.NewTextFieldMapping()
	doc.Analyzer = keyword.Name
	m.DefaultMapping.AddFieldMappingsAt("doc", doc)
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
