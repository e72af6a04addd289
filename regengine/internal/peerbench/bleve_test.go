package peerbench

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/reglookup/regengine/geo"

	_ "github.com/blevesearch/bleve/v2/analysis/analyzer/custom" // registers itself
)

// bleveIndex is a Bleve index of its default kind.
type bleveIndex struct{ index bleve.Index }

func openBleve(b *testing.B, _ []geo.Scheme, places []geo.Place) engine {
	mapping := bleve.NewIndexMapping()
	err := mapping.AddCustomAnalyzer("folded", map[string]any{
		"type": "custom", "tokenizer": whitespace.Name, "token_filters": []string{lowercase.Name},
	})
	if err != nil {
		b.Fatal(err)
	}
	mapping.DefaultAnalyzer = "folded"
	index, err := bleve.New(filepath.Join(b.TempDir(), "names.bleve"), mapping)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { index.Close() })
	batch := index.NewBatch()
	for _, p := range places {
		if err := batch.Index(string(p.ID), map[string]string{"name": geo.Fold(p.Name)}); err != nil {
			b.Fatal(err)
		}
	}
	if err := index.Batch(batch); err != nil {
		b.Fatal(err)
	}
	return bleveIndex{index}
}

// search finds names with a word beginning with each word of the text, longer
// ones also with one error; or else names with each word inside one of theirs.
func (e bleveIndex) search(text string) ([]geo.ID, error) {
	words := strings.Fields(geo.Fold(text))
	ids, err := e.all(words, func(word string) bquery.Query {
		prefix := bleve.NewPrefixQuery(word)
		if utf8.RuneCountInString(word) < 5 {
			return prefix
		}
		fuzzy := bleve.NewFuzzyQuery(word)
		fuzzy.SetFuzziness(1)
		return bleve.NewDisjunctionQuery(prefix, fuzzy)
	})
	if err != nil || len(ids) > 0 {
		return ids, err
	}
	return e.all(words, func(word string) bquery.Query { return bleve.NewWildcardQuery("*" + word + "*") })
}

func (e bleveIndex) all(words []string, one func(string) bquery.Query) ([]geo.ID, error) {
	var queries []bquery.Query
	for _, word := range words {
		queries = append(queries, one(word))
	}
	result, err := e.index.Search(bleve.NewSearchRequestOptions(bleve.NewConjunctionQuery(queries...), 50, 0, false))
	if err != nil {
		return nil, err
	}
	var ids []geo.ID
	for _, hit := range result.Hits {
		ids = append(ids, geo.ID(hit.ID))
	}
	return ids, nil
}
