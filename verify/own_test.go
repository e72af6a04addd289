package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify"
)

// TestOwn: what stands behind a thing that the measured one has is said of that; a property
// of the thing itself counts in its name and right behind it, behind no other thing.
func TestOwn(t *testing.T) {
	verifier := func(own string) *verify.Verifier {
		source := rulesOf(ramp("a", ">=", "1.2", `when: [{fact: fixed, is: "false"}]`) + ramp("b", ">=", "0.9", `when: [{fact: fixed, is: "true"}]`))
		source = strings.Replace(source, "facts:\n", "facts:\n  fixed: {kind: boolean"+own+", label: {es: rampa fija}, yes: {es: [fija, rampa fija]}}\n", 1)
		return mustVerifier(t, text{code: "nation", rules: source})
	}
	own, other := verifier(", own: true"), verifier(", own: false")
	for _, tt := range []struct {
		element  string
		itself   bool // passes where it is a property of the ramp
		anywhere bool // where it is not
	}{
		{"rampa fija", true, true},
		{"rampa, fija", true, true},
		{"rampa fija en aseo accesible", true, true},
		{"rampa con aseo accesible fija", false, false},
		{"rampa con aseo accesible y fija", true, true},
		{"rampa en aseo accesible fija", false, true},
		{"rampa, con aseo accesible fija", false, false},
		{"rampa junto a aseo accesible fija", false, false},
		{"rampa entre aseos accesibles fija", false, true},
		{"rampa contigua a otra fija", false, false},
	} {
		t.Run(tt.element, func(t *testing.T) {
			check := verify.Check{Element: tt.element, Parameter: "anchura", Value: "1", Unit: "m"}
			if got := ask(t, own, check); got.IsCompliant != tt.itself {
				t.Errorf("own: want %v, got %s %q", tt.itself, got.Status, got.Warnings)
			}
			if got := ask(t, other, check); got.IsCompliant != tt.anywhere {
				t.Errorf("not own: want %v, got %s %q", tt.anywhere, got.Status, got.Warnings)
			}
		})
	}
}
