package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/textlimits"
)

// servedLimits counts what an engine serves, by origin.
func servedLimits(e *regengine.Engine) (pattern, model int) {
	limits := e.Snapshot().Counts().Limits
	return limits.Pattern, limits.Model
}

// TestPropose_replicas: what a model proposed on one replica is served by another
// that is running, goes when the text is replaced, and comes back by itself never.
func TestPropose_replicas(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db, other := d.at(t, address), d.at(t, address)
		data := full()
		data.Rules, data.Segments = nil, nil
		if _, err := regengine.Import(t.Context(), db, schemes, data, &regengine.WriteOptions{Extractor: finder{"p/1"}}); err != nil {
			t.Fatal(err)
		}
		running, err := regengine.Open(t.Context(), other, schemes, &regengine.Options{Extractor: finder{"p/1"}})
		if err != nil {
			t.Fatal(err)
		}
		n := len(ofDoc(data.Blocks, "alpha/2020"))
		serves := func(when string, wantModel int) {
			t.Helper()
			if err := running.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, model := servedLimits(running); model != wantModel {
				t.Errorf("%s: %d limits of a model are served, want %d", when, model, wantModel)
			}
		}
		serves("at first", 0)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		changes, known := other.Changes(ctx), revisionOf(t, other)
		if _, err := regengine.Propose(t.Context(), db, finder{"m/1"}, "alpha/2020"); err != nil {
			t.Fatal(err)
		}
		await(t, changes, known, other.Revision)
		serves("proposed", n)
		if _, err := regengine.Reindex(t.Context(), db, &regengine.WriteOptions{Extractor: finder{"p/2"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := regengine.Import(t.Context(), db, schemes, data, &regengine.WriteOptions{Extractor: finder{"p/2"}}); err != nil {
			t.Fatal(err)
		}
		serves("the same text again", n)

		text := ofDoc(data.Blocks, "alpha/2020")
		change := func(blocks []retrieval.Block) {
			t.Helper()
			base, revision := load(t, db)
			base.Blocks = slices.Concat(blocks, ofDoc(base.Blocks, "beta/v1"))
			base.Limits, base.Segments = nil, nil
			if _, err := db.Apply(t.Context(), revision, base, nil); err != nil {
				t.Fatal(err)
			}
		}
		change(retrievaltest.Sample("alpha/2020", 3))
		serves("another text", 0)
		change(text)
		serves("the text as it was", 0)
		if removed, err := regengine.Withdraw(t.Context(), db, "alpha/2020"); err != nil || removed {
			t.Errorf("Withdraw of nothing: %v, %v", removed, err)
		}
	})
}

// TestPropose_textReplaced: a text that an import on another replica replaces
// while a model reads it keeps the limits of the new text alone.
func TestPropose_textReplaced(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db, other := d.at(t, address), d.at(t, address)
		apply(t, db, edition(1))
		model := meanwhile{finder{"m/1"}, func() { apply(t, other, edition(2)) }}
		if _, err := regengine.Propose(t.Context(), db, model, "alpha/2020"); !errors.Is(err, regengine.ErrTextChanged) {
			t.Errorf("want ErrTextChanged, got %v", err)
		}
		wantLimits(t, db)
	})
}

// meanwhile is an extractor during whose work something happens.
type meanwhile struct {
	finder
	do func()
}

func (m meanwhile) Extract(ctx context.Context, blocks []retrieval.Block) ([]textlimits.Limit, error) {
	m.do()
	return m.finder.Extract(ctx, blocks)
}

// childLimits imports one edition after the other with its limits, has a model
// propose others, and reindexes, until it is killed.
func childLimits(ctx context.Context, db *sqlstore.DB) error {
	for n := 1; ; n++ {
		opts := &regengine.WriteOptions{Extractor: finder{fmt.Sprint("p/", n%3)}}
		data := full()
		data.Rules, data.Segments = nil, nil
		data.Blocks = slices.Concat(retrievaltest.Sample("alpha/2020", 1+n%7), ofDoc(data.Blocks, "beta/v1"))
		if _, err := regengine.Import(ctx, db, schemes, data, opts); err != nil {
			return err
		}
		if _, err := regengine.Propose(ctx, db, finder{"m/1"}, "alpha/2020"); err != nil {
			return err
		}
		if _, err := regengine.Reindex(ctx, db, &regengine.WriteOptions{Extractor: finder{fmt.Sprint("p/", n%2)}}); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// TestDB_Limits_killed: after kill -9 in the middle of an import, a proposal or a
// reindex every limit that is read, or served, is of the text that is there.
func TestDB_Limits_killed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		d.at(t, address)
		for round := range 4 {
			killed(t, "limits", d.name, address, time.Duration(round)*5*time.Millisecond)
			db := d.at(t, address)
			data, _ := load(t, db)
			blocks, alpha := len(data.Blocks), len(ofDoc(data.Blocks, "alpha/2020"))
			if blocks == 0 {
				t.Fatal("the child imported nothing")
			}
			for _, set := range data.Limits {
				if want := len(ofDoc(data.Blocks, set.Doc)); len(set.Limits) != want {
					t.Errorf("%s of %s: %d limits of %d blocks", set.Extractor, set.Doc, len(set.Limits), want)
				}
			}
			e, err := regengine.Open(t.Context(), db, schemes, &regengine.Options{Extractor: finder{"p/0"}})
			if err != nil {
				t.Fatal(err)
			}
			pattern, model := servedLimits(e)
			if pattern != blocks || model != 0 && model != alpha {
				t.Errorf("%d limits and %d of a model are served of %d blocks, %d of them alpha's", pattern, model, blocks, alpha)
			}
		}
	})
}
