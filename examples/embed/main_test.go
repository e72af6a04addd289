package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for query, want := range map[string][]string{
		"coruna":         {"Coruña", "(ES-15030)", "country"},
		"vitoria":        {"Vitoria-Gasteiz", "(ES-01059)"},
		"no such place!": nil,
	} {
		t.Run(query, func(t *testing.T) {
			var out bytes.Buffer
			if err := run(t.Context(), &out, query); err != nil {
				t.Fatal(err)
			}
			for _, part := range want {
				if !strings.Contains(out.String(), part) {
					t.Errorf("output lacks %q:\n%s", part, out.String())
				}
			}
			if want == nil && out.Len() > 0 {
				t.Errorf("output for an unknown place:\n%s", out.String())
			}
		})
	}
}
