package es_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/projects"
)

// TestRun_contradiction holds that an input whose members contradict each other, or that
// lacks what another member needs, is refused with the member and the reason.
func TestRun_contradiction(t *testing.T) {
	for _, tt := range []struct{ name, id, input, want string }{
		{"LeafWiderThanDoor", "evacuation-width", `{"element":"puerta","use":"otros","persons":50,"width":0.8,"leaf":0.801}`, "leaf: must not be wider than width"},
		{"RestrictedForThePublic", "stair-geometry", `{"use":"restringido","public_use":true,"riser":20,"tread":22,"lift":false}`, "public_use: must be false"},
		{"ValleyWithoutOther", "snow-load", `{"capital":"28","slope":20,"foot":"limahoya","exposure":"normal"}`, "opposite_slope: is missing"},
		{"OtherWithoutValley", "snow-load", `{"capital":"28","slope":20,"foot":"libre","exposure":"normal","opposite_slope":1}`, "opposite_slope: is only for a roof valley"},
		{"MoreCabledThanSpaces", "ev-charging", `{"use":"otro","work":"nuevo","spaces":40,"accessible_spaces":0,"cabled_spaces":41}`, "cabled_spaces: must not be more than spaces"},
		{"ZeroK", "k-lim", `{"use":"otro","work":"nuevo","winter_zone":"A","compactness":2,"k":0}`, "k: must be more than 0"},
		{"CountOfOne", "evacuation-width", `{"element":"puerta","use":"otros","persons":0}`, "persons: must be at least 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := all(t)[tt.id].Run(t.Context(), json.RawMessage(tt.input))
			if !errors.Is(err, projects.ErrInvalid) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want ErrInvalid with %q, got %v", tt.want, err)
			}
			if err != nil && strings.Contains(err.Error(), "1 personas") {
				t.Errorf("badly told: %v", err)
			}
		})
	}
}

// TestRun_says holds that what is told and not judged is named, and that figures on both
// sides of a verdict do not seem to contradict it.
func TestRun_says(t *testing.T) {
	for _, tt := range []struct{ name, id, input, want string }{
		{"VehicleRamp", "ramp", `{"kind":"vehiculos","length":25,"rise":4,"flights":1,"width":0.5,"cross_slope":9,"handrails":0}`, "No se limitan aquí en la rampa de vehículos, aunque se indican: la anchura, la pendiente transversal, los pasamanos."},
		{"NotARamp", "ramp", `{"kind":"accesible","length":50,"rise":2,"flights":1,"width":0.5}`, "No se juzgan, aunque se indican: la anchura."},
		{"OtherRamp", "ramp", `{"kind":"general","length":5,"rise":0.25,"flights":1,"end_length":0.1}`, "No se limitan en esta rampa, aunque se indican: la superficie horizontal en los extremos."},
		{"KLim", "k-lim", `{"use":"residencial","work":"nuevo","winter_zone":"E","compactness":2.7894737,"k":0.5433}`, "Klim = 0,54 (sin redondear, 0,5433"},
		{"Persons", "evacuation-width", `{"element":"puerta","use":"otros","persons":500,"several_required":false,"width":2.5,"leaf":1.2}`, "las personas indicadas, 500, tienen que ser ya las que pasan por este con otro inutilizado"},
		{"Collector", "rain-drainage", `{"area":229,"intensity":100,"drains":4,"downpipe_diameter":90}`, "Colector: no se comprueba, pues no se indica su pendiente."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := run(t, all(t)[tt.id], tt.input)
			if !slices.ContainsFunc(append(slices.Clone(out.Steps), out.Summary), func(s string) bool { return strings.Contains(s, tt.want) }) {
				t.Errorf("want %q, got %q\n%s", tt.want, out.Summary, strings.Join(out.Steps, "\n"))
			}
		})
	}
}
