package webhookstest_test

import (
	"testing"

	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine/webhooks/webhookstest"
)

func TestMem(t *testing.T) {
	webhookstest.TestStore(t, func(*testing.T) webhookstest.Backend { return webhookstest.NewBackend(projectstest.NewMem()) })
}
