package verify_test

import (
	"flag"
	"os"
	"testing"
)

// sample makes a property whose every case reads rules anew try a fifth of the usual
// number of cases, unless the command line says how many (-rapid.checks) or the
// environment variable REGENGINE_SWEEP is "full".
func sample(t *testing.T) {
	t.Helper()
	const some = "20"
	given := os.Getenv("REGENGINE_SWEEP") == "full"
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if given {
		return
	}
	checks := flag.Lookup("rapid.checks").Value
	usual := checks.String()
	if err := checks.Set(some); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := checks.Set(usual); err != nil {
			t.Error(err)
		}
	})
}
