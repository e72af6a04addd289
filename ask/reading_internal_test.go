package ask

import "testing"

// Words and numbers are held whole, whatever stands between them.
func Test_holdsWords(t *testing.T) {
	for _, tt := range []struct {
		text, words string
		want        bool
	}{
		{"Altura: 1,10 m", "10 m", false},
		{"Altura: 10 m", "altura 10 m", true},
		{"Altura: 10 m²", "10 m", false},
		{"- Desnivel | 10 m |", "desnivel 10 m", true},
		{"contrahuella de 10 cm", "huella de 10 cm", false},
	} {
		if got := holdsWords(tt.text, tt.words); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.words, tt.text, got, tt.want)
		}
	}
}
