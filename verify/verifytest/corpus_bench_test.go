package verifytest_test

import (
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// BenchmarkCorpus asks the same of the rules of one code and of all codes: what a
// check allocates must not grow with what is loaded and not asked about.
func BenchmarkCorpus(b *testing.B) {
	p, err := openStarter()
	if err != nil {
		b.Fatal(err)
	}
	places, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, p.Data.Places)
	if err != nil {
		b.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, p.Data.Codes)
	if err != nil {
		b.Fatal(err)
	}
	texts := retrieval.New(p.Data.Blocks)
	checks := map[string]verify.Check{
		"barrier": {Element: "barandilla de terraza con una caída de 4 m", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "ES-28079"},
		"tread":   {Element: "escalera de uso general", Parameter: "huella", Value: "29", Unit: "cm", GeoID: "ES-28079"},
		"slope":   {Element: "rampa accesible de 5 m de longitud", Parameter: "pendiente", Value: "8", Unit: "%", GeoID: "ES-28079"},
	}
	var one []rules.RuleSet
	for _, set := range p.Data.Rules {
		if set.Ref.Code == "cte-db-sua" {
			one = append(one, set)
		}
	}
	for name, sets := range map[string][]rules.RuleSet{"one": one, "whole": p.Data.Rules} {
		v, err := verify.New(places, catalog, texts, sets, nil)
		if err != nil {
			b.Fatal(err)
		}
		list := 0
		for _, set := range sets {
			list += len(set.Rules)
		}
		for check := range checks {
			b.Run(name+"/"+check, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := v.Verify(b.Context(), checks[check], starterDay()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(list), "rules")
			})
		}
	}
}
