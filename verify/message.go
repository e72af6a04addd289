package verify

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// message is a text of the engine itself: what a verdict says beside the rules'
// own words. Each has a wording in the built-in languages; languages that are added
// bring theirs by the names in [messageKeys].
type message int

const (
	msgBadNumber message = iota
	msgUnknownUnit
	msgThousands
	msgBadBoolean
	msgNegative
	msgIncompatible
	msgNoParameter
	msgTwoParameters
	msgUnexplained
	msgBlocked
	msgNoElement
	msgNotUnderstood
	msgTwoElements
	msgContradiction
	msgOtherPlace
	msgNoRule
	msgNotInScope
	msgNoReading
	msgTooMany
	msgMissing
	msgAssumed
	msgUnread
	msgLeans
	msgSeveral
	msgUnreadDecides
	msgUnknownLimit
	msgTextAsks
	msgOnlyFails
	msgCompliesIf
	msgFailsIf
	msgDigest
	msgDigestAlone // of one without an address
	msgStrict
	msgOtherBound
	msgNotGoverning
	msgMightApply
	msgWidePlace
	msgZoneBoundary
	msgSiteAltitude
	msgUpTo
	msgBelow
	msgOrMore
	msgAbove
	msgGivenAgainst
	msgGivenPlace
	msgProjectSays
	msgRepealed
	msgNotEnacted
	msgNotInForce
	msgNotApplicable
	msgNotHosted
	msgNoRules
	msgNoCurrent
	msgThenInForce
	msgElsewhere
	msgAnd
	msgOr
	msgYes
	msgNo
	msgNot
	msgOtherThan
	msgAlways
	msgDuty
	msgNoLimit
	msgNotThatDay
	msgTermTwice
	msgTermOpen
	msgConflict
	msgUnexpressed
	msgExcludedDate
	msgExcludedStatus
	msgReplaced
	msgByLower
	msgByRegional
	msgByProvincial
	msgBySupramunicipal
	msgByMunicipal
	msgBySectorial
	msgUseUnread
	msgJoint
	msgOlder
	msgForceUnknown
	msgLabelled
)

var messages = map[string]map[message]string{
	"es": {
		msgBadNumber:     "El valor no es un número decimal.",
		msgThousands:     "No está claro si %q son %s o %s: escriba los miles sin punto.",
		msgUnknownUnit:   "No se reconoce la unidad %q; no se ha supuesto ninguna.",
		msgBadBoolean:    "Una comprobación de sí o no lleva el valor 1 o 0.",
		msgNegative:      "Un valor negativo no tiene sentido para %s.",
		msgIncompatible:  "La unidad %q no mide lo mismo que el límite de la norma, que está en %q.",
		msgNoParameter:   "Ninguna regla cargada trata del parámetro %q.",
		msgTwoParameters: "El parámetro nombra varias magnitudes a la vez (%s); indique una.",
		msgUnexplained:   "El parámetro contiene %q, que no se ha podido interpretar y podría cambiar lo que se mide.",
		msgBlocked:       "%q no es el elemento que regulan las reglas cargadas.",
		msgNoElement:     "No se reconoce en %q ningún elemento de obra.",
		msgNotUnderstood: "El elemento contiene %q, que no se ha podido interpretar y podría convertirlo en otra cosa.",
		msgTwoElements:   "El elemento nombra varias cosas a las que se aplican reglas distintas (%s); compruebe una cada vez.",
		msgContradiction: "El valor contradice lo que dice el elemento: %q.",
		msgOtherPlace:    "El texto nombra %q, y la comprobación es de %s.",
		msgNoRule:        "Ninguna regla de las normas consultadas limita %s de %s.",
		msgNotInScope:    "Hay reglas sobre %s de %s en %s, fuera de las normas consultadas.",
		msgNoReading:     "Ninguna de las reglas sobre %s de %s es aplicable a este caso.",
		msgTooMany:       "Faltan demasiados datos para decidir.",
		msgMissing:       "Falta este dato: %s.",
		msgAssumed:       "Se ha supuesto, porque no se indica otra cosa: %s.",
		msgUnread:        "No se ha interpretado %q.",
		msgLeans:         "El veredicto se apoya en lo que dice %q, pero no se entiende %q: escriba la circunstancia sola, como «con rociadores» o «rociadores: no».",
		msgSeveral:       "Se dan varios valores de %s: %s. Decide el más desfavorable.",
		msgTextAsks:      "El texto de %s, leído automáticamente, exige %s %s %s: compruebe si es aplicable, porque el valor no lo cumple.",
		msgUnknownLimit:  "El valor cumple donde hay límite, pero según los datos que faltan podría regir otro que no se conoce.",
		msgUnreadDecides: "No se sabe si %q es este dato, del que depende el veredicto: %s. Indíquelo con su nombre.",
		msgOnlyFails:     "El valor no cumple donde hay límite; según los datos que faltan, podría no haberlo.",
		msgCompliesIf:    "Cumple (%s) si: %s.",
		msgFailsIf:       "No cumple (%s) si: %s.",
		msgDigest:        "El texto de %s es un resumen propio; compruebe la redacción oficial en %s.",
		msgDigestAlone:   "El texto de %s es un resumen propio; compruebe la redacción oficial.",
		msgStrict:        "El propio límite no cumple: el valor debe quedar estrictamente a un lado.",
		msgOtherBound:    "el otro extremo del intervalo",
		msgNotGoverning:  "también aplicable, menos exigente en este caso: %s",
		msgMightApply:    "podría ser aplicable: %s",
		msgWidePlace:     "%s no es un municipio; no hay datos técnicos del emplazamiento.",
		msgZoneBoundary:  "La zona climática %s corresponde a la altitud de la capital del municipio (%d m); a menos de %d m de desnivel hay otra zona. Indique la altitud del emplazamiento.",
		msgSiteAltitude:  "Se ha usado la zona climática %s, la de la altitud indicada.",
		msgUpTo:          "hasta %s",
		msgBelow:         "menos de %s",
		msgOrMore:        "%s o más",
		msgAbove:         "más de %s",
		msgGivenAgainst:  "Cuenta la circunstancia dada como dato, %s; el texto dice otra cosa: %s.",
		msgProjectSays:   "Cuenta lo que dice la comprobación, %s; el proyecto dice otra cosa: %s.",
		msgGivenPlace:    "Se ha usado el dato indicado y no el del lugar: %s.",
		msgRepealed:      "La versión %s está derogada; se ha usado porque se ha pedido.",
		msgNotEnacted:    "La versión %s no está aprobada; se ha usado porque se ha pedido.",
		msgNotInForce:    "La versión %s no está en vigor en la fecha de la comprobación.",
		msgNotApplicable: "%s no es aplicable en %s.",
		msgNotHosted:     "El texto de %s no está alojado en este servicio.",
		msgNoCurrent:     "Ninguna versión de %s está en vigor; para verificar con una que no lo está, nómbrela: %s.",
		msgThenInForce:   "El %s estaba en vigor %s, para la que no hay reglas sobre ello.",
		msgNoRules:       "Para %s no hay reglas cargadas.",
		msgElsewhere:     "Ninguna de las normas consultadas tiene reglas cargadas.",
		msgAnd:           " y ",
		msgOr:            " o ",
		msgYes:           "sí",
		msgNo:            "no",
		msgNot:           "no se da que %s",
		msgOtherThan:     "distinto de %s",
		msgAlways:        "en los demás casos",
		msgDuty:          "exigencia de sí o no",
		msgNoLimit:       "sin límite",

		msgNotThatDay:       "Las reglas sobre %s de %s en %s no valen el día %s.",
		msgTermTwice:        "Dos normas del mismo nivel fijan %q de manera distinta: %s y %s.",
		msgTermOpen:         "%s deja %s a %s, y no hay ninguna cargada que lo fije.",
		msgConflict:         "Dos normas exigen lo que no puede cumplirse a la vez: %s (%s) y %s (%s).",
		msgUnexpressed:      "Lo que la regla de %s no recoge: %s",
		msgExcludedDate:     "no considerada: la regla no vale el día de la comprobación",
		msgExcludedStatus:   "no considerada: esa versión no está vigente",
		msgReplaced:         "sustituida aquí por otra norma: %s",
		msgByLower:          "una norma de nivel inferior",
		msgByRegional:       "la norma autonómica",
		msgByProvincial:     "la norma provincial",
		msgBySupramunicipal: "la norma supramunicipal",
		msgByMunicipal:      "la norma municipal",
		msgBySectorial:      "la norma sectorial",
		msgUseUnread:        "El uso del edificio contiene %q, que no se ha podido interpretar: podría ser un edificio al que estas reglas no se aplican.",
		msgJoint:            "El texto dice a la vez varias cosas que las reglas distinguen, y el valor no cumple con alguna de ellas: compruebe una cada vez.",
		msgOlder:            "El texto da el año %s, y %s no consta que rigiera para un edificio de entonces.",
		msgForceUnknown:     "No consta desde cuándo está en vigor %s; no se sabe si lo estaba el %s.",
		msgLabelled:         "%s: %s",
	},
	"en": {
		msgBadNumber:     "The value is not a decimal number.",
		msgThousands:     "It is not clear whether %q is %s or %s: write thousands without a point.",
		msgUnknownUnit:   "The unit %q is not known; none was assumed.",
		msgBadBoolean:    "A yes/no check has the value 1 or 0.",
		msgNegative:      "A negative value makes no sense for %s.",
		msgIncompatible:  "The unit %q does not measure what the regulation limits, which is in %q.",
		msgNoParameter:   "No rule loaded is about the parameter %q.",
		msgTwoParameters: "The parameter names several quantities at once (%s); name one.",
		msgUnexplained:   "The parameter contains %q, which was not understood and could change what is measured.",
		msgBlocked:       "%q is not the element the rules loaded are about.",
		msgNoElement:     "The construction element in %q was not recognised.",
		msgNotUnderstood: "The element contains %q, which was not understood and could make it another thing.",
		msgTwoElements:   "The element names several things that different rules are about (%s); check one at a time.",
		msgContradiction: "The value contradicts what the element says: %q.",
		msgOtherPlace:    "The text names %q, and the check is about %s.",
		msgNoRule:        "No rule of the regulations consulted limits %s of %s.",
		msgNotInScope:    "There are rules on %s of %s in %s, outside the regulations consulted.",
		msgNoReading:     "None of the rules on %s of %s applies to this case.",
		msgTooMany:       "Too many data are missing to decide.",
		msgMissing:       "This datum is missing: %s.",
		msgAssumed:       "Assumed, as nothing else was said: %s.",
		msgUnread:        "%q was not understood.",
		msgLeans:         "The verdict leans on %q, but %q is not understood: write the circumstance alone, as \"with sprinklers\" or \"sprinklers: no\".",
		msgSeveral:       "Several values of %s are given: %s. The least favourable decides.",
		msgTextAsks:      "The text of %s, read automatically, asks for %s %s %s: check whether it applies, for the value does not meet it.",
		msgUnknownLimit:  "The value complies where there is a limit, but depending on what is missing another, unknown one might hold.",
		msgUnreadDecides: "It is not clear whether %q is this datum, on which the verdict turns: %s. State it by its name.",
		msgOnlyFails:     "The value does not comply where there is a limit; depending on what is missing there might be none.",
		msgCompliesIf:    "Complies (%s) if: %s.",
		msgFailsIf:       "Does not comply (%s) if: %s.",
		msgDigest:        "The text of %s is a digest; check the official wording at %s.",
		msgDigestAlone:   "The text of %s is a digest; check the official wording.",
		msgStrict:        "The limit itself does not comply: the value must lie strictly on one side.",
		msgOtherBound:    "the other bound of the range",
		msgNotGoverning:  "also applicable, less demanding here: %s",
		msgMightApply:    "might apply: %s",
		msgWidePlace:     "%s is no municipality; there are no technical data of the site.",
		msgZoneBoundary:  "Climate zone %s is that of the altitude of the municipality's capital (%d m); another zone begins within %d m of height. State the altitude of the site.",
		msgSiteAltitude:  "Climate zone %s was used, that of the altitude stated.",
		msgUpTo:          "up to %s",
		msgBelow:         "less than %s",
		msgOrMore:        "%s or more",
		msgAbove:         "more than %s",
		msgGivenAgainst:  "The circumstance given as data counts, %s; the text says otherwise: %s.",
		msgProjectSays:   "What the check says counts, %s; the project says otherwise: %s.",
		msgGivenPlace:    "The datum given was used, not that of the place: %s.",
		msgRepealed:      "Version %s is repealed; it was used because it was asked for.",
		msgNotEnacted:    "Version %s is not enacted; it was used because it was asked for.",
		msgNotInForce:    "Version %s is not in force on the day of the check.",
		msgNotApplicable: "%s does not apply in %s.",
		msgNotHosted:     "The text of %s is not hosted by this service.",
		msgNoCurrent:     "No version of %s is in force; to verify against one that is not, name it: %s.",
		msgThenInForce:   "On %s the version in force was %s, for which there are no rules about it.",
		msgNoRules:       "No rules are loaded for %s.",
		msgElsewhere:     "None of the regulations consulted has rules loaded.",
		msgAnd:           " and ",
		msgOr:            " or ",
		msgYes:           "yes",
		msgNo:            "no",
		msgNot:           "it is not so that %s",
		msgOtherThan:     "other than %s",
		msgAlways:        "in all other cases",
		msgDuty:          "yes/no requirement",
		msgNoLimit:       "no limit",

		msgNotThatDay:       "The rules on %s of %s in %s do not hold on %s.",
		msgTermTwice:        "Two regulations of the same level lay down %q differently: %s and %s.",
		msgTermOpen:         "%s leaves %s to %s, and none that lays it down is loaded.",
		msgConflict:         "Two regulations ask what cannot be met together: %s (%s) and %s (%s).",
		msgUnexpressed:      "What the rule of %s does not express: %s",
		msgExcludedDate:     "not considered: the rule does not hold on the day of the check",
		msgExcludedStatus:   "not considered: that version is not in force",
		msgReplaced:         "replaced here by another regulation: %s",
		msgByLower:          "a regulation of a lower level",
		msgByRegional:       "the regional regulation",
		msgByProvincial:     "the provincial regulation",
		msgBySupramunicipal: "the supramunicipal regulation",
		msgByMunicipal:      "the municipal regulation",
		msgBySectorial:      "the sectorial regulation",
		msgUseUnread:        "The use of the building contains %q, which was not understood: it may be a building that these rules are not about.",
		msgJoint:            "The text says several things at once that the rules tell apart, and the value does not comply with one of them: check one at a time.",
		msgOlder:            "The text gives the year %s, and it is not known that %s held for a building of that time.",
		msgForceUnknown:     "It is not known since when %s is in force, and so not whether it was on %s.",
		msgLabelled:         "%s: %s",
	},
}

// speaker writes messages and labels in one of the languages of a country.
type speaker struct {
	lang    string
	tongues *tongues
}

// englishWordings stand in for what no language of a country says.
var englishWordings = wordingsOf(englishCode)

// wordings returns the messages in the speaker's language, those of the country's
// own where it has none, else English ones.
func (s speaker) wordings() map[message]string {
	for _, lang := range []string{s.lang, s.tongues.Home()} {
		if w := s.tongues.speech(lang); w != nil {
			return w
		}
	}
	return englishWordings
}

func (s speaker) say(m message, args ...any) string {
	if len(args) == 0 {
		return s.wordings()[m]
	}
	return fmt.Sprintf(s.wordings()[m], args...)
}

// figure writes a number, which has a decimal point, as the speaker's language does.
func (s speaker) figure(number string) string {
	return strings.Replace(number, ".", quantity.DecimalSign(s.lang), 1)
}

// comparison writes an operator as print does.
func comparison(op string) string { return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(op) }

// text returns a text of the rules, in the country's own language where it has
// none in the speaker's.
func (s speaker) text(t rules.Text) string { return t.In(s.lang, s.tongues.Home()) }
