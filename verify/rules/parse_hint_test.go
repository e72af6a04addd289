package rules_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

// TestParse_hints: what authors most often write wrongly is told with what to
// write instead.
func TestParse_hints(t *testing.T) {
	const list = `format: 1
language: en
elements:
  door: {label: {en: door}, names: {en: [door]}}
parameters:
  height: {label: {en: height}, names: {en: [height]}}
rules:
  - id: a
    subjects: [{element: door, parameter: height}]
    require: {op: ">=", value: 2.1, unit: m}
    section: s
    quote: Doors are 2.1 m high.
`
	for name, tt := range map[string]struct{ from, to, want string }{
		"decimal comma": {"2.1, unit", "2,10, unit", `line 10: require has no key "10": a comma separates keys here`},
		"comma, quoted": {"value: 2.1", `value: "2,1"`, `line 10: "2,1" is no number; write 1.20`},
		"tab":           {"    section", "\tsection", "line 11: found character that cannot start any token: a tab does not indent, write spaces"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rules.Parse(codes.VersionRef{Code: "x", Version: "1"}, []byte(strings.Replace(list, tt.from, tt.to, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}
