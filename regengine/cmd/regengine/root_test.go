package main

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// english is a country of another language.
type english struct{ es.Scheme }

func (english) Language() string { return "en" }

// TestRoot_json: every command that does something can tell a program what it did, and
// every listing a table program and a shell.
func TestRoot_json(t *testing.T) {
	speaksJSON := []string{"regengine mcp"} // and nothing else
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, child := range cmd.Commands() {
			walk(child)
		}
		if cmd.Name() == "list" && (cmd.Flags().Lookup("csv") == nil || cmd.Flags().ShorthandLookup("q") == nil) {
			t.Errorf("%s has no --csv or no -q", cmd.CommandPath())
		}
		if len(cmd.Commands()) == 0 && cmd.Flags().Lookup("json") == nil && !slices.Contains(speaksJSON, cmd.CommandPath()) {
			t.Errorf("%s has no --json", cmd.CommandPath())
		}
	}
	walk(newRoot(&app{adapters: builtin()}))
}

func TestAdapters_language(t *testing.T) {
	for _, tt := range []struct {
		want      string
		countries []geo.Scheme
	}{
		{"es", builtin().countries},
		{"es", []geo.Scheme{es.Scheme{}, es.Scheme{}}},
		{"", []geo.Scheme{es.Scheme{}, english{}}},
		{"", nil},
	} {
		if got := (adapters{countries: tt.countries}).language(); got != tt.want {
			t.Errorf("%v: want %q, got %q", tt.countries, tt.want, got)
		}
	}
}
