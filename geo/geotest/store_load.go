package geotest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/geo"
)

const writers = 8

// together runs n functions at the same time and waits for them.
func together(n int, run func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			run(i)
		})
	}
	close(start)
	wg.Wait()
}

// testConcurrentSame puts the same places from many goroutines, half of them in
// reverse order: nothing fails, and every place is new exactly once.
func testConcurrentSame(t *testing.T, s geo.Store) {
	var mu sync.Mutex
	total := 0
	together(writers, func(i int) {
		places := Places()
		if i%2 == 1 {
			slices.Reverse(places)
		}
		changed, err := s.PutPlaces(t.Context(), places)
		if err != nil {
			t.Errorf("writer %d: PutPlaces: %v", i, err)
		}
		mu.Lock()
		defer mu.Unlock()
		total += changed
	})
	if total != len(Places()) {
		t.Errorf("the writers were told of %d changes in all, want %d: one for each place", total, len(Places()))
	}
	wantList(t, s, "", Places()...)
}

func testConcurrentOther(t *testing.T, s geo.Store) {
	const each = 25
	together(writers, func(w int) {
		for n := range each {
			p := bare(geo.ID(fmt.Sprintf("XX-%02d%03d", w, n)), fmt.Sprintf("Lugar %d de %d", n, w))
			p.Aliases = []string{p.Name + " bis"}
			if changed, err := s.PutPlaces(t.Context(), []geo.Place{p}); err != nil || changed != 1 {
				t.Errorf("writer %d: PutPlaces = %d, %v, want 1, nil", w, changed, err)
			}
		}
	})
	if got := len(list(t, s, "XX")); got != writers*each {
		t.Errorf("after %d puts the store lists %d places", writers*each, got)
	}
}

// testReadersSeeWholePuts puts a whole territory under one name, then another,
// while readers look: each must see all names of one put, never a mixture.
func testReadersSeeWholePuts(t *testing.T, s geo.Store) {
	territory := func(edition int) []geo.Place {
		places := Places()
		for i := range places {
			places[i].Name = fmt.Sprintf("edition %d", edition)
			places[i].Aliases = []string{places[i].Name}
		}
		return places
	}
	put(t, s, len(Places()), territory(0)...)
	var written atomic.Bool
	together(4, func(i int) {
		if i == 0 {
			defer written.Store(true)
			for n := range 15 {
				if _, err := s.PutPlaces(t.Context(), territory(n+1)); err != nil {
					t.Errorf("PutPlaces: %v", err)
				}
			}
			return
		}
		for !written.Load() && !t.Failed() {
			places, err := s.ListPlaces(t.Context(), "XX")
			if err != nil {
				t.Errorf("ListPlaces: %v", err)
				return
			}
			checkOneEdition(t, places)
		}
	})
}

func checkOneEdition(t *testing.T, places []geo.Place) {
	t.Helper()
	for _, p := range places {
		if p.Name != places[0].Name || len(p.Aliases) != 1 || p.Aliases[0] != p.Name {
			t.Errorf("a reader saw %q with aliases %q beside %q: half a put", p.Name, p.Aliases, places[0].Name)
			return
		}
	}
}

func testTenThousand(t *testing.T, s geo.Store) {
	places := Many(10_000)
	put(t, s, len(places), places...)
	want, got := slices.SortedFunc(slices.Values(places), byLevelAndID), list(t, s, "XX")
	if !reflect.DeepEqual(want, got) { // many times faster than go-cmp, which lays out what differs
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("ListPlaces of %d places (-want +got):\n%.2000s", len(places), diff)
		}
	}
	put(t, s, 0, places...)
	places[len(places)-1].Name += " Nueva"
	put(t, s, 1, places...)
}

func byLevelAndID(a, b geo.Place) int {
	return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.ID, b.ID))
}
