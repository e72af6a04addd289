package regengine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// hills is a country whose climate zone follows from the altitude.
type hills struct{ scheme }

func (hills) Derive(p geo.Place) geo.Place {
	if p.Level != geo.Municipality || p.Tech == nil || p.Tech.ClimateZone != "" || p.Tech.AltitudeM == nil {
		return p
	}
	tech := *p.Tech
	tech.ClimateZone = "D3"
	if *tech.AltitudeM > 1000 {
		tech.ClimateZone = "E1"
	}
	p.Tech = &tech
	return p
}

func (hills) Summary(p geo.Place) string {
	switch {
	case p.Tech == nil:
		return ""
	case p.Tech.AltitudeM == nil:
		return "Climate zone: unknown\nAltitude: unknown"
	}
	return fmt.Sprintf("Climate zone: %s\nAltitude: %d m", p.Tech.ClimateZone, *p.Tech.AltitudeM)
}

// siteEngine has a town at 300 m and a table of limits by climate zone.
func siteEngine(t *testing.T, country geo.Scheme) *regengine.Engine {
	t.Helper()
	data := askData()
	data.Rules = nil
	data.Blocks = append(data.Blocks, retrieval.Block{
		ID: "00000000-0000-5000-8000-000000000009", Doc: "safety/2022", Section: "roofs", Path: []string{"Roofs"}, Kind: retrieval.TableKind, Lang: "en", Order: 9,
		Text: "Maximum thermal transmittance of elements, in W/m²·K, by climate zone", Table: &retrieval.Table{Caption: "Maximum thermal transmittance of elements, in W/m²·K, by climate zone",
			Header: []string{"Element", "D3", "E1"}, Rows: [][]string{{"Wall in contact with outside air", "0.41", "0.37"}, {"Roof in contact with outside air", "0.35", "0.33"}}},
	})
	s := newStore()
	s.data = data
	e, err := regengine.Open(t.Context(), s, []geo.Scheme{country}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// siteQuestion asks in the town, at an altitude of the site where one is given.
func siteQuestion(altitude string) ask.Question {
	low := 300
	p := askProject()
	p.Place.Tech = &geo.TechData{AltitudeM: &low, ClimateZone: "D3"}
	p.TechSummary = "Climate zone: D3\nAltitude: 300 m"
	p.Selected[0].Versions = []codes.VersionRef{{Code: "safety", Version: "2022"}}
	if altitude != "" {
		p.Memory = []projects.MemoryItem{{Key: "site_altitude", Label: "Altitude of the site", Value: altitude, Unit: "m", Source: projects.SourceUser}}
	}
	return ask.Question{Text: "What is the maximum thermal transmittance of a wall?", Project: p}
}

func TestEngine_Ask_SiteAltitude(t *testing.T) {
	answer := func(t *testing.T, e *regengine.Engine, q ask.Question) string {
		t.Helper()
		a, err := e.Ask(t.Context(), q, &regengine.AskOptions{Model: note.New(nil)})
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	for _, tc := range []struct{ name, altitude, figure, zone string }{
		{"municipality", "", "0.41", "D3"},
		{"OK", "1500", "0.37", "E1"},
		{"not readable", "high up", "0.41", "D3"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			q := siteQuestion(tc.altitude)
			got := answer(t, siteEngine(t, hills{}), q)
			if !strings.Contains(got, tc.figure) || !strings.Contains(got, "climate zone is "+tc.zone) {
				t.Errorf("want %s of zone %s in:\n%s", tc.figure, tc.zone, got)
			}
			if q.Project.Place.Tech.ClimateZone != "D3" || *q.Project.Place.Tech.AltitudeM != 300 {
				t.Errorf("the caller's project was changed: %+v", q.Project.Place.Tech)
			}
		})
	}
	t.Run("the country cannot tell", func(t *testing.T) {
		got := answer(t, siteEngine(t, scheme{}), siteQuestion("1500"))
		if !strings.Contains(got, "0.41") || !strings.Contains(got, "climate zone is D3, that of the municipality") {
			t.Errorf("got:\n%s", got)
		}
	})
	t.Run("context", func(t *testing.T) {
		q := siteQuestion("1500")
		script := asktest.NewScript(asktest.Make(ask.NewCall(ask.ProjectContext, nil)), asktest.Say("According to the project's data, the climate zone is D3."))
		a, err := siteEngine(t, hills{}).Ask(t.Context(), q, &regengine.AskOptions{Model: script})
		if err != nil {
			t.Fatal(err)
		}
		text := script.Seen()[1].Results[0].Text
		for _, want := range []string{"Climate zone: E1", "Altitude: 1500 m", "Origin of the climate zone", "Altitude of the municipality: 300 m"} {
			if !strings.Contains(text, want) {
				t.Errorf("want %q in:\n%s", want, text)
			}
		}
		if strings.Contains(text, "D3") || strings.Contains(a.Text, "D3") {
			t.Errorf("the municipality's zone is still told:\n%s\n%s", text, a.Text)
		}
	})
}

// A country that joined says at the altitude of a site what its own scheme would, in
// its own words, though nobody can ask that any more.
func TestEngine_Ask_SiteAltitude_joined(t *testing.T) {
	s := newStore()
	s.data = askData()
	for i := range s.data.Places {
		s.data.Places[i] = hills{}.Derive(s.data.Places[i])
	}
	table, err := geo.Tabulate(t.Context(), hills{}, s.data.Places)
	if err != nil {
		t.Fatal(err)
	}
	s.data.Countries = []regengine.Country{{Scheme: *table}}
	e, err := regengine.Open(t.Context(), s, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	script := asktest.NewScript(asktest.Make(ask.NewCall(ask.ProjectContext, nil)), asktest.Say("According to the project's data, the climate zone is E1."))
	if _, err := e.Ask(t.Context(), siteQuestion("1500"), &regengine.AskOptions{Model: script}); err != nil {
		t.Fatal(err)
	}
	if text := script.Seen()[1].Results[0].Text; !strings.Contains(text, "Climate zone: E1") || !strings.Contains(text, "Altitude: 1500 m") {
		t.Errorf("it says:\n%s", text)
	}
}
