package official

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// Report counts what merging a file came to.
type Report struct {
	Read            int      // municipalities of the file
	Added           int      // of them, not there before
	Renamed         []Rename // of them, under another name than before
	WithoutAltitude int      // of them, whose altitude is unknown still
	DerivedZone     int      // of them, whose climate zone follows from DB-HE Annex B
	Absent          int      // municipalities that were there and the file does not name; they stay

	// Older says that a whole list looks older than what was there: it lacks more
	// municipalities than it brings. Its names are then former ones.
	Older bool
}

// Rename is a municipality whose official name changed.
type Rename struct {
	ID       geo.ID
	Old, New string
}

// Merge lays the file over the places that are there already and returns what
// is to be stored, in the order of f.Places, so that row i was read from line
// f.Lines[i]. Municipalities are merged by [Merge]; regions and provinces, which
// the files do not describe, are only added where they lack.
func (f *File) Merge(existing []geo.Place) ([]geo.Place, Report) {
	old := make(map[geo.ID]geo.Place, len(existing))
	var report Report
	for _, p := range existing {
		old[p.ID] = p
		if p.Level == geo.Municipality && p.ID.Country() == es.CountryID {
			report.Absent++
		}
	}
	merged := make([]geo.Place, len(f.Places))
	for i, p := range f.Places {
		before, known := old[p.ID]
		switch {
		case f.Lines[i] == 0 && known:
			merged[i] = before
		case f.Lines[i] == 0:
			merged[i] = p
		case known:
			merged[i] = Merge(before, p)
			report.Absent--
			report.rename(before, merged[i])
		default:
			merged[i] = p
			report.Added++
		}
		if f.Lines[i] != 0 {
			report.count(merged[i])
		}
	}
	report.Older = report.Absent > report.Added && report.Absent*10 < report.Read // where more is missing, the list is of a part
	return merged, report
}

func (r *Report) rename(before, after geo.Place) {
	if before.Name != after.Name {
		r.Renamed = append(r.Renamed, Rename{after.ID, before.Name, after.Name})
	}
}

func (r *Report) count(p geo.Place) {
	r.Read++
	if p.Tech == nil || p.Tech.AltitudeM == nil {
		r.WithoutAltitude++
	}
	if p.Tech != nil && p.Tech.ClimateZone != "" && p.Tech.ClimateZone == derivedZone(p.ID, p.Tech) {
		r.DerivedZone++
	}
}

// Merge returns existing with what fromFile says put in, neither being changed.
//
// The name is fromFile's; the former name stays findable as an alias. Two forms
// that differ only in where the article stands ("Coruña, A", "A Coruña") are
// one name, and the natural order stays. Altitude and population are
// fromFile's where it has them. Aliases, seismic zone, radon zone and extra
// values are existing's, as is a climate zone that was stated rather than
// derived; a derived one follows the new altitude.
func Merge(existing, fromFile geo.Place) geo.Place {
	merged := existing
	merged.ID, merged.Level, merged.Parent = fromFile.ID, fromFile.Level, fromFile.Parent
	merged.Name = mergedName(existing.Name, fromFile.Name)
	merged.Aliases = mergedAliases(existing, fromFile, merged.Name)
	merged.Tech = mergedTech(existing, fromFile)
	return es.Scheme{}.Derive(merged)
}

func mergedTech(existing, fromFile geo.Place) *geo.TechData {
	if fromFile.Tech == nil || existing.Tech == nil {
		if existing.Tech == nil {
			return fromFile.Tech
		}
		return existing.Tech
	}
	tech := *existing.Tech
	if tech.ClimateZone == derivedZone(existing.ID, existing.Tech) {
		tech.ClimateZone = fromFile.Tech.ClimateZone
	}
	if fromFile.Tech.AltitudeM != nil {
		tech.AltitudeM = fromFile.Tech.AltitudeM
	}
	if fromFile.Tech.Population != nil {
		tech.Population = fromFile.Tech.Population
	}
	return &tech
}

// derivedZone returns the climate zone that Spain's scheme derives for a
// municipality, whatever zone is stated; "" when none follows.
func derivedZone(id geo.ID, tech *geo.TechData) string {
	place := geo.Place{ID: id, Level: geo.Municipality}
	if tech != nil {
		place.Tech = &geo.TechData{AltitudeM: tech.AltitudeM}
	}
	if place = (es.Scheme{}).Derive(place); place.Tech == nil {
		return ""
	}
	return place.Tech.ClimateZone
}

func mergedName(existing, fromFile string) string {
	if existing != "" && strings.EqualFold(naturalOrder(existing), naturalOrder(fromFile)) && fromFile != naturalOrder(fromFile) {
		return existing
	}
	return fromFile
}

func mergedAliases(existing, fromFile geo.Place, name string) []string {
	aliases := slices.Concat(existing.Aliases, fromFile.Aliases)
	if !containsParts(name, existing.Name) {
		aliases = append(aliases, existing.Name)
	}
	var kept []string
	for _, alias := range aliases {
		if alias != "" && alias != name && !slices.Contains(kept, alias) {
			kept = append(kept, alias)
		}
	}
	return kept
}

// containsParts reports whether every part of a bilingual name is a part of
// name, in whatever order and however the article stands.
func containsParts(name, part string) bool {
	have := strings.Split(naturalOrder(name), "/")
	for _, p := range strings.Split(naturalOrder(part), "/") {
		if !slices.ContainsFunc(have, func(h string) bool { return strings.EqualFold(h, p) }) {
			return false
		}
	}
	return true
}

// naturalOrder puts an article written behind a name, or behind a part of a
// bilingual one, back to its front: "Coruña, A" becomes "A Coruña", "Alcúdia,
// l'" becomes "l'Alcúdia".
func naturalOrder(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		noun, article, behind := strings.Cut(part, ", ")
		switch {
		case !behind || strings.Contains(article, " "):
		case strings.HasSuffix(article, "'"):
			parts[i] = article + noun
		default:
			parts[i] = article + " " + noun
		}
	}
	return strings.Join(parts, "/")
}
