package pack

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

func TestPack_Explain(t *testing.T) {
	p := mustRead(t, minimal(map[string]string{
		// Rows are sorted when read: the line must follow its row.
		"places.csv":        strings.Join(placeColumns, ",") + "\nES-28079,\"Madrid\",municipality,ES-28,,,,,,\nES-28,Madrid,province,ES,,,,,,\nES,España,country,,,,,,,\n",
		"codes/one/2020.md": "---\ntitle: One of 2020\nstatus: active\n\nsucceeded_by: 2030\n---\n",
	}))
	p.Data.Rules = []rules.RuleSet{{Ref: codes.VersionRef{Code: "one", Version: "2020"}}}
	ref := codes.VersionRef{Code: "one", Version: "2020"}
	tests := map[string]struct {
		err  error
		want []string
	}{
		"Places": {fmt.Errorf("places: %w", &geo.TreeError{Problems: []geo.Problem{
			{Row: 0, ID: "ES", Message: "first"}, {Row: 2, ID: "ES-28079", Message: "third"},
			{Row: 3, ID: "FR", Message: "stored"}, {Row: -1, Message: "none"}}}),
			[]string{"place FR: stored (loaded before this pack)", "places: none", "places.csv:2: ES-28079: third", "places.csv:4: ES: first"}},
		"Codes": {fmt.Errorf("codes: %w", &codes.CatalogError{Problems: []codes.Problem{
			{Ref: ref, Field: "succeeded_by", Message: "one/2030 does not exist"}, {Ref: ref, Field: "slug", Message: "m"},
			{Ref: codes.VersionRef{Code: "one"}, Field: "territories", Message: "m"},
			{Ref: codes.VersionRef{Code: "two"}, Field: "scope", Message: "m"}}}),
			[]string{"code two (loaded before this pack): scope: m", "codes/one/2020.md:1: slug: m", "codes/one/2020.md:5: succeeded_by: one/2030 does not exist", "codes/one/code.yaml:4: territories: m"}},
		"Rules": {fmt.Errorf("rules: %w", fmt.Errorf("rules of %s: %w", ref, &rules.Error{Ref: ref, Problems: []rules.Problem{{Line: 7, Message: "m"}}})),
			[]string{"codes/one/2020.rules.yaml:7: m"}},
		"RulesElsewhere": {fmt.Errorf("rules of two/1: %w", &rules.Error{Ref: codes.VersionRef{Code: "two", Version: "1"}, Problems: []rules.Problem{{Line: 7, Message: "m"}}}),
			[]string{"rules of two/1: "}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := p.Explain(tt.err)
			wantProblems(t, tt.want, err)
			if !errors.Is(err, tt.err) {
				t.Error("the cause is lost")
			}
		})
	}
	t.Run("OtherErrors", func(t *testing.T) {
		other := errors.New("disk full")
		if err := p.Explain(other); err != other { //nolint:errorlint // it must be the very same
			t.Errorf("got %v, want it unchanged", err)
		}
		if err := p.Explain(nil); err != nil {
			t.Errorf("got %v, want nil", err)
		}
	})
}

func TestRead_Rules(t *testing.T) {
	t.Run("ErrRules", func(t *testing.T) {
		_, err := Read(minimal(map[string]string{"codes/one/2020.rules.yaml": "format: 1\n\ncolour: red\n"}), nil)
		var mistakes *Error
		if !errors.As(err, &mistakes) || mistakes.Problems[0].File != "codes/one/2020.rules.yaml" || mistakes.Problems[0].Line != 3 {
			t.Errorf("got %v, want a problem on line 3 of the rules", err)
		}
	})
	t.Run("ErrLint", func(t *testing.T) {
		list := "format: 1\nelements:\n  e: {label: e, names: [alfa]}\nparameters:\n  p: {label: p, names: [beta]}\nrules:\n" +
			"  - id: r\n    subjects: [{element: e, parameter: p}]\n    require: {op: <=, value: 1, unit: m}\n    section: scope\n    quote: nowhere\n"
		_, err := Read(minimal(map[string]string{"codes/one/2020.rules.yaml": list}), nil)
		wantProblems(t, []string{"codes/one/2020.rules.yaml:7: rule r: no block"}, err)
	})
}
