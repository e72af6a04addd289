package sqlstore_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

func wantSegments(t *testing.T, db *sqlstore.DB, want map[string][]byte) {
	t.Helper()
	data, _ := load(t, db)
	if !maps.EqualFunc(want, data.Segments, bytes.Equal) {
		t.Errorf("segments of %v, want of %v, or they differ", slices.Sorted(maps.Keys(data.Segments)), slices.Sorted(maps.Keys(want)))
	}
}

// TestDB_Apply_segments: a segment comes with its text and goes with it, and is no
// change of its own.
func TestDB_Apply_segments(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		apply(t, db, full())
		wantSegments(t, db, full().Segments)

		next := full()
		next.Segments = map[string][]byte{"alpha/2020": segment(2), "beta/v1": bytes.Repeat([]byte{7, 0}, 3<<20), "gamma/1": segment(3)}
		before := revisionOf(t, db)
		if changed := apply(t, db, next); changed != 0 || revisionOf(t, db) != before {
			t.Errorf("segments alone: %d changes, revision from %d to %d, want none", changed, before, revisionOf(t, db))
		}
		delete(next.Segments, "gamma/1") // of no version that was spoken of
		wantSegments(t, db, next.Segments)

		if _, err := db.PutBlocks(t.Context(), "beta/v1", retrievaltest.Sample("beta/v1", 2)); err != nil {
			t.Fatal(err)
		}
		wantSegments(t, db, map[string][]byte{"alpha/2020": segment(2)})
		apply(t, db, regengine.Data{Codes: full().Codes[:1]})
		wantSegments(t, db, nil)
	})
}

func TestDB_PutSegments(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		apply(t, db, full())
		base := revisionOf(t, db)
		put := func(segments map[string][]byte, want int) {
			t.Helper()
			changed, err := db.PutSegments(t.Context(), base, segments)
			if err != nil || changed != want {
				t.Errorf("PutSegments: want %d changes, got %d, %v", want, changed, err)
			}
			wantSegments(t, db, segments)
		}
		put(map[string][]byte{"alpha/2020": segment(1), "beta/v1": segment(2)}, 1)
		put(map[string][]byte{"alpha/2020": segment(1), "beta/v1": segment(2)}, 0)
		put(map[string][]byte{"beta/v1": segment(2)}, 1)
		put(nil, 1)
		if now := revisionOf(t, db); now != base {
			t.Errorf("segments raised the revision from %d to %d", base, now)
		}
		if _, err := db.PutSegments(t.Context(), base, map[string][]byte{"0b9f8d7e-private": segment(1)}); err == nil {
			t.Error("PutSegments took a segment of a private document")
		}
		if _, err := db.PutSegments(t.Context(), base, map[string][]byte{"a/\x00": segment(1)}); !errors.Is(err, sqlstore.ErrInvalidText) {
			t.Errorf("document with a NUL: want ErrInvalidText, got %v", err)
		}
		apply(t, db, regengine.Data{Places: []geo.Place{{ID: "YY", Name: "Other", Level: geo.Country}}})
		if _, err := db.PutSegments(t.Context(), base, full().Segments); !errors.Is(err, regengine.ErrChanged) {
			t.Errorf("after an import: want ErrChanged, got %v", err)
		}
		wantSegments(t, db, nil)
	})
}

// TestDB_Import_segments: what an import built is what the next start wants, block
// fields that come back otherwise than they went notwithstanding.
func TestDB_Import_segments(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		data := full()
		data.Segments = map[string][]byte{"alpha/2020": segment(9)} // not to be believed
		for i := range data.Blocks {
			data.Blocks[i].SHA256, data.Blocks[i].Lead = "", "somewhere else"
			if data.Blocks[i].Path == nil {
				data.Blocks[i].Path = []string{}
			}
		}
		data.Rules = nil
		if _, err := regengine.Import(t.Context(), db, schemes, data, nil); err != nil {
			t.Fatal(err)
		}
		stored, revision := load(t, db)
		snapshot, err := regengine.NewSnapshot(schemes, stored)
		if err != nil {
			t.Fatal(err)
		}
		if len(snapshot.Rebuilt) > 0 {
			t.Errorf("indexed anew after an import: %v", snapshot.Rebuilt)
		}
		done, err := regengine.Reindex(t.Context(), db, nil)
		if err != nil {
			t.Fatal(err)
		}
		if done.Documents != 2 || done.Blocks != len(data.Blocks) || done.Changed != 0 || revisionOf(t, db) != revision {
			t.Errorf("Reindex after an import: %+v, revision from %d to %d; want 2 documents, %d blocks, nothing changed",
				done, revision, revisionOf(t, db), len(data.Blocks))
		}
		spoilt := map[string][]byte{"alpha/2020": segment(1)}
		if _, err := db.PutSegments(t.Context(), revision, spoilt); err != nil {
			t.Fatal(err)
		}
		if done, err := regengine.Reindex(t.Context(), db, nil); err != nil || done.Changed != 2 {
			t.Errorf("Reindex of a damaged and a missing segment: %+v, %v; want 2 changed", done, err)
		}
		wantSegments(t, db, stored.Segments)
	})
}

// scheme is the country of the tests.
type scheme struct{ geo.UnimplementedScheme }

func (scheme) Country() geo.ID  { return "XX" }
func (scheme) Language() string { return "en" }

func (scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	if id := geo.ID(text); id != "XX" {
		return id, geo.Region, nil
	}
	return "XX", geo.Country, nil
}

var schemes = []geo.Scheme{scheme{}}
