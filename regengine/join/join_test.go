package join_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

func TestJoin(t *testing.T) {
	c := contents(t)
	data, err := join.Join(t.Context(), c, options())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(places(), data.Places); diff != "" {
		t.Error("places (-want +got)\n" + diff)
	}
	table := c.Scheme
	table.Known = nil // of the places
	want := []regengine.Country{{Scheme: table, Language: c.Language, Origin: c.Origin, Brought: map[geo.ID]*geo.TechData{"XA-0101": places()[3].Tech}, Calculators: c.Calculators}}
	if diff := cmp.Diff(want, data.Countries, cmpopts.IgnoreUnexported(geo.SchemeTable{})); diff != "" {
		t.Error("countries (-want +got)\n" + diff)
	}
	var slugs []string
	for _, code := range data.Codes {
		slugs = append(slugs, code.Slug)
	}
	if diff := cmp.Diff([]string{"alirebleco", "stuparoj"}, slugs); diff != "" || len(data.Blocks) == 0 {
		t.Errorf("%d blocks, codes (-want +got)\n%s", len(data.Blocks), diff)
	}
	if err := regengine.Check(options().Schemes, options().Stored, data); err != nil {
		t.Errorf("what was joined cannot be imported: %v", err)
	}
}

// A file of places adds to what the country has; everything else stays.
func TestJoin_PlacesOnly(t *testing.T) {
	o := options()
	first, err := join.Join(t.Context(), contents(t), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Stored = regengine.Merge(o.Stored, first)
	town := geo.Place{ID: "XA-0102", Name: "Vilaĝo", Level: geo.Municipality, Parent: "XA-01", Tech: &geo.TechData{AltitudeM: new(500), ClimateZone: "high"}}
	table, err := geo.Tabulate(t.Context(), atlantis{}, []geo.Place{town})
	if err != nil {
		t.Fatal(err)
	}
	c := contents(t)
	c.PlacesOnly, c.Places, c.Scheme = true, []geo.Place{town}, *table
	c.Language, c.Packs, c.Calculators = nil, nil, nil
	data, err := join.Join(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]geo.Place{town}, data.Places); diff != "" {
		t.Error(diff)
	}
	got := data.Countries[0]
	if got.Language == nil || len(got.Calculators) != 1 || len(data.Codes) != 0 {
		t.Errorf("language %d, calculators %d, codes %d; want what was there, and no change of codes", len(got.Language), len(got.Calculators), len(data.Codes))
	}
	for id, want := range map[geo.ID]string{"XA-0101": "zono low", "XA-0102": "zono high"} {
		if s := got.Scheme.Summaries[id].Text; s != want {
			t.Errorf("summary of %s is %q, want %q", id, s, want)
		}
	}
}

// wordy says a line of each datum.
type wordy struct{ atlantis }

func (wordy) Summary(p geo.Place) string {
	if p.Tech == nil {
		return "Nenio estas konata"
	}
	text := "Datenoj"
	if p.Tech.ClimateZone != "" {
		text += "\nZono: " + p.Tech.ClimateZone
	}
	if p.Tech.AltitudeM != nil {
		text += fmt.Sprintf("\nAlto: %d m", *p.Tech.AltitudeM)
	}
	for _, v := range p.Tech.Extra {
		text += "\n" + v.Label + ": " + v.Value
	}
	return text
}

// A file that says less of a place than is stored takes nothing away: no further name,
// no datum, no word the plugin has for them.
func TestJoin_FileOfNames(t *testing.T) {
	stored := places()[3].Tech
	for name, tt := range map[string]struct {
		file geo.Place
		want geo.Place
	}{
		"names alone":      {geo.Place{Name: "Urbo Nova"}, geo.Place{Name: "Urbo Nova", Aliases: []string{"Stad"}, Tech: stored}},
		"names of its own": {geo.Place{Name: "Urbo", Aliases: []string{"Civitas"}}, geo.Place{Name: "Urbo", Aliases: []string{"Civitas"}, Tech: stored}},
		"an altitude":      {geo.Place{Name: "Urbo", Tech: &geo.TechData{AltitudeM: new(480)}}, geo.Place{Name: "Urbo", Aliases: []string{"Stad"}, Tech: &geo.TechData{AltitudeM: new(480), Extra: stored.Extra}}},
	} {
		t.Run(name, func(t *testing.T) {
			tabulate := func(c *join.Contents) *join.Contents {
				table, err := geo.Tabulate(t.Context(), wordy{}, c.Places)
				if err != nil {
					t.Fatal(err)
				}
				c.Scheme = *table
				return c
			}
			o := options()
			first, err := join.Join(t.Context(), tabulate(contents(t)), o)
			if err != nil {
				t.Fatal(err)
			}
			o.Stored = regengine.Merge(o.Stored, first)
			c := contents(t)
			place := func(p geo.Place) geo.Place {
				p.ID, p.Level, p.Parent = "XA-0101", geo.Municipality, "XA-01"
				return p
			}
			c.PlacesOnly, c.Places, c.Language, c.Packs, c.Calculators = true, []geo.Place{place(tt.file)}, nil, nil, nil
			data, err := join.Join(t.Context(), tabulate(c), o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]geo.Place{place(tt.want)}, data.Places); diff != "" {
				t.Error(diff)
			}
			all := regengine.Merge(o.Stored, data)
			served := data.Countries[0].Scheme.WithPlaces(all.Places)
			for _, altitude := range []*int{data.Places[0].Tech.AltitudeM, new(300)} {
				p := place(tt.want)
				tech := *p.Tech
				if p.Tech = &tech; altitude != tech.AltitudeM {
					tech.AltitudeM, tech.ClimateZone = altitude, ""
				}
				want, got := wordy{}.Derive(p), served.Derive(p)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if want, got := (wordy{}).Summary(want), served.Summary(got); want != got {
					t.Errorf("at %d m: %q, want %q", *altitude, got, want)
				}
			}
		})
	}
}

// What only the plugin said of a place, and says no more, is gone with the next upgrade;
// what a file said stays.
func TestJoin_Withdrawn(t *testing.T) {
	o := options()
	joined := func(c *join.Contents) geo.Place {
		t.Helper()
		table, err := geo.Tabulate(t.Context(), atlantis{}, c.Places)
		if err != nil {
			t.Fatal(err)
		}
		c.Scheme = *table
		data, err := join.Join(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Stored = regengine.Merge(o.Stored, data)
		return data.Places[len(data.Places)-1]
	}
	joined(contents(t))
	file := contents(t)
	file.PlacesOnly, file.Language, file.Packs, file.Calculators = true, nil, nil, nil
	file.Places = []geo.Place{{ID: "XA-0101", Name: "Urbo", Level: geo.Municipality, Parent: "XA-01", Tech: &geo.TechData{Population: new(900)}}}
	joined(file)
	c := contents(t)
	c.Places[3].Tech = &geo.TechData{Extra: c.Places[3].Tech.Extra}
	if diff := cmp.Diff(&geo.TechData{Population: new(900), Extra: c.Places[3].Tech.Extra}, joined(c).Tech); diff != "" {
		t.Error(diff)
	}
	c = contents(t)
	c.Places[3].Tech, c.Places[3].Aliases = nil, nil
	got := joined(c)
	if diff := cmp.Diff(&geo.TechData{Population: new(900)}, got.Tech, cmpopts.EquateEmpty()); diff != "" || len(got.Aliases) > 0 {
		t.Error(got.Aliases, diff)
	}
}

// What a plugin said of a place is its own also when it left the place out meanwhile.
func TestJoin_Withdrawn_Later(t *testing.T) {
	o := options()
	joined := func(list []geo.Place) regengine.Data {
		t.Helper()
		c := contents(t)
		table, err := geo.Tabulate(t.Context(), atlantis{}, list)
		if err != nil {
			t.Fatal(err)
		}
		c.Places, c.Scheme = list, *table
		data, err := join.Join(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Stored = regengine.Merge(o.Stored, data)
		return data
	}
	joined(places())
	joined(places()[:3])
	list := places()
	list[3].Tech = nil
	if tech := joined(list).Places[3].Tech; tech != nil && (tech.AltitudeM != nil || tech.ClimateZone != "" || len(tech.Extra) > 0) {
		t.Errorf("still said: %+v", tech)
	}
}

// Summaries of another language than the plugin's now are not brought back.
func TestJoin_OtherLanguage(t *testing.T) {
	o := options()
	step := func(change func(c *join.Contents)) regengine.Country {
		t.Helper()
		c := contents(t)
		change(c)
		tag := c.Tag
		table, err := geo.Tabulate(t.Context(), wordy{}, c.Places)
		if err != nil {
			t.Fatal(err)
		}
		c.Scheme = *table
		c.Scheme.Tag = tag
		data, err := join.Join(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Stored = regengine.Merge(o.Stored, data)
		return data.Countries[0]
	}
	step(func(*join.Contents) {})
	step(func(c *join.Contents) {
		c.PlacesOnly, c.Places, c.Language, c.Packs, c.Calculators = true, c.Places[3:], nil, nil, nil
		c.Places[0].Tech = &geo.TechData{AltitudeM: new(480)}
	})
	got := step(func(c *join.Contents) {
		c.Tag, c.Places[3].Tech, c.Language = "ia", nil, nil
	})
	if s := got.Scheme.Summaries["XA-0101"].Text; strings.Contains(s, "Zono") {
		t.Errorf("a summary of the language before: %q", s)
	}
}

// A plugin that comes anew replaces what it said before; of places read from a file
// its table does not speak, and what was said of them stays.
func TestJoin_Upgrade(t *testing.T) {
	o := options()
	joined := func(c *join.Contents) regengine.Country {
		t.Helper()
		data, err := join.Join(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Stored = regengine.Merge(o.Stored, data)
		return data.Countries[0]
	}
	before := joined(contents(t))
	if diff := cmp.Diff(before, joined(contents(t))); diff != "" {
		t.Error("the same once more is stored otherwise:\n" + diff)
	}
	town := geo.Place{ID: "XA-0102", Name: "Vilaĝo", Level: geo.Municipality, Parent: "XA-01", Tech: &geo.TechData{AltitudeM: new(500), ClimateZone: "high"}}
	table, err := geo.Tabulate(t.Context(), atlantis{}, []geo.Place{town})
	if err != nil {
		t.Fatal(err)
	}
	file := contents(t)
	file.PlacesOnly, file.Places, file.Scheme = true, []geo.Place{town}, *table
	file.Language, file.Packs, file.Calculators = nil, nil, nil
	withFile := joined(file)

	c := contents(t)
	c.Origin.Version = "2.0.0"
	c.Scheme.Scopes["national"] = [2]string{"landa", "Landa"}
	upgraded := joined(c)
	if got := upgraded.Scheme.Summaries["XA-0102"].Text; got != "zono high" {
		t.Errorf("summary of the place of the file is %q, want that of before", got)
	}
	if got := upgraded.Scheme.Derive(geo.Place{ID: "XA-0102", Level: geo.Municipality, Tech: &geo.TechData{AltitudeM: new(50)}}).Tech.ClimateZone; got != "low" {
		t.Errorf("climate zone of the place of the file is %q, want that of before", got)
	}
	if upgraded.Origin.Version != "2.0.0" || upgraded.Scheme.Scopes["national"][1] != "Landa" || withFile.Origin.Version != "1.0.0" {
		t.Errorf("it stays what it was: %+v", upgraded.Origin)
	}
	ignored := cmpopts.IgnoreFields(geo.SchemeTable{}, "Scopes")
	if diff := cmp.Diff(withFile.Scheme, upgraded.Scheme, ignored); diff != "" {
		t.Error("what did not change is stored otherwise:\n" + diff)
	}
	if len(before.Scheme.Summaries) != 1 {
		t.Errorf("%d summaries before", len(before.Scheme.Summaries))
	}

	c = contents(t) // in another language
	c.Tag, c.Scheme.Tag = "ia", "ia"
	if got := joined(c).Scheme; len(got.Summaries) != 1 || got.ProfileOf["XA-0102"] != got.ProfileOf["XA-0101"] || got.Tag != "ia" {
		t.Errorf("%d summaries, language %q; want none of the old language", len(got.Summaries), got.Tag)
	}
}

func TestJoin_Cancelled(t *testing.T) {
	c := contents(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := join.Join(ctx, c, options()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// Whatever a plugin gives, nothing of another country comes out.
func FuzzJoin(f *testing.F) {
	for i := range refusals {
		f.Add(uint8(i), "XA-0101", "Urbo", "XA-01", "la kaj", codeYAML)
	}
	f.Fuzz(func(t *testing.T, which uint8, id, name, parent, words, code string) {
		c, o := contents(t), options()
		if refused := refusals[int(which)%len(refusals)]; refused.name != "too many places" && which%3 == 0 {
			refused.change(c, &o)
		}
		if len(c.Places) > 3 {
			c.Places[3].ID, c.Places[3].Name, c.Places[3].Parent = geo.ID(id), name, geo.ID(parent)
			c.Places[3].Aliases = []string{words}
		}
		if c.Language != nil {
			c.Language["stopwords.txt"] = []byte(words)
		}
		c.Packs[0].Files.(fstest.MapFS)["codes/stuparoj/code.yaml"] = &fstest.MapFile{Data: []byte(code)}
		data, err := join.Join(t.Context(), c, o)
		if err != nil {
			return
		}
		for _, p := range data.Places {
			if p.ID.Country() != "XA" {
				t.Errorf("place %q", p.ID)
			}
		}
		for _, code := range data.Codes {
			if code.CountryCode != "XA" || code.Slug == "cte-db-sua" {
				t.Errorf("code %q of %q", code.Slug, code.CountryCode)
			}
		}
	})
}

// What an operator read from a file stays where a new version of the plugin says
// nothing of it.
func TestJoin_KeepsData(t *testing.T) {
	o := options()
	first, err := join.Join(t.Context(), contents(t), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Stored = regengine.Merge(o.Stored, first)
	for _, tc := range []struct {
		name                string
		stored, given, want *geo.TechData
	}{
		{"altitude decides the zone", &geo.TechData{AltitudeM: new(700), ClimateZone: "high", Population: new(9)}, &geo.TechData{Population: new(10)},
			&geo.TechData{AltitudeM: new(700), ClimateZone: "high", Population: new(10)}},
		{"what the plugin says holds", &geo.TechData{AltitudeM: new(700), ClimateZone: "high"}, &geo.TechData{AltitudeM: new(12), ClimateZone: "low"},
			&geo.TechData{AltitudeM: new(12), ClimateZone: "low"}},
		{"further values", &geo.TechData{Extra: []geo.TechValue{{Key: "wind", Label: "Vento", Value: "A"}, {Key: "snow", Label: "Neĝo", Value: "1"}}},
			&geo.TechData{Extra: []geo.TechValue{{Key: "wind", Label: "Vento", Value: "B"}}},
			&geo.TechData{Extra: []geo.TechValue{{Key: "wind", Label: "Vento", Value: "B"}, {Key: "snow", Label: "Neĝo", Value: "1"}}}},
		{"nothing given", &geo.TechData{SeismicZone: "2", RadonZone: new(0)}, nil, &geo.TechData{SeismicZone: "2", RadonZone: new(0)}},
		{"nothing stored", nil, &geo.TechData{Population: new(3)}, &geo.TechData{Population: new(3)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := o
			o.Stored.Places = append([]geo.Place{}, o.Stored.Places...)
			for i := range o.Stored.Places {
				if o.Stored.Places[i].ID == "XA-0101" {
					o.Stored.Places[i].Tech = tc.stored
				}
			}
			c := contents(t)
			c.Places[3].Tech = tc.given
			data, err := join.Join(t.Context(), c, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range data.Places {
				if p.ID == "XA-0101" {
					if diff := cmp.Diff(tc.want, p.Tech, cmpopts.EquateEmpty()); diff != "" {
						t.Error("(-want +got)\n" + diff)
					}
				}
			}
			if diff := cmp.Diff(tc.given, c.Places[3].Tech); diff != "" {
				t.Error("contents were changed:\n" + diff)
			}
		})
	}
}
