package geotest_test

import (
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestMemStore(t *testing.T) {
	geotest.TestStore(t, func(*testing.T) geo.Store { return &geotest.MemStore{} })
}
