package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// qualifiers narrow a property to another one: a free height is not a height.
// Asked for, they have to be there.
var qualifiers = words(`libre libres paso util utiles neta neto bruta bruto transversal transversales longitudinal
	nominal clear net gross transverse cross longitudinal effective free unobstructed`)

// others are qualifiers that make a property one that nobody means by its name
// alone.
var others = words("transversal transversales transverse cross")

// asking are the words that stand before what is asked for.
var asking = words("que cual cuales cuanta cuanto cuantas cuantos what which how")

// framing holds words that ask but are not what is asked about.
var framing = sync.OnceValue(readFraming)

const framingWords = `dos two nivel niveles level levels proyecto norma normas normativa normativas reglamento exige exigen exigido exigida exigencia
	requisito requisitos necesito necesita necesario necesaria valor valores permite permitido permitida permiten
	cumplir cumple aplica aplicar aplicable segun caso casos poner pongo hacer hago minimo minima minimos minimas
	maximo maxima maximos maximas limite limites reglamentario reglamentaria admite admitido dime decir saber quiero
	proyectando proyectar diseñar estoy regulacion obligatorio obligatoria dar darle pide piden
	mide miden medir medira hace hacen falta mi mis proyectos parcela obra edificacion va van ir coloca colocan situa cuanto dice dicen
	project regulation regulations code codes norm rule rules requirement requirements require requires required
	needed value values allow allowed permitted permit comply apply applies applicable according case minimum maximum
	limit limits tell know want get put design designing least most there much
	evitar avoid prevent compatible admisible aceptable suficiente correcto correcta vale valen sirve cumplen
	acceptable enough compliant sufficient
	use install fit place instalar usar utilizar colocar poner llevar lleva tener partir
	menor mayor menores mayores inferior superior less more greater than mas menos cerca tiempo times often vez veces once tras despues antes after before`

//go:embed framing.txt
var framingTXT string

//go:embed demonyms.txt
var demonymsTXT string

// demonyms are the words for one place each.
var demonyms = sync.OnceValue(func() [][]string { return readLines(demonymsTXT) })

// ofPlace returns the words for the place that a word is of, nil for any other
// word.
func ofPlace(folded string) []string {
	for _, list := range demonyms() {
		if slices.Contains(list, folded) {
			return list
		}
	}
	return nil
}

// readLines reads the words of each line of a table, without its comments.
func readLines(text string) [][]string {
	var lines [][]string
	for line := range strings.Lines(text) {
		if list := strings.Fields(line); len(list) > 0 && !strings.HasPrefix(line, "#") {
			lines = append(lines, list)
		}
	}
	return lines
}

// readFraming joins the words that only frame a question.
func readFraming() map[string]bool {
	set := words(framingWords)
	for _, list := range readLines(framingTXT) {
		for _, w := range list {
			set[w] = true
		}
	}
	return set
}

// modals stand before a verb in the infinitive, with nothing between.
var modals = words(`debe deben debo debemos puede pueden puedo podemos podra podran debera deberan suele
	must may can shall should could be to`)

// haveTo stand before "que" and a verb.
var haveTo = words("hay habra tiene tienen tengo tenemos tendra tendran tenia")

// reflexives stand right before a verb; inverting before one with its subject
// behind it.
var (
	reflexives  = words("se me nos")
	inverting   = words("cuando donde como cuanto")
	theArticles = words("el la los las")
)

// auxiliaries stand before a participle.
var auxiliaries = words("ha han he hemos haya hayan habia has have had been being")

var articles = words("el la los las un una unos unas del de the a an of mi su")

// nounsLikeVerbs are nouns, and adjectives, that end as infinitives do.
var nounsLikeVerbs = words(`lugar lugares hogar hogares taller talleres alquiler solar solares bar bares militar familiar
	unifamiliar plurifamiliar escolar circular particular similar nuclear auxiliar titular peculiar lunar pilar pilares
	collar altar nivelar ayer mujer poder deber mar par azar telar palomar`)

var infinitive = lazyregexp.New(`(?:ar|er|ir)(?:se|l[oa]s?)?$`)

// normWords begin the name of a norm, or of a part of one, and name none alone.
var normWords = words(`ley real decreto orden reglamento norma codigo tecnico documento basico anexo articulo instruccion directiva
	act regulation regulations part approved document section schedule annex code standard rule rules volume`)

// opposites are cases that exclude each other.
var opposites = [][2]string{
	{"recto", "curvo"}, {"interior", "exterior"}, {"público", "privado"}, {"nuevo", "existente"}, {"húmedo", "seco"},
	{"restringido", "general"}, {"día", "noche"}, {"básico", "elevado"}, {"verano", "invierno"}, {"horizontal", "vertical"}, {"abierto", "cerrado"},
	{"straight", "curved"}, {"internal", "external"}, {"public", "private"}, {"day", "night"}, {"summer", "winter"}, {"new", "existing"}, {"wet", "dry"},
}

// oppositeOf collects the terms of the contrary of a word, nil where none is
// known. A word of the same stem ("humedad") is not the word ("húmedo").
func oppositeOf(folded string) bag {
	for _, pair := range opposites {
		for i, word := range pair {
			if isForm(folded, retrieval.Fold(word)) {
				return withoutRoots(bagOf(pair[1-i]))
			}
		}
	}
	return nil
}

// isForm reports whether a word is another in gender or number.
func isForm(word, of string) bool {
	stem := strings.TrimRight(of, "aeo")
	rest, ok := strings.CutPrefix(word, stem)
	return ok && (rest == "" || genderAndNumber[rest])
}

var genderAndNumber = words("a o e as os es s")

// steps are what a riser or a going is always of: to name them says nothing more.
var steps = sync.OnceValue(func() bag { return bagOf("peldaño escalón grada step") })

// implied is what an amount beside a thing is of, where nothing says it: a
// barrier of 90 cm is 90 cm high.
var implied = map[string]string{
	"barandilla": "altura", "barrera": "altura", "antepecho": "altura", "pasamanos": "altura", "zocalo": "altura",
	"guardrail": "altura", "guarding": "altura", "barrier": "altura", "balustrade": "altura", "handrail": "altura",
	"pasillo": "anchura", "puerta": "anchura", "escalera": "anchura",
	"corridor": "anchura", "door": "anchura", "stair": "anchura", "staircase": "anchura",
	"rampa": "pendiente", "ramp": "pendiente",
}

// general are words that hardly tell one rule from another: every one of them is
// of a building.
var general = words("uso usos use zona zonas edificio edificios inmueble inmuebles centro centros establecimiento establecimientos building buildings")

// verbs name a property only where it is asked how much they come to: what
// separates two rooms is a wall.
var verbs = words(`separa separan separado separados separada separadas dista distan sobresale sobresalen salva
	salvan salvar salve vuela vuelan volar sobresalir apart drop rise`)

// adjectives name a property where they stand as nouns: "el alto", "how wide". Behind
// a noun they only tell its kind: "riesgo alto".
var adjectives = words("alto alta altos ancho ancha anchos largo larga largos fondo")

// frames are phrases that only frame, whose words may mean something by
// themselves: "en lugar de" is no place.
var frames = lazyregexp.New(`(?i)\b(?:en lugar de|en vez de|a partir de|en caso de que|en funci[oó]n de|con respecto a|de acuerdo con|por encima de|por debajo de|m[aá]s (?:alt|baj|grande|peque[nñ])\p{L}*|como m[aá]ximo|como m[ií]nimo|por lo menos|al menos|as well as|instead of|in case of|according to|at least|at most|no more than|no less than)(?:l)?\b`)

// withoutFrames blanks them out, so that everything keeps its place.
func withoutFrames(text string) string {
	return frames.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(" ", len(s)) })
}

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
	howMuchCue = lazyregexp.New(` (?:cuant[oa]s?|que (?:valor|medidas?|dimension(?:es)?)|how (?:much|many|high|wide|long|deep|steep|far|thick|big|large|tall)) `)
	mayCue     = lazyregexp.New(` (?:puedo|puede|pueden|podemos|se permite|se puede|esta[n]? permitid[oa]s?|obligan?|es obligatori[oa]|es necesari[oa]|son obligatori[oa]s|hace falta|hay que|se aplica|debo|tengo que|can|may|must|is it (?:allowed|required|mandatory)|do i (?:have|need)|am i allowed) `)
	yesNoCue   = lazyregexp.New(`^ (?:puedo|puede|pueden|podemos|se puede|se pueden|se permite|se permiten|esta[n]? permitid[oa]s?|obligan?|necesit(?:o|as?|an)|requieren?|es obligatori[oa]|es necesari[oa]|son obligatori[oa]s|hay que|hace falta|debo|debe|deben|tengo que|can|may|must|should|do|does|is it|are) `)
	// openCue asks for what stands behind it, and not for yes or no.
	openCue = lazyregexp.New(`(?:^|[¿.;,] ?)(?:(?:a|de|en|con|desde|para|por|in|at|on|from|under|with|to) )?(?:que|cual(?:es)?|what|which) `)

	whichCue   = lazyregexp.New(` (?:que norma|cual|cuales|que clase|que categoria|which|who|quien) `)
	whenCue    = lazyregexp.New(` (?:cuando|en que casos?|donde|(?:a partir de|desde|con) que desnivel|when|where|in which cases?) `)
	meaningCue = lazyregexp.New(`^ (?:que (?:es|son|significa) (?:un|una|unos|unas|el|la|los|las)? ?|que se (?:entiende|considera)|a que se (?:llama|refiere)|como se define|definicion de|what (?:is|are) (?:meant by|considered|an?)|what (?:does|do) .* mean |define |definition of )`)
	definesCue = lazyregexp.New(`\b(?:se entiende\w*|se entendera\w*|se considera\w*|se define\w*|se denomina\w*|a (?:los )?efectos de|significa|means|is defined|are defined|refers to|is considered)\b|^(?:[a-z0-9]{1,3}[.)] ?)?[\p{L} ()]{3,60}:`)

	complyCue = lazyregexp.New(` (?:cumple|cumplen|vale|valen|sirve|sirven|es (?:valid[oa]|correct[oa]|suficiente|legal|admisible)|compl(?:y|ies)|(?:ok|enough|compatible|compliant|valid|sufficient|allowed|permitted|permissible|acceptable)|admisible|permitid[oa]) `)
	leastCue  = lazyregexp.New(` (?:minim[oa]s?|mas (?:baj[oa]s?|pequen[oa]s?)|lowest|smallest|shortest|narrowest|al menos|como minimo|minimum|at least) `)
	mostCue   = lazyregexp.New(` (?:maxim[oa]s?|mas (?:alt[oa]s?|grandes?)|como maximo|limite|hasta que|maximum|at most|limit|largest|highest|greatest|longest|widest|biggest) `)

	// exceptionCue opens what limits a rule (CITATIONS S6).
	exceptionCue = lazyregexp.New(`\b(?:salvo|excepto|excepcion|excepciones|a excepcion de|siempre que|no obstante|sin embargo|unless|except|provided that|however|exception)\b`)

	// denial says of a thing that it is not what follows.
	denial = lazyregexp.New(`\b(?:no (?:es|sea|son|sean|sera|seran|esta|tiene[n]?)(?: de)?|distint[oa]s? (?:de|del|al|a)|(?:is|are) not|other than)((?: [^\s,;.]+){1,3})`)

	// eachCue stands before what an amount is counted for: "uno por cada 40".
	eachCue = lazyregexp.New(`\b(?:cada|every|each|one in|(?:uno|una) de)(?: [\p{L}]+)? $`)

	// forbids makes of a comparison a limit: "no hay salientes de más de 9 cm".
	forbids = lazyregexp.New(`\b(?:no|ni|sin|ning\w+|prohib\w+|not?|never|without)\b`)

	// betweenCue asks for what parts two units; sameCue says of a rule that it is
	// for the inside of one.
	betweenCue = lazyregexp.New(` (?:entre|between) `)
	sameCue    = lazyregexp.New(`\b(?:una misma|un mismo|la misma|el mismo|dentro de (?:una|la|un|el)|within (?:one|a|the same)|the same)\b`)

	// documentCue asks for what the project's own documents say.
	documentCue = lazyregexp.New(` (?:documentos?|memoria|informe|pdf|fichero|archivo|plano|estudio|document|report|file|drawing|survey) `)

	// compositeCue asks for what several properties make up together.
	compositeCue = lazyregexp.New(`\b(?:suma|2 ?c ?\+ ?h|2 ?r ?\+ ?g|formula|relacion entre|proporcion|superar|diferencia|difference|sum|twice|ratio)\b`)

	// conditionCue opens a condition within a sentence.
	conditionCue = lazyregexp.New(`\b(?:cuando|si|siempre que|salvo|excepto|en (?:el )?caso de|para|donde|cuy[oa]s?|when|where|if|unless|except|provided|whose|for)\b`)

	// elseCue marks the value of all cases not named.
	elseCue = lazyregexp.New(`\b(?:en )?(?:el resto|los demas|los restantes|las demas|otherwise|all other|other cases|resto de(?: los)? casos|otros casos|demas casos)\b|^ *(?:resto|otros|otras|demas|other|others)\b`)

	// supplementCue marks what is asked for on top of a rule, not in its place.
	supplementCue = lazyregexp.New(`\b(?:otr[oa]s?|ademas|tambien|adicional\w*|another|additional\w*|also|as well)\b`)

	// neededCue says that something has to be there.
	neededCue = lazyregexp.New(`\b(?:habra|existira\w*|dispondra\w*|se (?:colocara|instalara|preve)\w*|(?:sera|es|son|seran) (?:necesari|obligatori|exigible)\w*|(?:deben? |deberan? )?llev(?:ar|a|an|ara|aran)(?:se)?|necesitan?|hace falta|provide|install|(?:be|are|is) (?:required|provided|fitted)|(?:should|must|shall) (?:also |always )?(?:be|have))\b`)

	// valueCue is a verb that gives a value.
	valueCue = lazyregexp.New(`\b(?:mid[ea]n?|medira\w*|es|son|tiene\w*|esta\w*|llega\w*|salva\w*|queda\w*|is|are|be|measures?)\b`)

	// futureCue is what Spanish rules speak in.
	futureCue = lazyregexp.New(`\bse \p{L}+[aei]ran?\b`)

	normCue = lazyregexp.New(`\b(?:debe\w*|podra\w*|puede\w*|no se|no es|permit\w*|admit\w*|voluntari\w*|prohib\w*|exceptu\w*|exclu[iy]\w*|exent\w*|exim\w*|exig\w*|oblig\w*|rige\w*|se aplica|aplicara\w*|sera\w*|tendra\w*|dispondra\w*|must|shall|may|should|do not|does not|need not|require\w*|prohibit\w*)\b`)
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
