package sqlstore_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/rules"
)

// rulesText is a rules file without a rule: what it says is of no concern here.
func rulesText(edition int) []byte {
	return fmt.Appendf(nil, "# edition %d\nformat: 1\nrules: []\n", edition)
}

func code(slug string, versions ...string) codes.Code {
	c := codes.Code{
		Slug: slug, Title: "Code " + slug, CountryCode: "XX", Scope: codes.National,
		Territories: []geo.ID{"XX"}, Tags: []string{"b", "a"},
	}
	for _, v := range versions {
		c.Versions = append(c.Versions, codes.Version{Slug: v, Title: v, Status: codes.Active, Internal: true,
			Sections: []codes.Section{{Slug: "one", Title: "1 One", Level: 1}}})
	}
	return c
}

func places(names ...string) []geo.Place {
	list := []geo.Place{{ID: "XX", Name: "Exlandia", Level: geo.Country}}
	for i, name := range names {
		list = append(list, geo.Place{ID: geo.ID(fmt.Sprintf("XX-%02d", i)), Name: name, Level: geo.Region, Parent: "XX"})
	}
	return list
}

func sets(slug, version string, edition int) rules.RuleSet {
	return rules.RuleSet{Ref: codes.VersionRef{Code: slug, Version: version}, Source: rulesText(edition)}
}

func load(t testing.TB, db *sqlstore.DB) (regengine.Data, int64) {
	t.Helper()
	data, revision, err := db.Load(t.Context())
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return data, revision
}

// apply writes data on top of what is there and returns how much changed.
func apply(t testing.TB, db *sqlstore.DB, data regengine.Data) int {
	t.Helper()
	base, err := db.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changed, err := db.Apply(t.Context(), base, data, nil)
	if err != nil {
		t.Fatalf("Apply: %v", err)
	}
	return changed
}

// sameData compares without regard to the order of entries, and to what rules
// are parsed into.
func sameData(want, got regengine.Data) string {
	return gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateComparable(codes.Date{}),
		cmpopts.SortSlices(func(a, b geo.Place) bool { return a.ID < b.ID }),
		cmpopts.SortSlices(func(a, b codes.Code) bool { return a.Slug < b.Slug }),
		cmpopts.SortSlices(func(a, b codes.Version) bool { return a.Slug < b.Slug }),
		cmpopts.SortSlices(func(a, b retrieval.Block) bool { return cmp.Or(cmp.Compare(a.Doc, b.Doc), a.Order-b.Order) < 0 }),
		cmpopts.SortSlices(func(a, b rules.RuleSet) bool { return a.Ref.String() < b.Ref.String() }),
		gocmp.Transformer("rules", func(r rules.RuleSet) string { return r.Ref.String() + "\n" + string(r.Source) }))
}

func full() regengine.Data {
	return regengine.Data{
		Places:   places("Uno", "Dos"),
		Codes:    []codes.Code{code("alpha", "2019", "2020"), code("beta", "v1")},
		Blocks:   slices.Concat(retrievaltest.Sample("alpha/2020", 1), retrievaltest.Sample("beta/v1", 1)),
		Rules:    []rules.RuleSet{sets("alpha", "2020", 1)},
		Segments: map[string][]byte{"alpha/2020": segment(1), "beta/v1": segment(1)},
	}
}

// segment is bytes that are kept, whatever they mean.
func segment(edition int) []byte { return []byte{0, 0xff, byte(edition), '\'', 0} }

func TestDB_Apply(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		t.Run("OK", func(t *testing.T) {
			db := d.new(t)
			if changed := apply(t, db, full()); changed != 3+2+2+1 {
				t.Errorf("changed: want 8, got %d", changed)
			}
			got, revision := load(t, db)
			if diff := sameData(full(), got); diff != "" {
				t.Errorf("Load (-want +got):\n%s", diff)
			}
			if changed := apply(t, db, full()); changed != 0 {
				t.Errorf("the same again changed %d", changed)
			}
			if _, after := load(t, db); after != revision {
				t.Errorf("revision: want it to stay %d, got %d", revision, after)
			}
		})
		t.Run("WholeTruthOfAVersion", func(t *testing.T) {
			db := d.new(t)
			apply(t, db, full())
			change := regengine.Data{Codes: []codes.Code{code("alpha", "2020")}}
			if changed := apply(t, db, change); changed != 2 { // its text and its rules go
				t.Errorf("changed: want 2, got %d", changed)
			}
			got, _ := load(t, db)
			if diff := sameData(regengine.Merge(full(), change), got); diff != "" {
				t.Errorf("Load (-want +got):\n%s", diff)
			}
		})
		t.Run("BlocksChangePlaces", func(t *testing.T) {
			db := d.new(t)
			data := regengine.Data{Codes: []codes.Code{code("alpha", "2019", "2020")}}
			data.Blocks = slices.Concat(retrievaltest.Sample("alpha/2019", 1), retrievaltest.Sample("alpha/2020", 1))
			apply(t, db, data)
			for i := range data.Blocks {
				data.Blocks[i].Doc = map[string]string{"alpha/2019": "alpha/2020", "alpha/2020": "alpha/2019"}[data.Blocks[i].Doc]
			}
			apply(t, db, data)
			if got, _ := load(t, db); sameData(data, got) != "" {
				t.Errorf("Load (-want +got):\n%s", sameData(data, got))
			}
		})
		t.Run("Progress", func(t *testing.T) {
			db := d.new(t)
			var last, most int
			_, err := db.Apply(t.Context(), revisionOf(t, db), full(), func(done, total int, what string) {
				if done < last || done > total || what == "" {
					t.Errorf("progress went from %d to %d of %d (%q)", last, done, total, what)
				}
				last, most = done, total
			})
			if err != nil || last != most || most == 0 {
				t.Errorf("progress ended at %d of %d, error %v", last, most, err)
			}
		})
		t.Run("ErrChanged", func(t *testing.T) {
			db := d.new(t)
			base := revisionOf(t, db)
			apply(t, db, regengine.Data{Places: places()})
			_, err := db.Apply(t.Context(), base, full(), nil)
			if !errors.Is(err, regengine.ErrChanged) {
				t.Errorf("want ErrChanged, got %v", err)
			}
			if got, _ := load(t, db); len(got.Codes) != 0 {
				t.Error("an Apply that was refused left codes behind")
			}
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			db := d.new(t)
			before := revisionOf(t, db)
			for name, spoil := range map[string]func(*regengine.Data){
				"NULInPlace":      func(data *regengine.Data) { data.Places[1].Name = "\x00" },
				"NULInCode":       func(data *regengine.Data) { data.Codes[0].Tags[0] = "\x00" },
				"NotUTF8InBlock":  func(data *regengine.Data) { data.Blocks[2].Table.Rows[0][0] = "\xff" },
				"DuplicateBlock":  func(data *regengine.Data) { data.Blocks[1].ID = data.Blocks[0].ID },
				"DuplicateCode":   func(data *regengine.Data) { data.Codes[1] = data.Codes[0] },
				"PrivateDocument": func(data *regengine.Data) { data.Blocks[0].Doc = "3b5c" },
			} {
				data := full()
				spoil(&data)
				if _, err := db.Apply(t.Context(), before, data, nil); err == nil || errors.Is(err, regengine.ErrUnavailable) {
					t.Errorf("%s: want an error that blames the data, got %v", name, err)
				}
			}
			if got, revision := load(t, db); revision != before || len(got.Places)+len(got.Codes)+len(got.Blocks) != 0 {
				t.Errorf("refused data left something behind: %+v", got)
			}
		})
	})
}

func revisionOf(t testing.TB, db *sqlstore.DB) int64 {
	t.Helper()
	revision, err := db.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// TestDB_Apply_merges: whatever is applied one after the other, Load returns what
// Merge makes of it.
func TestDB_Apply_merges(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		want, _ := load(t, db)
		rapid.Check(t, func(rt *rapid.T) {
			change := anyData(rt)
			merged := regengine.Merge(want, change)
			base := revisionOf(t, db)
			changed, err := db.Apply(t.Context(), base, change, nil)
			if err != nil {
				rt.Fatalf("Apply: %v", err)
			}
			got, revision := load(t, db)
			if diff := sameData(merged, got); diff != "" {
				rt.Fatalf("Load (-want +got):\n%s", diff)
			}
			if (revision > base) != (changed > 0) {
				rt.Fatalf("revision went from %d to %d with %d changes", base, revision, changed)
			}
			want = got
		})
	})
}

func anyData(t *rapid.T) regengine.Data {
	data := regengine.Data{Places: places(rapid.SliceOfN(rapid.StringMatching(`[A-Zñ']{1,3}`), 0, 4).Draw(t, "places")...)}
	for _, slug := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"alpha", "beta"}), 0, 2, rapid.ID[string]).Draw(t, "codes") {
		versions := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"v1", "v2"}), 0, 2, rapid.ID[string]).Draw(t, "versions")
		data.Codes = append(data.Codes, code(slug, versions...))
		for _, v := range versions {
			doc := slug + "/" + v
			data.Blocks = append(data.Blocks, retrievaltest.Sample(doc, rapid.IntRange(1, 3).Draw(t, "edition"))[:rapid.IntRange(0, 4).Draw(t, "blocks")]...)
			if rapid.Bool().Draw(t, "segment") {
				if data.Segments == nil {
					data.Segments = make(map[string][]byte)
				}
				data.Segments[doc] = segment(rapid.IntRange(1, 2).Draw(t, "segment edition"))
			}
			if rapid.Bool().Draw(t, "rules") {
				data.Rules = append(data.Rules, sets(slug, v, rapid.IntRange(1, 2).Draw(t, "rules edition")))
			}
		}
	}
	return data
}

// TestDB_Apply_concurrent: of imports from the same base one wins.
func TestDB_Apply_concurrent(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		base := revisionOf(t, db)
		const callers = 8
		errs := make([]error, callers)
		var wg sync.WaitGroup
		for i := range callers {
			wg.Go(func() {
				_, errs[i] = db.Apply(t.Context(), base, regengine.Data{Places: places(fmt.Sprint("by ", i))}, nil)
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, regengine.ErrChanged):
				t.Errorf("want ErrChanged, got %v", err)
			}
		}
		if won != 1 {
			t.Errorf("want one of %d to win, %d did", callers, won)
		}
	})
}

// TestDB_Load_private: blocks of a project's document are nobody else's business.
func TestDB_Load_private(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		const doc = "0b9f8d7e-0000-4000-8000-000000000001"
		before := revisionOf(t, db)
		if changed, err := db.PutBlocks(t.Context(), doc, retrievaltest.Sample(doc, 1)); err != nil || !changed {
			t.Fatalf("PutBlocks: %v, %v", changed, err)
		}
		data, after := load(t, db)
		if len(data.Blocks) != 0 || after != before {
			t.Errorf("a private document came into the snapshot: %d blocks, revision %d, before %d", len(data.Blocks), after, before)
		}
		if own, err := db.ListBlocks(t.Context(), []string{doc}); err != nil || len(own) != 4 {
			t.Errorf("ListBlocks of the document: want 4, got %d, %v", len(own), err)
		}
	})
}

func TestDB_DeleteCode(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		data := full()
		for _, slug := range []string{"alpha-two", "alpha0", "alphabet"} { // "alpha" begins them
			data.Codes = append(data.Codes, code(slug, "2020"))
			data.Blocks = append(data.Blocks, retrievaltest.Sample(slug+"/2020", 1)...)
		}
		apply(t, db, data)
		if err := db.DeleteCode(t.Context(), "alpha"); err != nil {
			t.Fatal(err)
		}
		data.Codes = data.Codes[1:]
		data.Blocks = data.Blocks[4:]
		delete(data.Segments, "alpha/2020")
		data.Rules = nil
		if got, _ := load(t, db); sameData(data, got) != "" {
			t.Errorf("Load (-want +got):\n%s", sameData(data, got))
		}
		if err := db.DeleteCode(t.Context(), "al\x00pha"); !errors.Is(err, codes.ErrNotFound) {
			t.Errorf("DeleteCode with a NUL: want ErrNotFound, got %v", err)
		}
	})
}

// TestDB_Rules holds the store to [rules.Store].
func TestDB_Rules(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		put := func(set rules.RuleSet, want bool) {
			t.Helper()
			if changed, err := db.PutRules(t.Context(), set); err != nil || changed != want {
				t.Errorf("PutRules(%s): want %v, got %v, %v", set.Ref, want, changed, err)
			}
		}
		wantRules := func(want ...rules.RuleSet) {
			t.Helper()
			got, err := db.ListRules(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := sameData(regengine.Data{Rules: want}, regengine.Data{Rules: got}); diff != "" {
				t.Errorf("ListRules (-want +got):\n%s", diff)
			}
			if !slices.IsSortedFunc(got, func(a, b rules.RuleSet) int {
				return cmp.Or(cmp.Compare(a.Ref.Code, b.Ref.Code), cmp.Compare(a.Ref.Version, b.Ref.Version))
			}) {
				t.Error("ListRules is not ordered by code and version")
			}
		}
		wantRules()
		put(rules.RuleSet{Ref: codes.VersionRef{Code: "b", Version: "1"}}, false)
		put(sets("b", "1", 1), true)
		put(sets("a-b", "1", 1), true)
		put(sets("a", "2", 1), true)
		put(sets("b", "1", 1), false)
		put(sets("b", "1", 2), true)
		wantRules(sets("a", "2", 1), sets("a-b", "1", 1), sets("b", "1", 2))
		put(rules.RuleSet{Ref: codes.VersionRef{Code: "a", Version: "2"}}, true)
		wantRules(sets("a-b", "1", 1), sets("b", "1", 2))
		if _, err := db.PutRules(t.Context(), rules.RuleSet{Ref: codes.VersionRef{Code: "c", Version: "1"}, Source: []byte("rules: {\n")}); err == nil {
			t.Error("PutRules took a source that is no rules file")
		}
		wantRules(sets("a-b", "1", 1), sets("b", "1", 2))
	})
}
