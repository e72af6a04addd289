package plugintest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
	calculators "github.com/reglookup/regengine/projects/calculators/es"
)

// spain is the built-in country as an author would write it.
type spain struct {
	sdk.UnimplementedCountry
	es.Scheme
}

func (spain) About() sdk.About {
	return sdk.About{Name: "spain", Version: "1.0.0", Title: "España", Licence: "CC-BY-4.0", Sources: []sdk.Source{{Title: "Instituto Geográfico Nacional", URL: "https://www.ign.es/"}}}
}

func (spain) Places(_ context.Context, yield func(geo.Place) error) error {
	places := append(es.Territory(), someMunicipalities...)
	for _, p := range places {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// someMunicipalities have the altitudes of IGN's list, rounded.
var someMunicipalities = []geo.Place{
	{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{AltitudeM: new(657), Population: new(3_332_035)}},
	{ID: "ES-42173", Name: "Soria", Level: geo.Municipality, Parent: "ES-42", Tech: &geo.TechData{AltitudeM: new(1061)}},
	{ID: "ES-38038", Name: "Santa Cruz de Tenerife", Level: geo.Municipality, Parent: "ES-38", Tech: &geo.TechData{AltitudeM: new(4)}},
	{ID: "ES-46250", Name: "València", Level: geo.Municipality, Parent: "ES-46", Aliases: []string{"Valencia"}, Tech: &geo.TechData{}},
}

func (spain) Formats() []sdk.Format {
	return []sdk.Format{{Name: "ign", Title: "MUNICIPIOS.csv del IGN", Read: readIGN}}
}

func readIGN(_ context.Context, name string, file io.Reader, yield func(geo.Place) error, _ func(string)) error {
	read, err := official.ReadIGN(file, name)
	if err != nil {
		return err
	}
	for _, p := range read.Places {
		err = errors.Join(err, yield(p))
	}
	return err
}

func (spain) Calculators() []projects.Calculator { return calculators.All() }

func TestTestCountry_Spain(t *testing.T) {
	TestCountry(t, spain{}, &Options{
		Samples: map[string]Sample{"ign": {Name: "MUNICIPIOS.csv", Places: 2, Data: []byte(
			"COD_INE;NOMBRE_ACTUAL;POBLACION_MUNI;ALTITUD\n28079000000;Madrid;3332035;657,33\n42173000000;Soria;39695;1061,2\n")}},
		Examples: spanishExamples(t),
	})
}

// spanishExamples are the worked examples of the built-in calculators.
func spanishExamples(t *testing.T) map[string][]json.RawMessage {
	t.Helper()
	examples := map[string][]json.RawMessage{}
	for _, k := range calculators.All() {
		text, err := os.ReadFile("../../projects/calculators/es/testdata/examples/" + k.ID() + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var worked []struct{ Input map[string]any }
		if err := yaml.Unmarshal(text, &worked); err != nil {
			t.Fatal(err)
		}
		for _, w := range worked[:min(2, len(worked))] {
			input, err := json.Marshal(w.Input)
			if err != nil {
				t.Fatal(err)
			}
			examples[k.ID()] = append(examples[k.ID()], input)
		}
	}
	return examples
}
