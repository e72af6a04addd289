package projectstest_test

import (
	"testing"

	"github.com/reglookup/regengine/projects/projectstest"
)

func TestMem(t *testing.T) {
	projectstest.TestStore(t, func(*testing.T) projectstest.Backend { return projectstest.NewBackend() })
}
