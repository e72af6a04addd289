package regengine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/textlimits"
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
	// what [Merge] makes of the earlier data and these: the blocks, segments,
	// limits and rules of every version data speaks of ([Data.Versions]) are
	// those of data. It returns how many places, versions' texts, codes and rule sets
	// really changed; the revision rises only when one did.
	Apply(ctx context.Context, base int64, data Data, progress Progress) (changed int, err error)
}

// WriteOptions configure [Import] and [Reindex]. The zero value tells nobody how
// far it has come, and reads no limits out of texts.
type WriteOptions struct {
	Progress Progress

	// Extractor reads limits out of the texts, several documents at once. Without
	// one they are left to the [Engine] that opens the database.
	Extractor textlimits.Extractor

	// Languages look at the words of the countries that are imported: what one of
	// them cannot read is not written. They learn those of all countries before
	// anything is read out of texts.
	Languages []LanguageReader

	// Found is told what the Extractor found, before it is written. It may be nil.
	Found func(limits []textlimits.LimitSet)
}

func (o *WriteOptions) orDefault() WriteOptions {
	if o == nil {
		return WriteOptions{}
	}
	return *o
}

// derive returns what is derived of blocks: their segments, and with an
// Extractor the limits found in them by the words of countries.
func (o WriteOptions) derive(ctx context.Context, countries []Country, blocks []retrieval.Block, progress Progress) (map[string][]byte, []textlimits.LimitSet, error) {
	segments, err := buildSegments(ctx, blocks, progress)
	if err != nil || o.Extractor == nil {
		return segments, nil, err
	}
	limits, err := extractLimits(ctx, o.Extractor, (&languages{readers: o.Languages}).marks(countries), blocks, o.Progress)
	if err == nil && o.Found != nil {
		o.Found(limits)
	}
	return segments, limits, err
}

// learn hands the words of countries to the readers: how a text is read depends on
// them.
func (o WriteOptions) learn(ctx context.Context, countries []Country) {
	words := languages{readers: o.Languages}
	words.tell(ctx, slog.New(slog.DiscardHandler), countries)
}

// Import checks data against what the database holds, as one snapshot, and then
// writes it, with segments and limits made of its blocks, whatever segments and
// limits found by pattern it has. An error changes nothing.
func Import(ctx context.Context, db Database, schemes []geo.Scheme, data Data, opts *WriteOptions) (changed int, err error) {
	o := opts.orDefault()
	if err := checkLanguages(o.Languages, data.Countries); err != nil {
		return 0, err
	}
	base, revision, err := db.Load(ctx)
	if err != nil {
		return 0, fmt.Errorf("load: %w", err)
	}
	known, countries := base.Countries, Merge(Data{Countries: base.Countries}, Data{Countries: data.Countries}).Countries
	o.learn(ctx, countries)
	defer func() {
		if err != nil { // words that were not written are not to be used
			o.learn(ctx, known)
		}
	}()
	segments, limits, err := o.derive(ctx, countries, data.Blocks, nil)
	if err != nil {
		return 0, err
	}
	data.Segments = segments
	data.Limits = append(slices.DeleteFunc(slices.Clone(data.Limits), foundByPattern), limits...)
	const tries = 5
	for try := range tries {
		if try > 0 {
			if base, revision, err = db.Load(ctx); err != nil {
				return 0, fmt.Errorf("load: %w", err)
			}
		}
		if err := Check(schemes, base, data); err != nil {
			return 0, err
		}
		changed, err = db.Apply(ctx, revision, data, o.Progress)
		if !errors.Is(err, ErrChanged) {
			return changed, err
		}
	}
	return 0, fmt.Errorf("gave up after %d tries: %w", tries, ErrChanged)
}

// Check says what is wrong with data when it is put into base, as [NewSnapshot]
// does. Limits are left aside: they can decide nothing wrong, only nothing.
func Check(schemes []geo.Scheme, base, data Data) error {
	merged := Merge(base, data)
	merged.Limits = nil
	_, err := NewSnapshot(schemes, merged)
	return err
}

func foundByPattern(s textlimits.LimitSet) bool { return s.Origin == textlimits.FromPattern }
