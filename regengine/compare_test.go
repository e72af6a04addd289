package regengine_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// energyTable is the table of an edition, with the limits for a wall.
func energyTable(doc, id, zoneC, zoneD string) retrieval.Block {
	return retrieval.Block{
		ID: id, Doc: doc, Section: "limites", Kind: retrieval.TableKind, Lang: "es", Title: "Transmitancia térmica máxima", Path: []string{"Límites"},
		Text: "Transmitancia térmica máxima, en W/m²K\nElemento | Zona C | Zona D\nMuros | " + zoneC + " | " + zoneD + "\nCubiertas | 0,50 | 0,50",
		Table: &retrieval.Table{
			Caption: "Transmitancia térmica máxima, en W/m²K", Header: []string{"Elemento", "Zona C", "Zona D"},
			Rows: [][]string{{"Muros", zoneC, zoneD}, {"Cubiertas", "0,50", "0,50"}},
		},
	}
}

func TestSnapshot_Compare(t *testing.T) {
	section := []codes.Section{{Slug: "objeto", Title: "Objeto", Level: 1}, {Slug: "limites", Title: "Límites", Level: 1}}
	data := regengine.Data{
		Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}},
		Codes: []codes.Code{{Slug: "energia", Title: "Energía", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Versions: []codes.Version{
			{Slug: "2013", Title: "2013", Status: codes.Repealed, Internal: true, Sections: section},
			{Slug: "2019", Title: "2019", Status: codes.Active, Internal: true, Sections: section},
			{Slug: "1979", Title: "1979", Status: codes.Repealed},
		}}},
		Blocks: []retrieval.Block{
			{ID: "5f0c1a52-8a2e-4d0e-9d3c-000000000011", Doc: "energia/2013", Section: "objeto", Kind: retrieval.Paragraph, Lang: "es", Text: "Ahorrar energía."},
			energyTable("energia/2013", "5f0c1a52-8a2e-4d0e-9d3c-000000000012", "0,75", "0,60"),
			{ID: "5f0c1a52-8a2e-4d0e-9d3c-000000000021", Doc: "energia/2019", Section: "objeto", Kind: retrieval.Paragraph, Lang: "es", Text: "Ahorrar energía."},
			energyTable("energia/2019", "5f0c1a52-8a2e-4d0e-9d3c-000000000022", "0,75", "0,41"),
		},
	}
	engine, err := regengine.Open(t.Context(), regengine.Static(data), []geo.Scheme{es.Scheme{}}, &regengine.Options{Extractor: textlimits.New()})
	if err != nil {
		t.Fatal(err)
	}
	from, to := codes.VersionRef{Code: "energia", Version: "2013"}, codes.VersionRef{Code: "energia", Version: "2019"}
	got, err := engine.Snapshot().Compare(from, to)
	if err != nil || !got.Hosted || got.Same != 1 || len(got.Changes) != 1 {
		t.Fatalf("Compare: %+v, %v", got, err)
	}
	var told []string
	for _, l := range got.Changes[0].Limits {
		told = append(told, l.Of+": "+l.From.Value+" -> "+l.To.Value+" "+l.To.Unit)
	}
	if diff := cmp.Diff([]string{"Muros · Zona D: 0.6 -> 0.41 W/m²K"}, told); diff != "" {
		t.Errorf("limits (-want +got)\n%s", diff)
	}
	if again, _ := engine.Snapshot().Compare(from, to); again != got {
		t.Error("the comparison is made again")
	}
	if unhosted, err := engine.Snapshot().Compare(from, codes.VersionRef{Code: "energia", Version: "1979"}); err != nil || unhosted.Hosted {
		t.Errorf("a version without its text: %+v, %v", unhosted, err)
	}
	if _, err := engine.Snapshot().Compare(from, codes.VersionRef{Code: "energia", Version: "2099"}); !errors.Is(err, codes.ErrNotFound) {
		t.Errorf("a version that does not exist: %v", err)
	}
}
