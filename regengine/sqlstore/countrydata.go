package sqlstore

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// maxCountryData bounds the JSON of a country's row, unpacked. What a country of
// 34,875 municipalities brings takes a fifth of it; what is larger is refused when it
// is written, so that everything written can be read, and damaged or hostile data
// ask for no more.
const maxCountryData = 64 << 20

// countryData is what a row's data say. Its names are those of the stored form.
type countryData struct {
	Scopes      map[string][2]string   `json:"scopes,omitempty"`
	Levels      map[geo.Level]string   `json:"levels,omitempty"`
	Shapes      []shapeData            `json:"shapes,omitempty"`
	Profiles    []profileData          `json:"profiles,omitempty"`
	ProfileOf   map[geo.ID]int         `json:"profile_of,omitempty"`
	Summaries   map[geo.ID]summaryData `json:"summaries,omitempty"`
	Lines       map[string]lineData    `json:"lines,omitempty"`
	Language    map[string][]byte      `json:"language"` // null where the host has the words
	Brought     map[geo.ID]techData    `json:"brought,omitempty"`
	Calculators []calculatorData       `json:"calculators,omitempty"`
}

type shapeData struct {
	Pattern string    `json:"pattern"`
	Level   geo.Level `json:"level"`
}

type profileData struct {
	Unstated *techData  `json:"unstated,omitempty"`
	Bands    []bandData `json:"bands,omitempty"`
}

type bandData struct {
	UpTo *int     `json:"up_to,omitempty"`
	Tech techData `json:"tech"`
}

type techData struct {
	ClimateZone string     `json:"climate_zone,omitempty"`
	AltitudeM   *int       `json:"altitude_m,omitempty"`
	SeismicZone string     `json:"seismic_zone,omitempty"`
	RadonZone   *int       `json:"radon_zone,omitempty"`
	Population  *int       `json:"population,omitempty"`
	Extra       []extraRow `json:"extra,omitempty"`
}

// summaryData is a text and, in base64, the 16 bytes that name what it is of.
type summaryData [2]string

// lineData is a [geo.SummaryLine].
type lineData struct {
	Before  string `json:"before"`
	After   string `json:"after,omitempty"`
	Group   string `json:"group,omitempty"`
	Unknown string `json:"unknown,omitempty"`
}

type calculatorData struct {
	ID     string          `json:"id"`
	Title  string          `json:"title"`
	Input  json.RawMessage `json:"input,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// encodeCountry returns the same bytes for the same country.
func encodeCountry(c *regengine.Country) ([]byte, error) {
	d := countryData{
		Scopes: c.Scheme.Scopes, Levels: c.Scheme.Levels, ProfileOf: c.Scheme.ProfileOf,
		Summaries: make(map[geo.ID]summaryData, len(c.Scheme.Summaries)), Language: c.Language,
	}
	for _, s := range c.Scheme.Shapes {
		d.Shapes = append(d.Shapes, shapeData(s))
	}
	for i := range c.Scheme.Profiles {
		d.Profiles = append(d.Profiles, newProfileData(&c.Scheme.Profiles[i]))
	}
	for id, s := range c.Scheme.Summaries {
		d.Summaries[id] = summaryData{s.Text, base64.StdEncoding.EncodeToString(s.Of[:])}
	}
	if len(c.Scheme.Lines) > 0 {
		d.Lines = make(map[string]lineData, len(c.Scheme.Lines))
	}
	for datum, l := range c.Scheme.Lines {
		d.Lines[datum] = lineData(l)
	}
	if len(c.Brought) > 0 {
		d.Brought = make(map[geo.ID]techData, len(c.Brought))
	}
	for id, tech := range c.Brought {
		d.Brought[id] = newTechData(tech)
	}
	for _, f := range c.Calculators {
		d.Calculators = append(d.Calculators, calculatorData(f))
	}
	return packCountry(d, maxCountryData)
}

// packCountry compresses what is at most so many bytes of JSON.
func packCountry(d countryData, most int) ([]byte, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("its table, words and calculators have %d bytes: at most %d can be kept", len(text), most)
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(text); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func newProfileData(p *geo.TechProfile) profileData {
	var d profileData
	if p.Unstated != nil {
		d.Unstated = new(newTechData(p.Unstated))
	}
	for i := range p.Bands {
		d.Bands = append(d.Bands, bandData{p.Bands[i].UpTo, newTechData(&p.Bands[i].Tech)})
	}
	return d
}

func newTechData(t *geo.TechData) techData {
	d := techData{ClimateZone: t.ClimateZone, AltitudeM: t.AltitudeM, SeismicZone: t.SeismicZone, RadonZone: t.RadonZone, Population: t.Population}
	for _, e := range t.Extra {
		d.Extra = append(d.Extra, extraRow(e))
	}
	return d
}

func (d *techData) tech() geo.TechData {
	t := geo.TechData{ClimateZone: d.ClimateZone, AltitudeM: d.AltitudeM, SeismicZone: d.SeismicZone, RadonZone: d.RadonZone, Population: d.Population}
	for _, e := range d.Extra {
		t.Extra = append(t.Extra, geo.TechValue(e))
	}
	return t
}

// decodeCountry unpacks at most so many bytes.
func decodeCountry(packed []byte, most int64) (c regengine.Country, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return c, err
	}
	text, err := io.ReadAll(io.LimitReader(zip, most+1))
	switch {
	case err != nil:
		return c, err
	case int64(len(text)) > most:
		return c, fmt.Errorf("its data are larger than %d bytes", most)
	}
	var d countryData
	if err := json.Unmarshal(text, &d); err != nil {
		return c, err
	}
	return d.country()
}

func (d *countryData) country() (c regengine.Country, err error) {
	t := geo.SchemeTable{Scopes: d.Scopes, Levels: d.Levels, ProfileOf: d.ProfileOf}
	for _, s := range d.Shapes {
		t.Shapes = append(t.Shapes, geo.IDShape(s))
	}
	for i := range d.Profiles {
		t.Profiles = append(t.Profiles, d.Profiles[i].profile())
	}
	for id, i := range d.ProfileOf {
		if i < 0 || i >= len(t.Profiles) {
			return c, fmt.Errorf("place %.40q has profile %d of %d", id, i, len(t.Profiles))
		}
	}
	if len(d.Summaries) > 0 {
		t.Summaries = make(map[geo.ID]geo.PlaceSummary, len(d.Summaries))
	}
	for id, s := range d.Summaries {
		of, err := base64.StdEncoding.DecodeString(s[1])
		if err != nil || len(of) != 16 {
			return c, errors.Join(fmt.Errorf("the summary of %.40q is of nothing", id), err)
		}
		t.Summaries[id] = geo.PlaceSummary{Text: s[0], Of: [16]byte(of)}
	}
	if len(d.Lines) > 0 {
		t.Lines = make(map[string]geo.SummaryLine, len(d.Lines))
	}
	for datum, l := range d.Lines {
		t.Lines[datum] = geo.SummaryLine(l)
	}
	c = regengine.Country{Scheme: t, Language: d.Language}
	if len(d.Brought) > 0 {
		c.Brought = make(map[geo.ID]*geo.TechData, len(d.Brought))
	}
	for id, tech := range d.Brought {
		c.Brought[id] = new(tech.tech())
	}
	for _, f := range d.Calculators {
		c.Calculators = append(c.Calculators, regengine.CalculatorForm(f))
	}
	return c, nil
}

func (d *profileData) profile() geo.TechProfile {
	var p geo.TechProfile
	if d.Unstated != nil {
		p.Unstated = new(d.Unstated.tech())
	}
	for i := range d.Bands {
		p.Bands = append(p.Bands, geo.TechBand{UpTo: d.Bands[i].UpTo, Tech: d.Bands[i].Tech.tech()})
	}
	return p
}
