package httpapi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// TestSomeReadings: a conditional that is not compliant is no pass in the response, in
// the counts of a batch and in the metrics.
func TestSomeReadings(t *testing.T) {
	result := &verify.Result{Status: verify.Conditional, Limit: "1.1", Margin: "-0.15", Direction: rules.Minimum, Conditions: []string{"c"}}
	response := verifyResponse(verify.Check{Value: "0.95", Unit: "m"}, result)
	if got := string(encode(response)); !strings.Contains(got, `"is_compliant":false,"result_status":"conditional"`) || !strings.Contains(got, `"margin":-0.15`) {
		t.Errorf("response %s", got)
	}
	b := batch{results: []VerifyBatchResult{{Result: &response}}}
	if diff := cmp.Diff(VerdictCounts{SomeReadings: 1}, b.response().Statuses); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	m := &metrics{verdicts: counters("x", "x", "result_status")}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.verdicts)
	m.decided(&response)
	families, err := registry.Gather()
	if err != nil || len(families) != 1 || families[0].GetMetric()[0].GetLabel()[0].GetValue() != "conditional_not_compliant" {
		t.Errorf("metrics %v, %v", families, err)
	}
}
