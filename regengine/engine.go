// Package regengine puts the engine together: one immutable snapshot of places,
// codes, texts and rules, swapped whole when its source changes, and the domain
// types that answer from it. It knows no database and no HTTP.
package regengine

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Data is everything a Snapshot is built from.
type Data struct {
	Places []geo.Place
	Codes  []codes.Code
	Blocks []retrieval.Block

	// Countries are those that are not built in.
	Countries []Country

	// Damaged are countries of which a Source could not read what they brought, and
	// why. Nothing of them is among the data ([Without]): others are served.
	Damaged map[geo.ID]error

	Rules []rules.RuleSet

	// Limits are what extractors found in the texts, by document and origin. Those
	// found by pattern are derived from Blocks: what is missing is made anew.
	Limits []textlimits.LimitSet

	// Segments are the lexical indexes of documents ([retrieval.BuildSegment]), by
	// document. They are derived from Blocks: what is missing or does not fit is
	// made anew.
	Segments map[string][]byte
}

// Source is where an Engine's data comes from: a database, or a pack.
type Source interface {
	// Load returns all data as of one moment, and the revision it is of.
	Load(ctx context.Context) (data Data, revision int64, err error)

	// Revision returns the present revision. It rises with every change that
	// Load would show.
	Revision(ctx context.Context) (int64, error)

	// Changes sends a value whenever the revision may have risen, at the latest
	// within five seconds, until ctx ends. It may send too often, never too rarely.
	Changes(ctx context.Context) <-chan struct{}
}

// Options configure an Engine. The zero value logs nowhere and searches by words.
type Options struct {
	Logger  *slog.Logger
	Vectors *Vectors

	// Extractor reads limits out of the texts the source has no limits of, or
	// those of another extractor, several documents at once. Without one the
	// source's limits are taken as they are.
	Extractor textlimits.Extractor

	// Languages are told of the language data of Data.Countries before anything is
	// built that needs them.
	Languages []LanguageReader

	// Calculators are offered to questions at a [Site].
	Calculators []projects.Calculator

	// OnSnapshot is told of every snapshot after the first one, in their order, once it
	// is the one served. It must neither wait nor call Refresh.
	OnSnapshot func(*Snapshot)

	// Now is the clock by which a [Site] tells what is in force. nil means time.Now.
	Now func() time.Time
}

// Engine serves the newest Snapshot of a Source. Readers never wait: they take
// the snapshot that is there and keep it for as long as they like.
type Engine struct {
	source  Source
	schemes []geo.Scheme
	log     *slog.Logger
	meaning *meaning // nil without Vectors
	now     func() time.Time

	calculators []projects.Calculator
	onSnapshot  func(*Snapshot) // nil for nobody

	refresh sync.Mutex // one rebuild at a time
	limits  extraction
	words   languages
	current atomic.Pointer[Snapshot]
}

// Open loads the first snapshot. Without a source there is nothing to open, and the error
// is ErrNotOpen.
func Open(ctx context.Context, source Source, schemes []geo.Scheme, opts *Options) (*Engine, error) {
	if source == nil {
		return nil, fmt.Errorf("%w: it has no source", ErrNotOpen)
	}
	if opts == nil {
		opts = &Options{}
	}
	e := &Engine{
		source: source, schemes: schemes, log: cmp.Or(opts.Logger, slog.New(slog.DiscardHandler)), meaning: newMeaning(opts.Vectors),
		calculators: opts.Calculators, now: opts.Now, onSnapshot: opts.OnSnapshot,
	}
	if e.now == nil {
		e.now = time.Now
	}
	e.limits.extractor, e.words.readers = opts.Extractor, opts.Languages
	if err := e.Refresh(contextOf(ctx)); err != nil {
		return nil, err
	}
	return e, nil
}

// Snapshot returns the newest snapshot; nil of an Engine that is not open.
func (e *Engine) Snapshot() *Snapshot {
	if e == nil {
		return nil
	}
	return e.current.Load()
}

// Territory returns gazetteer and catalogue of one and the same snapshot.
func (e *Engine) Territory() (*geo.Gazetteer, *codes.Catalog) {
	s := e.Snapshot()
	if s == nil {
		return nil, nil
	}
	return s.Places, s.Codes
}

// Refresh loads a new snapshot if the source's revision is not the one served.
// On an error the old snapshot stays.
func (e *Engine) Refresh(ctx context.Context) error {
	if e == nil || e.source == nil {
		return ErrNotOpen
	}
	e.refresh.Lock()
	defer e.refresh.Unlock()
	var before *retrieval.Retriever
	old := e.current.Load()
	if old != nil {
		before = old.Texts
		revision, err := e.source.Revision(ctx)
		if err != nil {
			return fmt.Errorf("read revision: %w", err)
		}
		if revision == old.Revision {
			return nil
		}
	}
	data, revision, err := e.source.Load(ctx)
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	for _, country := range slices.Sorted(maps.Keys(data.Damaged)) {
		e.log.ErrorContext(ctx, "country not served: what it brought is damaged; import its plugin anew", "country", country, "error", data.Damaged[country])
	}
	e.words.tell(ctx, e.log, data.Countries)
	extracted, failed := e.limits.complete(ctx, &data, e.words.marks(data.Countries))
	if err := ctx.Err(); err != nil {
		return err
	}
	next, err := newSnapshot(e.schemes, data, before)
	if err != nil {
		return fmt.Errorf("revision %d: %w", revision, err)
	}
	next.Revision, next.Extracted = revision, extracted
	e.meaning.join(next)
	e.current.Store(next)
	if old != nil && e.onSnapshot != nil {
		e.onSnapshot(next)
	}
	if failed != nil {
		e.log.ErrorContext(ctx, "documents whose limits could not be read: checks that no rule decides do not know them", "error", failed, "revision", revision)
	}
	if len(extracted) > 0 {
		e.log.InfoContext(ctx, "limits read out of documents: none that fit were stored", "documents", len(extracted), "revision", revision)
	}
	if len(next.Rebuilt) > 0 {
		e.log.InfoContext(ctx, "documents indexed anew: they had no index stored that fits", "documents", len(next.Rebuilt), "revision", revision)
	}
	return nil
}

// Follow refreshes on every change of the source until ctx ends. A refresh that
// fails is logged and tried again.
func (e *Engine) Follow(ctx context.Context) {
	const retry = 2 * time.Second
	if e.Snapshot() == nil {
		return
	}
	changes := e.source.Changes(ctx)
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				return
			}
		case <-again:
		}
		again = nil
		if err := e.Refresh(ctx); err != nil && ctx.Err() == nil {
			e.log.ErrorContext(ctx, "snapshot kept: refresh failed", "error", err)
			again = time.After(retry)
		}
	}
}
