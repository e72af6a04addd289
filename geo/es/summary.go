package es

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// Keys of the extra values Spain's packs and readers agree on.
const (
	WindZoneKey   = "wind_zone"   // CTE DB-SE-AE, Annex D: A, B or C
	WinterZoneKey = "winter_zone" // CTE DB-SE-AE, Annex E: 1 to 7
)

const unknown = "sin datos"

// Summary implements [geo.Scheme]: one datum a line, in Spanish, in the order a
// designer asks for them. What is unknown is named as such; being absent from
// the official lists of radon and of seismic acceleration is a fact and said.
func (Scheme) Summary(p geo.Place) string {
	if p.Tech == nil {
		return ""
	}
	t := p.Tech
	lines := []string{
		line("Zona climática (CTE DB-HE, anejo B)", t.ClimateZone),
		line("Altitud", metres(t.AltitudeM)),
		extraLine(t.Extra, WindZoneKey, "Zona eólica (CTE DB-SE-AE, anejo D)"),
		extraLine(t.Extra, WinterZoneKey, "Zona de clima invernal, nieve (CTE DB-SE-AE, anejo E)"),
		line("Aceleración sísmica básica (NCSE-02)", seismic(t.SeismicZone)),
		line("Radón (CTE DB-HS 6, apéndice B)", radon(t.RadonZone)),
		line("Población", inhabitants(t.Population)),
	}
	for _, e := range t.Extra {
		if e.Key != WindZoneKey && e.Key != WinterZoneKey {
			lines = append(lines, line(e.Label, strings.TrimSpace(e.Value+" "+e.Unit)))
		}
	}
	return strings.Join(lines, "\n")
}

func line(label, value string) string {
	if value == "" {
		value = unknown
	}
	return label + ": " + value
}

func extraLine(extra []geo.TechValue, key, label string) string {
	for _, e := range extra {
		if e.Key == key {
			return line(label, e.Value)
		}
	}
	return line(label, "")
}

func metres(m *int) string {
	if m == nil {
		return ""
	}
	return strconv.Itoa(*m) + " m"
}

// seismic spaces the country's word out for reading: "ab<0.04g" becomes
// "ab < 0,04 g".
func seismic(zone string) string {
	switch value, ok := strings.CutPrefix(zone, "ab"); {
	case !ok:
		return zone
	case strings.HasPrefix(value, "<"):
		return fmt.Sprintf("no figura en el listado del anejo 1 (ab < %s)", gravity(value[1:]))
	case strings.HasPrefix(value, "="):
		return "ab = " + gravity(value[1:])
	}
	return zone
}

func gravity(value string) string {
	return strings.Replace(strings.TrimSuffix(value, "g"), ".", ",", 1) + " g"
}

func radon(zone *int) string {
	switch {
	case zone == nil:
		return ""
	case *zone == 0:
		return "no figura en el listado de municipios (ni zona I ni zona II)"
	}
	if *zone > 0 && *zone < len(roman) {
		return "zona " + roman[*zone]
	}
	return "zona " + strconv.Itoa(*zone)
}

var roman = [...]string{"", "I", "II", "III"}

func inhabitants(n *int) string {
	if n == nil {
		return ""
	}
	digits := strconv.Itoa(*n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "." + digits[i:]
	}
	return digits + " habitantes"
}
