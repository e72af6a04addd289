package extractive

import (
	"regexp"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// property is something regulations put a number on.
type property struct {
	words     string // folded, of both languages
	dimension string // "" when it is counted
	es        string // with article
	feminine  bool
	en        string
	subject   bool // it is a thing as well, and asked about by itself
}

var properties = []property{
	{"altura alturas alto height heights high", "length", "la altura", true, "height", false},
	{"anchura anchuras ancho anchos width widths wide", "length", "la anchura", true, "width", false},
	{"longitud largo length long", "length", "la longitud", true, "length", false},
	{"profundidad fondo depth deep", "length", "la profundidad", true, "depth", false},
	{"distancia separacion distance spacing", "length", "la distancia", true, "distance", false},
	{"espesor grosor thickness thick", "length", "el espesor", false, "thickness", false},
	{"diametro diameter", "length", "el diámetro", false, "diameter", false},
	{"recubrimiento cover", "length", "el recubrimiento", false, "cover", true},
	{"huella going tread", "length", "la huella", true, "going", true},
	{"contrahuella tabica riser", "length", "la contrahuella", true, "riser", true},
	{"dimension dimensiones medida medidas tamano dimensions size", "length", "la dimensión", true, "dimension", false},
	{"superficie area", "area", "la superficie", true, "area", false},
	{"pendiente pendientes inclinacion slope gradient steep", "ratio", "la pendiente", true, "slope", false},
	{"transmitancia transmittance u", "transmittance", "la transmitancia", true, "transmittance", false},
	{"permeabilidad permeability airtightness", "air permeability", "la permeabilidad", true, "air permeability", false},
	{"consumo consumption", "energy per area", "el consumo", false, "consumption", false},
	{"potencia power", "power", "la potencia", true, "power", false},
	{"tension voltage", "voltage", "la tensión", true, "voltage", false},
	{"temperatura temperature", "temperature", "la temperatura", true, "temperature", false},
	{"caudal flow", "flow", "el caudal", false, "flow", false},
	{"lux iluminancia illuminance", "light", "la iluminancia", true, "illuminance", false},
	{"plazo tiempo duracion periodo deadline period", "", "el plazo", false, "period", false},
	{"numero cuantos cuantas number many", "", "el número", false, "number", false},
}

var propertyByWord = func() map[string]*property {
	index := map[string]*property{}
	for i := range properties {
		for w := range strings.FieldsSeq(properties[i].words) {
			index[w] = &properties[i]
		}
	}
	return index
}()

func propertyOf(folded string) *property { return propertyByWord[folded] }

// framing holds words that ask but are not what is asked about.
var framing = words(`proyecto norma normas normativa normativas reglamento exige exigen exigido exigida exigencia
	requisito requisitos necesito necesita necesario necesaria valor valores permite permitido permitida permiten
	cumplir cumple aplica aplicar aplicable segun caso casos poner pongo hacer hago minimo minima minimos minimas
	maximo maxima maximos maximas limite limites reglamentario reglamentaria admite admitido dime decir saber quiero
	proyectando proyectar diseñar estoy regulacion obligatorio obligatoria dar darle pide piden
	mide miden medir medira hace hacen falta mi mis proyectos parcela obra edificacion va van ir coloca colocan situa cuanto dice dicen
	project regulation regulations code codes norm rule rules requirement requirements require requires required
	needed value values allow allowed permitted permit comply apply applies applicable according case minimum maximum
	limit limits tell know want get put design designing least most there much`)

// links are the words between a figure and what it measures.
var links = words("de del of above over sobre")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

var (
	howMuchCue = regexp.MustCompile(` (?:cuant[oa]s?|que (?:valor|medidas?|dimension(?:es)?)|how (?:much|many|high|wide|long|deep|steep|far|thick)) `)
	mayCue     = regexp.MustCompile(` (?:puedo|puede|pueden|podemos|se permite|se puede|esta permitido|es obligatori[oa]|es necesari[oa]|son obligatori[oa]s|hace falta|hay que|se aplica|debo|tengo que|can|may|must|is it (?:allowed|required|mandatory)|do i (?:have|need)|am i allowed) `)
	whichCue   = regexp.MustCompile(` (?:que norma|cual|cuales|que clase|que categoria|which|who|quien) `)
	whenCue    = regexp.MustCompile(` (?:cuando|en que casos?|donde|when|where|in which cases?) `)
	leastCue   = regexp.MustCompile(` (?:minim[oa]s?|al menos|como minimo|minimum|at least) `)
	mostCue    = regexp.MustCompile(` (?:maxim[oa]s?|como maximo|limite|hasta que|maximum|at most|limit) `)

	// exceptionCue opens what limits a rule (CITATIONS S6).
	exceptionCue = regexp.MustCompile(`\b(?:salvo|excepto|excepcion|excepciones|a excepcion de|siempre que|no obstante|sin embargo|unless|except|provided that|however|exception)\b`)

	// conditionCue opens a condition within a sentence.
	conditionCue = regexp.MustCompile(`\b(?:cuando|si|siempre que|salvo|excepto|en (?:el )?caso de|para|donde|cuy[oa]s?|when|where|if|unless|except|provided|whose|for)\b`)

	// elseCue marks the value of all cases not named.
	elseCue = regexp.MustCompile(`\b(?:en )?(?:el resto|los demas|los restantes|las demas|otherwise|all other|other cases|resto de(?: los)? casos|otros casos|demas casos)\b|^ *(?:resto|otros|otras|demas|other|others)\b`)

	// neededCue says that something has to be there.
	neededCue = regexp.MustCompile(`\b(?:habra|existira\w*|dispondra\w*|se (?:colocara|instalara|preve)\w*|(?:sera|es|son|seran) (?:necesari|obligatori|exigible)\w*|(?:be|are|is) (?:required|provided|fitted))\b`)

	// valueCue is a verb that gives a value.
	valueCue = regexp.MustCompile(`\b(?:mid[ea]n?|medira\w*|es|son|tiene\w*|esta\w*|llega\w*|salva\w*|queda\w*|is|are|be|measures?)\b`)

	normCue = regexp.MustCompile(`\b(?:debe\w*|podra\w*|puede\w*|no se|permit\w*|prohib\w*|exig\w*|oblig\w*|rige\w*|se aplica|aplicara\w*|sera\w*|tendra\w*|dispondra\w*|must|shall|may|should|require\w*|prohibit\w*)\b`)
)

func wantedDirection(folded string) ask.Direction {
	switch {
	case leastCue.MatchString(folded):
		return ask.Minimum
	case mostCue.MatchString(folded):
		return ask.Maximum
	}
	return ask.Unsaid
}
