package es_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

// TestRun_kept holds that the outcome of as large an input as the schema takes is one a
// project can keep: with every list full and with names as long as the input takes.
func TestRun_kept(t *testing.T) {
	service := &projects.Service{Calculators: es.All()}
	for id, c := range all(t) {
		if schema, _ := c.Schema(); strings.Contains(string(schema), `"type":"array"`) != (largest(0)[id] != nil) {
			t.Errorf("%s: no largest input of its lists, or it has none", id)
		}
		for _, e := range examples(t, id) {
			if _, err := service.Run(t.Context(), "ES", id, json.RawMessage(toJSON(t, &e.Input))); err != nil {
				t.Errorf("%s/%s: %v", id, e.Name, err)
			}
		}
	}
	for _, name := range []int{0, 60, 200} {
		for id, inputs := range largest(name) {
			for _, input := range inputs {
				t.Run(fmt.Sprint(id, "/", name), func(t *testing.T) {
					out, err := service.Run(t.Context(), "ES", id, json.RawMessage(input))
					if err != nil {
						t.Fatalf("%.200s: %v", input, err)
					}
					if len(out.Steps) == 0 || out.Summary == "" {
						t.Errorf("nothing is told: %+v", out)
					}
				})
			}
		}
	}
}

// largest returns inputs with full lists, of items with names of so many characters,
// that fit what an input may be.
func largest(name int) map[string][]string {
	list := func(n int, item string) string {
		if name > 0 {
			item = strings.Replace(item, "{", fmt.Sprintf(`{"name":%q,`, strings.Repeat("ñ", name)), 1)
		}
		n = min(n, 60_000/len(item))
		return "[" + strings.Join(slices.Repeat([]string{item}, n), ",") + "]"
	}
	more := func(first, rest string) string { return "[" + first + "," + rest[1:] }
	layer := `{"thickness":1.234567890123456789,"conductivity":0.123456789012345678}`
	room := func(kind, flow string) string {
		return `{"rooms":` + more(`{"kind":"dormitorio-principal"`+flow+`},{"kind":"cocina"`+flow+`}`, list(58, `{"kind":"`+kind+`"`+flow+`}`)) + `,"cooking_flow":0}`
	}
	return map[string][]string{
		"thermal-transmittance": {
			`{"heat_flow":"horizontal","other_side":"exterior","limit":0.1,"layers":` + list(200, layer) + `}`,
			`{"heat_flow":"horizontal","other_side":"exterior","layers":` + list(199, layer) + `}`,
		},
		"occupancy":            {`{"limit":1,"zones":` + list(200, `{"use":"ventas-poca-afluencia","area":1234567.89012345678}`) + `}`},
		"dwelling-ventilation": {room("dormitorio", ""), room("bano", `,"flow":0.001`), room("bano", `,"flow":100`), room("sala", `,"flow":0`)},
	}
}
