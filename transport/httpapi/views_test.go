package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// plainScheme is a country whose identifiers say their level: XX, XX-R, XX-P1,
// XX-M17.
type plainScheme struct{ geo.UnimplementedScheme }

func (plainScheme) Country() geo.ID  { return "XX" }
func (plainScheme) Language() string { return "en" }

func (plainScheme) ParseID(text string) (geo.ID, geo.Level, error) {
	if text == "XX" {
		return "XX", geo.Country, nil
	}
	levels := map[byte]geo.Level{'R': geo.Region, 'P': geo.Province, 'M': geo.Municipality}
	if len(text) < 4 || levels[text[3]] == 0 {
		return "", 0, geo.ErrInvalidID
	}
	return geo.ID(text), levels[text[3]], nil
}

// snapshotOf returns a snapshot of a country with n municipalities and m codes.
func snapshotOf(t testing.TB, n, m int) *regengine.Snapshot {
	t.Helper()
	data := regengine.Data{Places: []geo.Place{
		{ID: "XX", Name: "Country", Level: geo.Country}, {ID: "XX-R", Name: "Region", Level: geo.Region, Parent: "XX"},
	}}
	for i := range n {
		province := geo.ID(fmt.Sprintf("XX-P%d", i/200))
		if i%200 == 0 {
			data.Places = append(data.Places, geo.Place{ID: province, Name: "Province", Level: geo.Province, Parent: "XX-R"})
		}
		data.Places = append(data.Places, geo.Place{
			ID: geo.ID(fmt.Sprintf("XX-M%d", i)), Name: fmt.Sprintf("Municipality %d", i), Level: geo.Municipality, Parent: province,
			Tech: &geo.TechData{ClimateZone: "D3", AltitudeM: &i, SeismicZone: "ab<0.04g", Population: &i},
		})
	}
	for i := range m {
		data.Codes = append(data.Codes, codes.Code{
			Slug: fmt.Sprintf("norma-%d", i), Title: "Real Decreto por el que se aprueba el Reglamento", CountryCode: "XX", Scope: codes.National,
			Territories: []geo.ID{"XX"}, Versions: []codes.Version{{Slug: "1", Title: "1", Status: codes.Active}},
		})
	}
	engine, err := regengine.Open(context.Background(), regengine.Static(data), []geo.Scheme{plainScheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Snapshot()
}

// What is put together from a head and a shared tail must be what encoding the
// whole would give.
func TestNewViews(t *testing.T) {
	for _, m := range []int{0, 1, 3} {
		s := snapshotOf(t, 3, m)
		v := newViews(s)
		s.Places.All(func(p *geo.Place) bool {
			ancestors, _ := s.Places.Ancestors(p.ID)
			applicable, _ := s.Codes.Applicable(p.ID)
			want := encode(LocationDetailResponse{
				LocationItem: locationItem(p), Ancestors: list(ancestors, locationItem), TechData: techData(p),
				ApplicableCodes: list(applicable, applicableCode),
			})
			got := append(append([]byte(nil), v.places[p.ID].head...), v.places[p.ID].tail...)
			if diff := cmp.Diff(string(want), string(got)); diff != "" || !json.Valid(got) {
				t.Errorf("%s with %d codes (-want +got):\n%s", p.ID, m, diff)
			}
			return true
		})
	}
}

// BenchmarkNewViews encodes all answers of a country of Spain's size.
func BenchmarkNewViews(b *testing.B) {
	s := snapshotOf(b, 8132, 45)
	b.ReportAllocs()
	for b.Loop() {
		newViews(s)
	}
}

// What a search puts together is what encoding the response would give, whatever
// a name holds.
func TestViews_searchBody(t *testing.T) {
	places := []geo.Place{
		{ID: "XX", Name: "Country", Level: geo.Country},
		{ID: "XX-R", Name: `a","ancestors":[{"b`, Level: geo.Region, Parent: "XX"},
		{ID: "XX-P1", Name: "L'Alfàs <&> \\ \u2028 \t", Level: geo.Province, Parent: "XX-R"},
		{ID: "XX-M1", Name: "ñandú", Level: geo.Municipality, Parent: "XX-P1"},
	}
	engine, err := regengine.Open(t.Context(), regengine.Static(regengine.Data{Places: places}), []geo.Scheme{plainScheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := newViews(engine.Snapshot())
	var found []*geo.Place
	for i := range len(places) + 1 {
		want := string(encode(LocationSearchResponse{Results: list(found, locationItem)}))
		if got := string(v.searchBody(found)); got != want {
			t.Errorf("%d places:\nwant %s\n got %s", len(found), want, got)
		}
		if i < len(places) {
			found = append(found, &places[i])
		}
	}
}
