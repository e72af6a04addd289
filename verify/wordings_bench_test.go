package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
)

// BenchmarkVerify_weighed is a check that calls nothing by name, on all rules of the starter.
func BenchmarkVerify_weighed(b *testing.B) {
	v := starterVerifier(b)
	for name, check := range map[string]verify.Check{
		"sure":    {Element: "Antepecho de la terraza del ático, desnivel de 4 m", Parameter: "cota del canto superior", Value: "0.95", Unit: "m", GeoID: "ES-28079", Country: "ES"},
		"english": {Element: "Steel balcony railing, 4 m drop", Parameter: "level of the top edge", Value: "0.95", Unit: "m", GeoID: "ES-28079", Country: "ES"},
		"nothing": {Element: "Depósito auxiliar del grupo de presión contra incendios", Parameter: "cota de la tubería de salida al colector", Value: "3", Unit: "m", GeoID: "ES-28079", Country: "ES"},
	} {
		b.Run(name, func(b *testing.B) {
			if _, err := v.Verify(b.Context(), check, starterDay()); err != nil { // makes the index
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := v.Verify(b.Context(), check, starterDay()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWordIndex is what the first such check takes beside.
func BenchmarkWordIndex(b *testing.B) {
	v := starterVerifier(b)
	b.ReportAllocs()
	for b.Loop() {
		if v.MakeWordIndex("ES") == 0 {
			b.Fatal("no names")
		}
	}
}
