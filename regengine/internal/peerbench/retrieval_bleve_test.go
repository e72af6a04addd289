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
	"github.com/blevesearch/bleve/v2/search"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/reglookup/regengine/codes/retrieval"
)

// blevePassages is a Bleve index with its English analyzer.
type blevePassages struct {
	index bleve.Index
	set   *passages
	stats *search.BM25Stats // nil for what Bleve finds itself
}

// openBleveBM25 tells Bleve how many words the passages have. Left alone, Bleve
// v2.6.1 takes the number of different words of a field for the number of all, so
// that its mean length is about 1 and long passages are punished far too much:
// recall 0.70 and MAP 0.49 instead of 0.78 and 0.64. Other values of its k1 and b
// give no better figures than its own, 1.2 and 0.75.
func openBleveBM25(b *testing.B, set *passages) passageEngine {
	e := openBlevePassages(b, set, index.BM25Scoring)
	e.stats = &search.BM25Stats{DocCount: float64(len(set.blocks)), FieldCardinality: map[string]int{
		"text": wordCount(set),
		"doc":  len(set.blocks), "*": len(set.blocks), // the filter by document
	}}
	return e
}

// openBleveDefault scores as Bleve does unless told otherwise, by TF-IDF.
func openBleveDefault(b *testing.B, set *passages) passageEngine {
	return openBlevePassages(b, set, index.TFIDFScoring)
}

// wordCount is how many words Bleve's analyzer finds in all passages.
func wordCount(set *passages) (n int) {
	analyzer := passageMapping(index.BM25Scoring).AnalyzerNamed(en.AnalyzerName)
	for i := range set.blocks {
		n += len(analyzer.Analyze([]byte(set.blocks[i].Text)))
	}
	return n
}

func openBlevePassages(b *testing.B, set *passages, scoring string) blevePassages {
	x, err := bleve.New(filepath.Join(b.TempDir(), "passages.bleve"), passageMapping(scoring))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { x.Close() })
	batch := x.NewBatch()
	for i := range set.blocks {
		passage := map[string]string{"text": set.blocks[i].Text, "doc": set.blocks[i].Doc}
		if err := batch.Index(strconv.Itoa(i), passage); err != nil {
			b.Fatal(err)
		}
	}
	if err := x.Batch(batch); err != nil {
		b.Fatal(err)
	}
	return blevePassages{index: x, set: set}
}

func passageMapping(scoring string) *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = scoring
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for name, analyzer := range map[string]string{"text": en.AnalyzerName, "doc": keyword.Name} {
		field := bleve.NewTextFieldMapping()
		field.Analyzer = analyzer
		field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = false, false, false, false
		m.DefaultMapping.AddFieldMappingsAt(name, field)
	}
	return m
}

func (e blevePassages) find(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	match := bleve.NewMatchQuery(q.Text)
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
	if e.stats != nil {
		ctx = context.WithValue(ctx, search.BM25StatsKey, e.stats)
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
