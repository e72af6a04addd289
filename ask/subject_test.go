package ask_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

// describe writes what each quantity with a unit is of and how it bounds.
func describe(text string) string {
	var list []string
	for _, q := range ask.Quantities(text) {
		if q.Dimension() == "" {
			continue
		}
		of := "?"
		if q.Of != nil {
			of = q.Of.EN
		}
		if q.Composite {
			of = "composite"
		}
		list = append(list, fmt.Sprintf("%s %s%s", q.Text, [...]string{"", "min ", "max "}[q.Dir], of))
	}
	return strings.Join(list, ", ")
}

func TestQuantity_Of(t *testing.T) {
	for text, want := range map[string]string{
		"La suma de dos tabicas y una huella (2C + H) queda entre 55 cm y 71 cm.":                     "55 min composite, 71 max composite",
		"Cumplirán la relación siguiente: 55 cm ≤ 2C + H ≤ 71 cm.":                                    "55 composite, 71 max composite",
		"Entre dos tramos la contrahuella no variará más de 2 cm.":                                    "2 max composite",
		"Twice the rise plus the going (2R + G) should be between 560mm and 690mm.":                   "560 min composite, 690 max composite",
		"La huella medirá 29 cm como mínimo y la contrahuella 12 cm como mínimo y 18 cm como máximo.": "29 min going, 12 min riser height, 18 max riser height",
		"La huella llega a 29 cm como mínimo a 60 cm del borde interior.":                             "29 min going, 60 min distance",
		"Entre 40 cm y 70 cm de altura, un saliente tiene 12 cm de fondo como máximo.":                "40 min height, 70 max height, 12 max depth",
		"Tendrá una altura de 0,95 m cuando el desnivel no exceda de 5 m y de 1,15 m en el resto.":    "0,95 height, 5 max drop, 1,15 height",
		"Menores que una esfera de 12 cm de diámetro.":                                                "12 max opening",
		"Handrails should be between 850mm and 950mm high.":                                           "850 min height, 950 max height",
		"The handrail stands 850mm to 950mm from the floor.":                                          "850 min height, 950 max height",
		"La pendiente es del 9 %, y el tramo tiene 8 m de largo.":                                     "9 slope, 8 length",
		"El pasamanos se separa del paramento al menos 5 cm.":                                         "5 min distance",
		"Una barrera de 0,95 m.":         "0,95 ?",
		"Con pendiente superior al 4 %.": "4 min slope",
	} {
		if diff := cmp.Diff(want, describe(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestProperty_Kin(t *testing.T) {
	of := ask.PropertyOf
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"altura", "height", true},
		{"altura", "contrahuella", true},
		{"altura", "anchura", false},
		{"huella", "contrahuella", false},
		{"dimension", "anchura", true},
		{"abertura", "diametro", true},
	} {
		a, b := of(tt.a), of(tt.b)
		if a.Kin(b) != tt.want || b.Kin(a) != tt.want {
			t.Errorf("%s and %s: want kin %v both ways", tt.a, tt.b, tt.want)
		}
	}
	if of("ladrillo") != nil {
		t.Error("a brick is no property")
	}
}
