package geotest

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/reglookup/regengine/geo"
)

var _ geo.Store = (*MemStore)(nil)

// MemStore is a [geo.Store] in memory. The zero value is empty and ready.
type MemStore struct {
	mu     sync.RWMutex
	places map[geo.ID]geo.Place
}

// ListPlaces implements [geo.Store].
func (s *MemStore) ListPlaces(ctx context.Context, country geo.ID) ([]geo.Place, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var list []geo.Place
	for id, p := range s.places {
		if country == "" || id.Country() == country {
			list = append(list, clonePlace(p))
		}
	}
	slices.SortFunc(list, func(a, b geo.Place) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// PutPlaces implements [geo.Store].
func (s *MemStore) PutPlaces(ctx context.Context, places []geo.Place) (changed int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if err := geo.CheckPlaces(places); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places == nil {
		s.places = make(map[geo.ID]geo.Place, len(places))
	}
	for _, p := range places {
		p = clonePlace(p)
		if old, exists := s.places[p.ID]; exists && reflect.DeepEqual(old, p) {
			continue
		}
		s.places[p.ID] = p
		changed++
	}
	return changed, nil
}

// clonePlace returns a deep copy of p in which an empty slice is nil.
func clonePlace(p geo.Place) geo.Place {
	p.Aliases = append([]string(nil), p.Aliases...)
	if p.Tech == nil {
		return p
	}
	tech := *p.Tech
	tech.AltitudeM = cloneInt(tech.AltitudeM)
	tech.RadonZone = cloneInt(tech.RadonZone)
	tech.Population = cloneInt(tech.Population)
	tech.Extra = append([]geo.TechValue(nil), tech.Extra...)
	p.Tech = &tech
	return p
}

func cloneInt(n *int) *int {
	if n == nil {
		return nil
	}
	return new(*n)
}
