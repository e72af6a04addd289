package retrieval

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// PassageText is what is embedded of a block: the titles it stands under, the
// paragraph it hangs on, and its text. A list item alone ("- 28 cm, in straight
// flights") means nothing. It is "" when the block has no text.
//
// Vectors are stored and compared by the [HashText] of this text, so that a block
// is embedded anew when a title above it changes.
func PassageText(b *Block) string {
	if strings.TrimSpace(b.Text) == "" {
		return ""
	}
	lines := make([]string, 0, 4)
	if len(b.Path) > 0 {
		lines = append(lines, strings.Join(b.Path, " > "))
	}
	if b.Title != "" && (len(b.Path) == 0 || b.Path[len(b.Path)-1] != b.Title) {
		lines = append(lines, b.Title)
	}
	if b.Lead != "" {
		lines = append(lines, b.Lead)
	}
	return strings.Join(append(lines, b.Text), "\n")
}

// Cached returns an Embedder with the vectors of e which asks store before it asks
// e, and stores what e made. Only passages are stored: queries seldom return.
// Texts are told apart by [HashText]. A store that fails is an error, for
// embedding the same text again and again may cost money.
func Cached(e Embedder, store VectorStore) Embedder { return &cached{e, store} }

type cached struct {
	embedder Embedder
	store    VectorStore
}

// ID implements [Embedder].
func (c *cached) ID() string { return c.embedder.ID() }

// Embed implements [Embedder].
func (c *cached) Embed(ctx context.Context, texts []string, purpose Purpose) ([][]float32, error) {
	if purpose != ForPassage || len(texts) == 0 {
		return c.embedder.Embed(ctx, texts, purpose)
	}
	hashes := make([]string, len(texts))
	for i, text := range texts {
		hashes[i] = HashText(text)
	}
	known, err := c.store.GetVectors(ctx, c.ID(), slices.Compact(slices.Sorted(slices.Values(hashes))))
	if err != nil {
		return nil, fmt.Errorf("%w: read stored vectors: %w", ErrEmbedder, err)
	}
	if err := c.complete(ctx, texts, hashes, known); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, hash := range hashes {
		vectors[i] = slices.Clone(known[hash])
	}
	return vectors, nil
}

// complete adds to known the vectors that are missing. Stored vectors of another
// dimension than new ones are of an older model under the same id, and are made
// anew.
func (c *cached) complete(ctx context.Context, texts, hashes []string, known map[string][]float32) error {
	for {
		fresh, err := c.embedMissing(ctx, texts, hashes, known)
		if err != nil || len(fresh) == 0 {
			return err
		}
		dimension := 0
		for hash, vector := range fresh {
			dimension, known[hash] = len(vector), vector
		}
		stale := false
		for hash, vector := range known {
			if len(vector) != dimension {
				if _, isNew := fresh[hash]; isNew {
					return fmt.Errorf("%w: %s gave vectors of different lengths: %w", ErrEmbedder, c.ID(), ErrDimension)
				}
				delete(known, hash)
				stale = true
			}
		}
		if !stale {
			return nil
		}
	}
}

// embedMissing embeds and stores the texts that known has no vector of, each once.
func (c *cached) embedMissing(ctx context.Context, texts, hashes []string, known map[string][]float32) (map[string][]float32, error) {
	var ask []passage
	seen := map[string]bool{}
	for i, hash := range hashes {
		if len(known[hash]) == 0 && !seen[hash] {
			seen[hash] = true
			ask = append(ask, passage{hash: hash, text: texts[i]})
		}
	}
	return embedPassages(ctx, c.embedder, c.store, ask)
}

// passage is a text to embed.
type passage struct{ id, hash, text string }

// embedPassages returns the vectors of passages by hash, once they are stored
// (where there is a store).
func embedPassages(ctx context.Context, e Embedder, store VectorStore, list []passage) (map[string][]float32, error) {
	if len(list) == 0 {
		return nil, nil
	}
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.text
	}
	vectors, err := e.Embed(ctx, texts, ForPassage)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%w: %s gave %d vectors for %d texts", ErrEmbedder, e.ID(), len(vectors), len(texts))
	}
	made := make(map[string][]float32, len(list))
	for i, p := range list {
		if len(vectors[i]) == 0 || len(vectors[i]) != len(vectors[0]) {
			return nil, fmt.Errorf("%w: %s gave vectors of different lengths: %w", ErrEmbedder, e.ID(), ErrDimension)
		}
		made[p.hash] = vectors[i]
	}
	if store != nil {
		if err := store.PutVectors(ctx, e.ID(), made); err != nil {
			return nil, &storeError{err}
		}
	}
	return made, nil
}

// storeError tells a store's failure from an Embedder's, though whoever embeds
// through a store sees both as the latter.
type storeError struct{ err error }

func (e *storeError) Error() string   { return "retrieval: stored vectors: " + e.err.Error() }
func (e *storeError) Unwrap() []error { return []error{ErrEmbedder, e.err} }
