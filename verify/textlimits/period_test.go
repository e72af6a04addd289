package textlimits_test

import "testing"

// TestPatternExtractor_Extract_periods takes no period for a minimum: what is done at least every
// five years may be done every year.
func TestPatternExtractor_Extract_periods(t *testing.T) {
	testStatements(t, []statement{
		{"every", "es", "La caldera se revisará al menos cada 4 años.", []string{"<= 4 años | measure: caldera"}},
		{"in words", "es", "La caldera se revisará, al menos, cada tres años.", []string{"<= 3 años | measure: caldera"}},
		{"behind", "es", "La revisión se hará cada 4 años como mínimo.", []string{"<= 4 años | measure: revisión se hará"}},
		{"once", "es", "Se revisará por lo menos una vez cada 4 años.", []string{"<= 4 años | measure: vez"}},
		{"first", "es", "Al menos cada 10 años se pintará la fachada.", []string{"<= 10 años"}},
		{"how far apart", "es", "Los tirantes se dispondrán al menos cada 65 cm.", nil},
		{"minimum of how often", "es", "La caldera se revisará con una periodicidad mínima de 3 años.", nil},
		{"maximum of how often", "es", "La periodicidad máxima de la revisión será de 3 años.", nil},
		{"duty", "es", "Deberá revisarse la caldera al menos cada 3 años.", []string{"<= 3 años | measure: revisarse la caldera"}},
		{"beside a limit", "es", "Cada 3 m se dispondrá una junta de 2 cm como mínimo.", nil},
		{"so many for each", "es", "Habrá una llave por cada 30 plazas.", nil},
		{"every", "en", "The boiler should be inspected at least every 4 years.", []string{"<= 4 years | measure: inspected | thing: boiler"}},
		{"in words", "en", "The boiler should be inspected at least every four years.", []string{"<= 4 years | measure: inspected | thing: boiler"}},
		{"behind", "en", "The boiler must be inspected every 4 years at least.", []string{"<= 4 years | measure: inspected | thing: boiler"}},
		{"once", "en", "The filter must be cleaned at least once every 8 months.", []string{"<= 8 months | measure: cleaned at least once | thing: filter"}},
		{"how far apart", "en", "Ties should be placed at least every 850 mm.", []string{">= 850 mm | measure: placed | thing: Ties"}},
		{"minimum of how often", "en", "Filters shall be changed with a minimum frequency of 3 years.", []string{"true | measure: changed | thing: Filters | when: with a minimum frequency of 3 years"}},
		{"interval", "en", "The boiler shall be tested at intervals of not more than 14 months.", []string{"<= 14 months | measure: tested at intervals | thing: boiler"}},
		{"no less than", "en", "The boiler should be serviced no less than every 14 months.", []string{"<= 14 months | measure: serviced | thing: boiler"}},
	})
}
