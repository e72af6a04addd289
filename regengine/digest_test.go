package regengine_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

// TestVerify_digestWithoutAddress: who is sent to the official wording is told where
// it is, or is not told half of it.
func TestVerify_digestWithoutAddress(t *testing.T) {
	for url, end := range map[string]string{"": "check the official wording.", "https://example.org/a": "check the official wording at https://example.org/a."} {
		data := askData()
		for i := range data.Codes {
			data.Codes[i].Versions[0].Digest, data.Codes[i].Versions[0].SourceURL = true, url
		}
		s, err := regengine.NewSnapshot(schemes, data)
		if err != nil {
			t.Fatal(err)
		}
		day, _ := codes.NewDate(2031, 1, 2)
		got, err := s.Verifier.Verify(t.Context(), verify.Check{
			Element: "guard", Parameter: "height", Value: "1.3", Unit: "m", GeoID: "XX-1", Country: "XX",
		}, day)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(got.Warnings, "\n"); !strings.Contains(all, end) {
			t.Errorf("of a text with address %q: want %q in %s", url, end, all)
		}
	}
}
