package verify_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

type given = map[string]verify.Value

// TestCircumstances: what is given as data is certain.
func TestCircumstances(t *testing.T) {
	v := fixture(t)
	for _, tt := range []struct {
		name, element, parameter, value, unit string
		given                                 given
		status                                verify.Status
		limit, says                           string // "" is not compared; words that a warning must have
	}{
		{"decides", "barandilla", "altura", "0.95", "m", given{"drop": verify.QuantityValue("4", "m")}, verify.Compliant, "0.9", ""},
		{"in another unit", "barandilla", "altura", "0.95", "m", given{"drop": verify.QuantityValue("700", "cm")}, verify.NonCompliant, "1.1", ""},
		{"beats the text", "barandilla con desnivel 4 m", "altura", "0.95", "m", given{"drop": verify.QuantityValue("7", "m")}, verify.NonCompliant, "1.1", "el texto dice otra cosa: desnivel = 4 m"},
		{"beats two numbers", "barandilla, desnivel 4 m por un lado y 9 m por otro", "altura", "0.95", "m", given{"drop": verify.QuantityValue("4", "m")}, verify.Compliant, "0.9", ""},
		{"beats a denial", "escalera sin ascensor", "contrahuella", "18", "cm", given{"lift": verify.BooleanValue(true)}, verify.Compliant, "18.5", "ascensor: no"},
		{"agrees with a range", "barandilla, desnivel entre 3 y 5 m", "altura", "0.95", "m", given{"drop": verify.QuantityValue("4", "m")}, verify.Compliant, "0.9", "!el texto dice"},
		{"zone beats the place's", "muro exterior", "transmitancia", "0.4", "W/m2K", given{"zone": verify.TextValue("e1")}, verify.NonCompliant, "0.37", "no el del lugar: zona climática: E1"},
		{"zone beats a name", "muro exterior (E1)", "transmitancia", "0.4", "W/m2K", given{"zone": verify.TextValue("D3")}, verify.Compliant, "0.41", ""},
		{"altitude beats the place's", "muro exterior", "transmitancia", "0.4", "W/m2K", given{"site_altitude": verify.QuantityValue("980", "m")}, verify.NonCompliant, "0.37", "la de la altitud indicada"},
		{"beats a default", "barandilla con desnivel 4 m", "altura", "0.95", "m", given{"outside": verify.BooleanValue(true)}, verify.Undetermined, "", ""},
		{"what does not matter", "barandilla con desnivel 4 m", "altura", "0.95", "m", given{"lift": verify.BooleanValue(true), "building_use": verify.TextValue("office")}, verify.Compliant, "0.9", "!ascensor"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "XX-1", Circumstances: tt.given, Ref: "r1"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.status || tt.limit != "" && got.Limit != tt.limit || got.Ref != "r1" {
				t.Errorf("want %s %s, got %s %s %q %q", tt.status, tt.limit, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
			words, not := strings.CutPrefix(tt.says, "!")
			if said := strings.Contains(strings.Join(got.Warnings, "\n"), words); tt.says != "" && said == not {
				t.Errorf("want %q said %v, got %q", words, !not, got.Warnings)
			}
		})
	}
}

func TestCircumstances_errors(t *testing.T) {
	v := fixture(t)
	many := given{}
	for i := range verify.MaxCircumstances + 1 {
		many[fmt.Sprint("x", i)] = verify.BooleanValue(true)
	}
	for _, tt := range []struct {
		name, want string
		given      given
		near       []string
	}{
		{"unknown", "unknown circumstance; near: drop", given{"dropp": verify.QuantityValue("4", "m")}, []string{"drop"}},
		{"nothing near", "unknown circumstance", given{"zzzzzzzz": verify.BooleanValue(true)}, nil},
		{"boolean as text", "must be a boolean", given{"lift": verify.TextValue("yes")}, nil},
		{"bare length", "must be a number with its unit", given{"drop": verify.QuantityValue("4", "")}, nil},
		{"mass for length", "must be a number with its unit", given{"drop": verify.QuantityValue("4", "kg")}, nil},
		{"unknown unit", "must be a number with its unit", given{"drop": verify.QuantityValue("4", "brazas")}, nil},
		{"below zero", "must not be below zero", given{"drop": verify.QuantityValue("-4", "m")}, nil},
		{"no number", "must be a number with its unit", given{"drop": verify.QuantityValue("NaN", "m")}, nil},
		{"quantity as boolean", "must be a number with its unit", given{"drop": verify.BooleanValue(true)}, nil},
		{"blank text", "must be a text", given{"zone": verify.TextValue(" ")}, nil},
		{"long text", "must be a text", given{"zone": verify.TextValue(strings.Repeat("x", 101))}, nil},
		{"too many", "at most 200", many, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := v.Verify(t.Context(), verify.Check{Element: "barandilla", Parameter: "altura", Value: "1", Unit: "m", GeoID: "XX-1", Circumstances: tt.given}, verifytest.On())
			var wrong *verify.CircumstanceError
			if !errors.Is(err, verify.ErrInvalidCircumstance) || !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Message, tt.want) {
				t.Fatalf("want %q, got %v", tt.want, err)
			}
			if diff := cmp.Diff(tt.near, wrong.Near); diff != "" {
				t.Errorf("near (-want +got):\n%s", diff)
			}
		})
	}
}

func TestVerifier_ParseCircumstance(t *testing.T) {
	v := fixture(t)
	for _, tt := range []struct {
		id, text string
		want     verify.Value
	}{
		{"lift", "sí", verify.BooleanValue(true)},
		{"lift", "NO", verify.BooleanValue(false)},
		{"lift", "0", verify.BooleanValue(false)},
		{"drop", "7,5 m", verify.QuantityValue("7.5", "m")},
		{"drop", "750cm", verify.QuantityValue("750", "cm")},
		{"zone", "D3", verify.TextValue("D3")},
	} {
		got, err := v.ParseCircumstance("XX", tt.id, tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%s=%s: want %v, got %v, %v", tt.id, tt.text, tt.want, got, err)
		}
	}
	for id, text := range map[string]string{"lift": "perhaps", "drop": "7", "zone": "", "nothing": "1"} {
		if got, err := v.ParseCircumstance("XX", id, text); !errors.Is(err, verify.ErrInvalidCircumstance) {
			t.Errorf("%s=%s: want an error, got %v", id, text, got)
		}
	}
}
