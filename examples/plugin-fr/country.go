package main

import (
	"context"
	"embed"
	"io/fs"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

//go:embed language/*.txt language/*.tsv
var languageFiles embed.FS

//go:embed packs
var packFiles embed.FS

// country is France. The zero value is ready for use.
type country struct {
	sdk.UnimplementedCountry
	scheme
}

var _ sdk.Country = country{}

// About implements [sdk.Country].
func (country) About() sdk.About {
	return sdk.About{
		Name: "fr", Version: "1.0.0", Title: "France : communes, zones, calculs et textes", Licence: "etalab-2.0",
		Sources: []sdk.Source{
			{Title: "INSEE, code officiel géographique (Licence Ouverte 2.0)", URL: "https://www.insee.fr/fr/information/2560452"},
			{Title: "Légifrance", URL: "https://www.legifrance.gouv.fr"},
		},
	}
}

// Places implements [sdk.Country].
func (country) Places(ctx context.Context, yield func(geo.Place) error) error {
	for _, p := range places() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// Formats implements [sdk.Country].
func (country) Formats() []sdk.Format { return formats() }

// LanguageFiles implements [sdk.Country].
func (country) LanguageFiles() fs.FS { return sdk.Sub(languageFiles, "language") }

// Packs implements [sdk.Country].
func (country) Packs() []sdk.Pack {
	return []sdk.Pack{{Name: "batiment", Files: sdk.Sub(packFiles, "packs/batiment")}}
}

// Calculators implements [sdk.Country].
func (country) Calculators() []projects.Calculator {
	return []projects.Calculator{escalier(), evacuation(), ventilation()}
}
