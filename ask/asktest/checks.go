package asktest

import (
	"flag"
	"os"
	"testing"
)

// FewerChecks makes properties that run a whole turn try fewer cases where each
// is many times slower, under the race detector, unless the command line says
// how many: `go test -race ./ask -rapid.checks=1000`.
func FewerChecks(t *testing.T) {
	t.Helper()
	const underRace = "25"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	checks := flag.Lookup("rapid.checks")
	if given || !raceDetector || checks == nil {
		return
	}
	usual := checks.Value.String()
	if err := checks.Value.Set(underRace); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := checks.Value.Set(usual); err != nil {
			t.Error(err)
		}
	})
}

// Sample returns of a long list of cases one in twenty-three, and all where the
// environment variable REGENGINE_SWEEP is "full". Twenty-three has no factor in common
// with lists made of tens, fives or threes, so that the sample has of every kind.
func Sample[T any](cases []T) []T {
	const stride = 23
	if os.Getenv("REGENGINE_SWEEP") == "full" {
		return cases
	}
	var some []T
	for i := 0; i < len(cases); i += stride {
		some = append(some, cases[i])
	}
	return some
}
