package httpapi

import (
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// LocationItem names one place (SPEC section 2.2).
type LocationItem struct {
	GeoID string `json:"geo_id" doc:"Canonical, upper-case identifier." example:"ES-28079"`
	Name  string `json:"name" doc:"Official name, as its source writes it." example:"Madrid"`
	Level string `json:"level" enum:"country,region,province,municipality" doc:"Rank of the place." example:"municipality"`
}

// LocationSearchResponse answers a search (SPEC section 4.1).
type LocationSearchResponse struct {
	Results []LocationItem `json:"results" nullable:"false" maxItems:"50" doc:"Best first, at most 50."`
}

// LocationDetailResponse is one place with its chain, its technical data and
// the codes that apply there (SPEC section 2.3).
type LocationDetailResponse struct {
	LocationItem
	Ancestors       []LocationItem   `json:"ancestors" nullable:"false" doc:"Full chain above the place, nearest first, widest last; empty for a country."`
	TechData        *TechData        `json:"tech_data" doc:"Technical data; null for every level but municipality."`
	ApplicableCodes []ApplicableCode `json:"applicable_codes" nullable:"false" doc:"Codes with an active version whose territory is the place, an ancestor, or a group it belongs to; widest match first, then by slug."`
}

// TechData is the technical data of a municipality. What is unknown is null.
type TechData struct {
	_           struct{} `nullable:"true"`
	ClimateZone *string  `json:"climate_zone" doc:"The country's climate zone code; Spain: CTE DB-HE Annex B, at the altitude of the municipal capital." example:"D3"`
	AltitudeM   *int     `json:"altitude_m" doc:"Altitude in metres." example:"667"`
	SeismicZone *string  `json:"seismic_zone" doc:"The country's own word for seismicity; Spain: ab<0.04g or ab=0.23g, France: 1 to 5." example:"ab<0.04g"`
	RadonZone   *int     `json:"radon_zone" minimum:"1" maximum:"3" doc:"1 to 3, or null where the official list does not hold the municipality or nothing is known." example:"1"`
	Population  *int     `json:"population" minimum:"0" doc:"Inhabitants." example:"3280782"`
}

// ApplicableCode is one code that applies at a place, and why.
type ApplicableCode struct {
	Slug           string `json:"slug" doc:"Public identifier of the code." example:"cte-db-sua"`
	Title          string `json:"title" doc:"Full title."`
	NormativeScope string `json:"normative_scope" enum:"national,regional,provincial,municipal,sectorial,supramunicipal,european" doc:"Kind of territory the code regulates."`
	MatchReason    string `json:"match_reason" enum:"country,region,province,municipality" doc:"Level of the territory that makes the code apply here."`
}

func locationDetail(s *regengine.Snapshot, p *geo.Place, applicable []codes.Applicable) LocationDetailResponse {
	ancestors, _ := s.Places.Ancestors(p.ID) // p is a place of s
	return LocationDetailResponse{
		LocationItem: locationItem(p), Ancestors: list(ancestors, locationItem), TechData: techData(p), ApplicableCodes: list(applicable, applicableCode),
	}
}

func locationItem(p *geo.Place) LocationItem {
	return LocationItem{GeoID: string(p.ID), Name: p.Name, Level: p.Level.String()}
}

func techData(p *geo.Place) *TechData {
	if p.Level != geo.Municipality {
		return nil
	}
	if p.Tech == nil {
		return &TechData{}
	}
	return &TechData{
		ClimateZone: orNull(p.Tech.ClimateZone),
		AltitudeM:   p.Tech.AltitudeM,
		SeismicZone: orNull(p.Tech.SeismicZone),
		RadonZone:   listedZone(p.Tech.RadonZone),
		Population:  p.Tech.Population,
	}
}

// listedZone hides zone 0: that a municipality is in no zone of the list is a
// fact the engine keeps, and null in the API (DECISIONS 25).
func listedZone(zone *int) *int {
	if zone == nil || *zone == 0 {
		return nil
	}
	return zone
}

func applicableCode(a codes.Applicable) ApplicableCode {
	return ApplicableCode{
		Slug: a.Code.Slug, Title: a.Code.Title,
		NormativeScope: string(a.Code.Scope), MatchReason: a.Match.String(),
	}
}
