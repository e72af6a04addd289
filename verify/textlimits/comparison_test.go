package textlimits_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify/textlimits"
)

func TestComparisons(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		want       []string
	}{
		{"es", "La altura será de 2 m cuando el desnivel no exceda de 6 m.", []string{"measure = 2 m", "when <= 6 m"}},
		{"es", "Si la ocupación es igual o superior a 90 personas, el ancho no será menor que 1,30 m.", []string{"when >= 90 personas", "measure >= 1.3 m"}},
		{"en", "In rooms over 20 m2 the doors must be at least 850 mm wide.", []string{"when > 20 m2", "measure >= 850 mm"}},
		{"en", "Where the drop does not exceed 2 m, no rail is needed.", []string{"when <= 2 m"}},
		{"en", "The distance should be 350-450mm.", []string{"measure >= 350 mm", "measure <= 450 mm"}},
		{"en", "A building which is not a dwelling and has more than 9 spaces.", []string{"when > 9 spaces"}},
	} {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for _, c := range textlimits.Comparisons(tt.text, tt.lang) {
				got = append(got, fmt.Sprintf("%s %s %s %s", c.Role, c.Op, c.Value, c.Unit))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("comparisons (-want +got):\n%s", diff)
			}
		})
	}
}
