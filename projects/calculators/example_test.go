package calculators_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/projects/calculators"
)

// A calculator of a ramp: what is filled in, what is found, and how.
func ExampleNew() {
	slope, err := calculators.New(calculators.Definition{
		ID: "pente", Title: "Pente d'une rampe", Country: "FR",
		Input: calculators.Form{
			{Name: "rise", Title: "Dénivelé", Kind: calculators.Number, Unit: "m", Min: calculators.Int(0)},
			{Name: "run", Title: "Longueur en plan", Kind: calculators.Number, Unit: "m", Min: calculators.Int(0), Above: true},
		},
		Result: calculators.Form{
			{Name: "slope", Title: "Pente", Kind: calculators.Number, Unit: "%"},
		},
		Calculate: func(_ context.Context, in calculators.Values) (calculators.Finding, error) {
			most := calculators.Int(5)
			rise, run := in.Number("rise"), in.Number("run")
			pente := rise.Mul(calculators.Int(100)).Div(run)
			return calculators.Finding{
				Result:    calculators.Values{"slope": pente.Round(3)},
				Summary:   fmt.Sprintf("La pente est de %s %%.", pente.DecimalBeside(most, 1, ",")),
				Compliant: calculators.Verdict(pente.Within(calculators.Exact{}, most)),
				Steps:     []string{fmt.Sprintf("%s m / %s m = %s %%.", rise.Decimal(3, ","), run.Decimal(3, ","), pente.Decimal(3, ","))},
				Sources:   []string{"Arrêté du 24 décembre 2015, article 2"},
			}, nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := slope.Run(context.Background(), json.RawMessage(`{"rise":0.5,"run":10}`))
	fmt.Println(out.Summary, *out.Compliant, err)
	_, err = slope.Run(context.Background(), json.RawMessage(`{"rise":0.5,"run":0}`))
	fmt.Println(err)
	// Output:
	// La pente est de 5 %. true <nil>
	// projects: invalid: run: must be more than 0 m
}

func ExampleInterpolate() {
	table := []calculators.Point{
		{X: calculators.Int(1000), Y: calculators.Dec("1.2")},
		{X: calculators.Int(1200), Y: calculators.Dec("2.0")},
	}
	y, inside := calculators.Interpolate(table, calculators.Int(1025))
	fmt.Println(y, inside)
	y, inside = calculators.Interpolate(table, calculators.Int(1300))
	fmt.Println(y, inside)
	// Output:
	// 1.3 true
	// 2 false
}
