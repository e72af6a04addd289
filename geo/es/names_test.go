package es_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine/starter"
)

// Names in daily use are those of municipalities there are, find them first, and are
// the whole name of no other.
func TestAliases(t *testing.T) {
	pack, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	g, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, pack.Data.Places)
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for p := range g.All {
		for _, name := range es.Aliases(p.ID) {
			names++
			hits, err := g.Find(name, &geo.SearchOptions{Level: geo.Municipality})
			if err != nil || len(hits) == 0 || hits[0].Place != p || hits[0].Guess {
				t.Errorf("%s does not find %s %s first: %v", name, p.ID, p.Name, hits)
			}
			if !strings.Contains("|"+strings.Join(p.Aliases, "|")+"|", "|"+name+"|") {
				t.Errorf("the starter's %s lacks the alias %s", p.ID, name)
			}
		}
	}
	if names < 250 {
		t.Errorf("%d names", names)
	}
	for q, want := range map[string]geo.ID{"Mahón": "ES-07032", "Ciudadela": "ES-07015", "Vich, Barcelona": "ES-08298", "Játiva (Valencia)": "ES-46145"} {
		if hits, _ := g.Find(q, nil); len(hits) == 0 || hits[0].Place.ID != want {
			t.Errorf("%s: %v", q, hits)
		}
	}
}
