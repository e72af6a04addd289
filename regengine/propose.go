package regengine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// ErrNoText says that there is no text of a document.
var ErrNoText = errors.New("regengine: no text")

// ErrTextChanged says that a text was replaced while it was read.
var ErrTextChanged = errors.New("regengine: the text changed while it was read")

// Propose reads the limits of one document, "code/version", with an extractor that
// asks a model, and stores them beside those found by pattern, in place of what a
// model proposed of it before. The revision rises when they differ, so that
// servers take them up. With an error nothing is changed: ErrNoText,
// ErrTextChanged, the extractor's, or the store's.
func Propose(ctx context.Context, db DerivedStore, model textlimits.Extractor, doc string) (textlimits.LimitSet, error) {
	data, revision, err := db.Load(ctx)
	if err != nil {
		return textlimits.LimitSet{}, fmt.Errorf("load: %w", err)
	}
	read := blocksOf(doc, data.Blocks)
	if len(read) == 0 {
		return textlimits.LimitSet{}, fmt.Errorf("%s: %w", doc, ErrNoText)
	}
	set, err := extractDoc(ctx, model, textlimits.FromModel, doc, read)
	if err != nil {
		return textlimits.LimitSet{}, err
	}
	return set, putProposed(ctx, db, set, read, data, revision)
}

// Withdraw removes what a model proposed of one document, and reports whether
// there was anything.
func Withdraw(ctx context.Context, db DerivedStore, doc string) (bool, error) {
	const tries = 5
	for range tries {
		data, revision, err := db.Load(ctx)
		if err != nil {
			return false, fmt.Errorf("load: %w", err)
		}
		changed, err := db.PutLimits(ctx, revision, textlimits.FromModel, proposedOfOthers(doc, data), data.Blocks)
		if !errors.Is(err, ErrChanged) {
			return changed > 0, err
		}
	}
	return false, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}

// proposedOfOthers are the sets of all documents but one that a model proposed.
func proposedOfOthers(doc string, data Data) []textlimits.LimitSet {
	return slices.DeleteFunc(slices.Clone(data.Limits), func(s textlimits.LimitSet) bool {
		return s.Origin != textlimits.FromModel || s.Doc == doc
	})
}

// putProposed stores a set among those of other documents. A model takes its
// time: the data may be others by now, and only the text that was read must be
// the same.
func putProposed(ctx context.Context, db DerivedStore, set textlimits.LimitSet, read []retrieval.Block, data Data, revision int64) error {
	const tries = 5
	for range tries {
		_, err := db.PutLimits(ctx, revision, textlimits.FromModel, append(proposedOfOthers(set.Doc, data), set), data.Blocks)
		if !errors.Is(err, ErrChanged) {
			return err
		}
		if data, revision, err = db.Load(ctx); err != nil {
			return fmt.Errorf("load: %w", err)
		}
		if !sameText(set.Doc, read, data.Blocks) {
			return fmt.Errorf("%s: %w", set.Doc, ErrTextChanged)
		}
	}
	return fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}
