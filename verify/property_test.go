package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// verdict decides one check in a property test.
func verdict(t *rapid.T, v *verify.Verifier, check verify.Check) *verify.Result {
	check.GeoID = "XX-1"
	got, err := v.Verify(context.Background(), check, verifytest.On())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func build(t *rapid.T, texts ...text) *verify.Verifier {
	v, err := newVerifier(texts...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVerifier_Verify_tighter: a stricter limit, or one more limit, never makes a
// value comply that did not.
func TestVerifier_Verify_tighter(t *testing.T) {
	sample(t)
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom([]string{">=", ">", "<=", "<"}).Draw(t, "op")
		loose, step := rapid.IntRange(100, 300).Draw(t, "limit"), rapid.IntRange(0, 50).Draw(t, "stricter by")
		if op[0] == '<' {
			step = -step
		}
		limit := func(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }
		a, b := nation(ramp("a", op, limit(loose))), nation(ramp("a", op, limit(loose+step)))
		value := limit(loose + rapid.IntRange(-60, 60).Draw(t, "value"))
		check := verify.Check{Element: "rampa", Parameter: "anchura", Value: value, Unit: "m"}
		before := verdict(t, build(t, a), check)
		for name, texts := range map[string][]text{
			"stricter": {b}, "one more": {a, town(ramp("b", op, limit(loose+step)))}, "one more, perhaps": {a, town(ramp("b", op, limit(loose+step), "when: [{fact: lift, is: \"true\"}]"))},
		} {
			if after := verdict(t, build(t, texts...), check); after.IsCompliant && !before.IsCompliant {
				t.Fatalf("%s: %s %s complies with %s and not with %s", name, op, value, limit(loose+step), limit(loose))
			}
		}
	})
}

// TestVerifier_Verify_formulaUnits: the unit of the value changes neither the
// verdict on a computed limit nor what governs.
func TestVerifier_Verify_formulaUnits(t *testing.T) {
	rule := strings.Replace(ramp("a", ">=", "0"), "value: 0,", `value: {formula: "max(length / 8, 1.05) + 1 / 3"},`, 1)
	v := mustVerifier(t, nation(rule))
	metre := quantity.MustUnit("m")
	rapid.Check(t, func(t *rapid.T) {
		value := quantity.NewNumber(rapid.Int64Range(1000, 3000).Draw(t, "mm"), 1000)
		length := rapid.IntRange(1, 20).Draw(t, "length")
		var first *verify.Result
		for _, unit := range []string{"m", "cm", "mm", "km"} {
			n, err := quantity.Convert(value, metre, quantity.MustUnit(unit), quantity.SameKind)
			if err != nil {
				t.Fatal(err)
			}
			got := verdict(t, v, verify.Check{Element: fmt.Sprintf("rampa de %d m de longitud", length), Parameter: "anchura", Value: n.String(), Unit: unit})
			if first == nil {
				first = got
			}
			if got.Status != first.Status || *got.Governing != *first.Governing {
				t.Fatalf("%s %s: %s %+v, in m: %s %+v", n, unit, got.Status, got.Governing, first.Status, first.Governing)
			}
		}
	})
}

// TestVerifier_Verify_ranges: what is decided for a range of a fact is what is
// decided for every value in it.
func TestVerifier_Verify_ranges(t *testing.T) {
	for _, formula := range []string{"ceil(toilets / 10)", "max(2, 8 - toilets / 5)", "toilets * (20 - toilets) / 20", "min(toilets, 6) + floor(toilets / 7)"} {
		v := mustVerifier(t, nation(strings.Replace(washroomRule, "ceil(toilets / 10)", formula, 1)))
		rapid.Check(t, func(t *rapid.T) {
			low := rapid.IntRange(0, 20).Draw(t, "low")
			high := low + rapid.IntRange(1, 15).Draw(t, "more")
			check := verify.Check{Parameter: "número", Value: fmt.Sprint(rapid.IntRange(0, 8).Draw(t, "value")), Unit: "ud"}
			check.Element = fmt.Sprintf("aseos accesibles de un edificio que tiene entre %d y %d inodoros", low, high)
			all := verdict(t, v, check)
			for n := low; n <= high; n++ {
				check.Element = fmt.Sprintf("aseos accesibles de un edificio que tiene %d inodoros", n)
				one := verdict(t, v, check)
				if all.Status == verify.Compliant && one.Status != verify.Compliant || all.Status == verify.NonCompliant && one.Status != verify.NonCompliant {
					t.Fatalf("%s, %d to %d: %s; %d: %s", formula, low, high, all.Status, n, one.Status)
				}
			}
		})
	}
}
