package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
)

// someReadings is a check whose value meets the limit under some readings only.
func someReadings() checked {
	limit, margin := json.Number("1.1"), json.Number("-0.15")
	return checked{Check: report.Check{
		Line: 2, Element: "barandilla", Parameter: "altura", ProvidedValue: "0.95", Unit: "m", GeoID: "ES-28079", Status: verify.Conditional,
		Limit: &limit, Margin: &margin, Direction: "minimum", Conditions: []string{"Complies if it is low."}, Sources: []report.Source{}, Considered: []string{}, Warnings: []string{},
	}}
}

// TestSomeReadings: nothing that the command prints, counts or ends with takes a
// conditional that is not compliant for a pass.
func TestSomeReadings(t *testing.T) {
	written := func(format string, single bool) func(r []checked) string {
		return func(r []checked) string {
			var b strings.Builder
			if err := writeChecks(&b, r, format, single, codes.Date{}); err != nil {
				return err.Error()
			}
			return b.String()
		}
	}
	exit := func(failOn ...string) func(r []checked) string {
		return func(r []checked) string { return fmt.Sprint(errors.Is(judgeChecks(r, failOn), errVerdict)) }
	}
	for name, tt := range map[string]struct {
		consume func(r []checked) string
		want    string
	}{
		"words":                   {written("", true), "conditional (Complies under some readings only)"},
		"json":                    {written("json", true), `"is_compliant": false`},
		"json summary":            {written("json", false), `"conditional_not_compliant": 1`},
		"json others":             {written("json", false), `"conditional": 0`},
		"csv":                     {written("csv", false), ",conditional,false,1.1,minimum,-0.15,"},
		"html words":              {written("html", false), `barandilla: altura</h3><span class="verdict">Complies under some readings only</span>`},
		"html colour":             {written("html", false), `<section class="check conditional_not_compliant"`},
		"html count":              {written("html", false), `<tr class="conditional_not_compliant"><td><span class="verdict">Complies under some readings only</span></td><td class="count">1</td>`},
		"fails as non_compliant":  {exit("non_compliant"), "true"},
		"fails as conditional":    {exit("conditional"), "true"},
		"is not undetermined":     {exit("undetermined"), "false"},
		"fails on nothing unless": {exit(), "false"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.consume([]checked{someReadings()}); !strings.Contains(got, tt.want) {
				t.Errorf("want %s, got %s", tt.want, got)
			}
		})
	}
}
