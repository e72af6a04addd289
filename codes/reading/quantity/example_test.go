package quantity_test

import (
	"fmt"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func ExampleParseUnit() {
	u, err := quantity.ParseUnit("W/(m²·K)")
	fmt.Println(u.Kind(), err)
	// Output: transmittance <nil>
}

func ExampleConvert() {
	width, err := quantity.Convert(quantity.MustNumber("120"), quantity.MustUnit("cm"), quantity.MustUnit("m"), quantity.SameKind)
	fmt.Println(width, err)
	// Output: 1.2 <nil>
}

func ExampleParse() {
	q, ok := quantity.Parse("1,20 m", "es")
	fmt.Println(q.Value, q.Unit, ok)
	// Output: 1.2 m true
}
