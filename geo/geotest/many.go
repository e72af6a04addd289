package geotest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/reglookup/regengine/geo"
)

const (
	manyRegions   = 12
	manyProvinces = 50
	// smallestMany is the country, its regions and its provinces.
	smallestMany = 1 + manyRegions + manyProvinces
)

// Many returns n places, at least 63, that form one tree of country XX: 12
// regions, 50 provinces, and municipalities with made-up names of a Spanish
// build: accents, articles behind the name, bilingual names, families of names
// that share words. The same n gives the same places.
func Many(n int) []geo.Place {
	if n < smallestMany {
		panic(fmt.Sprintf("geotest: Many(%d): the smallest tree has %d places", n, smallestMany))
	}
	w := wordsmith{rand.New(rand.NewPCG(8131, 52))}
	places := make([]geo.Place, 0, n)
	places = append(places, geo.Place{ID: "XX", Name: "Exlandia", Level: geo.Country})
	for r := range manyRegions {
		places = append(places, geo.Place{ID: regionID(r), Name: w.name(), Level: geo.Region, Parent: "XX"})
	}
	for p := range manyProvinces {
		places = append(places, geo.Place{ID: provinceID(p), Name: w.name(), Level: geo.Province, Parent: regionID(p % manyRegions)})
	}
	for m := range n - smallestMany {
		places = append(places, w.municipality(m))
	}
	return places
}

func regionID(r int) geo.ID { return geo.ID(fmt.Sprintf("XX-%c%c", 'A'+r, 'Z'-r)) }

func provinceID(p int) geo.ID { return geo.ID(fmt.Sprintf("XX-%02d", p+1)) }

// wordsmith makes up names.
type wordsmith struct{ r *rand.Rand }

func (w wordsmith) pick(from []string) string { return from[w.r.IntN(len(from))] }

func (w wordsmith) municipality(m int) geo.Place {
	province := provinceID(m % manyProvinces)
	p := geo.Place{
		ID: geo.ID(fmt.Sprintf("%s%03d", province, m/manyProvinces)), Name: w.name(),
		Level: geo.Municipality, Parent: province,
		Tech: &geo.TechData{
			ClimateZone: w.pick([]string{"A3", "B4", "C1", "D3", "E1"}),
			AltitudeM:   new(w.r.IntN(1600)),
			SeismicZone: "calm",
			RadonZone:   new(w.r.IntN(3)),
			Population:  new(1 << w.r.IntN(18)),
		},
	}
	if w.r.IntN(25) == 0 {
		p.Aliases = []string{w.name()}
	}
	return p
}

var (
	onsets   = strings.Fields("b c d f g l m n p r s t v z ch ll br cr tr gr pl fr b c m p s t v qu")
	nuclei   = strings.Fields("a e o i a e o u a e o á é í ó ú ie ue ia")
	codas    = []string{"", "", "", "", "", "n", "r", "s", "l", "z", "ñ"}
	endings  = []string{"a", "o", "os", "as", "ón", "eda", "illo", "illa", "edo", "al", "ar", "és", "ano", "ena", "ia", "uy", "iç"}
	heads    = []string{"Villa", "Torre", "Castillo", "Puebla", "Fuente", "Valle", "Aldea", "Santa María", "San Juan", "San Martín", "Peña", "Campo"}
	tails    = []string{"de la Sierra", "del Río", "de Arriba", "de Abajo", "del Campo", "de los Caballeros", "la Real", "del Duque"}
	articles = []string{"El", "La", "Los", "Las", "L'", "A", "O", "Es"}
)

// word makes one name of two to four syllables.
func (w wordsmith) word() string {
	var b strings.Builder
	for range 1 + w.r.IntN(3) {
		b.WriteString(w.pick(onsets))
		b.WriteString(w.pick(nuclei))
		b.WriteString(w.pick(codas))
	}
	b.WriteString(w.pick(onsets))
	b.WriteString(w.pick(endings))
	word := []rune(b.String())
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}

// name makes one official name, in the shapes official lists have.
func (w wordsmith) name() string {
	switch n := w.r.IntN(100); {
	case n < 55:
		return w.word()
	case n < 67:
		return w.word() + ", " + w.pick(articles)
	case n < 77:
		return w.pick(heads) + " de " + w.word()
	case n < 87:
		return w.word() + " " + w.pick(tails)
	case n < 92:
		return w.word() + "/" + w.word()
	case n < 95:
		return w.word() + "-" + w.word()
	case n < 97:
		return "L'" + w.word() + " d'" + w.word()
	default:
		return w.pick(heads) + " " + w.pick(tails)
	}
}
