package retrieval

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// passagesOf are the texts of a document to embed, by block; of blocks with the
// same id the first.
func passagesOf(blocks []*Block) []passage {
	list := make([]passage, 0, len(blocks))
	seen := make(map[string]bool, len(blocks))
	for _, b := range blocks {
		text := PassageText(b)
		if text == "" || seen[b.ID] {
			continue
		}
		seen[b.ID] = true
		list = append(list, passage{id: b.ID, hash: HashText(text), text: text})
	}
	return list
}

// doc brings one document up to date.
func (s *syncRun) doc(ctx context.Context, doc string, held []Collection) error {
	want := passagesOf(s.texts.Doc(doc))
	if len(want) == 0 {
		return s.clear(ctx, doc, held)
	}
	have, err := s.held(ctx, doc, held)
	if err != nil {
		return err
	}
	if s.upToDate(want, have) {
		s.report.Unchanged++
		return nil
	}
	before := s.report.Embedded
	known, err := s.known(ctx, want, have)
	if err != nil {
		return err
	}
	if err := s.complete(ctx, want, known); err != nil {
		return err
	}
	vectors := make([]Vector, len(want))
	for i, p := range want {
		vectors[i] = Vector{ID: p.id, SHA256: p.hash, Values: known[p.hash]}
	}
	if err := s.index.Put(ctx, doc, s.embedder.ID(), vectors); err != nil {
		return fmt.Errorf("put %d vectors: %w", len(vectors), err)
	}
	s.report.Put++
	s.report.Reused += len(lacking(want, nil)) - (s.report.Embedded - before)
	return nil
}

func (s *syncRun) clear(ctx context.Context, doc string, held []Collection) error {
	if len(held) == 0 {
		s.report.Unchanged++
		return nil
	}
	if err := s.index.Delete(ctx, doc); err != nil {
		return fmt.Errorf("remove the vectors: %w", err)
	}
	s.report.Removed++
	return nil
}

// held returns the document's vectors of this embedder in the index.
func (s *syncRun) held(ctx context.Context, doc string, held []Collection) ([]Vector, error) {
	if !slices.ContainsFunc(held, func(c Collection) bool { return c.Embedder == s.embedder.ID() }) {
		return nil, nil
	}
	have, err := s.index.Vectors(ctx, doc, s.embedder.ID())
	if errors.Is(err, ErrNoVectors) { // removed since it was listed
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the vectors there are: %w", err)
	}
	return have, nil
}

// upToDate reports whether have are exactly the vectors wanted.
func (s *syncRun) upToDate(want []passage, have []Vector) bool {
	if len(have) != len(want) {
		return false
	}
	hashes := make(map[string]string, len(want))
	for _, p := range want {
		hashes[p.id] = p.hash
	}
	for _, v := range have {
		if s.dimension == 0 {
			s.dimension = len(v.Values)
		}
		if hashes[v.ID] != v.SHA256 || len(v.Values) != s.dimension {
			return false
		}
	}
	return true
}

// known returns the vectors that need not be embedded, by hash of text.
func (s *syncRun) known(ctx context.Context, want []passage, have []Vector) (map[string][]float32, error) {
	known := make(map[string][]float32, len(want))
	for _, v := range have {
		known[v.SHA256] = v.Values
	}
	if missing := lacking(want, known); s.store != nil && len(missing) > 0 {
		hashes := make([]string, len(missing))
		for i, p := range missing {
			hashes[i] = p.hash
		}
		stored, err := s.store.GetVectors(ctx, s.embedder.ID(), hashes)
		if err != nil {
			return nil, &storeError{err}
		}
		for hash, vector := range stored {
			known[hash] = vector
		}
	}
	return known, s.settle(ctx, want, known)
}

// settle finds out which dimension is right where there are several, by asking
// the Embedder for one text, and forgets the vectors of others.
func (s *syncRun) settle(ctx context.Context, want []passage, known map[string][]float32) error {
	for _, p := range want {
		n := len(known[p.hash])
		switch {
		case n == 0 || n == s.dimension:
		case s.dimension == 0:
			s.dimension = n
		case !s.sure:
			if err := s.embed(ctx, []passage{p}, known); err != nil {
				return err
			}
		}
	}
	s.forget(known)
	return nil
}

func (s *syncRun) forget(known map[string][]float32) {
	for hash, vector := range known {
		if len(vector) != s.dimension {
			delete(known, hash)
		}
	}
}

// complete embeds what is not known. Where the new vectors show that the known
// ones are of a model that is gone, these are embedded too.
func (s *syncRun) complete(ctx context.Context, want []passage, known map[string][]float32) error {
	for {
		missing := lacking(want, known)
		if len(missing) == 0 {
			return nil
		}
		for batch := range slices.Chunk(missing, s.opts.Batch) {
			if err := s.embed(ctx, batch, known); err != nil {
				return err
			}
		}
		s.forget(known)
	}
}

// embed adds the vectors of a batch to known, once they are stored.
func (s *syncRun) embed(ctx context.Context, batch []passage, known map[string][]float32) error {
	if s.tired {
		return fmt.Errorf("%w: too many documents failed before", ErrEmbedder)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	made, err := embedPassages(ctx, s.embedder, s.store, batch)
	if err != nil {
		return err
	}
	for hash, vector := range made {
		if err := s.learn(len(vector)); err != nil {
			return err
		}
		known[hash] = vector
	}
	s.report.Embedded += len(made)
	s.tell()
	return nil
}

// learn takes the dimension from the Embedder itself.
func (s *syncRun) learn(dimension int) error {
	if s.sure && s.dimension != dimension {
		return fmt.Errorf("%w: %s gives vectors of %d values now and of %d before: %w", ErrEmbedder, s.embedder.ID(), dimension, s.dimension, ErrDimension)
	}
	s.again = s.again || s.dimension != 0 && s.dimension != dimension
	s.dimension, s.sure = dimension, true
	return nil
}

// lacking are the passages without a vector, of equal texts the first.
func lacking(want []passage, known map[string][]float32) []passage {
	var list []passage
	seen := map[string]bool{}
	for _, p := range want {
		if len(known[p.hash]) == 0 && !seen[p.hash] {
			seen[p.hash] = true
			list = append(list, p)
		}
	}
	return list
}

// docNames lists the documents that have blocks, in order.
func (r *Retriever) docNames() []string {
	var names []string
	for i := range r.blocks {
		if n := len(names); n == 0 || names[n-1] != r.blocks[i].Doc {
			names = append(names, r.blocks[i].Doc)
		}
	}
	return names
}
