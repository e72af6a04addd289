package verify_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

// heardRules limit two things that are called alike, one of them by a circumstance, and
// tell how people write checks about them.
const heardRules = `format: 1
language: es
elements:
  barrier: {label: {es: barrera, en: barrier}, names: {es: [barrera de protección], en: [protective barrier]}}
  ramp: {label: {es: rampa, en: ramp}, names: {es: [rampa], en: [ramp]}}
  roof: {label: {es: cubierta, en: roof}, names: {es: [cubierta], en: [roof]}}
parameters:
  height: {label: {es: altura, en: height}, names: {es: [altura sobre el suelo], en: [height above floor]}}
  slope: {label: {es: pendiente, en: slope}, relation: slope, names: {es: [pendiente longitudinal], en: [long slope]}}
  fall: {label: {es: caída, en: fall}, relation: slope, names: {es: [pendiente de evacuación], en: [drainage slope]}}
facts:
  sheltered: {kind: boolean, label: {es: resguardada, en: sheltered}, default: "false", yes: {es: [resguardada], en: [sheltered]}}
rules:
  - id: barrier
    subjects: [{element: barrier, parameter: height}]
    unless: [{fact: sheltered, is: "true"}]
    require: {op: ">=", value: 1, unit: m}
    section: s
    quote: Barreras de 1 m.
  - id: sheltered
    subjects: [{element: barrier, parameter: height}]
    when: [{fact: sheltered, is: "true"}]
    require: {op: ">=", value: 0.8, unit: m}
    section: s
    quote: Barreras de 0,8 m.
  - id: ramp
    subjects: [{element: ramp, parameter: slope}]
    require: {op: "<=", value: 10, unit: "%"}
    section: s
    quote: Rampas del 10 %.
  - id: roof
    subjects: [{element: roof, parameter: fall}]
    require: {op: ">=", value: 1, unit: "%"}
    section: s
    quote: Cubiertas del 1 %.
wordings:
  barrier height:
    es: |
      Antepecho de la terraza, acero y vidrio | cota del canto superior
      Murete del balcón | alto total desde solado
    en: |
      Balcony railing, steel | top edge level
  ramp slope:
    es: |
      Subida desde la acera al portal | inclinación
  roof fall:
    es: |
      Azotea, hormigón de regularización | inclinación del faldón
`

// TestWordings: a check that calls nothing by name is read by the weight of its words where
// one pair stands out, and passes only where each word is known.
func TestWordings(t *testing.T) {
	v := twoCountries(t, map[geo.ID]string{"ES": heardRules}, nil)
	for _, tt := range []struct {
		name, element, parameter, value, unit string
		want                                  verify.Status
		limit                                 string
	}{
		{"its words, put together anew", "antepecho de la terraza, balcón de vidrio", "cota del canto superior", "1.1", "m", verify.Compliant, "1"},
		{"another language", "steel balcony railing", "level of the top edge", "0.9", "m", verify.NonCompliant, "1"},
		{"a word nobody knows, and it fails", "antepecho del balcón, metacrilato", "cota del canto superior", "0.9", "m", verify.NonCompliant, "1"},
		{"a word nobody knows, and it would pass", "antepecho de la terraza de maqueta", "cota del canto superior", "1.1", "m", verify.Undetermined, ""},
		{"a word nobody knows in the parameter", "antepecho de la terraza", "cota del canto inferior", "1.1", "m", verify.Undetermined, ""},
		{"words of two that are put together", "antepecho del balcón", "cota del canto superior", "1.1", "m", verify.Undetermined, ""},
		{"a circumstance eases it", "antepecho de la terraza, resguardada", "cota del canto superior", "0.9", "m", verify.Compliant, "0.8"},
		{"a circumstance that is doubted does not", "antepecho de la terraza, resguardada en fase posterior", "cota del canto superior", "0.9", "m", verify.Undetermined, ""},
		{"a unit that is another's", "antepecho del balcón", "cota del canto superior", "5", "%", verify.Undetermined, ""},
		{"two that are as likely", "hormigón", "inclinación", "5", "%", verify.Undetermined, ""},
		{"names come first", "rampa", "pendiente longitudinal", "12", "%", verify.NonCompliant, "10"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check := verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "ES-1"}
			got, err := v.Verify(t.Context(), check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.want || got.Limit != tt.limit {
				t.Errorf("want %s %s, got %s %s %q", tt.want, tt.limit, got.Status, got.Limit, got.Warnings)
			}
		})
	}
	t.Run("says what it was read as", func(t *testing.T) {
		check := verify.Check{Element: "antepecho de la terraza", Parameter: "cota del canto superior", Value: "1.1", Unit: "m", GeoID: "ES-1"}
		got, err := v.Verify(t.Context(), check, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		want := `Se ha leído como "altura" de "barrera"; si se trata de otra cosa, nómbrela así.`
		if len(got.Warnings) == 0 || got.Warnings[0] != want {
			t.Errorf("want %q first, got %q", want, got.Warnings)
		}
	})
}

// TestWordings_mistakes: each line is read for itself, and what it is about must be known.
func TestWordings_mistakes(t *testing.T) {
	for _, tt := range []struct {
		name, wordings string
		want           []rules.Problem
	}{
		{"no bar", "  ramp slope:\n    es: |\n      la cuesta\n", []rules.Problem{{Line: 39, Message: `a wording is the text of an element, a bar, the text of a parameter: "la cuesta"`}}},
		{"two bars, and nothing", "  ramp slope:\n    es: |\n      a | b | c\n      | b\n", []rules.Problem{
			{Line: 39, Message: `a wording is the text of an element, a bar, the text of a parameter: "a | b | c"`},
			{Line: 40, Message: `a wording is the text of an element, a bar, the text of a parameter: "| b"`},
		}},
		{"no pair", "  ramp:\n    es: a | b\n", []rules.Problem{{Line: 37, Message: `wordings are of a pair, such as "stair tread_depth", not of "ramp"`}}},
		{"unknown", "  ramp weight:\n    es: a | b\n", []rules.Problem{{Line: 37, Message: `parameter "weight" is not declared in this file; declare it, or name it under uses`}}},
		{"no language", "  ramp slope:\n    Spanish: a | b\n", []rules.Problem{{Line: 38, Message: `"Spanish" is no language tag such as es or en`}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, _, _ := strings.Cut(heardRules, "wordings:\n")
			source := before + "wordings:\n" + tt.wordings
			_, err := rules.Parse(verifytest.SafetyRef(), []byte(source))
			var mistakes *rules.Error
			if !errors.As(err, &mistakes) {
				t.Fatalf("want a rules.Error, got %v", err)
			}
			if diff := cmp.Diff(tt.want, mistakes.Problems); diff != "" {
				t.Error(diff)
			}
		})
	}
}
