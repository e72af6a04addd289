package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/projects"
)

// TestAskSites_Of holds that a question is asked at its place, with its own facts
// and no other question's.
func TestAskSites_Of(t *testing.T) {
	sites := askSites{"": {Project: projects.Project{GeoID: "XX"}}, "XX-1": {Project: projects.Project{GeoID: "XX-1"}}}
	for _, tt := range []struct {
		question askeval.Case
		place    string
		want     []projects.MemoryItem
	}{
		{askeval.Case{Place: "XX-1", Facts: []askeval.Fact{{Label: "altura de la nave", Value: "4 m"}, {Label: "building_use", Value: "taller"}}}, "XX-1", []projects.MemoryItem{
			{Key: "altura-de-la-nave", Label: "altura de la nave", Value: "4 m", Source: projects.SourceUser},
			{Key: "building_use", Label: "building_use", Value: "taller", Source: projects.SourceUser},
		}},
		{askeval.Case{Place: "XX-1"}, "XX-1", nil},
		{askeval.Case{}, "XX", nil},
	} {
		got := sites.of(tt.question)
		if string(got.GeoID) != tt.place {
			t.Errorf("place: want %s, got %s", tt.place, got.GeoID)
		}
		if diff := cmp.Diff(tt.want, got.Memory); diff != "" {
			t.Errorf("memory (-want +got):\n%s", diff)
		}
	}
}
