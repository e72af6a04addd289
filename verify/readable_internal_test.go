package verify

import (
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// TestReadable: what a person reads of a computed limit is short, and never on the
// lenient side of it.
func TestReadable(t *testing.T) {
	for _, tt := range []struct {
		number string
		dir    rules.Direction
		want   string
	}{
		{"5.71059313749964", rules.Maximum, "5.71"},
		{"33.3333333334", rules.Minimum, "33.34"},
		{"0.416666666667", rules.Minimum, "0.4167"},
		{"0.416666666667", rules.Maximum, "0.4166"},
		{"0.0000123456789", rules.Maximum, "0.00001"},
		{"-5.71059313749964", rules.Maximum, "-5.711"},
		{"1234.56789012", rules.Minimum, "1234.57"},
		{"1.20", rules.Minimum, "1.2"},
		{"0.123456", rules.Maximum, "0.123456"},
	} {
		n, err := quantity.ParseNumber(tt.number)
		if err != nil {
			t.Fatal(err)
		}
		if got := readable(n, tt.dir); got != tt.want {
			t.Errorf("%s as a %s: want %s, got %s", tt.number, tt.dir, tt.want, got)
		}
	}
}
