package sdk_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
)

// atlantis is a tiny country: an island and its towns, AA-1 to AA-9.
type atlantis struct{ sdk.UnimplementedCountry }

func (atlantis) Country() geo.ID  { return "AA" }
func (atlantis) Language() string { return "en" }

func (atlantis) About() sdk.About {
	return sdk.About{Name: "atlantis", Version: "1.0.0", Title: "Atlantis", Licence: "CC0-1.0",
		Sources: []sdk.Source{{Title: "Register of towns", URL: "https://example.org/towns"}}}
}

func (atlantis) ParseID(text string) (geo.ID, geo.Level, error) {
	id := strings.ToUpper(text)
	town, isTown := strings.CutPrefix(id, "AA-")
	switch {
	case len(id) != len(text): // a letter whose capital is another
	case id == "AA":
		return "AA", geo.Country, nil
	case isTown && len(town) == 1 && town[0] >= '1' && town[0] <= '9':
		return geo.ID(id), geo.Municipality, nil
	}
	return "", 0, fmt.Errorf("%w: want AA or AA-1 to AA-9", geo.ErrInvalidID)
}

const towns = `id,name,level,parent,altitude_m
AA,Atlantis,country,,
AA-1,Poseidonis,municipality,AA,3
`

func (atlantis) Places(_ context.Context, yield func(geo.Place) error) error {
	return sdk.ReadPlacesCSV(strings.NewReader(towns), yield)
}

// A plugin is a type that embeds UnimplementedCountry and brings what its country
// has. Its main is one line: sdk.Serve(atlantis{}).
func ExampleServe() {
	var country sdk.Country = atlantis{}
	id, level, _ := country.ParseID("aa-1")
	fmt.Println(id, level)
	_ = country.Places(context.Background(), func(p geo.Place) error {
		fmt.Println(p.ID, p.Name)
		return nil
	})
	// Output:
	// AA-1 municipality
	// AA Atlantis
	// AA-1 Poseidonis
}
