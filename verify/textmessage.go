package verify

// The texts about limits found in texts.
const (
	msgReadInText message = msgLabelled + 1 + iota
	msgProposed
	msgDoubtful
	msgDisagree
	msgTreatedIn
	msgCountMissing
	msgOpenWord
	msgMeetsSome
	msgSpecial
	msgUsualMaximum
	msgUsualMinimum
	msgImplied
	msgSideless
	msgOtherCases
)

var textMessages = map[string]map[message]string{
	"es": {
		msgReadInText:   "El límite se ha leído automáticamente del texto de %s, no de una regla revisada; compruébelo en la fuente citada.",
		msgProposed:     "El límite lo ha propuesto un modelo de lenguaje a partir del texto de %s, no una regla revisada; compruébelo en la fuente citada.",
		msgDoubtful:     "El texto no se ha podido leer con certeza (%s); por sí solo no basta para dar el valor por bueno.",
		msgDisagree:     "Dos pasajes del mismo rango dan límites distintos y nada indica cuál se aplica: %s.",
		msgTreatedIn:    "Tratan de ello estos apartados, sin que ninguno haya podido aplicarse: %s.",
		msgCountMissing: "Falta este dato: número de %s.",
		msgOpenWord:     "El texto que trata de ello no explica %q, que podría hacer que se tratara de otra cosa.",
		msgMeetsSome:    "El valor cumple donde se ha encontrado límite; según los datos que faltan, podría regir otro que no se ha encontrado.",
		msgSpecial:      "Otros apartados tratan expresamente de lo que dice la consulta y no se han podido aplicar: %s.",
		msgUsualMaximum: "El texto no dice si la cifra es un máximo o un mínimo; se toma como máximo, que es lo habitual para %s.",
		msgUsualMinimum: "El texto no dice si la cifra es un máximo o un mínimo; se toma como mínimo, que es lo habitual para %s.",
		msgImplied:      "El texto no nombra lo que mide la cifra; por su unidad se entiende que es %s.",
		msgSideless:     "El texto no dice si la cifra es un máximo o un mínimo, y lo que se mide admite ambas cosas: %s.",
		msgOtherCases:   "el límite rige en los demás casos, y alguno de los casos no se ha entendido",
	},
	"en": {
		msgReadInText:   "The limit was read automatically from the text of %s, not from a reviewed rule; check it in the source cited.",
		msgProposed:     "The limit was proposed by a language model from the text of %s, not by a reviewed rule; check it in the source cited.",
		msgDoubtful:     "The text could not be read for certain (%s); by itself it is not enough to accept the value.",
		msgDisagree:     "Two passages of equal rank give different limits and nothing tells which one applies: %s.",
		msgTreatedIn:    "These sections treat of it, though none could be applied: %s.",
		msgCountMissing: "This datum is missing: number of %s.",
		msgOpenWord:     "The text that treats of it does not explain %q, which could make it another thing.",
		msgMeetsSome:    "The value complies where a limit was found; depending on what is missing another one may hold that was not found.",
		msgSpecial:      "Other sections treat expressly of what the check says and could not be applied: %s.",
		msgUsualMaximum: "The text does not say whether the figure is a maximum or a minimum; it is taken as a maximum, as is usual for %s.",
		msgUsualMinimum: "The text does not say whether the figure is a maximum or a minimum; it is taken as a minimum, as is usual for %s.",
		msgImplied:      "The text does not name what the figure measures; by its unit it is taken to be %s.",
		msgSideless:     "The text does not say whether the figure is a maximum or a minimum, and what is measured allows both: %s.",
		msgOtherCases:   "the limit holds in all other cases, and one of the cases was not understood",
	},
}
