package verifytest_test

import (
	"testing"

	"github.com/reglookup/regengine/verify/verifytest"
)

// TestTexts_general: a word that names things in general is what a check is about where
// it names nothing else, and only of them.
func TestTexts_general(t *testing.T) {
	v := textsVerifier(t, fewPlaces(t), "ES", "es", []text{
		{"obra", "Alturas", "La altura libre mínima de los locales será de 2,70 m."},
		{"obra", "Coronación", "La altura máxima de los edificios será de 9 m."},
		{"obra", "Anchuras", "La anchura mínima de los recintos de basura será de 2 m."},
	})
	verifytest.Run(t, v, starterDay(), lineCases(`
local | altura libre | 2.6 | m | non_compliant
locales | altura libre | 2.8 | m | compliant
edificio | altura | 8 | m | compliant
edificio | altura | 10 | m | non_compliant
`))
	noPass(t, v, lineCases(`
local de máquinas | altura libre | 2.8 | m
recinto | anchura | 2.5 | m
edificio de ladrillo de juguete | altura | 8 | m
zona | altura libre | 2.8 | m
`))
}
