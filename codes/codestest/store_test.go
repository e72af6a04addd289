package codestest_test

import (
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/codestest"
)

func TestMemStore(t *testing.T) {
	codestest.TestStore(t, func(*testing.T) codes.Store { return &codestest.MemStore{} })
}
