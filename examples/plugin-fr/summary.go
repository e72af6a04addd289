package main

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo"
)

const (
	unknown   = "donnée non disponible"
	noClimate = "aucune (les départements d'outre-mer n'ont pas de zone H1 à H3)"
)

// seismicWords are the five zones of article R. 563-4 of the code de
// l'environnement.
var seismicWords = map[string]string{"1": "très faible", "2": "faible", "3": "modérée", "4": "moyenne", "5": "forte"}

// radonWords are the three zones of article R. 1333-29 of the code de la santé
// publique.
var radonWords = [...]string{"", "potentiel faible", "potentiel faible, avec des facteurs géologiques de transfert", "potentiel significatif"}

// Summary implements [geo.Scheme]: one datum a line, in French. What is unknown is
// named; that the overseas departments have no climate zone is a fact and said.
func (scheme) Summary(p geo.Place) string {
	if p.Tech == nil {
		return ""
	}
	t := p.Tech
	lines := []string{
		line("Zone climatique (arrêté du 26 octobre 2010, annexe I)", climate(p)),
		line("Zone de sismicité (code de l'environnement, D. 563-8-1)", seismic(t.SeismicZone)),
		line("Potentiel radon (arrêté du 27 juin 2018)", radon(t.RadonZone)),
		line("Altitude", metres(t.AltitudeM)),
		line("Population", inhabitants(t.Population)),
	}
	for _, e := range t.Extra {
		lines = append(lines, line(e.Label, strings.TrimSpace(e.Value+" "+e.Unit)))
	}
	return strings.Join(lines, "\n")
}

func line(label, value string) string {
	if value == "" {
		value = unknown
	}
	return label + " : " + value
}

// climate returns the zone, or says that the department has none.
func climate(p geo.Place) string {
	code, ok := departmentOf(p.ID)
	if p.Tech.ClimateZone == "" && ok && territory().byCode[code].climate == "" {
		return noClimate
	}
	return p.Tech.ClimateZone
}

func seismic(zone string) string {
	if word, ok := seismicWords[zone]; ok {
		return "zone " + zone + " (" + word + ")"
	}
	return zone
}

func radon(zone *int) string {
	switch {
	case zone == nil:
		return ""
	case *zone < 1 || *zone >= len(radonWords):
		return strconv.Itoa(*zone)
	}
	return "zone " + strconv.Itoa(*zone) + " (" + radonWords[*zone] + ")"
}

func metres(m *int) string {
	if m == nil {
		return ""
	}
	return strconv.Itoa(*m) + " m"
}

// inhabitants groups thousands with a space that does not break.
func inhabitants(n *int) string {
	if n == nil {
		return ""
	}
	digits := strconv.Itoa(*n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u00a0" + digits[i:]
	}
	return digits + " habitants"
}
