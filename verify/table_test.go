package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// slopes is a rule about ramps with a table by their length.
func slopes(table string) string {
	return "  - id: slopes\n    subjects: [{element: ramp, parameter: slope}]\n" +
		"    require: {op: \"<=\", unit: \"%\", value: " + table + "}\n" +
		"    section: rampas\n    quote: La pendiente es como máximo de 12, 10, 8 y 6 % según la longitud.\n"
}

func TestVerifier_Verify_table(t *testing.T) {
	const (
		steps  = `{by: length, match: step, %scells: {"<= 3": 12, "<= 6": 10, "<= 9": 8}}`
		points = `{by: length, match: interpolate, %scells: {"3": 12, "9": 6}}`
	)
	for _, tt := range []struct {
		name, table string
		length      string
		limit       string // "" for no verdict
	}{
		{"first step", fmt.Sprintf(steps, ""), "2", "12"},
		{"at its end", fmt.Sprintf(steps, ""), "3", "12"},
		{"one millimetre on", fmt.Sprintf(steps, ""), "3,001", "10"},
		{"beyond the last", fmt.Sprintf(steps, ""), "9,001", ""},
		{"beyond, out of scope", fmt.Sprintf(steps, "outside: out_of_scope, "), "20", ""},
		{"beyond, clamped", fmt.Sprintf(steps, "outside: clamp, "), "20", "8"},
		{"lower bounds", `{by: length, match: step, cells: {"> 3": 10, "> 6": 8, "<= 3": 12}}`, "7", "8"},
		{"lower bounds at the end", `{by: length, match: step, cells: {">= 6": 8, "> 3": 10, "<= 3": 12}}`, "6", "8"},
		{"lower bounds clamped", `{by: length, match: step, outside: clamp, cells: {"> 3": 10, "> 6": 8}}`, "1", "10"},
		{"a point before a step", `{by: length, match: step, cells: {"<= 9": 10, "= 6": 8}}`, "6", "8"},
		{"else", `{by: length, match: step, cells: {"<= 3": 12, else: 6}}`, "50", "6"},
		{"between points", fmt.Sprintf(points, ""), "6", "9"},
		{"beyond the points", fmt.Sprintf(points, ""), "20", "6"},
		{"before the points", fmt.Sprintf(points, ""), "1", "12"},
		{"beyond the points, out of scope", fmt.Sprintf(points, "outside: out_of_scope, "), "20", ""},
		{"at the last point, out of scope", fmt.Sprintf(points, "outside: out_of_scope, "), "9", "6"},
		{"points in any order", `{by: length, match: interpolate, cells: {"9": 6, "3": 12}}`, "6", "9"},
		{"a formula in a cell", `{by: length, match: step, cells: {"<= 3": 12, else: {formula: "12 - length / 3"}}}`, "6", "10"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := mustVerifier(t, nation(slopes(tt.table)))
			got := ask(t, v, verify.Check{Element: "rampa de " + tt.length + " m de longitud", Parameter: "pendiente", Value: "1", Unit: "%"})
			if got.Limit != tt.limit || (got.Status == verify.Undetermined) != (tt.limit == "") {
				t.Errorf("want the limit %q, got %q %s %q", tt.limit, got.Limit, got.Status, got.Warnings)
			}
		})
	}
}

// A cell without limit is a verdict; a cell that is not there is none.
func TestVerifier_Verify_noneIsNotMissing(t *testing.T) {
	v := mustVerifier(t, nation(slopes(`{by: length, match: step, cells: {"<= 3": none, "<= 6": 10}}`)))
	for length, want := range map[string]verify.Status{"2": verify.Compliant, "5": verify.NonCompliant, "8": verify.Undetermined} {
		got := ask(t, v, verify.Check{Element: "rampa de " + length + " m de longitud", Parameter: "pendiente", Value: "50", Unit: "%"})
		if got.Status != want {
			t.Errorf("%s m: want %s, got %s %q", length, want, got.Status, got.Warnings)
		}
	}
}

// TestVerifier_Verify_rowOrder: a table says the same in whatever order its rows
// stand.
func TestVerifier_Verify_rowOrder(t *testing.T) {
	sample(t)
	rows := []string{`"<= 3": 12`, `"<= 6": 10`, `"= 5": 9`, `"< 9": 8`, `">= 9": 6`, `"> 20": 5`}
	rapid.Check(t, func(t *rapid.T) {
		table := func(rows []string) *verify.Verifier {
			v, err := newVerifier(nation(slopes("{by: length, match: step, cells: {" + strings.Join(rows, ", ") + "}}")))
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		a, b := table(rows), table(rapid.Permutation(rows).Draw(t, "rows"))
		for range 8 {
			length := rapid.IntRange(0, 250).Draw(t, "decimetres")
			check := verify.Check{Element: fmt.Sprintf("rampa de %d.%d m de longitud", length/10, length%10), Parameter: "pendiente", Value: "7", Unit: "%", GeoID: "XX-1"}
			x, err := a.Verify(context.Background(), check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			y, err := b.Verify(context.Background(), check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if x.Status != y.Status || x.Limit != y.Limit {
				t.Fatalf("%s: %s %s in one order, %s %s in another", check.Element, x.Status, x.Limit, y.Status, y.Limit)
			}
		}
	})
}
