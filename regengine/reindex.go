package regengine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/reglookup/regengine/codes/retrieval"
)

// SegmentStore is a Source whose segments can be written by themselves.
type SegmentStore interface {
	Source

	// PutSegments makes the stored segments exactly the given ones, by document,
	// provided that the revision still is base; otherwise ErrChanged. It returns
	// how many were written or removed. The revision stays: segments say nothing
	// that the blocks do not, and who has loaded these gains nothing by doing so
	// again.
	PutSegments(ctx context.Context, base int64, segments map[string][]byte) (changed int, err error)
}

// Reindexed is what [Reindex] did.
type Reindexed struct {
	Documents int // that have a segment now
	Blocks    int // in these
	Bytes     int // of their segments
	Changed   int // segments written or removed; the others were as they should be
}

// Reindex builds the segment of every document anew and stores them all at once.
// It may run while others read, and begins again when an import comes between.
func Reindex(ctx context.Context, db SegmentStore, progress Progress) (Reindexed, error) {
	const tries = 5
	for range tries {
		data, revision, err := db.Load(ctx)
		if err != nil {
			return Reindexed{}, fmt.Errorf("load: %w", err)
		}
		segments, err := buildSegments(ctx, data.Blocks, progress)
		if err != nil {
			return Reindexed{}, err
		}
		done := Reindexed{Documents: len(segments), Blocks: len(data.Blocks)}
		for _, segment := range segments {
			done.Bytes += len(segment)
		}
		done.Changed, err = db.PutSegments(ctx, revision, segments)
		switch {
		case err == nil:
			return done, nil
		case !errors.Is(err, ErrChanged):
			return Reindexed{}, fmt.Errorf("put segments: %w", err)
		}
	}
	return Reindexed{}, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
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
