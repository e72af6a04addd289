package es_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

// neverFalls draws two values of a number and holds that a result does not fall where
// the number rises.
func neverFalls(t *testing.T, c projects.Calculator, result string, most int, input func(r *rapid.T) string) {
	t.Helper()
	rapid.Check(t, func(r *rapid.T) {
		form := input(r)
		low := rapid.IntRange(1, most-1).Draw(r, "low")
		high := rapid.IntRange(low+1, most).Draw(r, "high")
		a, b := member(t, c, result, fmt.Sprintf(form, low)), member(t, c, result, fmt.Sprintf(form, high))
		if a == nil && b != nil {
			r.Fatalf("%s: a value at %d and none at %d", form, high, low)
		}
		if a != nil && b != nil && b.Cmp(a) < 0 {
			r.Fatalf("%s: %s at %d, %s at %d", form, a, low, b, high)
		}
	})
}

func constant(form string) func(*rapid.T) string { return func(*rapid.T) string { return form } }

func TestKLim_monotone(t *testing.T) {
	neverFalls(t, es.KLim(), "k_lim_exact", 6000, func(r *rapid.T) string {
		use := rapid.SampledFrom([]string{"residencial", "otro"}).Draw(r, "use")
		work := rapid.SampledFrom([]string{"nuevo", "reforma"}).Draw(r, "work")
		zone := rapid.SampledFrom([]string{"α", "A", "B", "C", "D", "E"}).Draw(r, "zone")
		return fmt.Sprintf(`{"use":%q,"work":%q,"winter_zone":%q,"compactness":%%de-3}`, use, work, zone)
	})
}

func TestSnow_monotone(t *testing.T) {
	neverFalls(t, es.Snow(), "roof_load", 1600, func(r *rapid.T) string {
		zone := rapid.IntRange(1, 7).Draw(r, "zone")
		return fmt.Sprintf(`{"winter_zone":"%d","altitude":%%d,"slope":42,"foot":"libre","exposure":"expuesta"}`, zone)
	})
	neverFalls(t, es.Snow(), "roof_load", 90, constant(`{"capital":"24","slope":20,"foot":"limahoya","opposite_slope":%d,"exposure":"normal"}`))
}

func TestEvacuation_monotone(t *testing.T) {
	neverFalls(t, es.Evacuation(), "width_min", 3000, func(r *rapid.T) string {
		element := rapid.SampledFrom([]string{"puerta", "paso", "pasillo", "rampa", "exterior-rampa", "escalera-descendente", "escalera-ascendente", "escalera-protegida", "pasillo-protegido", "exterior-paso", "exterior-escalera"}).Draw(r, "element")
		use := rapid.SampledFrom([]string{"vivienda", "comercial", "hospitalario", "otros"}).Draw(r, "use")
		elements := rapid.IntRange(1, 5).Draw(r, "elements")
		return fmt.Sprintf(`{"element":%q,"use":%q,"persons":%%d,"elements":%d,"height":2.5,"area":40}`, element, use, elements)
	})
}

// TestEvacuation_verdict holds that a width complies when it is the least one or more,
// and never where an element more is blocked.
func TestEvacuation_verdict(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		persons, width := rapid.IntRange(1, 900).Draw(r, "persons"), rapid.IntRange(1, 500).Draw(r, "width")
		input := fmt.Sprintf(`{"element":"pasillo","use":"otros","persons":%d,"several_required":false,"width":%de-2}`, persons, width)
		want := width >= 100 && width*2 >= persons
		if out := run(t, es.Evacuation(), input); *out.Compliant != want {
			r.Fatalf("%s: want %v, got %s", input, want, out.Summary)
		}
	})
}

func TestRain_monotone(t *testing.T) {
	for _, result := range []string{"drains", "downpipe_diameter", "gutter_diameter", "collector_diameter"} {
		neverFallsWhileKnown(t, result)
	}
}

// neverFallsWhileKnown is neverFalls for tables that end: beyond, there is no value.
func neverFallsWhileKnown(t *testing.T, result string) {
	t.Helper()
	rapid.Check(t, func(r *rapid.T) {
		i := rapid.IntRange(1, 400).Draw(r, "i")
		low := rapid.IntRange(1, 4000).Draw(r, "low")
		high := rapid.IntRange(low, 5000).Draw(r, "high")
		form := fmt.Sprintf(`{"area":%%d,"intensity":%d,"gutter_slope":"2","collector_slope":"1"}`, i)
		a, b := member(t, es.Rain(), result, fmt.Sprintf(form, low)), member(t, es.Rain(), result, fmt.Sprintf(form, high))
		if a == nil && b != nil || a != nil && b != nil && b.Cmp(a) < 0 {
			r.Fatalf("%s of %s: %v at %d, %v at %d", result, form, a, low, b, high)
		}
	})
}

func TestCharging_monotone(t *testing.T) {
	for _, result := range []string{"stations", "cabled_spaces"} {
		neverFalls(t, es.Charging(), result, 500, func(r *rapid.T) string {
			use := rapid.SampledFrom([]string{"residencial", "otro", "age"}).Draw(r, "use")
			return fmt.Sprintf(`{"use":%q,"work":"nuevo","spaces":%%d,"accessible_spaces":0}`, use)
		})
	}
}

// TestVentilation_property holds that a balanced dwelling takes in what it takes out,
// that no room has less than its own, and that the project of just that complies.
func TestVentilation_property(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		kinds := []string{"dormitorio-principal", "sala", "cocina"}
		kinds = append(kinds, slices.Repeat([]string{"dormitorio"}, rapid.IntRange(0, 5).Draw(r, "bedrooms"))...)
		kinds = append(kinds, slices.Repeat([]string{"bano"}, rapid.IntRange(0, 5).Draw(r, "baths"))...)
		out := run(t, es.Ventilation(), `{"rooms":[`+rooms(kinds, nil)+`]}`)
		var result struct {
			Flow  json.Number
			Rooms []struct {
				Flow    json.Number
				FlowMin json.Number `json:"flow_min"`
			}
		}
		unmarshal(t, string(out.Result), &result)
		sums := [2]*big.Rat{new(big.Rat), new(big.Rat)}
		flows := make([]string, len(kinds))
		for i, room := range result.Rooms {
			side := 0
			if kinds[i] == "cocina" || kinds[i] == "bano" {
				side = 1
			}
			flow := rat(t, room.Flow.String())
			if flow.Cmp(rat(t, room.FlowMin.String())) < 0 {
				r.Fatalf("%s: a flow of %s", kinds[i], room.Flow)
			}
			sums[side].Add(sums[side], flow)
			flows[i] = new(big.Rat).Add(flow, big.NewRat(1, 1_000_000)).FloatString(9) // flows of the result are cut at 12 decimals
		}
		for _, sum := range sums {
			if new(big.Rat).Sub(sum, rat(t, result.Flow.String())).FloatString(6) != "0.000000" && new(big.Rat).Sub(rat(t, result.Flow.String()), sum).FloatString(6) != "0.000000" {
				r.Fatalf("%v: %s, not %s", kinds, sum.FloatString(9), result.Flow)
			}
		}
		if out := run(t, es.Ventilation(), `{"rooms":[`+rooms(kinds, flows)+`],"cooking_flow":50}`); compliant(out) != "true" {
			r.Fatal(out.Summary)
		}
	})
}

func rooms(kinds, flows []string) string {
	list := make([]string, len(kinds))
	for i, kind := range kinds {
		list[i] = fmt.Sprintf(`{"kind":%q}`, kind)
		if flows != nil {
			list[i] = fmt.Sprintf(`{"kind":%q,"flow":%s}`, kind, flows[i])
		}
	}
	return strings.Join(list, ",")
}

// TestRamp_verdict holds the slopes of an accessible ramp for any length.
func TestRamp_verdict(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		length, rise := rapid.IntRange(100, 900).Draw(r, "length"), rapid.IntRange(1, 100).Draw(r, "rise")
		input := fmt.Sprintf(`{"kind":"accesible","length":%de-2,"rise":%de-2,"flights":1,"use":"otros","persons":1,"width":2,"cross_slope":0,"end_length":2,"handrails":2}`, length, rise)
		most := 6
		if length < 300 {
			most = 10
		} else if length < 600 {
			most = 8
		}
		want := fmt.Sprint(rise*100 <= most*length)
		if rise*100 <= 4*length {
			want = "none"
		}
		if out := run(t, es.Ramp(), input); compliant(out) != want {
			r.Fatalf("%s: want %s, got %s", input, want, out.Summary)
		}
	})
}

// TestSpoiled spoils each member of each worked example in turn: what the schema does
// not allow, the calculator refuses and names.
func TestSpoiled(t *testing.T) {
	for id, c := range all(t) {
		schema, _ := c.Schema()
		compiled := compile(t, id, schema)
		for _, e := range examples(t, id) {
			var input map[string]json.RawMessage
			unmarshal(t, toJSON(t, &e.Input), &input)
			for name, good := range input {
				for _, bad := range []string{`null`, `{}`, `[[]]`, `-1e9`, `"§"`, `1e59`, `0.123456789`} {
					input[name] = json.RawMessage(bad)
					spoiled, err := json.Marshal(input)
					if err != nil {
						t.Fatal(err)
					}
					_, err = c.Run(t.Context(), spoiled)
					refused := validate(compiled, string(spoiled)) != nil
					if refused && (!errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), name)) {
						t.Errorf("%s of %s: want ErrInvalid naming %s, got %v", id, spoiled, name, err)
					}
					if err != nil && !errors.Is(err, projects.ErrInvalid) {
						t.Errorf("%s of %s: %v", id, spoiled, err)
					}
				}
				input[name] = good
			}
		}
	}
}

// TestLeftOut leaves out each member of each worked example that complies: what is then
// said may be that it complies only where the schema says that the member has a
// default, or that it is not for this case.
func TestLeftOut(t *testing.T) {
	harmless := map[string]bool{ // id/example.member that may be left out without a word on the verdict
		"ev-charging/Dwellings.stations": true, // none are asked for
	}
	for id, c := range all(t) {
		for _, e := range examples(t, id) {
			if e.Compliant != "true" {
				continue
			}
			var input map[string]json.RawMessage
			unmarshal(t, toJSON(t, &e.Input), &input)
			for name, good := range input {
				delete(input, name)
				left, err := json.Marshal(input)
				if err != nil {
					t.Fatal(err)
				}
				out, err := c.Run(t.Context(), left)
				input[name] = good
				if err != nil || compliant(out) != "true" || harmless[id+"/"+e.Name+"."+name] {
					continue
				}
				if !strings.Contains(help(t, c, name), "se toma") && !strings.Contains(help(t, c, name), "no se dimensiona") {
					t.Errorf("%s/%s without %s complies: %s", id, e.Name, name, out.Summary)
				}
			}
		}
	}
}

func help(t *testing.T, c projects.Calculator, name string) string {
	t.Helper()
	schema, _ := c.Schema()
	var object struct {
		Properties map[string]struct{ Description string }
	}
	unmarshal(t, string(schema), &object)
	return object.Properties[name].Description
}

// TestRun_concurrent holds that a calculator may be run by many at once: under the race
// detector, with the same outcome for each.
func TestRun_concurrent(t *testing.T) {
	for id, c := range all(t) {
		e := examples(t, id)[0]
		input := toJSON(t, &e.Input)
		want := run(t, c, input).Summary
		var runs sync.WaitGroup
		for range 8 {
			runs.Go(func() {
				if out, err := c.Run(t.Context(), json.RawMessage(input)); err != nil || out.Summary != want {
					t.Errorf("%s: %v, %q", id, err, out.Summary)
				}
			})
		}
		runs.Wait()
	}
}
