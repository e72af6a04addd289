package regengine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// DerivedStore is a Source whose derived data can be written by itself: segments
// and limits. For segments, and limits found by pattern, the revision stays: they
// say nothing that the blocks do not, and who has loaded these gains nothing by
// doing so again.
type DerivedStore interface {
	Source

	// PutSegments makes the stored segments exactly the given ones, by document,
	// provided that the revision still is base; otherwise ErrChanged. It returns
	// how many were written or removed.
	PutSegments(ctx context.Context, base int64, segments map[string][]byte) (changed int, err error)

	// PutLimits makes the stored limit sets of an origin exactly the given ones,
	// found in these blocks, provided that the revision still is base; otherwise
	// ErrChanged. It returns how many were written or removed; the revision rises
	// when some of a model's were, which nobody could make of the blocks.
	PutLimits(ctx context.Context, base int64, origin textlimits.Origin, sets []textlimits.LimitSet, blocks []retrieval.Block) (changed int, err error)
}

// Reindexed is what [Reindex] did.
type Reindexed struct {
	Documents int // that have a segment now
	Blocks    int // in these
	Bytes     int // of their segments
	Limits    int // found in them; 0 without an Extractor
	Changed   int // segments and limit sets written or removed; the others were as they should be
}

// Reindex makes the segment of every document anew, with an Extractor its limits
// as well, and stores them all at once. It may run while others read, and begins
// again when an import comes between. Limits that a model proposed stay.
func Reindex(ctx context.Context, db DerivedStore, opts *WriteOptions) (Reindexed, error) {
	o := opts.orDefault()
	const tries = 5
	for range tries {
		data, revision, err := db.Load(ctx)
		if err != nil {
			return Reindexed{}, fmt.Errorf("load: %w", err)
		}
		o.learn(ctx, data.Countries)
		segments, limits, err := o.derive(ctx, data.Countries, data.Blocks, o.Progress)
		if err != nil {
			return Reindexed{}, err
		}
		done := Reindexed{Documents: len(segments), Blocks: len(data.Blocks)}
		for _, segment := range segments {
			done.Bytes += len(segment)
		}
		for _, set := range limits {
			done.Limits += len(set.Limits)
		}
		done.Changed, err = o.putDerived(ctx, db, revision, segments, limits, data.Blocks)
		switch {
		case err == nil:
			return done, nil
		case !errors.Is(err, ErrChanged):
			return Reindexed{}, err
		}
	}
	return Reindexed{}, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}

func (o WriteOptions) putDerived(ctx context.Context, db DerivedStore, revision int64, segments map[string][]byte, limits []textlimits.LimitSet, blocks []retrieval.Block) (changed int, err error) {
	if changed, err = db.PutSegments(ctx, revision, segments); err != nil {
		return 0, fmt.Errorf("put segments: %w", err)
	}
	if o.Extractor == nil {
		return changed, nil
	}
	n, err := db.PutLimits(ctx, revision, textlimits.FromPattern, limits, blocks)
	if err != nil {
		return 0, fmt.Errorf("put limits: %w", err)
	}
	return changed + n, nil
}

// buildSegments returns the segment of every document there are blocks of. It
// works on several at once. The error is ctx's.
func buildSegments(ctx context.Context, blocks []retrieval.Block, progress Progress) (map[string][]byte, error) {
	docs, byDoc := groupByDoc(blocks)
	segments := make(map[string][]byte, len(docs))
	var next atomic.Int64
	var mu sync.Mutex // of segments and progress
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(docs)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(docs) {
					return
				}
				segment := retrieval.BuildSegment(byDoc[docs[i]])
				mu.Lock()
				segments[docs[i]] = segment
				if progress != nil {
					progress(len(segments), len(docs), docs[i])
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if len(segments) < len(docs) {
		return nil, ctx.Err()
	}
	return segments, nil
}

// groupByDoc returns the documents in the order of their first blocks, and the
// blocks of each.
func groupByDoc(blocks []retrieval.Block) (docs []string, byDoc map[string][]retrieval.Block) {
	byDoc = make(map[string][]retrieval.Block)
	for _, b := range blocks {
		if _, known := byDoc[b.Doc]; !known {
			docs = append(docs, b.Doc)
		}
		byDoc[b.Doc] = append(byDoc[b.Doc], b)
	}
	return docs, byDoc
}
