package verify

import (
	"slices"
	"strconv"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// siteAltitude names the altitude of the site where no rules file declares it.
const siteAltitude = SiteAltitudeID

// knowAltitude declares the altitude of the site where rules turn on data of places
// that may follow from it and no file says by which words it is stated: then by what
// the languages of the country call it.
func (c *compiler) knowAltitude() {
	turns := func(f *fact) bool {
		return f.Place != "" && f.Place != rules.PlaceAltitude && f.Place != rules.PlacePeople && f.Place != placeRegion
	}
	declared := func(f *fact) bool { return f.Place == rules.PlaceAltitude }
	_, taken := c.factOf[siteAltitude]
	if taken || !slices.ContainsFunc(c.v.facts, turns) || slices.ContainsFunc(c.v.facts, declared) {
		return
	}
	f := siteFact()
	for _, lang := range c.v.tongues.Codes() {
		if name := c.v.tongues.Datum(lang, rules.PlaceAltitude); name != "" {
			f.Label[lang] = name
			f.Says[lang] = c.v.tongues.Stating(lang, rules.PlaceAltitude)
		}
	}
	if len(f.Says) > 0 {
		c.declareFact(&f)
	}
}

// siteFact is the altitude of the site before languages say what it is called.
func siteFact() rules.Fact {
	return rules.Fact{ID: siteAltitude, Kind: rules.QuantityFact, Unit: quantity.MustUnit("m"), Place: rules.PlaceAltitude, Label: make(rules.Text), Says: make(rules.Names)}
}

// The lengths, in metres, from which one may be an altitude: one that no wording
// explains, as little that is built is as long, and one that is called a height, as
// nothing that has a wall is ("at a height of 900 m").
const (
	lowestUnnamed = 100
	lowestHeight  = 300
)

// unreadAltitude reports whether what no wording explains may be the altitude of the
// site, and another climate zone than the municipality's, on which the rules turn,
// would follow from it. Then nothing may be said by the municipality's. A warning
// names it.
func (d *decision) unreadAltitude(list []*rule) bool {
	scheme, ok := d.v.places.Scheme(d.place.ID.Country())
	if !ok || d.place.Tech == nil || !d.byMunicipality(list) {
		return false
	}
	found := false
	d.eachUnexplained(func(r *reading, i int) {
		w := &r.Words[i]
		altitudes := d.asAltitude(r, i)
		strange := w.Unit.IsZero() && w.Counted && d.saysAltitude() && !d.isOwn(r, i) || w.Part && len(altitudes) > 0
		another := func(metres int) bool {
			return derivedAt(scheme, d.place, metres).Tech.ClimateZone != d.place.Tech.ClimateZone
		}
		if found || !strange && !slices.ContainsFunc(altitudes, another) {
			return
		}
		found = true
		d.warn(msgUnreadDecides, w.Text, d.altitudeLabel())
	})
	return found
}

// byMunicipality reports whether rules turn on a climate zone that is known for the
// municipality alone.
func (d *decision) byMunicipality(list []*rule) bool {
	return slices.ContainsFunc(askedOf(list), func(index int) bool {
		f := d.v.facts[index]
		return f.Place == rules.PlaceClimate && d.base[index].origin == byPlace && d.v.siteTechs(d.place, d.base) == nil
	})
}

// asAltitude returns the metres that the number at words[i] may say that the site lies
// at, whether or not rules say by which words an altitude is stated; of a range some of
// each climate zone.
func (d *decision) asAltitude(r *reading, i int) []int {
	w := r.Words[i]
	lowest := lowestUnnamed
	if d.isOwn(r, i) {
		if lowest = lowestHeight; d.isValue(&w) || !d.isHeight(r.dimensionOf(i)) {
			return nil
		}
	}
	w.Part = false // each part by itself
	at, ok := (&fact{Fact: rules.Fact{Unit: quantity.MustUnit("m"), Place: rules.PlaceAltitude}}).measure(w)
	if !ok {
		return nil
	}
	top := at.Hi
	if top == nil {
		top = at.Lo
	}
	if w.Bare() && i > 0 && (r.Words[i-1].Is(understand.NamesHeight) || w.Placed) {
		lowest = lowestHeight // "cota +1100", "a 1100"
	} else if w.Unit.IsZero() {
		lowest = maxAltitude + 1
	}
	high := top != nil && top.Cmp(quantity.NewNumber(int64(lowest), 1)) >= 0
	if !high && !d.saysAltitude() {
		return nil
	}
	return altitudesOf(at)
}

// isHeight reports whether a dimension, by its stem, is how high something is.
func (d *decision) isHeight(stem string) bool {
	return d.tongues.Does("", stem)&understand.NamesHeight != 0
}

// saysAltitude reports whether a text of the check speaks of an altitude.
func (d *decision) saysAltitude() bool {
	for _, lang := range d.tongues.Codes() {
		name := d.tongues.Phrase(d.tongues.Datum(lang, rules.PlaceAltitude), lang).Words
		for _, r := range d.texts() {
			for i := range r.Words {
				if holdsAt(r.Words, i, name) {
					return true
				}
			}
		}
	}
	return false
}

// holdsAt reports whether a name stands at words[i].
func holdsAt(words []understand.Word, i int, name []understand.Word) bool {
	return len(name) > 0 && i+len(name) <= len(words) &&
		slices.EqualFunc(words[i:i+len(name)], name, func(a, b understand.Word) bool { return a.Stem == b.Stem })
}

func (d *decision) altitudeLabel() string {
	for _, f := range d.v.facts {
		if f.Place == rules.PlaceAltitude {
			return d.text(f.Label)
		}
	}
	return rules.PlaceAltitude
}

// derivedAt returns the place as it would be at another altitude.
func derivedAt(scheme geo.Scheme, place *geo.Place, altitude int) geo.Place {
	p := *place
	tech := *place.Tech
	tech.AltitudeM, tech.ClimateZone = &altitude, ""
	takeDerived(scheme, place, &tech)
	p.Tech = &tech
	out := scheme.Derive(p)
	if out.Tech.ClimateZone == "" && place.Tech.ClimateZone != "" && !derivesZone(scheme, place) {
		kept := *out.Tech
		kept.ClimateZone = place.Tech.ClimateZone
		out.Tech = &kept
	}
	return out
}

// derivesZone reports whether a climate zone follows from any altitude of the place;
// where none does, the one it has is no matter of altitude.
func derivesZone(scheme geo.Scheme, place *geo.Place) bool {
	for altitude := 0; altitude <= maxAltitude; altitude += 2 * altitudeStep {
		p := *place
		p.Tech = &geo.TechData{AltitudeM: &altitude, SeismicZone: place.Tech.SeismicZone, Population: place.Tech.Population, Extra: place.Tech.Extra}
		if scheme.Derive(p).Tech.ClimateZone != "" {
			return true
		}
	}
	return false
}

// takeDerived takes out of tech the other data that follow from the altitude of the
// place, so that those of the altitude in tech come instead.
func takeDerived(scheme geo.Scheme, place *geo.Place, tech *geo.TechData) {
	at := func(key string, altitude *int) string {
		p := *place
		bare := without(place.Tech, key)
		bare.AltitudeM = altitude
		p.Tech = &bare
		return placeDatum(scheme.Derive(p).Tech, key)
	}
	keys := make([]string, 0, 2+len(place.Tech.Extra))
	keys = append(keys, rules.PlaceSeismic, rules.PlaceRadon)
	for _, v := range place.Tech.Extra {
		keys = append(keys, v.Key)
	}
	for _, key := range keys {
		have := placeDatum(place.Tech, key)
		if have != "" && at(key, place.Tech.AltitudeM) == have && at(key, tech.AltitudeM) != have {
			*tech = without(tech, key)
		}
	}
}

// without returns technical data that do not state one datum.
func without(tech *geo.TechData, key string) geo.TechData {
	out := *tech
	switch key {
	case rules.PlaceSeismic:
		out.SeismicZone = ""
	case rules.PlaceRadon:
		out.RadonZone = nil
	}
	out.Extra = slices.DeleteFunc(slices.Clone(tech.Extra), func(v geo.TechValue) bool { return v.Key == key })
	return out
}

// sameAtSite reports whether two technical data differ in the altitude at most.
func sameAtSite(a, b *geo.TechData) bool {
	radon := func(t *geo.TechData) string {
		if t.RadonZone == nil {
			return ""
		}
		return strconv.Itoa(*t.RadonZone)
	}
	return a.ClimateZone == b.ClimateZone && a.SeismicZone == b.SeismicZone && radon(a) == radon(b) && slices.Equal(a.Extra, b.Extra)
}
