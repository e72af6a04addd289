// Package codestest holds the conformance suite of [codes.Store] and a store in
// memory that passes it.
package codestest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// Dates and references compare by value; an empty slice is as good as none.
var equal = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b codes.Date) bool { return a == b })}

// Stair returns a code that uses every field, with five versions in the order
// of [codes.SortVersions]: one of them goes by its published date.
func Stair() codes.Code {
	day := func(text string) codes.Date {
		d, err := codes.ParseDate(text)
		if err != nil {
			panic(err)
		}
		return d
	}
	return codes.Code{
		Slug: "stair-code", Title: "Code of stairs, 2nd \"edition\"", ShortTitle: "Stairs",
		Description: "What a stair must be.\nSecond line: ñ, α, m².", CountryCode: "XX", Scope: codes.Sectorial,
		Language: "en", Wordings: map[string]codes.Wording{
			"es": {Title: "Código de escaleras «2.ª»", ShortTitle: "Escaleras", Description: "Qué es\nuna escalera."}, "fr-BE": {Title: "Code des escaliers"},
		},
		Tags: []string{"stair", "acceso"}, Territories: []geo.ID{"XX-02", "XX-01"},
		Versions: []codes.Version{
			{
				Slug: "2020", Title: "Edition of 2020", Status: codes.Active, Published: day("2020-01-02"),
				Effective: day("2020-02-29"), Description: "Current.", Author: "Ministry",
				Wordings:  map[string]codes.Wording{"es": {Title: "Edición de 2020", Author: "Ministerio", Description: "Vigente."}},
				SourceURL: "https://example.org/2020", Internal: true, Digest: true,
				Sections: []codes.Section{{Slug: "z-first", Title: "First", Level: 1}, {Slug: "a-second", Title: "Second", Level: 2}},
			},
			{Slug: "2010", Title: "Edition of 2010", Status: codes.Repealed, Published: day("2010-06-01")},
			{Slug: "2008", Title: "Edition of 2008", Status: codes.Repealed, Effective: day("2008-03-01"), Repealed: day("2010-07-01")},
			{
				Slug: "1999", Title: "Edition of 1999", Status: codes.Repealed, Published: day("1999-12-31"),
				Repealed: day("2020-02-29"), SucceededBy: codes.VersionRef{Code: "stair-code", Version: "2020"},
			},
			{Slug: "2030", Title: "Draft", Status: codes.Draft},
		},
	}
}

// TestStore runs the conformance suite. open returns a fresh, empty store; it is
// called once for each subtest.
func TestStore(t *testing.T, open func(t *testing.T) codes.Store) {
	for name, run := range map[string]func(*testing.T, codes.Store){
		"Empty":               testEmpty,
		"RoundTrip":           testRoundTrip,
		"Idempotent":          testIdempotent,
		"Replace":             testReplace,
		"KeepsOtherVersions":  testKeepsVersions,
		"OrderedBySlug":       testOrdered,
		"AllOrNone":           testAllOrNone,
		"Delete":              testDelete,
		"ErrNotFound":         testDeleteAbsent,
		"CancelledContext":    testCancelled,
		"ConcurrentPuts":      testConcurrent,
		"ReturnsOwnCopies":    testCopies,
		"ManyCodesAndVersion": testMany,
	} {
		t.Run(name, func(t *testing.T) { run(t, open(t)) })
	}
}

func put(t *testing.T, s codes.Store, wantChanged int, list ...codes.Code) {
	t.Helper()
	changed, err := s.PutCodes(t.Context(), list)
	if err != nil {
		t.Fatalf("PutCodes: %v", err)
	}
	if changed != wantChanged {
		t.Errorf("PutCodes changed %d, want %d", changed, wantChanged)
	}
}

func wantCodes(t *testing.T, s codes.Store, want ...codes.Code) {
	t.Helper()
	got, err := s.ListCodes(t.Context())
	if err != nil {
		t.Fatalf("ListCodes: %v", err)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("ListCodes (-want +got):\n%s", diff)
	}
}

func testEmpty(t *testing.T, s codes.Store) {
	put(t, s, 0)
	wantCodes(t, s)
}

func testRoundTrip(t *testing.T, s codes.Store) {
	bare := codes.Code{Slug: "bare", Title: "Bare", CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}}
	put(t, s, 2, Stair(), bare)
	wantCodes(t, s, bare, Stair())
}

func testIdempotent(t *testing.T, s codes.Store) {
	put(t, s, 1, Stair())
	put(t, s, 0, Stair())
	shuffled := Stair()
	v := shuffled.Versions
	v[0], v[2] = v[2], v[0]
	put(t, s, 0, shuffled)
	wantCodes(t, s, Stair())
}

func testReplace(t *testing.T, s codes.Store) {
	put(t, s, 1, Stair())
	for name, change := range map[string]func(*codes.Code){
		"title":       func(c *codes.Code) { c.Title = "New" },
		"no tags":     func(c *codes.Code) { c.Tags = nil },
		"tag order":   func(c *codes.Code) { c.Tags = []string{"acceso", "stair"} },
		"territories": func(c *codes.Code) { c.Territories = []geo.ID{"XX-01"} },
		"status":      func(c *codes.Code) { c.Versions[4].Status = codes.InProgress },
		"no date":     func(c *codes.Code) { c.Versions[0].Published = codes.Date{} },
		"successor":   func(c *codes.Code) { c.Versions[3].SucceededBy = codes.VersionRef{} },
		"language":    func(c *codes.Code) { c.Language = "de" },
		"wording":     func(c *codes.Code) { c.Wordings["fr-BE"] = codes.Wording{Title: "New"} },
		"no wordings": func(c *codes.Code) { c.Wordings = nil },
		"of version":  func(c *codes.Code) { c.Versions[1].Wordings = map[string]codes.Wording{"es": {Title: "New"}} },
		"digest":      func(c *codes.Code) { c.Versions[0].Digest = false },
		"sections":    func(c *codes.Code) { c.Versions[0].Sections = c.Versions[0].Sections[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			put1(t, s, Stair())
			changed := Stair()
			change(&changed)
			put(t, s, 1, changed)
			wantCodes(t, s, changed)
		})
	}
}

// put1 puts without a word on what changed.
func put1(t *testing.T, s codes.Store, c codes.Code) {
	t.Helper()
	if _, err := s.PutCodes(t.Context(), []codes.Code{c}); err != nil {
		t.Fatalf("PutCodes: %v", err)
	}
}

func testKeepsVersions(t *testing.T, s codes.Store) {
	put(t, s, 1, Stair())
	fewer := Stair()
	fewer.Title = "Retitled"
	fewer.Versions = fewer.Versions[:1]
	put(t, s, 1, fewer)
	want := Stair()
	want.Title = "Retitled"
	wantCodes(t, s, want)
}

func testOrdered(t *testing.T, s codes.Store) {
	var list, want []codes.Code
	for _, slug := range []string{"b", "a-z", "c", "a"} {
		list = append(list, codes.Code{Slug: slug, Title: slug, CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}})
	}
	want = append(want, list[3], list[1], list[0], list[2])
	put(t, s, 4, list...)
	wantCodes(t, s, want...)
}

func testAllOrNone(t *testing.T, s codes.Store) {
	put(t, s, 1, Stair())
	good, bad := Stair(), Stair()
	good.Slug, bad.Slug = "good", "bad"
	bad.Title = "nul \x00 inside"
	if _, err := s.PutCodes(t.Context(), []codes.Code{good, bad}); err == nil {
		t.Error("PutCodes with a NUL in a title: got no error")
	}
	wantCodes(t, s, Stair())
}

func testDelete(t *testing.T, s codes.Store) {
	other := Stair()
	other.Slug = "other"
	put(t, s, 2, Stair(), other)
	if err := s.DeleteCode(t.Context(), "stair-code"); err != nil {
		t.Fatalf("DeleteCode: %v", err)
	}
	wantCodes(t, s, other)
	put(t, s, 1, Stair())
}

func testDeleteAbsent(t *testing.T, s codes.Store) {
	if err := s.DeleteCode(t.Context(), "nothing"); !errors.Is(err, codes.ErrNotFound) {
		t.Errorf("DeleteCode of nothing: got %v, want ErrNotFound", err)
	}
}

func testCancelled(t *testing.T, s codes.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.PutCodes(ctx, []codes.Code{Stair()}); !errors.Is(err, context.Canceled) {
		t.Errorf("PutCodes when cancelled: got %v, want context.Canceled", err)
	}
	wantCodes(t, s)
}

func testConcurrent(t *testing.T, s codes.Store) {
	const writers = 8
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			c := Stair()
			c.Slug = fmt.Sprintf("code-%d", i)
			if _, err := s.PutCodes(t.Context(), []codes.Code{c, Stair()}); err != nil {
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	got, err := s.ListCodes(t.Context())
	if err != nil || len(got) != writers+1 {
		t.Errorf("got %d codes and error %v, want %d", len(got), err, writers+1)
	}
}

func testCopies(t *testing.T, s codes.Store) {
	given := Stair()
	put(t, s, 1, given)
	given.Tags[0], given.Versions[0].Title = "changed", "changed"
	got, err := s.ListCodes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got[0].Tags[0], got[0].Versions[0].Sections[0].Title = "changed", "changed"
	wantCodes(t, s, Stair())
}

func testMany(t *testing.T, s codes.Store) {
	var list []codes.Code
	for i := range 300 {
		c := Stair()
		c.Slug = fmt.Sprintf("code-%04d", i)
		list = append(list, c)
	}
	put(t, s, len(list), list...)
	wantCodes(t, s, list...)
}
