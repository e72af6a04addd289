package main

import (
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// english is a country of another language.
type english struct{ es.Scheme }

func (english) Language() string { return "en" }

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
