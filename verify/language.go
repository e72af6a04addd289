package verify

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// grammar is what understanding a language takes, as data: another language is
// another value. Words are folded: lower case, no accents.
type grammar struct {
	lang      string
	headFirst bool // "escalera de caracol", not "spiral stair"

	articles []string // left out
	links    []string // left out, but what follows qualifies what precedes
	preps    []string // part phrases: what follows is about something else
	negators []string
	neutral  []string // words that change nothing about what is measured

	ands, ors []string // join what stands before them to what stands behind
	followers []string // end the part a head stands last in: "guardrail protecting a drop"
	voids     []string // denied, they deny what stands before them: "cambio de uso no previsto"
	denials   []string // deny what stands before them by themselves: "ascensor inexistente"
	places    []string // links that say where: "al fondo"
	sites     []string // what follows says where the thing is: "junto a la ducha"
	companies []string // what follows says what the thing has: "con ducha"
	apart     []string // whose stem is another word's: "acera" is no "acero"
	until     string   // between two numbers: "4 a 8 m"
	labels    []string // a number behind them is a name: "planta 3"
	brands    []string // a word behind them is a name: "modelo Alfa"

	// dimensions name what the number before them measures: "5 m de ancho" is a
	// width, whatever stands before it.
	dimensions []string

	counters []string // ask how many there are of what follows

	comparators map[string]string // wording before a number -> operator
	behind      map[string]string // wording behind a number -> operator
	between     [2]string         // "entre" 3 "y" 6
}

// grammars lists the languages a check is understood in.
var grammars = []grammar{
	{
		lang: "es", headFirst: true,
		articles: fields("el la los las lo un una unos unas su sus"),
		links:    fields("de del a al d"),
		preps: fields(`en con sin por para sobre bajo entre desde hasta junto frente y e o u que se como segun ante tras hacia contra
			dentro fuera cuando donde cuyo cuya mas menos mayor menor superior inferior y/o`),
		negators: fields("no sin ni nunca excepto salvo tampoco"),
		ands:     fields("y e"),
		ors:      fields("o u y/o"),
		voids: fields(`previsto prevista proyectado proyectada contemplado contemplada existente incluido incluida considerado considerada necesario
			necesaria ejecutado ejecutada construido construida disponible instalado instalada`),
		denials:   fields("inexistente descartado descartada excluido excluida suprimido suprimida anulado anulada eliminado eliminada"),
		until:     "a",
		places:    fields("al a"),
		sites:     fields("en sobre bajo entre desde hasta junto frente ante tras hacia contra dentro fuera que"),
		companies: fields("con sin"),
		apart:     fields("acera area puerto suela caso plazo costo marca moda trama pesa fosa banca"),
		labels: fields(`planta plantas nivel portal bloque fase tipo modelo marca serie sistema sector edificio referencia ref numero nº n sotano piso eje plano
			detalle lote vivienda escalera local parcela zona`),
		brands: fields("modelo marca serie referencia ref"),
		neutral: fields(`minimo minima maximo maxima util utiles total valor medida medido medir nominal real proyecto proyectado proyectada previsto prevista
			calculado calculada calculo nuevo nueva existente general tipo mismo misma cada todo toda resultante exigido exigida obtenido obtenida
			aproximado aproximada protegido protegida igual unidad unidades es son sera tiene tendra tienen mide mm cm m vertical verticalmente
			reglamentario reglamentaria normativo normativa exigible limite final uno elemento parametro comprobacion`),
		dimensions: fields(`ancho anchura alto altura largo longitud espesor grosor profundidad fondo diametro radio pendiente superficie canto vuelo
			separacion distancia luz huella contrahuella`),
		counters: fields("numero cantidad dotacion"),
		comparators: map[string]string{
			"mas": ">", "mayor": ">", "mayor que": ">", "superior": ">", "mas que": ">", "menos": "<", "menor": "<", "menor que": "<", "inferior": "<", "menos que": "<",
			"hasta": "<=", "maximo": "<=", "como maximo": "<=", "no mas": "<=", "no superior": "<=", "no mayor": "<=",
			"exceda": ">", "excede": ">", "excedan": ">", "exceden": ">", "supere": ">", "supera": ">", "superen": ">", "superan": ">", "rebase": ">", "rebasa": ">",
			"no exceda": "<=", "no excede": "<=", "no excedan": "<=", "no exceden": "<=", "no supere": "<=", "no supera": "<=", "no superen": "<=", "no superan": "<=", "no rebase": "<=",
			"igual o mayor": ">=", "igual o mayor que": ">=", "mayor o igual": ">=", "mayor o igual que": ">=", "igual o superior": ">=", "superior o igual": ">=",
			"igual o menor": "<=", "igual o menor que": "<=", "menor o igual": "<=", "menor o igual que": "<=", "igual o inferior": "<=", "inferior o igual": "<=",
			"por encima": ">", "por debajo": "<",
			"al menos": ">=", "minimo": ">=", "como minimo": ">=", "no menos": ">=", "no inferior": ">=", "no menor": ">=", "desde": ">=", "partir": ">=",
		},
		behind: map[string]string{
			"o mas": ">=", "o superior": ">=", "como minimo": ">=", "minimo": ">=", "al menos": ">=", "en adelante": ">=",
			"o menos": "<=", "o inferior": "<=", "como maximo": "<=", "maximo": "<=",
		},
		between: [2]string{"entre", "y"},
	},
	{
		lang:     "en",
		articles: fields("the an its"),
		links:    fields("of s"),
		preps: fields(`in on at with without for to from between under over above below and or by next per that which as than into inside outside
			when where against beside behind near around along across through within onto towards off is are and/or`),
		negators: fields("no not without except never non nor"),
		ands:     fields("and"),
		ors:      fields("or and/or"),
		followers: fields(`protecting serving guarding separating facing leading connecting bounding enclosing overlooking located situated fixed
			installed built made used exposed protects separates serves guards`),
		voids:   fields("planned foreseen provided intended included existing considered built installed available"),
		denials: fields("excluded removed discarded absent nonexistent"),
		until:   "to",
		sites: fields(`in on at from between under over above below by next inside outside when where that which against beside behind near around along
			across through within onto into towards`),
		companies: fields("with without"),
		labels:    fields("level block phase type model brand series system reference ref number no unit plot sheet detail storey floor stair"),
		brands:    fields("model brand series reference ref"),
		neutral: fields(`minimum maximum total value measured measure nominal actual design designed project calculated new existing general type same each
			every resulting required overall effective usable useful protected single unit units is are has have final parameter vertical vertically`),
		dimensions: fields("wide width high height tall long length thick thickness deep depth diameter radius slope area apart"),
		counters:   fields("number quantity"),
		comparators: map[string]string{
			"more than": ">", "greater than": ">", "over": ">", "above": ">", "exceeding": ">", "less than": "<", "under": "<", "below": "<", "up to": "<=", "at most": "<=",
			"no more than": "<=", "not more than": "<=", "at least": ">=", "no less than": ">=", "not less than": ">=", "from": ">=",
			"exceeds": ">", "exceed": ">", "not exceeding": "<=", "does not exceed": "<=", "not exceed": "<=", "do not exceed": "<=", "higher than": ">", "lower than": "<",
			"not greater than": "<=", "no greater than": "<=", "not higher than": "<=", "no higher than": "<=", "not lower than": ">=", "no lower than": ">=", "longer than": ">", "shorter than": "<",
			"equal to or greater than": ">=", "equal to or more than": ">=", "equal to or less than": "<=", "a minimum": ">=", "a maximum": "<=",
		},
		behind: map[string]string{
			"or more": ">=", "or higher": ">=", "or above": ">=", "minimum": ">=", "at least": ">=", "and above": ">=", "upwards": ">=",
			"or less": "<=", "or lower": "<=", "or below": "<=", "maximum": "<=", "at most": "<=",
		},
		between: [2]string{"between", "and"},
	},
}

// symbols compare in every language.
var symbols = map[string]string{"<": "<", "≤": "<=", "=": "=", "±": "±", "≥": ">=", ">": ">", "<=": "<=", ">=": ">="}

func fields(s string) []string { return strings.Fields(s) }

// role is what a word does in a phrase.
type role uint8

const (
	plainWord role = iota
	article
	link
	preposition
)

// roles and neutralStems merge the languages: a check seldom says which one it
// is in, and mixes them.
var (
	roles        = buildRoles()
	negations    = buildSet(func(g grammar) []string { return g.negators })
	neutralStems = buildStems(func(g grammar) []string { return g.neutral })
	counters     = buildStems(func(g grammar) []string { return g.counters })
	dimensions   = buildStems(func(g grammar) []string { return g.dimensions })
	headFirst    = buildHeads()
	ands         = buildSet(func(g grammar) []string { return g.ands })
	ors          = buildSet(func(g grammar) []string { return g.ors })
	followers    = buildStems(func(g grammar) []string { return g.followers })
	voids        = buildStems(func(g grammar) []string { return g.voids })
	denials      = buildStems(func(g grammar) []string { return g.denials })
	places       = buildSet(func(g grammar) []string { return g.places })
	sites        = buildSet(func(g grammar) []string { return g.sites })
	companies    = buildSet(func(g grammar) []string { return g.companies })
	apart        = buildSet(func(g grammar) []string { return g.apart })
	untils       = buildSet(func(g grammar) []string { return []string{g.until} })
	labelWords   = buildSet(func(g grammar) []string { return g.labels })
	brandWords   = buildSet(func(g grammar) []string { return g.brands })
)

func buildRoles() map[string]role {
	out := make(map[string]role)
	for _, g := range grammars {
		for r, words := range map[role][]string{article: g.articles, link: g.links, preposition: g.preps} {
			for _, w := range words {
				out[w] = r
			}
		}
	}
	return out
}

func buildSet(of func(grammar) []string) map[string]bool {
	out := make(map[string]bool)
	for _, g := range grammars {
		for _, w := range of(g) {
			out[w] = true
		}
	}
	return out
}

func buildStems(of func(grammar) []string) map[string]bool {
	out := make(map[string]bool)
	for w := range buildSet(of) {
		out[stem(w)] = true
	}
	return out
}

func buildHeads() map[string]bool {
	out := make(map[string]bool)
	for _, g := range grammars {
		out[g.lang] = g.headFirst
	}
	return out
}

// stem takes number and gender off a folded word: "escaleras" and "escalera",
// "accesible" and "accesibles", "ancho" and "ancha", "stairs" and "stair" meet.
// It is deliberately light: two words that differ in more are two words.
func stem(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		w = w[:len(w)-1]
	}
	if apart[w] {
		return w
	}
	if len(w) > 3 && strings.ContainsRune("aeo", rune(w[len(w)-1])) {
		w = w[:len(w)-1]
	}
	return w
}

func fold(s string) string { return retrieval.Fold(s) }

// guessLanguage tells the language of a text by its little words, the first
// language when they do not tell.
func guessLanguage(words []string) string {
	best, most := grammars[0].lang, 0
	for _, g := range grammars {
		n := 0
		for _, list := range [][]string{g.articles, g.links, g.preps} {
			for _, w := range list {
				for _, have := range words {
					if have == w {
						n++
					}
				}
			}
		}
		if n > most {
			best, most = g.lang, n
		}
	}
	return best
}
