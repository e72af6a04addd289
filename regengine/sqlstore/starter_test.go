package sqlstore_test

import (
	"sync"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// starterOf is a starter of a release's number that brings data.
func starterOf(number uint16, data regengine.Data) regengine.Starter {
	s := regengine.Starter{Edition: regengine.NewEdition(number, 0), Read: func() (regengine.Data, error) { return data, nil }}
	for _, c := range data.Codes {
		s.Codes = append(s.Codes, c.Slug)
	}
	return s
}

// first and second are what two releases bring: the second has another place and code,
// and says something else of one of each.
func first() regengine.Data {
	return regengine.Data{
		Places: places("Uno", "Dos", "Tres"),
		Codes:  []codes.Code{code("alpha", "2019"), code("beta", "v1"), code("gamma", "v1")},
		Blocks: retrievaltest.Sample("alpha/2019", 1),
	}
}

func second() regengine.Data {
	data := first()
	data.Places = places("Uno", "Dos nuevo", "Tres", "Cuatro")
	data.Codes[0].Title = "Another title"
	data.Codes = append(data.Codes, code("delta", "v1"))
	return data
}

func bring(t *testing.T, db *sqlstore.DB, s regengine.Starter) regengine.Brought {
	t.Helper()
	brought, err := regengine.Bring(t.Context(), db, schemes, s, nil)
	if err != nil {
		t.Fatalf("Bring: %v", err)
	}
	return brought
}

func wantBrought(t *testing.T, want, got regengine.Brought) {
	t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("brought (-want +got):\n%s", diff)
	}
}

func wantStored(t *testing.T, db *sqlstore.DB, want regengine.Data) {
	t.Helper()
	got, _ := load(t, db)
	got.Segments, got.Limits = nil, nil // derived
	if diff := sameData(want, got); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}

func TestBring(t *testing.T) {
	all := regengine.Brought{Wanted: true, Added: regengine.Tally{Places: 4, Codes: 3}}
	onEach(t, func(t *testing.T, d database) {
		t.Run("Empty", func(t *testing.T) {
			db := d.new(t)
			wantBrought(t, all, bring(t, db, starterOf(1, first())))
			wantStored(t, db, first())
			revision := revisionOf(t, db)
			again := starterOf(1, first())
			again.Read = func() (regengine.Data, error) { t.Error("it was read again"); return first(), nil }
			wantBrought(t, regengine.Brought{}, bring(t, db, again))
			if after := revisionOf(t, db); after != revision {
				t.Errorf("revision: want it to stay %d, got %d", revision, after)
			}
		})
		t.Run("Newer", func(t *testing.T) {
			db := d.new(t)
			bring(t, db, starterOf(1, first()))
			wantBrought(t, regengine.Brought{Wanted: true, Added: regengine.Tally{Places: 1, Codes: 1}, Renewed: regengine.Tally{Places: 1, Codes: 1}},
				bring(t, db, starterOf(2, second())))
			wantStored(t, db, second())
			wantBrought(t, regengine.Brought{}, bring(t, db, starterOf(1, first()))) // an earlier program takes nothing back
			wantStored(t, db, second())
		})
		t.Run("LeftAlone", func(t *testing.T) {
			db := d.new(t)
			bring(t, db, starterOf(1, first()))
			edited := places("Uno", "Segundo")[2:]
			elsewhere := geo.Place{ID: "XX-03", Name: "Fourth", Level: geo.Region, Parent: "XX"}
			text := retrievaltest.Sample("alpha/2019", 2)
			apply(t, db, regengine.Data{Places: append(edited, elsewhere), Codes: []codes.Code{code("alpha", "2019"), code("delta", "own")}, Blocks: text})
			if err := db.DeleteCode(t.Context(), "gamma"); err != nil {
				t.Fatal(err)
			}
			before, _ := load(t, db)
			wantBrought(t, regengine.Brought{Wanted: true, Kept: regengine.Tally{Places: 2, Codes: 3}}, bring(t, db, starterOf(2, second())))
			before.Segments, before.Limits = nil, nil
			wantStored(t, db, before)
		})
		t.Run("DroppedVersion", func(t *testing.T) { // it stays, and is nobody's change
			db := d.new(t)
			for number, title := range []string{"One", "Two", "Three"} {
				data := regengine.Data{Places: places(), Codes: []codes.Code{code("alpha", "2019", "2018")}}
				data.Codes[0].Title = title
				if number > 0 {
					data.Codes[0].Versions = data.Codes[0].Versions[:1]
				}
				got := bring(t, db, starterOf(uint16(number+1), data))
				if got.Kept.Codes != 0 || !got.Wanted {
					t.Errorf("edition %d: %+v", number+1, got)
				}
			}
		})
		t.Run("OwnData", func(t *testing.T) {
			db := d.new(t)
			own := regengine.Data{Places: places(), Codes: []codes.Code{code("mine", "v1"), code("alpha", "v9")}}
			apply(t, db, own)
			wantBrought(t, regengine.Brought{}, bring(t, db, starterOf(1, first())))
			wantStored(t, db, own)
		})
		t.Run("BegunBeforeMarks", func(t *testing.T) {
			db := d.new(t)
			apply(t, db, first())
			wantBrought(t, regengine.Brought{Wanted: true, Added: regengine.Tally{Places: 1, Codes: 1}, Kept: regengine.Tally{Places: 1, Codes: 1}},
				bring(t, db, starterOf(1, second())))
		})
		t.Run("AtOnce", func(t *testing.T) {
			db := d.new(t)
			var wrote atomic.Int32
			var servers sync.WaitGroup
			for range 4 {
				servers.Go(func() {
					brought, err := regengine.Bring(t.Context(), db, schemes, starterOf(1, first()), nil)
					if err != nil {
						t.Errorf("Bring: %v", err)
					}
					if brought.Wanted {
						wrote.Add(1)
					}
				})
			}
			servers.Wait()
			if n := wrote.Load(); n != 1 {
				t.Errorf("%d of them wrote, want 1", n)
			}
			wantStored(t, db, first())
		})
	})
}

// What does not fit what somebody put beside it changes nothing.
func TestBring_Misfit(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		bring(t, db, starterOf(1, first()))
		apply(t, db, regengine.Data{Codes: []codes.Code{code("mine", "v1")}})
		misfit := second()
		misfit.Codes[3].Territories = []geo.ID{"XX-99"}
		if brought, err := regengine.Bring(t.Context(), db, schemes, starterOf(2, misfit), nil); err == nil {
			t.Errorf("want an error, got %+v", brought)
		}
		want := first()
		want.Codes = append(want.Codes, code("mine", "v1"))
		wantStored(t, db, want)
		if edition, err := db.StarterEdition(t.Context()); err != nil || edition != regengine.NewEdition(1, 0) {
			t.Errorf("edition: want that of the first, got %d (%v)", edition, err)
		}
	})
}
