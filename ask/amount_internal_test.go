package ask

import "testing"

// TestAmount_Per: what stands per thing is the same said of one thing, and never what
// stands per metre: 2 kN/m² are no 2 kN.
func TestAmount_Per(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"10 m²", "10 m²/persona", true},
		{"2 kN", "2 kN/m²", false},
		{"5 l", "5 l/s", false},
	} {
		a, b := tongueOf("es").amountsIn(tt.a, nil), tongueOf("es").amountsIn(tt.b, nil)
		if len(a) != 1 || len(b) != 1 || a[0].same(&b[0]) != tt.same || b[0].same(&a[0]) != tt.same {
			t.Errorf("%q and %q: want same %v, read as %+v and %+v", tt.a, tt.b, tt.same, a, b)
		}
	}
}
