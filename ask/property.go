package ask

import (
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Property is something regulations put a number on.
type Property struct {
	ES, EN   string // the Spanish name with its article
	Feminine bool   // the Spanish name is

	// Thing says that it is also a thing, asked about by itself: a riser, an
	// opening.
	Thing bool

	// Given says that it describes a case ("with a drop of 6 m") and is hardly
	// ever what a question is about.
	Given bool

	nouns string   // words that name it, folded, of both languages
	tails string   // words that name it only behind a number: "90 cm wide"
	dims  []string // dimensions it is measured in; none for a bare count
	kin   string   // nouns of properties that may be the same length seen otherwise
}

// Measures reports whether the property is given in amounts of that dimension.
func (p *Property) Measures(dimension string) bool {
	if len(p.dims) == 0 {
		return dimension == ""
	}
	return slices.Contains(p.dims, dimension)
}

// Generic reports whether it is any length: a "dimension" of something.
func (p *Property) Generic() bool { return p.kin == anyKin }

// Kin reports whether two properties may mean the same amount: the height of a
// step is its riser, the diameter of a sphere is the opening it does not pass.
func (p *Property) Kin(other *Property) bool {
	return p == other || p.names(other) || other.names(p)
}

func (p *Property) names(other *Property) bool {
	if p.Generic() {
		return true
	}
	return slices.ContainsFunc(strings.Fields(p.kin), func(noun string) bool { return PropertyOf(noun) == other })
}

const anyKin = "*"

// properties is data: adding a line is all it takes.
var properties = []Property{
	{ES: "la altura", EN: "height", Feminine: true, dims: []string{"length"}, nouns: "altura alturas height heights", tails: "alto alta altos high tall", kin: "desnivel distancia contrahuella longitud"},
	{ES: "la altura libre", EN: "headroom", Feminine: true, dims: []string{"length"}, nouns: "headroom", kin: "altura"},
	{ES: "la anchura", EN: "width", Feminine: true, dims: []string{"length"}, nouns: "anchura anchuras width widths", tails: "ancho ancha anchos wide", kin: "huella diametro abertura distancia"},
	{ES: "la longitud", EN: "length", Feminine: true, dims: []string{"length"}, nouns: "longitud longitudes length lengths", tails: "largo larga largos long", kin: "profundidad distancia"},
	{ES: "la profundidad", EN: "depth", Feminine: true, dims: []string{"length"}, nouns: "profundidad depth depths", tails: "fondo deep", kin: "huella longitud saliente"},
	{ES: "la separación", EN: "distance", Feminine: true, dims: []string{"length"}, nouns: "distancia distancias separacion separaciones separa separan separado separados separada separadas dista distan distance distances spacing apart clearance gap gaps", kin: "abertura headroom"},
	{ES: "el saliente", EN: "projection", dims: []string{"length"}, nouns: "saliente salientes resalto resaltos sobresale sobresalen sobresalir vuelo vuela vuele vuelan vuelen volar projection projections", kin: "profundidad longitud altura"},
	{ES: "el espesor", EN: "thickness", dims: []string{"length"}, nouns: "espesor espesores grosor thickness", tails: "thick"},
	{ES: "el diámetro", EN: "diameter", dims: []string{"length"}, nouns: "diametro diametros diameter diameters", kin: "abertura"},
	{ES: "el radio", EN: "radius", dims: []string{"length"}, nouns: "radio radios radius"},
	{ES: "el recubrimiento", EN: "cover", Thing: true, dims: []string{"length"}, nouns: "recubrimiento recubrimientos cover", kin: "espesor"},
	{ES: "la huella", EN: "going", Feminine: true, Thing: true, dims: []string{"length"}, nouns: "huella huellas pisada pisadas going goings tread treads"},
	{ES: "la contrahuella", EN: "riser height", Feminine: true, Thing: true, dims: []string{"length"}, nouns: "contrahuella contrahuellas tabica tabicas riser risers rise"},
	{ES: "la abertura", EN: "opening", Feminine: true, Thing: true, dims: []string{"length"}, nouns: "abertura aberturas perforacion perforaciones esfera sphere openings", kin: "diametro anchura distancia"},
	{ES: "el desnivel", EN: "drop", Given: true, dims: []string{"length"}, nouns: "desnivel desniveles cota cotas salva salvan salvar salve drop drops", kin: "altura"},
	{ES: "la dimensión", EN: "dimension", Feminine: true, dims: []string{"length", "area"}, nouns: "dimension dimensiones medida medidas tamano dimensions size", kin: anyKin},
	{ES: "la superficie", EN: "area", Feminine: true, dims: []string{"area"}, nouns: "superficie superficies area"},
	{ES: "el volumen", EN: "volume", dims: []string{"volume"}, nouns: "volumen volume"},
	{ES: "la pendiente", EN: "slope", Feminine: true, dims: []string{"ratio", "angle"}, nouns: "pendiente pendientes inclinacion slope slopes gradient gradients pitch", tails: "steep"},
	{ES: "la transmitancia", EN: "transmittance", Feminine: true, dims: []string{"transmittance"}, nouns: "transmitancia transmitancias transmittance", tails: "u"},
	{ES: "el coeficiente", EN: "coefficient", dims: []string{"transmittance", ""}, nouns: "coeficiente coeficientes coefficient", kin: "transmitancia"},
	{ES: "la renovación de aire", EN: "air change rate", Feminine: true, dims: []string{"changes"}, nouns: "renovacion renovaciones"},
	{ES: "la permeabilidad", EN: "air permeability", Feminine: true, dims: []string{"air permeability"}, nouns: "permeabilidad permeability airtightness"},
	{ES: "el consumo", EN: "consumption", dims: []string{"energy per area", "energy"}, nouns: "consumo consumption"},
	{ES: "la potencia", EN: "power", Feminine: true, dims: []string{"power"}, nouns: "potencia power"},
	{ES: "la tensión", EN: "voltage", Feminine: true, dims: []string{"voltage"}, nouns: "tension voltage"},
	{ES: "la temperatura", EN: "temperature", Feminine: true, dims: []string{"temperature"}, nouns: "temperatura temperaturas temperature"},
	{ES: "el caudal", EN: "flow", dims: []string{"flow", "daily flow"}, nouns: "caudal caudales flow"},
	{ES: "la iluminancia", EN: "illuminance", Feminine: true, dims: []string{"light"}, nouns: "lux iluminancia iluminacion illuminance"},
	{ES: "el plazo", EN: "period", dims: []string{"months", "days", "time"}, nouns: "plazo plazos periodo deadline period", kin: "tiempo"},
	{ES: "el tiempo", EN: "time", dims: []string{"months", "days", "time"}, nouns: "tiempo tiempos duracion duration"},
	{ES: "el aislamiento", EN: "insulation", dims: []string{"sound", "transmittance", "resistance"}, nouns: "aislamiento aislamientos insulation"},
	{ES: "el número", EN: "number", nouns: "numero number", tails: "cuantos cuantas many"},
}

// namedProperties are the properties by the words that name them.
type namedProperties struct{ nouns, tails map[string]*Property }

var propertyBy = sync.OnceValue(indexProperties)

func indexProperties() namedProperties {
	nouns, tails := map[string]*Property{}, map[string]*Property{}
	for i := range properties {
		p := &properties[i]
		for w := range strings.FieldsSeq(p.nouns) {
			nouns[w] = p
		}
		for w := range strings.FieldsSeq(p.tails) {
			tails[w] = p
		}
	}
	return namedProperties{nouns, tails}
}

// propertyByTerm finds a property by a noun's terms, see [retrieval.Words].
var propertyByTerm = sync.OnceValue(func() map[string]*Property {
	index := map[string]*Property{}
	for noun, p := range propertyBy().nouns {
		for _, lang := range []string{"es", "en"} {
			for _, w := range retrieval.Words(noun, lang) {
				for _, term := range w.Terms {
					index[term] = p
				}
			}
		}
	}
	return index
})

// PropertyOfTerm returns the property one of whose nouns is indexed as term,
// nil when none is.
func PropertyOfTerm(term string) *Property { return propertyByTerm()[term] }

// PropertyOf returns the property a folded word names, nil for any other word.
func PropertyOf(folded string) *Property {
	if p := propertyBy().nouns[folded]; p != nil {
		return p
	}
	return propertyBy().tails[folded]
}
