package projects

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What a memory item that gives the altitude of the site is called, folded, and
// the units it may be in: metres all. An altitude without a unit is in metres.
var (
	altitudeWords = []string{"altitud", "altitude", "elevation"}
	metres        = []string{"", "m", "metro", "metros", "metre", "metres", "meter", "meters", "msnm"}
)

// AltitudeItem returns the datum of the memory that gives the altitude of the
// site in metres, which decides instead of the municipality's (DECISIONS 25); ok
// is false where there is none.
func (p *Info) AltitudeItem() (item MemoryItem, ok bool) {
	i := slices.IndexFunc(p.Memory, func(m MemoryItem) bool {
		words := strings.FieldsFunc(retrieval.Fold(m.Key+" "+m.Label), func(r rune) bool { return r < 'a' || r > 'z' })
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(altitudeWords, w) }) && slices.Contains(metres, unitName(m.Unit))
	})
	if i < 0 {
		return MemoryItem{}, false
	}
	return p.Memory[i], true
}

// highestSite is the altitude, in metres, that no building has: what is beyond is
// a mistake of writing.
const highestSite = 9000

// SiteAltitude returns the altitude of the site in metres above sea level, as the
// memory gives it, rounded to whole metres; ok is false where it gives none, or
// not as one figure.
func (p *Info) SiteAltitude() (metres int, ok bool) {
	item, ok := p.AltitudeItem()
	if !ok {
		return 0, false
	}
	value, ok := readMetres(item.Value)
	if !ok || math.Abs(value) > highestSite {
		return 0, false
	}
	return int(math.Round(value)), true
}

var (
	metresText = lazyregexp.New(`^([+-]?[0-9][0-9., ]*)\s*([a-z. ]*)$`)
	thousands  = lazyregexp.New(`([0-9])[., ]([0-9]{3})\b`)
)

// readMetres reads a figure as people write it, "1500", "1.500 m" or "1 500,5": a
// sign before three digits parts thousands.
func readMetres(text string) (value float64, ok bool) {
	found := metresText.FindStringSubmatch(strings.TrimSpace(retrieval.Fold(text)))
	if found == nil || !slices.Contains(metres, unitName(found[2])) {
		return 0, false
	}
	digits := thousands.ReplaceAllString(strings.TrimSpace(found[1]), "$1$2")
	value, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", "."), 64)
	return value, err == nil
}

// unitName is a unit folded and without the points and spaces of "m s. n. m.".
func unitName(unit string) string {
	return strings.NewReplacer(".", "", " ", "").Replace(retrieval.Fold(unit))
}
