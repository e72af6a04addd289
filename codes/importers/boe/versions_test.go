package boe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
)

// manyTimes is a law of some blocks, each changed once, on days of their own.
func manyTimes(blocks int) string {
	var text strings.Builder
	text.WriteString("<texto>")
	for i := range blocks {
		fmt.Fprintf(&text, `<bloque id="a%d" tipo="precepto" titulo="A">`, i)
		fmt.Fprintf(&text, `<version id_norma="N" fecha_vigencia="19000101"><p>x %d</p></version>`, i)
		fmt.Fprintf(&text, `<version id_norma="N" fecha_vigencia="1910%02d%02d"><p>y %d</p></version></bloque>`, 1+i/28, 1+i%28, i)
	}
	return text.String() + "</texto>"
}

// A law changed on many days stays within bounds: the oldest versions are left
// out, never the one in force, and the report says so.
func TestLaw_Choose(t *testing.T) {
	var report importers.Report
	given := &importers.Given{}
	l, err := parse(t.Context(), "f", []byte(manyTimes(20)), given, &report)
	if err != nil {
		t.Fatal(err)
	}
	l.settle(&report)
	tests := map[string]struct {
		today string
		room  int
		want  []int // versions by number; each has 40 headings and blocks
		left  bool
	}{
		"room for all":             {"", 840, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, false},
		"room for three":           {"", 120, []int{18, 19, 20}, true},
		"room for none":            {"", 1, []int{20}, true},
		"in force before the last": {"1910-01-18", 40, []int{18}, true},
		"in force, room for two":   {"1910-01-18", 80, []int{18, 19}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var report importers.Report
			today, _ := codes.ParseDate(test.today)
			days, current := l.inForce(today)
			got := l.choose(days, current, test.room, given, &report)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if left := len(report.Problems) > 0; left != test.left {
				t.Errorf("the report says %v", report.Problems)
			}
		})
	}
}
