package sdk_test

import (
	"embed"
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
)

// wordy is a country of one town that says of it what it is told to.
type wordy struct {
	*exlandia
	summary string
	packs   []sdk.Pack
}

func (w wordy) Summary(geo.Place) string { return w.summary }
func (w wordy) Packs() []sdk.Pack        { return w.packs }

//go:embed doc.go
var embedded embed.FS

// TestServer_NamesMethod: a mistake of the author's code names the method, and the place
// it was asked about.
func TestServer_NamesMethod(t *testing.T) {
	perMetre := func(p geo.Place) geo.Place {
		if p.Tech != nil && p.Tech.AltitudeM != nil {
			tech := *p.Tech
			tech.ClimateZone = fmt.Sprint("z", *tech.AltitudeM%7)
			p.Tech = &tech
		}
		return p
	}
	outOfBand := func(p geo.Place) geo.Place {
		if p.Tech != nil && p.Tech.AltitudeM != nil && *p.Tech.AltitudeM > 2000 {
			panic("out of band")
		}
		return p
	}
	missing := sdk.Sub(embedded, "language")
	for name, c := range map[string]struct {
		country wordy
		want    string
	}{
		"SummaryOfBytes":  {wordy{exlandia: &exlandia{}, summary: "caf\xe9"}, "the Summary of XX"},
		"SummaryTooLong":  {wordy{exlandia: &exlandia{}, summary: strings.Repeat("a", 9000)}, "the Summary of XX"},
		"DerivePerMetre":  {wordy{exlandia: &exlandia{derive: perMetre}}, "the Derive of XX-"},
		"DerivePanics":    {wordy{exlandia: &exlandia{derive: outOfBand}}, "panicked: out of band (Derive of XX-"},
		"LanguageMissing": {wordy{exlandia: &exlandia{language: missing}}, `LanguageFiles: the folder is not in the program`},
		"PackMissing":     {wordy{exlandia: &exlandia{}, packs: []sdk.Pack{{Name: "p", Files: missing}}}, `Packs: "p": the folder is not in the program`},
	} {
		t.Run(name, func(t *testing.T) {
			country := connect(t, c.country, nil)
			err := fetch(country)
			if err == nil && c.country.language != nil {
				_, err = country.Language(t.Context())
			}
			if err == nil && c.country.packs != nil {
				_, err = country.Pack(t.Context(), "p")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %q in it", err, c.want)
			}
		})
	}
}
