package extract

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// cache holds the compiled PDF engine of the package's tests.
var cache string

func TestMain(m *testing.M) {
	sandbox.Main(Jobs())
	dir, err := os.MkdirTemp("", "extract")
	if err != nil {
		panic(err)
	}
	cache = dir
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// extractor returns one that shares the compiled engine.
func extractor() *Extractor { return New(&Options{Cache: cache, Lang: "es"}) }
