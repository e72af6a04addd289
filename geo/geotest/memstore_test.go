package geotest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestMemStore(t *testing.T) {
	geotest.TestStore(t, func(*testing.T) geo.Store { return &geotest.MemStore{} })
}

// twins are stores that each break one promise. The suite must catch them all;
// fails names a subtest that has to.
var twins = []struct {
	name  string
	fails string
	open  func(s *geotest.MemStore) geo.Store
}{
	{"CountsEverything", "PutAgain", func(s *geotest.MemStore) geo.Store {
		return twin{s, func(ctx context.Context, places []geo.Place) (int, error) {
			_, err := s.PutPlaces(ctx, places)
			return len(places) * min(1, errorless(err)), err
		}, s.ListPlaces}
	}},
	{"RowByRow", "ErrInvalidPlace", func(s *geotest.MemStore) geo.Store {
		return twin{s, func(ctx context.Context, places []geo.Place) (int, error) {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			total := 0
			for i := range places {
				changed, err := s.PutPlaces(ctx, places[i:i+1])
				if err != nil {
					return 0, err
				}
				total += changed
			}
			return total, nil
		}, s.ListPlaces}
	}},
	{"TakesDuplicates", "ErrInvalidPlace/Duplicate", func(s *geotest.MemStore) geo.Store {
		return twin{s, func(ctx context.Context, places []geo.Place) (int, error) {
			changed, err := s.PutPlaces(ctx, places)
			if errors.Is(err, geo.ErrInvalidPlace) {
				return s.PutPlaces(ctx, places[:len(places)-1])
			}
			return changed, err
		}, s.ListPlaces}
	}},
	{"ForgetsAliasOrder", "ListOrders", changing(func(p *geo.Place) {
		if len(p.Aliases) > 1 {
			p.Aliases[0], p.Aliases[1] = p.Aliases[1], p.Aliases[0]
		}
	})},
	{"UnknownBecomesZero", "UnknownIsNotZero", changing(func(p *geo.Place) {
		if p.Tech != nil && p.Tech.RadonZone == nil {
			p.Tech.RadonZone = new(int)
		}
	})},
	{"NoTechBecomesEmpty", "NoTechIsNotEmptyTech", changing(func(p *geo.Place) {
		if p.Tech == nil {
			p.Tech = &geo.TechData{}
		}
	})},
	{"DropsUnits", "CountsEveryField", changing(func(p *geo.Place) {
		for i := 0; p.Tech != nil && i < len(p.Tech.Extra); i++ {
			p.Tech.Extra[i].Unit = ""
		}
	})},
	{"Trims", "ExactText", changing(func(p *geo.Place) { p.Name = strings.TrimSpace(p.Name) })},
	{"FiltersByPrefix", "CountryFilter", func(s *geotest.MemStore) geo.Store {
		return twin{s, s.PutPlaces, func(ctx context.Context, country geo.ID) ([]geo.Place, error) {
			all, err := s.ListPlaces(ctx, "")
			var kept []geo.Place
			for _, p := range all {
				if strings.HasPrefix(string(p.ID), string(country)) {
					kept = append(kept, p)
				}
			}
			return kept, err
		}}
	}},
	{"ForgetsToSort", "Order", func(s *geotest.MemStore) geo.Store {
		return twin{s, s.PutPlaces, func(ctx context.Context, country geo.ID) ([]geo.Place, error) {
			all, err := s.ListPlaces(ctx, country)
			if len(all) > 1 {
				all[0], all[1] = all[1], all[0]
			}
			return all, err
		}}
	}},
	{"IgnoresCancellation", "ErrCanceled", func(s *geotest.MemStore) geo.Store {
		return twin{s, func(_ context.Context, places []geo.Place) (int, error) {
			return s.PutPlaces(context.Background(), places)
		}, s.ListPlaces}
	}},
	{"ReadersSeeHalf", "ReadersSeeWholePuts", func(s *geotest.MemStore) geo.Store {
		half := make(chan struct{}) // closed by the first reader who comes in the middle of a put
		seen := sync.OnceFunc(func() { close(half) })
		return twin{s, func(ctx context.Context, places []geo.Place) (int, error) {
			first, err := s.PutPlaces(ctx, places[:len(places)/2])
			if err != nil {
				return 0, err
			}
			if places[0].Name == "edition 1" {
				<-half
			}
			second, err := s.PutPlaces(ctx, places[len(places)/2:])
			return first + second, err
		}, func(ctx context.Context, country geo.ID) ([]geo.Place, error) {
			places, err := s.ListPlaces(ctx, country)
			if err == nil && len(places) > 0 && places[0].Name == "edition 1" {
				seen()
			}
			return places, err
		}}
	}},
}

func errorless(err error) int {
	if err != nil {
		return 0
	}
	return 1
}

// changing returns a twin that lists places otherwise than they were put.
func changing(change func(*geo.Place)) func(*geotest.MemStore) geo.Store {
	return func(s *geotest.MemStore) geo.Store {
		return twin{s, s.PutPlaces, func(ctx context.Context, country geo.ID) ([]geo.Place, error) {
			places, err := s.ListPlaces(ctx, country)
			for i := range places {
				change(&places[i])
			}
			return places, err
		}}
	}
}

// twin is a store of which some methods are replaced.
type twin struct {
	*geotest.MemStore
	put  func(context.Context, []geo.Place) (int, error)
	list func(context.Context, geo.ID) ([]geo.Place, error)
}

func (s twin) PutPlaces(ctx context.Context, places []geo.Place) (int, error) {
	return s.put(ctx, places)
}

func (s twin) ListPlaces(ctx context.Context, country geo.ID) ([]geo.Place, error) {
	return s.list(ctx, country)
}

// twinVariable names the twin that TestTwin runs the suite on; it is set only
// in the process that TestStore_CatchesTwins starts.
const twinVariable = "GEOTEST_TWIN"

func TestTwin(t *testing.T) {
	for _, c := range twins {
		if c.name == os.Getenv(twinVariable) {
			geotest.TestStore(t, func(*testing.T) geo.Store { return c.open(&geotest.MemStore{}) })
		}
	}
}

func TestStore_CatchesTwins(t *testing.T) {
	for _, c := range twins {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(os.Args[0], "-test.run=^TestTwin$/^"+strings.Split(c.fails, "/")[0]+"$", "-test.v")
			run.Env = append(os.Environ(), twinVariable+"="+c.name)
			out, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestTwin/"+c.fails+" ") {
				t.Errorf("the suite does not fail in %s: %v\n%.3000s", c.fails, err, out)
			}
		})
	}
}
