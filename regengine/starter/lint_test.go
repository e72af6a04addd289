package starter_test

import (
	"testing"

	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/starter"
)

// TestFS_lint: the embedded pack is read without lint, so it is linted here, as a
// pack of anybody's: every quote, and every test beside the rules, those of files
// that use what others declare among them.
func TestFS_lint(t *testing.T) {
	p, err := pack.Read(starter.FS(), nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(p.Untested) > 0 {
		t.Errorf("tests not run of %v: they use what no file declares", p.Untested)
	}
}
