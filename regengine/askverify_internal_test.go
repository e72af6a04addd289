package regengine

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// TestVerifyTool_someReadings: what a language model is told of a conditional that is
// not compliant does not read as a pass.
func TestVerifyTool_someReadings(t *testing.T) {
	result := &verify.Result{Status: verify.Conditional, Limit: "1.1", Margin: "-0.15", Direction: rules.Minimum}
	for lang, want := range map[string]string{"es": "Resultado de la comprobación: no se puede dar por cumplido", "en": "Result of the check: not to be taken as compliant"} {
		tool := &verifyTool{words: toolWordings[lang]}
		if got := tool.text(result, verify.Check{Unit: "m"}); !strings.HasPrefix(got, want) {
			t.Errorf("%s: want %q, got %s", lang, want, got)
		}
	}
	for lang, words := range toolWordings {
		if len(words.verdicts) != 5 {
			t.Errorf("%s: %d verdicts have words, want 5", lang, len(words.verdicts))
		}
	}
}
