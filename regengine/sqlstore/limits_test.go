package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// finder is an Extractor that finds a limit in every block.
type finder struct{ name string }

func (f finder) Name() string { return f.name }

func (f finder) Extract(_ context.Context, blocks []retrieval.Block) ([]textlimits.Limit, error) {
	limits := make([]textlimits.Limit, len(blocks))
	for i, b := range blocks {
		limits[i] = textlimits.Limit{Block: b.ID, Clause: textlimits.Span{End: len(b.Text)}, Op: rules.AtLeast, Value: fmt.Sprint(i), Unit: "m", Origin: textlimits.FromPattern,
			Phrases: []textlimits.Phrase{{Role: textlimits.HeadingRole, Text: "Una cabecera común"}, {Role: textlimits.MeasureRole, Text: "anchura útil mínima"}}}
	}
	return limits, nil
}

// found is what an extractor found in the blocks of a document.
func found(t testing.TB, doc, extractor string, origin textlimits.Origin, blocks []retrieval.Block) textlimits.LimitSet {
	t.Helper()
	limits, err := finder{}.Extract(t.Context(), ofDoc(blocks, doc))
	if err != nil {
		t.Fatal(err)
	}
	return textlimits.LimitSet{Doc: doc, Origin: origin, Extractor: extractor, Limits: limits}
}

func ofDoc(blocks []retrieval.Block, doc string) []retrieval.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b retrieval.Block) bool { return b.Doc != doc })
}

func wantLimits(t *testing.T, db *sqlstore.DB, want ...textlimits.LimitSet) {
	t.Helper()
	data, _ := load(t, db)
	diff := gocmp.Diff(want, data.Limits, cmpopts.EquateEmpty(), cmpopts.SortSlices(func(a, b textlimits.LimitSet) bool {
		return a.Doc+string(a.Origin) < b.Doc+string(b.Origin)
	}))
	if diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}

// TestDB_Apply_limits: limits come with their text and go with it, are no change
// of their own, and a model's outlast an import of the same text.
func TestDB_Apply_limits(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		data := full()
		pattern, beta := found(t, "alpha/2020", "p/1", textlimits.FromPattern, data.Blocks), found(t, "beta/v1", "p/1", textlimits.FromPattern, data.Blocks)
		model := found(t, "alpha/2020", "m/1", textlimits.FromModel, data.Blocks)
		data.Limits = []textlimits.LimitSet{pattern, beta, model}
		apply(t, db, data)
		wantLimits(t, db, pattern, beta, model)

		before := revisionOf(t, db)
		pattern.Extractor = "p/2"
		data.Limits = []textlimits.LimitSet{pattern, {Doc: "gamma/1", Origin: textlimits.FromPattern}} // gamma is not spoken of
		if changed := apply(t, db, data); changed != 0 || revisionOf(t, db) != before {
			t.Errorf("limits alone: %d changes, revision from %d to %d, want none", changed, before, revisionOf(t, db))
		}
		wantLimits(t, db, pattern, model)

		beta.Limits = nil // nothing found is something known
		data.Limits = []textlimits.LimitSet{pattern, beta}
		apply(t, db, data)
		wantLimits(t, db, pattern, model, beta)

		if _, err := db.PutBlocks(t.Context(), "alpha/2020", retrievaltest.Sample("alpha/2020", 2)); err != nil {
			t.Fatal(err)
		}
		wantLimits(t, db, beta)
		if _, err := db.PutBlocks(t.Context(), "alpha/2020", ofDoc(full().Blocks, "alpha/2020")); err != nil {
			t.Fatal(err)
		}
		wantLimits(t, db, beta) // those of the text as it was before went for good
		if err := db.DeleteCode(t.Context(), "beta"); err != nil {
			t.Fatal(err)
		}
		wantLimits(t, db)
	})
}

// TestDB_Apply_limitsLikeMerge: what is stored is what Merge says.
func TestDB_Apply_limitsLikeMerge(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		base := full()
		base.Limits = []textlimits.LimitSet{
			found(t, "alpha/2020", "p/1", textlimits.FromPattern, base.Blocks), found(t, "alpha/2020", "m/1", textlimits.FromModel, base.Blocks),
			found(t, "beta/v1", "m/1", textlimits.FromModel, base.Blocks),
		}
		apply(t, db, base)
		change := full()
		change.Blocks = slices.Concat(ofDoc(full().Blocks, "alpha/2020"), retrievaltest.Sample("beta/v1", 2))
		stored, _ := load(t, db)
		apply(t, db, change)
		wantLimits(t, db, regengine.Merge(stored, change).Limits...)
		wantLimits(t, db, base.Limits[1])
	})
}

func TestDB_PutLimits(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		data := full()
		model := found(t, "alpha/2020", "m/1", textlimits.FromModel, data.Blocks)
		data.Limits = []textlimits.LimitSet{model}
		apply(t, db, data)
		base := revisionOf(t, db)
		put := func(want int, sets ...textlimits.LimitSet) {
			t.Helper()
			changed, err := db.PutLimits(t.Context(), base, textlimits.FromPattern, sets, data.Blocks)
			if err != nil || changed != want {
				t.Errorf("PutLimits: want %d changes, got %d, %v", want, changed, err)
			}
			wantLimits(t, db, append(sets, model)...)
		}
		alpha, beta := found(t, "alpha/2020", "p/1", textlimits.FromPattern, data.Blocks), found(t, "beta/v1", "p/1", textlimits.FromPattern, data.Blocks)
		put(2, alpha, beta)
		put(0, alpha, beta)
		beta.Limits = beta.Limits[:1]
		put(1, alpha, beta)
		put(1, beta)
		put(1)
		if now := revisionOf(t, db); now != base {
			t.Errorf("limits raised the revision from %d to %d", base, now)
		}
		for name, set := range map[string]textlimits.LimitSet{
			"private": {Doc: "0b9f8d7e-private", Origin: textlimits.FromPattern}, "no text": {Doc: "gamma/1", Origin: textlimits.FromPattern, Limits: alpha.Limits},
			"origin": {Doc: "alpha/2020", Origin: textlimits.FromModel}, "NUL": {Doc: "alpha/2020", Origin: textlimits.FromPattern, Extractor: "\x00"},
		} {
			if _, err := db.PutLimits(t.Context(), base, textlimits.FromPattern, []textlimits.LimitSet{set}, data.Blocks); err == nil {
				t.Errorf("PutLimits took a set of %s", name)
			}
		}
		if _, err := db.PutLimits(t.Context(), base, textlimits.FromPattern, []textlimits.LimitSet{alpha, alpha}, data.Blocks); err == nil {
			t.Error("PutLimits took two sets of one document")
		}
		apply(t, db, regengine.Data{Places: []geo.Place{{ID: "YY", Name: "Other", Level: geo.Country}}})
		if _, err := db.PutLimits(t.Context(), base, textlimits.FromPattern, nil, nil); !errors.Is(err, regengine.ErrChanged) {
			t.Errorf("after an import: want ErrChanged, got %v", err)
		}
		wantLimits(t, db, model)
	})
}

// TestDB_Import_limits: what an import found is what the next start wants; what is
// found in another text, or by another extractor, is found anew and never served.
func TestDB_Import_limits(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		data := full()
		data.Rules, data.Segments = nil, nil
		for i := range data.Blocks {
			data.Blocks[i].SHA256, data.Blocks[i].Lead = "", "somewhere else"
		}
		opts := &regengine.WriteOptions{Extractor: finder{"p/1"}}
		if _, err := regengine.Import(t.Context(), db, schemes, data, opts); err != nil {
			t.Fatal(err)
		}
		extracted := func(extractor string) []string {
			e, err := regengine.Open(t.Context(), db, schemes, &regengine.Options{Extractor: finder{extractor}})
			if err != nil {
				t.Fatal(err)
			}
			return e.Snapshot().Extracted
		}
		if got := extracted("p/1"); len(got) > 0 {
			t.Errorf("read again after an import: %v", got)
		}
		if diff := gocmp.Diff([]string{"alpha/2020", "beta/v1"}, extracted("p/2")); diff != "" {
			t.Errorf("by another extractor (-want +got):\n%s", diff)
		}
		stored, revision := load(t, db)
		other := slices.Clone(stored.Blocks)
		for i := range other {
			other[i].Text = "Otro texto"
		}
		if _, err := db.PutLimits(t.Context(), revision, textlimits.FromPattern, stored.Limits, other); err != nil {
			t.Fatal(err)
		}
		wantLimits(t, db) // they are of texts that are not there
		if got := extracted("p/1"); len(got) != 2 {
			t.Errorf("of other texts: extracted %v, want both", got)
		}
		done, err := regengine.Reindex(t.Context(), db, opts)
		if err != nil || done.Changed != 2 || done.Limits != len(data.Blocks) || revisionOf(t, db) != revision {
			t.Errorf("Reindex: %+v, %v; want 2 changed and %d limits", done, err, len(data.Blocks))
		}
		wantLimits(t, db, stored.Limits...)
	})
}
