package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/chromemindex"
	"github.com/reglookup/regengine/codes/retrieval/flatindex"
	"github.com/reglookup/regengine/codes/retrieval/localembed"
	"github.com/reglookup/regengine/codes/retrieval/openaiembed"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// addVectorFlags defines the settings of commands that search. The key of an
// embedding server is no flag: command lines are seen by others.
func addVectorFlags(flags *pflag.FlagSet) {
	flags.String("embedder", "off", "search by meaning as well: off, local (no network; adds little) or openai (any compatible server)")
	flags.String("embed-url", "", "address of the embedding server, such as http://127.0.0.1:11434/v1; its key is "+envPrefix+"EMBED_KEY")
	flags.String("embed-model", "", "model of the embedding server")
	flags.Int("embed-dimensions", 0, "length of vectors to ask for, of models that can shorten them; 0 asks for none")
	flags.String("vector-index", "memory", "where vectors are searched: memory, chromem, or pgvector (in --database-url, several replicas)")
}

// embedder returns the embedder the settings name; nil for none.
func (a *app) embedder() (retrieval.Embedder, error) {
	s := a.settings
	switch s.Embedder {
	case "local":
		return localembed.New(nil), nil
	case "openai":
		if s.EmbedURL == "" || s.EmbedModel == "" {
			return nil, usagef("--embedder openai needs --embed-url and --embed-model")
		}
		e, err := openaiembed.New(s.EmbedURL, s.EmbedModel, &openaiembed.Options{APIKey: s.EmbedKey, Dimensions: s.EmbedDimensions})
		if err != nil {
			return nil, usagef("%v", err)
		}
		return e, nil
	}
	return nil, nil
}

// vectorIndex opens the index the settings name. done closes it.
func (a *app) vectorIndex(ctx context.Context) (index retrieval.Index, done func(), err error) {
	switch a.settings.VectorIndex {
	case "chromem":
		return chromemindex.New(), func() {}, nil
	case "pgvector":
		if a.settings.DatabaseURL == "" {
			return nil, nil, usagef("--vector-index pgvector needs --database-url")
		}
		x, err := pgvectorindex.Open(ctx, a.settings.DatabaseURL, nil)
		if err != nil {
			return nil, nil, fmt.Errorf("open the vector index: %w", err)
		}
		return x, x.Close, nil
	}
	return flatindex.New(nil), func() {}, nil
}

// searchEngine opens the engine with what it needs to search by meaning, where
// the settings ask for that. done must be called when the engine is no longer
// used.
func (a *app) searchEngine(ctx context.Context, db *sqlstore.DB) (engine *regengine.Engine, done func(), err error) {
	opts := a.engineOptions()
	done = func() {}
	embedder, err := a.embedder()
	if err != nil {
		return nil, nil, err
	}
	if embedder != nil {
		index, closeIndex, err := a.vectorIndex(ctx)
		if err != nil {
			return nil, nil, err
		}
		done = closeIndex
		opts.Vectors = &regengine.Vectors{Embedder: embedder, Index: index, Store: db, Fusion: &retrieval.HybridOptions{OnDegraded: a.degraded}}
	}
	defer a.waiting("opening the texts")()
	engine, err = regengine.Open(ctx, db, a.adapters.countries, opts)
	if err != nil {
		done()
		return nil, nil, fmt.Errorf("open the engine: %w", err)
	}
	return engine, done, nil
}

func (a *app) degraded(ctx context.Context, cause error) {
	a.log.WarnContext(ctx, "searched by words alone", "error", cause)
}

// syncVectors embeds what has no vector yet, with a progress bar. It does nothing
// where no embedder is set.
func (a *app) syncVectors(ctx context.Context, engine *regengine.Engine) (retrieval.SyncReport, error) {
	if a.settings.Embedder == "off" || a.settings.Embedder == "" {
		return retrieval.SyncReport{}, nil
	}
	bar, finish := a.progress()
	defer finish()
	return engine.SyncVectors(ctx, func(r retrieval.SyncReport) {
		if bar != nil {
			bar(r.Done, r.Docs, "vectors")
		}
	})
}
