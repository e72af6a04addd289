package geo

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// Derive implements [Scheme]: what the place's profile has at its altitude, where
// the place states nothing itself.
func (t *SchemeTable) Derive(p Place) Place {
	i, ok := t.ProfileOf[p.ID]
	if !ok || i < 0 || i >= len(t.Profiles) || p.Level != Municipality {
		return p
	}
	var stated TechData
	if p.Tech != nil {
		stated = *p.Tech
	}
	filled := fillTech(stated, t.Profiles[i].at(stated.AltitudeM))
	if sameTech(&filled, &stated) {
		return p
	}
	p.Tech = &filled
	return p
}

// at returns what follows at an altitude; nil for an unknown one.
func (p *TechProfile) at(altitude *int) *TechData {
	if altitude == nil {
		return p.Unstated
	}
	for i := range p.Bands {
		if b := &p.Bands[i]; b.UpTo == nil || *altitude <= *b.UpTo {
			return &b.Tech
		}
	}
	return nil
}

// fillTech returns stated with what it leaves empty taken from more.
func fillTech(stated TechData, more *TechData) TechData {
	if more == nil {
		return stated
	}
	out := *clonePlace(&Place{Tech: &stated}).Tech
	if out.ClimateZone == "" {
		out.ClimateZone = more.ClimateZone
	}
	if out.SeismicZone == "" {
		out.SeismicZone = more.SeismicZone
	}
	fillInt(&out.AltitudeM, more.AltitudeM)
	fillInt(&out.RadonZone, more.RadonZone)
	fillInt(&out.Population, more.Population)
	for _, v := range more.Extra {
		if !hasKey(out.Extra, v.Key) {
			out.Extra = append(out.Extra, v)
		}
	}
	return out
}

func fillInt(at **int, n *int) {
	if *at == nil {
		*at = cloneInt(n)
	}
}

func hasKey(values []TechValue, key string) bool {
	for i := range values {
		if values[i].Key == key {
			return true
		}
	}
	return false
}

// Summary implements [Scheme]: what was written down where the data are those of
// then. Of other data, such as those at the altitude of a site, it tells the lines
// written down with the new values in the lines that say them: [Tabulate] learns
// which those are by asking the scheme about other altitudes. A datum stands in one
// line, as a word of its own, and what is around it is the same for every place.
// Where that is not so, or the table was not told the places' own data
// ([SchemeTable.WithPlaces]), it gives what is known: "key: value" a line, in no
// language, further values by their own labels.
func (t *SchemeTable) Summary(p Place) string {
	if s, ok := t.Summaries[p.ID]; ok && s.Of == sumTech(p.Tech) {
		return s.Text
	}
	if p.Tech == nil {
		return ""
	}
	if text, ok := t.rewrite(&p); ok {
		return text
	}
	return neutralSummary(p.Tech)
}

// Retell returns what the table says of a place with the data it has now, such as more
// than it was tabulated with; ok is false where that cannot be told in the scheme's
// words.
func (t *SchemeTable) Retell(p Place) (s PlaceSummary, ok bool) {
	p = t.Derive(p)
	s.Of = sumTech(p.Tech)
	if was, told := t.Summaries[p.ID]; told && was.Of == s.Of {
		return was, true
	}
	if p.Tech == nil {
		return s, false
	}
	s.Text, ok = t.rewrite(&p)
	return s, ok
}

// SameTech reports whether two technical data say the same.
func SameTech(a, b *TechData) bool { return sumTech(a) == sumTech(b) }

func neutralSummary(t *TechData) string {
	var lines []string
	add := func(label, value string) {
		if value != "" {
			lines = append(lines, label+": "+value)
		}
	}
	data := dataOf(t)
	for _, key := range ownKeys {
		add(key, data[key])
	}
	for _, v := range t.Extra {
		add(v.Label, strings.TrimSpace(v.Value+" "+v.Unit))
	}
	return strings.Join(lines, "\n")
}

// sumTech names technical data in 16 bytes. An empty list of values is none.
func sumTech(tech *TechData) [16]byte {
	if tech != nil && len(tech.Extra) == 0 {
		bare := *tech
		bare.Extra = nil
		tech = &bare
	}
	text, err := json.Marshal(tech)
	if err != nil {
		panic(fmt.Sprintf("geo: technical data that JSON cannot say: %v", err)) // plain structs always can
	}
	sum := sha256.Sum256(text)
	return [16]byte(sum[:16])
}
