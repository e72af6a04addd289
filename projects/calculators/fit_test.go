package calculators_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// told returns a calculator that finds so many steps and sources of so many characters.
func told(lines, length int) projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "told", Title: "Told",
		Result: calculators.Form{{Name: "n", Title: "N", Kind: calculators.Integer}},
		Calculate: func(context.Context, calculators.Values) (calculators.Finding, error) {
			f := calculators.Finding{Result: calculators.Values{"n": calculators.Int(1)}, Summary: strings.Repeat("ñ", length)}
			for i := range lines {
				f.Steps = append(f.Steps, fmt.Sprintf("%0*d.", length, i))
				f.Sources = append(f.Sources, fmt.Sprintf("%0*d.", length, i))
			}
			return f, nil
		},
	})
}

// TestRun_fits holds that whatever a calculator tells can be kept in a project: lines
// share a line where there are too many, in their order and none lost, and long ones are
// cut.
func TestRun_fits(t *testing.T) {
	for _, tt := range []struct {
		lines, length, want int
		first, last         string
	}{
		{0, 3, 0, "", ""},
		{1, 3, 1, "000.", "000."},
		{200, 3, 200, "000.", "199."},
		{201, 3, 101, "000. 001.", "200."},
		{401, 3, 134, "000. 001. 002.", "399. 400."},
		{1, 4001, 1, strings.Repeat("0", 1999) + "…", strings.Repeat("0", 1999) + "…"},
	} {
		service := &projects.Service{Calculators: []projects.Calculator{told(tt.lines, tt.length)}}
		out, err := service.Run(t.Context(), "ES", "told", []byte(`{}`))
		if err != nil {
			t.Errorf("%d lines of %d: %v", tt.lines, tt.length, err)
			continue
		}
		if diff := cmp.Diff(out.Steps, out.Sources); diff != "" || len(out.Steps) != tt.want {
			t.Errorf("%d lines of %d: want %d, got %d %s", tt.lines, tt.length, tt.want, len(out.Steps), diff)
		}
		if tt.want > 0 && (out.Steps[0] != tt.first || out.Steps[tt.want-1] != tt.last) {
			t.Errorf("want %.20q to %.20q, got %.20q to %.20q", tt.first, tt.last, out.Steps[0], out.Steps[tt.want-1])
		}
		if n := utf8.RuneCountInString(out.Summary); n != min(tt.length, 4000) {
			t.Errorf("a summary of %d characters", n)
		}
	}
}
