package join_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// atlantis is a country of two regions, made up.
type atlantis struct{ geo.UnimplementedScheme }

func (atlantis) Country() geo.ID  { return "XA" }
func (atlantis) Language() string { return "eo" }

func (atlantis) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(strings.ToUpper(text))
	switch rest, ok := strings.CutPrefix(string(id), "XA-"); {
	case id == "XA":
		return id, geo.Country, nil
	case ok && len(rest) == 1:
		return id, geo.Region, nil
	case ok && len(rest) == 2:
		return id, geo.Province, nil
	case ok && len(rest) == 4:
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

func (atlantis) Derive(p geo.Place) geo.Place {
	if p.Level != geo.Municipality || p.Tech == nil || p.Tech.AltitudeM == nil || p.Tech.ClimateZone != "" {
		return p
	}
	tech := *p.Tech
	tech.ClimateZone = "low"
	if *tech.AltitudeM > 100 {
		tech.ClimateZone = "high"
	}
	p.Tech = &tech
	return p
}

func (atlantis) Summary(p geo.Place) string {
	if p.Tech == nil {
		return ""
	}
	return "zono " + p.Tech.ClimateZone
}

func places() []geo.Place {
	return []geo.Place{
		{ID: "XA", Name: "Atlantis", Level: geo.Country},
		{ID: "XA-A", Name: "Alta", Level: geo.Region, Parent: "XA"},
		{ID: "XA-01", Name: "Unua", Level: geo.Province, Parent: "XA-A"},
		{ID: "XA-0101", Name: "Urbo", Level: geo.Municipality, Parent: "XA-01", Aliases: []string{"Stad"},
			Tech: &geo.TechData{ClimateZone: "low", AltitudeM: new(12), Extra: []geo.TechValue{{Key: "wind", Label: "Vento", Value: "B"}}}},
	}
}

const codeYAML = "title: Regularo pri ŝtuparoj\ncountry: XA\nscope: national\nterritories: [XA]\n"

const versionMD = `---
title: Regularo 1
status: active
published: 2020-01-01
effective: 2020-02-01
source_url: https://example.org/regularo
language: eo
internal: true
digest: true
---

# Ŝtuparoj {#stuparoj}

La libera larĝo de ŝtuparo estas almenaŭ 1,10 m.
`

func packFiles() fstest.MapFS {
	return fstest.MapFS{
		"pack.yaml":                  {Data: []byte("format: 1\nname: stuparoj\ntitle: Ŝtuparoj\ncountry: XA\n")},
		"codes/stuparoj/code.yaml":   {Data: []byte(codeYAML)},
		"codes/stuparoj/2020.md":     {Data: []byte(versionMD)},
		"codes/stuparoj/README.md":   {Data: []byte("x")},
		"codes/alirebleco/code.yaml": {Data: []byte(strings.Replace(codeYAML, "ŝtuparoj", "alirebleco", 1))},
		"codes/alirebleco/2019.md":   {Data: []byte(strings.NewReplacer("2020", "2019", "internal: true", "internal: false", "digest: true\n", "", "language: eo\n", "").Replace(versionMD[:strings.LastIndex(versionMD, "---\n")+4]))},
	}
}

func contents(t testing.TB) *join.Contents {
	t.Helper()
	table, err := geo.Tabulate(t.Context(), atlantis{}, places())
	if err != nil {
		t.Fatal(err)
	}
	return &join.Contents{
		Country: "XA", Tag: "eo", Places: places(), Scheme: *table,
		Origin:   regengine.Origin{Plugin: "atlantis", Version: "1.0.0", SHA256: strings.Repeat("ab", 32), Imported: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		Language: map[string][]byte{"stopwords.txt": []byte("la kaj\n")},
		Packs:    []join.Pack{{Name: "stuparoj", Files: packFiles()}},
		Calculators: []regengine.CalculatorForm{{ID: "stupo", Title: "Ŝtupo",
			Input: json.RawMessage(`{"type":"object","properties":{}}`), Result: json.RawMessage(`{"type":"object"}`)}},
	}
}

func options() join.Options {
	return join.Options{Schemes: []geo.Scheme{es.Scheme{}}, Stored: regengine.Data{
		Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}},
		Codes:  []codes.Code{{Slug: "cte-db-sua", Title: "DB SUA", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}}},
	}, Languages: []regengine.LanguageReader{{Name: "a reader", Check: checkWords, Add: func(string, fs.FS) error { panic("nothing may be added while it is checked") }}}}
}

// checkWords refuses the word "breaks", and languages that are built in.
func checkWords(tag string, files fs.FS) error {
	if tag == "es" {
		return fmt.Errorf("reader: %w", regengine.ErrBuiltInLanguage)
	}
	data, err := fs.ReadFile(files, "stopwords.txt")
	switch {
	case err != nil:
		return nil //nolint:nilerr // it need not be there
	case strings.Contains(string(data), "breaks"):
		return errors.New("stopwords.txt:1: no word")
	case strings.Contains(string(data), "panic"):
		panic("index out of range")
	}
	return nil
}
