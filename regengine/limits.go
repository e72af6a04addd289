package regengine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// extractLimits returns what extractor finds in each document there are blocks
// of, in the order of the documents. It works on several at once. With an error,
// which names the documents it came of, come the sets of the others. words are those
// of the languages that countries brought along.
func extractLimits(ctx context.Context, extractor textlimits.Extractor, words wordMarks, blocks []retrieval.Block, progress Progress) ([]textlimits.LimitSet, error) {
	docs, byDoc := groupByDoc(blocks)
	names := words.named(extractor.Name(), blocks)
	sets, failed := make([]textlimits.LimitSet, len(docs)), make([]error, len(docs))
	var next atomic.Int64
	var mu sync.Mutex // of done and progress
	done := 0
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(docs)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(docs) {
					return
				}
				sets[i], failed[i] = extractDoc(ctx, extractor, textlimits.FromPattern, docs[i], byDoc[docs[i]])
				sets[i].Extractor = names[docs[i]]
				mu.Lock()
				done++
				if progress != nil {
					progress(done, len(docs), "limits of "+docs[i])
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made := sets[:0]
	for i, set := range sets {
		if failed[i] == nil {
			made = append(made, set)
		}
	}
	return made, errors.Join(failed...)
}

// extractDoc reads one document. What does not stand in it is left out, and the
// rest comes as it would from a Store.
func extractDoc(ctx context.Context, extractor textlimits.Extractor, origin textlimits.Origin, doc string, blocks []retrieval.Block) (textlimits.LimitSet, error) {
	set := textlimits.LimitSet{Doc: doc, Origin: origin, Extractor: extractor.Name()}
	blocks = slices.Clone(blocks)
	slices.SortStableFunc(blocks, func(a, b retrieval.Block) int { return a.Order - b.Order })
	found, err := extractor.Extract(ctx, blocks)
	if err != nil {
		return set, fmt.Errorf("limits of %s: %w", doc, err)
	}
	texts := make(map[string]string, len(blocks))
	for i := range blocks {
		texts[blocks[i].ID] = blocks[i].Text
	}
	found = slices.DeleteFunc(slices.Clone(found), func(l textlimits.Limit) bool { return !standsIn(&l, texts) })
	for i := range found {
		found[i].Origin = origin // whatever the extractor takes itself for
	}
	limits, ok := DecodeLimits(EncodeLimits(found, blocks), blocks)
	if !ok {
		return set, fmt.Errorf("limits of %s: they do not read back", doc)
	}
	set.Limits = limits
	return set, nil
}

// standsIn reports whether every span of a limit is one of its block's text.
func standsIn(l *textlimits.Limit, texts map[string]string) bool {
	text, known := texts[l.Block]
	if !known || !within(l.Clause, text) || !within(l.Figure, text) {
		return false
	}
	return !slices.ContainsFunc(l.Phrases, func(p textlimits.Phrase) bool {
		of := text
		if p.Block != "" {
			if of, known = texts[p.Block]; !known {
				return true
			}
		}
		return !within(p.Span, of)
	})
}

func within(s textlimits.Span, text string) bool {
	boundary := func(i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) && boundary(s.Start) && boundary(s.End)
}

// extraction keeps what an Engine read itself, for as long as the text is the
// same, because the source has no limits of it.
type extraction struct {
	extractor textlimits.Extractor // nil: what the source has is taken as it is
	made      map[string]madeLimits
}

type madeLimits struct {
	mark [32]byte
	set  textlimits.LimitSet
}

// complete puts the limits of documents the source has none of into data, and
// takes those out that another extractor found, or this one by other words of the
// text's language. fresh are the documents read just
// now. A document that cannot be read has no limits then; failed says why.
func (x *extraction) complete(ctx context.Context, data *Data, words wordMarks) (fresh []string, failed error) {
	if x.extractor == nil {
		return nil, nil
	}
	names := words.named(x.extractor.Name(), data.Blocks)
	data.Limits = slices.DeleteFunc(slices.Clone(data.Limits), func(s textlimits.LimitSet) bool {
		return s.Origin == textlimits.FromPattern && s.Extractor != names[s.Doc]
	})
	kept := make(map[string]madeLimits)
	var missing []retrieval.Block
	docs, byDoc := groupByDoc(withoutLimits(data))
	for _, doc := range docs {
		if old, ok := x.made[doc]; ok && old.set.Extractor == names[doc] && old.mark == markBlocks(byDoc[doc]) {
			kept[doc] = old
			data.Limits = append(data.Limits, old.set)
			continue
		}
		missing = append(missing, byDoc[doc]...)
	}
	sets, failed := extractLimits(ctx, x.extractor, words, missing, nil)
	for _, set := range sets {
		kept[set.Doc] = madeLimits{markBlocks(byDoc[set.Doc]), set}
		data.Limits = append(data.Limits, set)
		fresh = append(fresh, set.Doc)
	}
	x.made = kept
	return fresh, failed
}

// withoutLimits returns the blocks of documents no limits found by pattern are
// there of.
func withoutLimits(data *Data) []retrieval.Block {
	have := make(map[string]bool, len(data.Limits))
	for _, s := range data.Limits {
		have[s.Doc] = have[s.Doc] || s.Origin == textlimits.FromPattern
	}
	var blocks []retrieval.Block
	for _, b := range data.Blocks {
		if !have[b.Doc] {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// mergeLimits returns change's limits of the documents it owns, and base's of the
// others. Limits that a model proposed stay with a text that stays.
func mergeLimits(change, base Data, owned map[string]bool) []textlimits.LimitSet {
	type key struct {
		doc    string
		origin textlimits.Origin
	}
	given := make(map[key]bool)
	var merged []textlimits.LimitSet
	for _, s := range change.Limits {
		if owned[s.Doc] {
			given[key{s.Doc, s.Origin}] = true
			merged = append(merged, s)
		}
	}
	for _, s := range base.Limits {
		proposed := s.Origin == textlimits.FromModel && !given[key{s.Doc, s.Origin}]
		if !owned[s.Doc] || proposed && sameText(s.Doc, change.Blocks, base.Blocks) {
			merged = append(merged, s)
		}
	}
	return merged
}

// sameText reports whether both lists hold the same text of a document.
func sameText(doc string, a, b []retrieval.Block) bool {
	return markBlocks(blocksOf(doc, a)) == markBlocks(blocksOf(doc, b))
}

func blocksOf(doc string, blocks []retrieval.Block) []retrieval.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b retrieval.Block) bool { return b.Doc != doc })
}
