package retrieval

import (
	"cmp"
	"slices"
)

// Fusion explains the Score of a Hit that two rankings were fused for: it is the
// sum of the shares. [Hit.Terms] explains LexicalScore then.
//
// A ranking gives the block at a place, from 1, its weight times 1/(K+place) -
// 1/(K+end), end being the place behind the last one fused. That is reciprocal
// rank fusion with a block missing from a ranking taken to stand right behind
// its end instead of infinitely far away: being in both rankings at all would
// otherwise count more than being first in one of them.
type Fusion struct {
	LexicalRank  int     // place by words, from 1; 0 when words did not find it
	LexicalScore float64 // of the words, as [Retriever.Search] gives it
	LexicalShare float64 // of the Hit's Score

	VectorRank  int     // place by meaning, from 1; 0 when not among the nearest
	Cosine      float64 // to the query, -1 to 1; 0 without a VectorRank
	VectorShare float64 // of the Hit's Score
}

// neighbour is a block found by its vector.
type neighbour struct {
	block  *Block
	cosine float64
}

// blockKey names a block: versions of a code may share ids.
type blockKey struct{ doc, id string }

func keyOf(b *Block) blockKey { return blockKey{b.Doc, b.ID} }

// fuse merges two rankings, best first, of which at most depth are taken.
func (o *HybridOptions) fuse(words []Hit, near []neighbour, depth int) []Hit {
	hits := make([]Hit, 0, len(words)+len(near))
	at := make(map[blockKey]int, len(words))
	for i, hit := range words[:min(depth, len(words))] {
		hit.Fusion = &Fusion{LexicalRank: i + 1, LexicalScore: hit.Score, LexicalShare: o.LexicalWeight * o.share(i+1, depth)}
		if _, again := at[keyOf(hit.Block)]; !again {
			at[keyOf(hit.Block)] = len(hits)
		}
		hits = append(hits, hit)
	}
	for i, n := range near[:min(depth, len(near))] {
		found, known := at[keyOf(n.block)]
		if !known {
			found = len(hits)
			at[keyOf(n.block)] = found
			hits = append(hits, Hit{Block: n.block, Fusion: &Fusion{}})
		}
		f := hits[found].Fusion
		f.VectorRank, f.Cosine, f.VectorShare = i+1, n.cosine, o.VectorWeight*o.share(i+1, depth)
	}
	for i := range hits {
		hits[i].Score = hits[i].Fusion.LexicalShare + hits[i].Fusion.VectorShare
	}
	slices.SortStableFunc(hits, compareFused)
	return hits
}

func (o *HybridOptions) share(rank, depth int) float64 {
	return 1/(o.K+float64(rank)) - 1/(o.K+float64(depth+1))
}

// compareFused puts equal scores in order of the words, which stand first in the
// list sorted, and then of the vectors.
func compareFused(a, b Hit) int { return cmp.Compare(b.Score, a.Score) }

// mayBe reports whether a block of that kind may be among the answers. Of tables
// sought for their rows, words say whether a row was found: see [Query.fits].
func (q *Query) mayBe(k Kind) bool {
	return len(q.Kinds) == 0 || slices.Contains(q.Kinds, k) || k == TableKind && slices.Contains(q.Kinds, Row)
}

// fits reports whether a fused hit is of a kind asked for.
func (q *Query) fits(h Hit) bool {
	return h.Fusion.LexicalRank > 0 || len(q.Kinds) == 0 || slices.Contains(q.Kinds, h.Block.Kind)
}
