package es_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

var exampleContext = context.Background()

var provinces = []geo.Place{
	{ID: "ES-CL", Name: "Castilla y León", Level: geo.Region},
	{ID: "ES-05", Name: "Ávila", Level: geo.Province},
	{ID: "ES-99", Name: "Ninguna", Level: geo.Province},
}

func run(t testing.TB, c projects.Calculator, input string) projects.Outcome {
	t.Helper()
	out, err := c.Run(t.Context(), json.RawMessage(input))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return out
}

func compliant(out projects.Outcome) string {
	if out.Compliant == nil {
		return "none"
	}
	return fmt.Sprint(*out.Compliant)
}

// TestTransmittance works out an example published by Fundación MUSAAT (Principios
// en materia de eficiencia energética en edificación, 6.1.1): a façade of six layers,
// U = 0,392 W/(m²·K).
func TestTransmittance(t *testing.T) {
	const layers = `"layers":[{"name":"Yeso","thickness":0.015,"conductivity":0.570},{"name":"Ladrillo hueco","thickness":0.07,"conductivity":0.432},
		{"name":"Lana mineral","thickness":0.08,"conductivity":0.041},{"name":"Mortero","thickness":0.015,"conductivity":1.8},
		{"name":"Ladrillo panal","thickness":0.115,"conductivity":0.512},{"name":"Mortero","thickness":0.015,"conductivity":1.8}]`
	out := run(t, es.Transmittance(), `{"heat_flow":"horizontal","other_side":"exterior",`+layers+`}`)
	var result struct{ Transmittance float64 }
	if err := json.Unmarshal(out.Result, &result); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%.3f", result.Transmittance); got != "0.392" {
		t.Errorf("want 0.392, got %s", got)
	}
	if out.Compliant != nil || !strings.Contains(out.Summary, "0,392 W/(m²·K)") || len(out.Steps) != 8 {
		t.Errorf("%+v", out)
	}
}

// TestTransmittance_flow takes the surface resistances of ISO 6946, table 7, from a
// layer that leaves a round sum.
func TestTransmittance_flow(t *testing.T) {
	for _, tt := range []struct {
		flow, side, resistance string
		limit                  string
		total, compliant       string
	}{
		{"horizontal", "exterior", "1.83", "0.5", "2", "true"},
		{"ascendente", "exterior", "1.86", "0.5", "2", "true"},
		{"descendente", "exterior", "1.79", "0.5", "2", "true"},
		{"horizontal", "interior", "1.74", "0.5", "2", "true"},
		{"ascendente", "interior", "1.80", "0.5", "2", "true"},
		{"descendente", "interior", "1.66", "0.5", "2", "true"},
		{"horizontal", "exterior", "1.83", "0.4999999999999999999", "2", "false"},
		{"horizontal", "exterior", "1.8299999999999999999", "0.5", "2", "false"},
	} {
		out := run(t, es.Transmittance(), fmt.Sprintf(`{"heat_flow":%q,"other_side":%q,"layers":[{"resistance":%s}],"limit":%s}`, tt.flow, tt.side, tt.resistance, tt.limit))
		if !strings.Contains(string(out.Result), `"total_resistance":`+tt.total+`,`) || compliant(out) != tt.compliant {
			t.Errorf("%+v: %s, compliant %s", tt, out.Result, compliant(out))
		}
		if strings.Contains(out.Summary, "no supera") != (tt.compliant == "true") {
			t.Errorf("%+v: %s", tt, out.Summary)
		}
	}
}

// TestStairs holds the bounds of CTE DB-SUA 1, on both sides of each.
func TestStairs(t *testing.T) {
	for _, tt := range []struct {
		name, input, compliant, failed string
	}{
		{"OK", `{"use":"general","riser":17,"tread":29,"public_use":false,"lift":false,"flight_steps":3}`, "true", "0"},
		{"OKRiserAtBound", `{"use":"general","riser":17.5,"tread":28,"public_use":true,"lift":true,"flight_steps":12}`, "true", "0"},
		{"OKRiserWithLift", `{"use":"general","riser":18.5,"tread":28,"public_use":false,"lift":true,"flight_steps":12}`, "true", "0"},
		{"OKSumAtLeast", `{"use":"general","riser":13,"tread":28,"public_use":true,"lift":false,"flight_steps":12}`, "true", "0"},
		{"OKSumAtMost", `{"use":"general","riser":17.5,"tread":35,"public_use":true,"lift":false,"flight_steps":12}`, "true", "0"},
		{"OKFlight", `{"use":"general","riser":17.3,"tread":28,"public_use":true,"lift":false,"flight_steps":13}`, "true", "0"},
		{"OKFlightWithLift", `{"use":"general","riser":16,"tread":28,"public_use":false,"lift":true,"flight_steps":20}`, "true", "0"},
		{"OKRestricted", `{"use":"restringido","riser":20,"tread":22,"public_use":false,"lift":false}`, "true", "0"},
		{"FlightUntold", `{"use":"general","riser":17,"tread":28,"public_use":false,"lift":true}`, "none", "0"},
		{"ErrRiser", `{"use":"general","riser":17.5000000000001,"tread":28,"public_use":true,"lift":true}`, "false", "1"},
		{"ErrRiserWithLift", `{"use":"general","riser":18.6,"tread":28,"public_use":false,"lift":true}`, "false", "1"},
		{"ErrRiserLow", `{"use":"general","riser":12.9,"tread":30,"public_use":false,"lift":true}`, "false", "1"},
		{"ErrTread", `{"use":"general","riser":17,"tread":27.99,"public_use":false,"lift":false}`, "false", "1"},
		{"ErrSum", `{"use":"general","riser":17.5,"tread":35.01,"public_use":true,"lift":false}`, "false", "1"},
		{"ErrFlight", `{"use":"general","riser":17.31,"tread":28,"public_use":true,"lift":false,"flight_steps":13}`, "false", "1"},
		{"ErrFlightWithLift", `{"use":"general","riser":16,"tread":28,"public_use":false,"lift":true,"flight_steps":21}`, "false", "1"},
		{"ErrTwoSteps", `{"use":"general","riser":17,"tread":28,"public_use":true,"lift":false,"flight_steps":2}`, "false", "1"},
		{"ErrRestricted", `{"use":"restringido","riser":20.1,"tread":21.9,"public_use":false,"lift":false}`, "false", "2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := run(t, es.Stairs(), tt.input)
			if compliant(out) != tt.compliant || !strings.Contains(string(out.Result), `"failed":`+tt.failed) {
				t.Errorf("want %s with %s failed, got %s: %s", tt.compliant, tt.failed, compliant(out), out.Summary)
			}
		})
	}
	out := run(t, es.Stairs(), `{"use":"general","riser":17.31,"tread":28,"public_use":true,"lift":false,"flight_steps":13}`)
	want := "Con C = 17,31 cm y H = 28 cm, 2C + H = 62,62 cm. No cumple: la altura del tramo de 2,2503 m (máximo 2,25 m)."
	if out.Summary != want {
		t.Errorf("want %q, got %q", want, out.Summary)
	}
}

// TestOccupancy holds densities of CTE DB-SI 3, table 2.1, rounded up for each zone.
func TestOccupancy(t *testing.T) {
	for _, tt := range []struct {
		zones, limit, persons, compliant string
	}{
		{`{"use":"vivienda","area":200}`, "", "10", "none"},
		{`{"use":"vivienda","area":200.01}`, "", "11", "none"},
		{`{"use":"oficinas","area":1000},{"use":"oficinas-vestibulos","area":50}`, "", "125", "none"},
		{`{"use":"aulas","area":45}`, "30", "30", "true"},
		{`{"use":"aulas","area":45.0000001}`, "30", "31", "false"},
		{`{"use":"comida-rapida","area":12}`, "", "10", "none"},
		{`{"use":"de-pie","area":100}`, "400", "400", "true"},
		{`{"use":"asientos","seats":120},{"use":"nula","area":30}`, "", "120", "none"},
		{`{"use":"aparcamiento","area":400},{"use":"aparcamiento-horario","area":300}`, "", "30", "none"},
		{`{"use":"almacenes","area":1}`, "", "1", "none"},
		{`{"use":"nula"}`, "", "0", "none"},
	} {
		input := `{"zones":[` + tt.zones + `]`
		if tt.limit != "" {
			input += `,"limit":` + tt.limit
		}
		out := run(t, es.Occupancy(), input+"}")
		if !strings.HasPrefix(string(out.Result), `{"persons":`+tt.persons+`,`) || compliant(out) != tt.compliant {
			t.Errorf("%s: want %s, %s; got %s, %s", tt.zones, tt.persons, tt.compliant, out.Result, compliant(out))
		}
	}
}

func TestClimateZone(t *testing.T) {
	zone := func(province string, altitude int) (string, bool) {
		if province != "05" {
			return "", false
		}
		if altitude > 1000 {
			return "E1", true
		}
		return "D1", true
	}
	c := es.ClimateZone(zone, provinces)
	if out := run(t, c, `{"province":"05","altitude":1131}`); string(out.Result) != `{"climate_zone":"E1"}` || out.Compliant != nil {
		t.Errorf("%+v", out)
	}
	for _, input := range []string{`{"province":"06","altitude":1}`, `{"province":"05","altitude":1.5}`, `{"province":5,"altitude":1}`} {
		if _, err := c.Run(t.Context(), json.RawMessage(input)); !errors.Is(err, projects.ErrInvalid) {
			t.Errorf("%s: want ErrInvalid, got %v", input, err)
		}
	}
}

// TestRun_ErrInvalid holds that an input that is not as the schema says is refused
// and the member named.
func TestRun_ErrInvalid(t *testing.T) {
	for _, tt := range []struct{ name, input, member string }{
		{"NotJSON", `{`, "input"},
		{"Nothing", ``, "input"},
		{"Null", `null`, "input: must be an object"},
		{"List", `[]`, "input: must be an object"},
		{"Behind", `{"use":"general","riser":17,"tread":29,"public_use":false,"lift":false}{}`, "input"},
		{"NotUTF8", "{\"use\":\"\xff\"}", "input: not UTF-8"},
		{"Unknown", `{"use":"general","height":1}`, "input: holds an unknown member; allowed are: use"},
		{"OtherCase", `{"Use":"general"}`, "input: holds an unknown member"},
		{"Twice", `{"use":"general","use":"general"}`, "use: comes twice"},
		{"Missing", `{"use":"general","tread":29,"public_use":false,"lift":false}`, "riser: is missing"},
		{"NullNumber", `{"use":"general","riser":null}`, "riser: must be a number"},
		{"TextForNumber", `{"use":"general","riser":"17"}`, "riser: must be a number"},
		{"NaN", `{"use":"general","riser":NaN}`, "riser: not JSON"},
		{"Infinity", `{"use":"general","riser":1e400}`, "riser: has more digits"},
		{"ManyDigits", `{"use":"general","riser":0.` + strings.Repeat("1", 100) + `}`, "riser: has more digits"},
		{"Zero", `{"use":"general","riser":0}`, "riser: must be more than 0 cm"},
		{"Negative", `{"use":"general","riser":-17}`, "riser: must be more than 0 cm"},
		{"Large", `{"use":"general","riser":1700}`, "riser: must be 100 cm at most"},
		{"Choice", `{"use":"General"}`, "use: must be one of general, restringido"},
		{"ChoiceNumber", `{"use":1}`, "use: must be one of"},
		{"Switch", `{"public_use":"false"}`, "public_use: must be true or false"},
		{"SwitchNumber", `{"public_use":0}`, "public_use: must be true or false"},
		{"Half", `{"flight_steps":2.5}`, "flight_steps: must be a whole number"},
		{"Long", `{"use":"` + strings.Repeat("x", 70_000) + `"}`, "longer than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := es.Stairs().Run(t.Context(), json.RawMessage(tt.input))
			if !errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), tt.member) {
				t.Errorf("want ErrInvalid naming %q, got %v", tt.member, err)
			}
			if diff := cmp.Diff(projects.Outcome{}, out); diff != "" {
				t.Errorf("something beside the error:\n%s", diff)
			}
		})
	}
	for input, member := range map[string]string{
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[]}`:                                                                 "layers: must have 1 item at least",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":{}}`:                                                                 "layers: must be a list",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[1]}`:                                                                "layers[0]: must be an object",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"resistance":1},{"thickness":1}]}`:                                 "layers[1].conductivity: is missing",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"conductivity":1}]}`:                                               "layers[0].thickness: is missing",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"resistance":1,"thickness":1}]}`:                                   "layers[0].resistance",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"name":"a\nb","resistance":1}]}`:                                   "layers[0].name",
		`{"heat_flow":"horizontal","other_side":"exterior","layers":[` + strings.Repeat(`{"resistance":1},`, 200) + `{"resistance":1}]}`: "layers: must have 200 items at most",
	} {
		if _, err := es.Transmittance().Run(t.Context(), json.RawMessage(input)); !errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), member) {
			t.Errorf("%.90s: want ErrInvalid naming %q, got %v", input, member, err)
		}
	}
	for zones, member := range map[string]string{
		`{"use":"asientos","area":1}`:            "zones[0].seats: is missing",
		`{"use":"vivienda"}`:                     "zones[0].area: is missing",
		`{"use":"vivienda","area":1,"seats":1}`:  "zones[0].seats: is not for this use",
		`{"use":"nula","seats":1}`:               "zones[0].seats: is not for this use, which does not count seats",
		`{"use":"vivienda","area":1,"other":{}}`: "zones[0]: holds an unknown member",
	} {
		if _, err := es.Occupancy().Run(t.Context(), json.RawMessage(`{"zones":[`+zones+`]}`)); !errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), member) {
			t.Errorf("%s: want ErrInvalid naming %q, got %v", zones, member, err)
		}
	}
}

// TestAll holds what every calculator promises of itself.
func TestAll(t *testing.T) {
	var ids []string
	for _, c := range es.All() {
		ids = append(ids, c.ID())
		if c.Title() == "" || c.Country() != "ES" {
			t.Errorf("%s: title %q, country %q", c.ID(), c.Title(), c.Country())
		}
		input, result := c.Schema()
		for _, schema := range []json.RawMessage{input, result} {
			checkSchema(t, c.ID(), schema)
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(es.All()) {
		t.Errorf("ids are not sorted, or come twice: %q", ids)
	}
}

// checkSchema holds that every property has a title, down to the items of lists.
func checkSchema(t *testing.T, id string, schema json.RawMessage) {
	t.Helper()
	type node struct {
		Type                 string
		Title                string
		Properties           map[string]json.RawMessage
		Required             []string
		Items                json.RawMessage
		AdditionalProperties *bool
	}
	var object node
	if err := json.Unmarshal(schema, &object); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	if object.Type != "object" || object.AdditionalProperties == nil || *object.AdditionalProperties {
		t.Errorf("%s: %s", id, schema)
	}
	for name, raw := range object.Properties {
		var property node
		if err := json.Unmarshal(raw, &property); err != nil || property.Title == "" || property.Type == "" {
			t.Errorf("%s.%s: %v %s", id, name, err, raw)
		}
		if property.Items != nil {
			checkSchema(t, id+"."+name, property.Items)
		}
	}
	for _, name := range object.Required {
		if object.Properties[name] == nil {
			t.Errorf("%s requires %s, which it does not describe", id, name)
		}
	}
}

// TestStairs_property holds the verdict of the sum for any sizes, and that the same
// input gives the same outcome.
func TestStairs_property(t *testing.T) {
	c := es.Stairs()
	rapid.Check(t, func(r *rapid.T) {
		riser, tread := rapid.IntRange(1300, 1750).Draw(r, "riser"), rapid.IntRange(2800, 4500).Draw(r, "tread")
		input := fmt.Sprintf(`{"use":"general","riser":%d.%02d,"tread":%d.%02d,"public_use":true,"lift":false,"flight_steps":3}`, riser/100, riser%100, tread/100, tread%100)
		out, again := run(t, c, input), run(t, c, input)
		if diff := cmp.Diff(out, again); diff != "" {
			r.Fatal(diff)
		}
		if sum := 2*riser + tread; *out.Compliant != (sum >= 5400 && sum <= 7000) {
			r.Fatalf("%s: %s", input, out.Summary)
		}
	})
}

// FuzzRun holds that a calculator refuses an input, naming the member, or gives an
// outcome; and that what it takes and gives is valid by its schemas.
func FuzzRun(f *testing.F) {
	type schemas struct{ input, result *jsonschema.Schema }
	compiled := make(map[string]schemas)
	for id, c := range all(f) {
		input, result := c.Schema()
		compiled[id] = schemas{compile(f, id+"-input", input), compile(f, id+"-result", result)}
		for _, e := range examples(f, id) {
			f.Add(toJSON(f, &e.Input))
		}
	}
	f.Add(`{"use":"general","riser":17,"tread":29,"public_use":false,"lift":false,"flight_steps":10}`)
	f.Add(`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"thickness":0.1,"conductivity":1e-3},{"resistance":1}],"limit":0.3}`)
	f.Add(`{"zones":[{"use":"vivienda","area":1e2,"name":"A"},{"use":"asientos","seats":3}],"limit":7}`)
	f.Fuzz(func(t *testing.T, input string) {
		for id, c := range all(t) {
			out, err := c.Run(t.Context(), json.RawMessage(input))
			if err != nil {
				if !errors.Is(err, projects.ErrInvalid) {
					t.Fatalf("%s of %q: %v", id, input, err)
				}
				continue
			}
			if err := validate(compiled[id].input, input); err != nil {
				t.Fatalf("%s took %q: %v", id, input, err)
			}
			if err := validate(compiled[id].result, string(out.Result)); err != nil {
				t.Fatalf("%s of %q gave %s: %v", id, input, out.Result, err)
			}
			checkOutcome(t, out)
		}
	})
}

// checkOutcome is checkWording for texts a user may have put anything into.
func checkOutcome(t *testing.T, out projects.Outcome) {
	t.Helper()
	if out.Summary == "" || len(out.Steps) == 0 || len(out.Sources) == 0 {
		t.Fatalf("something is missing: %+v", out)
	}
}

func ExampleStairs() {
	out, err := es.Stairs().Run(exampleContext, json.RawMessage(`{"use":"general","riser":17.5,"tread":29,"public_use":true,"lift":false,"flight_steps":12}`))
	fmt.Println(out.Summary, *out.Compliant, err)
	// Output: Con C = 17,5 cm y H = 29 cm, 2C + H = 64 cm. El tramo cumple las condiciones comprobadas. true <nil>
}

func ExampleTransmittance() {
	out, err := es.Transmittance().Run(exampleContext, json.RawMessage(`{"heat_flow":"horizontal","other_side":"exterior","layers":[{"thickness":0.1,"conductivity":0.04}],"limit":0.4}`))
	fmt.Println(out.Summary, err)
	// Output: La transmitancia térmica es U = 0,375 W/(m²·K) y no supera el máximo de 0,4 W/(m²·K). <nil>
}

func ExampleOccupancy() {
	out, err := es.Occupancy().Run(exampleContext, json.RawMessage(`{"zones":[{"use":"oficinas","area":245}]}`))
	fmt.Println(out.Summary, err)
	// Output: La ocupación es de 25 personas. <nil>
}

func ExampleClimateZone() {
	table := func(string, int) (string, bool) { return "E1", true }
	out, err := es.ClimateZone(table, provinces).Run(exampleContext, json.RawMessage(`{"province":"05","altitude":1131}`))
	fmt.Println(out.Summary, err)
	// Output: En la provincia de Ávila, a 1131 m de altitud, la zona climática es E1. <nil>
}

func ExampleAll() {
	for _, c := range es.All() {
		_, _ = fmt.Fprintln(os.Stdout, c.ID())
	}
	// Output:
	// dwelling-ventilation
	// ev-charging
	// evacuation-width
	// k-lim
	// occupancy
	// rain-drainage
	// ramp
	// snow-load
	// sound-insulation
	// stair-geometry
	// thermal-transmittance
}
