package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
)

func TestPairs_Likely(t *testing.T) {
	pairs := verify.NewPairs(starterVerifier(t))
	docs := []string{"cte-db-sua/2022", "cte-db-si/2025"}
	tests := map[string]struct {
		text    string
		docs    []string
		section string // "" where nothing is likely
	}{
		"no name":                   {"¿Qué alto puede tener el tablero rebajado para atender a alguien en silla?", docs, "sua-9-1-2-7"},
		"another language":          {"How far apart may the uprights of a balcony railing stand?", docs, "sua-1-3-2-3"},
		"a name":                    {"¿Cada cuántos metros hay que poner un extintor?", docs, "si-4-1"},
		"Err other regulation":      {"¿Cada cuántos metros hay que poner un extintor?", docs[:1], ""},
		"Err name of another thing": {"¿Qué dimensiones mínimas tiene un andén de metro?", docs, ""},
		"Err no words":              {"xyzzy", docs, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			const least = 0.1
			var best verify.LikelyPassage
			for _, p := range pairs.Likely("ES", test.text, test.docs) {
				if p.Likely > max(best.Likely, least) {
					best = p
				}
			}
			got := ""
			if best.Block != nil {
				got = best.Section
			}
			if got != test.section {
				t.Errorf("want section %q, got %q (%.2f)", test.section, got, best.Likely)
			}
		})
	}
}
