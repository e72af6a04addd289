package regengine_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
)

// What the answer without a model says is what verify decides by: the same limits, with
// the project's facts applied.
func TestEngine_Ask_Requirements(t *testing.T) {
	t.Parallel()
	p, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	e, err := regengine.Open(t.Context(), regengine.Static(p.Data), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := e.Snapshot()
	place, err := s.Places.Get("ES-28079")
	if err != nil {
		t.Fatal(err)
	}
	info := &projects.Info{Project: projects.Project{ID: "p", OrganizationID: "o", GeoID: place.ID}, Place: *place, Language: "es"}
	for _, slug := range []string{"cte-db-sua", "cte-db-si", "cte-db-hs"} {
		code, err := s.Codes.Get(slug)
		if err != nil {
			t.Fatal(err)
		}
		v := code.Versions[0].Slug
		info.Selected = append(info.Selected, projects.Collection{Slug: slug, Title: code.Title, Version: v, Versions: []codes.VersionRef{{Code: slug, Version: v}}})
	}
	for _, tt := range []struct {
		name, question string
		memory         []projects.MemoryItem
		want, without  []string
	}{
		{"cases", "¿Qué altura tiene una barandilla?", nil, []string{"≥ 1,1 m", "≥ 0,9 m"}, nil},
		{"a fact of the question", "¿Qué altura tiene la barandilla de un desnivel de 4 m?", nil, []string{"≥ 0,9 m"}, []string{"- **≥ 1,1 m"}},
		{"a length of the one case it may be of", "¿Qué altura tiene la barandilla de un balcón a 8 m de altura?", nil, []string{"- **≥ 1,1 m"}, []string{"≥ 0,9 m", "≥ 1,2 m"}},
		{"a length where a need is asked for", "¿Debe haber red de retorno de agua caliente en una casa de 20 m?", nil, []string{"Depende"}, []string{"Sí"}},
		{"a fact of the project", "¿Qué altura tiene una barandilla?", []projects.MemoryItem{{Key: "drop_height", Label: "desnivel", Value: "8", Unit: "m"}}, []string{"≥ 1,1 m"}, nil},
		{"in English", "What height must a guardrail have?", nil, []string{"≥ 1.1 m", "≥ 0.9 m"}, nil},
		{"further parameters that are named", "¿Qué huella y contrahuella tiene la escalera interior de una vivienda?", nil, []string{"≥ 22 cm", "- contrahuella: ≤ 20 cm"}, nil},
		{"a permission that is refused", "¿Puedo dejar un peldaño de 5 cm en la entrada de un edificio si el recorrido es itinerario accesible?", nil,
			[]string{"- **No**: peldaño, existencia: no se admite", "En un itinerario accesible no se admite ninguno."}, nil},
		{"a state that is refused", "Can the door of an accessible toilet open inwards?", nil, []string{"- **No**: accessible toilet, opens inwards: not allowed"}, nil},
		{"a length that is of another thing's circumstance", "The furthest hot tap is 20 m of pipe away from the heater: is a hot-water return line compulsory?", nil, []string{"**Yes**: hot water return, presence: required"}, nil},
		{"a thing of two words, with the project's facts", "Do we have to provide a dry riser?",
			[]projects.MemoryItem{{Key: "building_use", Label: "uso", Value: "Residencial Vivienda"}, {Key: "evacuation_height", Label: "altura de evacuación", Value: "26", Unit: "m"}},
			[]string{"**Yes**: dry riser, presence: required"}, nil},
		{"what a regulation applies to", "¿Se aplica el DB-SI a un establecimiento industrial?", nil, []string{"**No**: DB-SI: no se aplica", "Quedan fuera los edificios"}, nil},
		{"what it does apply to", "Does the DB-SI apply to a hotel?", nil, []string{"**Yes**: DB-SI: applies"}, nil},
		{"verdict", "¿Cumple una barandilla de altura 60 cm?", nil, []string{"No: 60 cm: no cumple"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			project := *info
			project.Memory = tt.memory
			a, err := e.Ask(t.Context(), ask.Question{Text: tt.question, Project: &project}, &regengine.AskOptions{Model: note.New(&note.Options{Show: note.ListPart})})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(a.Text, want) || len(a.Sources) == 0 {
					t.Errorf("want %q in:\n%s", want, a.Text)
				}
			}
			for _, not := range tt.without {
				if strings.Contains(a.Text, not) {
					t.Errorf("want no %q in:\n%s", not, a.Text)
				}
			}
		})
	}
}
