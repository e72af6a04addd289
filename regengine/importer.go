package regengine

import (
	"context"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/geo"
)

// ErrChanged says that the data changed while an import was being checked.
var ErrChanged = errors.New("regengine: data changed meanwhile")

// Progress is told how far a long work has come. It may be nil.
type Progress func(done, total int, what string)

// Database is a Source that can be written.
type Database interface {
	Source

	// Apply writes data in one transaction, all or nothing, provided that the
	// revision still is base; otherwise ErrChanged. Afterwards Load returns
	// what [Merge] makes of the earlier data and these: the blocks, segments and
	// rules of every version data speaks of ([Data.Versions]) are exactly those
	// of data. It returns how many places, versions' texts, codes and rule sets
	// really changed; the revision rises only when one did.
	Apply(ctx context.Context, base int64, data Data, progress Progress) (changed int, err error)
}

// Import checks data against what the database holds, as one snapshot, and then
// writes it, with segments built from its blocks, whatever segments it has. An
// error changes nothing.
func Import(ctx context.Context, db Database, schemes []geo.Scheme, data Data, progress Progress) (changed int, err error) {
	if data.Segments, err = buildSegments(ctx, data.Blocks, nil); err != nil {
		return 0, err
	}
	const tries = 5
	for range tries {
		base, revision, err := db.Load(ctx)
		if err != nil {
			return 0, fmt.Errorf("load: %w", err)
		}
		if _, err := NewSnapshot(schemes, Merge(base, data)); err != nil {
			return 0, err
		}
		changed, err = db.Apply(ctx, revision, data, progress)
		if !errors.Is(err, ErrChanged) {
			return changed, err
		}
	}
	return 0, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}
