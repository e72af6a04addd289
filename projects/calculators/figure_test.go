package calculators_test

import (
	"testing"

	"github.com/reglookup/regengine/projects/calculators"
)

// TestExact_Figure: a figure is rounded for people, but keeps what a small number says,
// and is never shown as the limit it lies beside.
func TestExact_Figure(t *testing.T) {
	third := calculators.Int(1).Div(calculators.Int(3))
	for _, tt := range []struct {
		name   string
		n      calculators.Exact
		limits []calculators.Exact
		want   string
	}{
		{"Whole", calculators.Int(17), nil, "17"},
		{"Short", calculators.Dec("17.5"), nil, "17,5"},
		{"Rounded", calculators.Dec("5.71059313749964"), nil, "5,7106"},
		{"NoEnd", third, nil, "0,3333"},
		{"Small", calculators.Dec("0.0000123456"), nil, "0,0000123"},
		{"SmallAndShort", calculators.Dec("0.0002"), nil, "0,0002"},
		{"Zero", calculators.Int(0), nil, "0"},
		{"Negative", calculators.Dec("-0.123456"), nil, "-0,1235"},
		{"FarFromLimit", calculators.Dec("2.123456789"), []calculators.Exact{calculators.Dec("2.7")}, "2,1235"},
		{"CloseToLimit", calculators.Dec("2.69999999"), []calculators.Exact{calculators.Dec("2.7")}, "2,69999999"},
		{"TheLimit", calculators.Dec("2.7"), []calculators.Exact{calculators.Dec("2.70")}, "2,7"},
		{"SecondLimit", calculators.Dec("2.69999999"), []calculators.Exact{calculators.Int(1), calculators.Dec("2.7")}, "2,69999999"},
		{"VeryClose", calculators.Dec("1.00000000000000000001"), []calculators.Exact{calculators.Int(1)}, "1,00000000000000000001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.n.Figure(",", tt.limits...); got != tt.want {
				t.Errorf("want %s, got %s", tt.want, got)
			}
		})
	}
}
