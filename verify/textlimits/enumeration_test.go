package textlimits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPatternExtractor_Extract_enumeration: items within a line stand under what announces
// them, one limit each; a bracket that is no item cuts nothing.
func TestPatternExtractor_Extract_enumeration(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		want       []string
	}{
		{"en", "Use these measurements for each step: (i) minimum height: 80mm (ii) maximum height: 170mm", []string{
			">= 80 mm | lead: Use these measurements for each step | lead: minimum height | measure: minimum height",
			"<= 170 mm | lead: Use these measurements for each step | lead: maximum height | measure: maximum height",
		}},
		{"en", "Lobbies should have all of the following: (a) a minimum width of 1400mm; (b) a minimum depth of 1300mm.", []string{
			">= 1400 mm | lead: Lobbies should have all of the following | measure: a minimum width | thing: Lobbies",
			">= 1300 mm | lead: Lobbies should have all of the following | measure: a minimum depth | thing: Lobbies",
		}},
		{"en", "The width of lobbies (a) should be at least 1400mm.", []string{">= 1400 mm | measure: width of lobbies"}},
		{"en", "A heater should be fixed to a wall. It should be at a height of at least 1900mm.", []string{
			"true | measure: fixed | thing: heater | thing: wall",
			">= 1900 mm | measure: height | thing: heater",
		}},
		{"en", "Alleys should not be less than 1300mm wide unless used by not more than 40 persons, in which case alleys should be a minimum of 700mm.", []string{
			">= 1300 mm | measure: wide | thing: Alleys | unless: unless used by not more than 40 persons",
			">= 700 mm | measure: wide | thing: Alleys | when: used by not more than 40 persons",
		}},
		{"en", "The extract rate should be at least 20 litres per second per machine during use.", []string{">= 20 litres per second | measure: extract rate | ?"}},
	} {
		got := shorts(extract(t, paragraph(tt.lang, tt.text)))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}
