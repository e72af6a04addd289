package ask

import "testing"

// TestAmount_Same: what stands per thing is the same said of one thing, and never what
// stands per metre: 2 kN/m² are no 2 kN. A class of resistance to fire is no weaker one.
// Twelve months are a year, but not twelve times what a month takes.
func TestAmount_Same(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"10 m²", "10 m²/persona", true},
		{"2 kN", "2 kN/m²", false},
		{"5 l", "5 l/s", false},
		{"REI 60", "EI 60", false},
		{"EI 60", "EI 60", true},
		{"12 meses", "1 año", true},
		{"12 kWh/m²·año", "1 kWh/m²·mes", false},
	} {
		a, b := tongueOf("es").amountsIn(tt.a, nil), tongueOf("es").amountsIn(tt.b, nil)
		if len(a) != 1 || len(b) != 1 || a[0].same(&b[0]) != tt.same || b[0].same(&a[0]) != tt.same {
			t.Errorf("%q and %q: want same %v, read as %+v and %+v", tt.a, tt.b, tt.same, a, b)
		}
	}
}
