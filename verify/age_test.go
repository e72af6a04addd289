package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

// TestAge: a year tells how old a building is, and rules judge none that is older
// than they are. The codes are in force since 2020.
func TestAge(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, usedRules, nil)
	for _, tt := range []struct {
		name, element, parameter, value, place, use string
		want                                        verify.Status
		says                                        string
	}{
		{"built before", "escalera", "contrahuella", "15", "ES-1", "vivienda, edificio construido en 1990", verify.Undetermined, "1990"},
		{"built before, fails", "escalera", "contrahuella", "20", "ES-1", "vivienda construida en 1990", verify.Undetermined, "1990"},
		{"built before, fr", "escalier", "hauteur de marche", "15", "FR-1", "habitation construite en 1990", verify.Undetermined, "1990"},
		{"built before, en", "stair", "riser height", "15", "FR-1", "dwelling built in 1990", verify.Undetermined, "1990"},
		{"a permit", "escalera", "contrahuella", "15", "ES-1", "vivienda, licencia de 1995", verify.Undetermined, "1995"},
		{"a permit, fr", "escalier", "hauteur de marche", "15", "FR-1", "habitation, permis de construire de 1995", verify.Undetermined, "1995"},
		{"of a year", "escalier, habitation de 1965", "hauteur de marche", "15", "FR-1", "", verify.Undetermined, "1965"},
		{"of a year, es", "escalera, vivienda de 1965", "contrahuella", "15", "ES-1", "", verify.Undetermined, "1965"},
		{"in the element", "stair, built in 2005", "riser height", "15", "FR-1", "dwelling", verify.Undetermined, "2005"},
		{"before a year", "escalera", "contrahuella", "15", "ES-1", "vivienda construida antes de 2024", verify.Undetermined, "2024"},
		{"before a year, fr", "escalier", "hauteur de marche", "15", "FR-1", "habitation construite avant 2024", verify.Undetermined, "2024"},
		{"the year it came into force", "escalera", "contrahuella", "15", "ES-1", "vivienda construida en 2020", verify.Undetermined, "2020"},
		{"built after", "escalera", "contrahuella", "15", "ES-1", "vivienda construida en 2023", verify.Compliant, ""},
		{"built after, fr", "escalier", "hauteur de marche", "15", "FR-1", "habitation, permis de construire de 2022", verify.Compliant, ""},
		{"a rule of any age", "escalera", "anchura", "80", "ES-1", "vivienda construida en 1990", verify.Compliant, ""},
		{"no count", "escalier intérieur du logement, 3 pièces, construit en 2021", "largeur", "85", "FR-1", "habitation", verify.Compliant, ""},
		{"no count, of a year", "escalier intérieur du logement de 3 pièces de 1975", "largeur", "85", "FR-1", "habitation", verify.Undetermined, "1975"},
		{"the value itself", "escalera", "anchura", "2000", "ES-1", "vivienda", verify.Compliant, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			unit := "cm"
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: unit, GeoID: tt.place, BuildingUse: tt.use}, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(got.Conditions, " ") + strings.Join(got.Warnings, " ")
			if got.Status != tt.want || !strings.Contains(said, tt.says) {
				t.Errorf("want %s saying %q, got %s %q %q", tt.want, tt.says, got.Status, got.Conditions, got.Warnings)
			}
		})
	}
}
