package patternextract

// mark says what a wording does in a statement; a wording may do several things.
type mark uint64

const (
	markMore mark = 1 << iota // more than
	markLess
	markLeast // at least, and equal is allowed
	markMost
	markEqual
	markLeastBehind // "o más", behind its figure
	markMostBehind
	markBetween
	markAnd
	markTo
	markNot
	markLack // "carecerán de": what follows must not be
	markForbid
	markVerb
	markModal
	markSkip // may stand between a comparator and its figure
	markDet
	markOf
	markMeasureBehind
	markWhen
	markWeak // opens a circumstance only at the beginning or behind a figure
	markUnless
	markThen // takes up the circumstance before: "en cuyo caso"
	markRest
	markAlso
	markHowever
	markPer
	markFraction
	markNoLimit
	markGauge
	markPass
	markName // what follows is a number by name: "artículo 5"
	markExample
	markTrial
	markAt
	markClass
	markDefine
	markDemand
	markAbility
	markHeadLeast
	markHeadMost
	markRatio // "1 in 40"
	markOne
	markPlace       // a preposition that says where
	markAdverb      // may stand between verb and comparator
	markSubordinate // a verb form that no main clause has
	markRelative
	markConcede // a further limit in place of the one before: "se admite"
	markPerUnit
	markAbstract // a duty of which no check can ask: "cumplir"
	markExempt   // says to what the text does not apply
	markLowers   // says that a limit may be lower in some case, so that it is a minimum
	markRaises
	markDimension // a comparator that names what it compares: "higher than"
	markJoin      // adds a further property: "with"
	markMain      // a verb form that only a main clause has
	markRespective
	markAct // a verb that names what is measured: "vuelen"
)

// marks names the marks as the language files write them.
var marks = map[string]mark{
	"more": markMore, "less": markLess, "least": markLeast, "most": markMost, "equal": markEqual,
	"least behind": markLeastBehind, "most behind": markMostBehind, "between": markBetween, "and": markAnd, "to": markTo,
	"not": markNot, "lack": markLack | markVerb, "forbid": markForbid | markVerb | markNot, "verb": markVerb, "modal": markModal, "skip": markSkip,
	"det": markDet, "of": markOf, "measure behind": markMeasureBehind, "when": markWhen, "when weak": markWeak,
	"unless": markUnless, "then": markThen, "rest": markRest, "also": markAlso, "however": markHowever, "per": markPer,
	"fraction": markFraction, "no limit": markNoLimit, "gauge": markGauge, "pass": markPass, "name": markName,
	"example": markExample, "trial": markTrial, "at": markAt, "class": markClass,
	"define": markDefine, "demand": markDemand | markVerb, "ability": markAbility | markVerb | markNot | markModal, "head least": markHeadLeast, "head most": markHeadMost,
	"ratio": markRatio, "one": markOne, "place": markPlace, "adverb": markAdverb, "verb subordinate": markSubordinate | markVerb,
	"relative": markRelative, "concede": markConcede | markVerb, "act": markAct | markVerb,
	"verb main": markMain | markVerb, "respective": markRespective, "join": markJoin, "dimension": markDimension, "lowers": markLowers | markVerb, "raises": markRaises | markVerb, "exempt": markExempt | markVerb, "per unit": markPerUnit, "abstract": markAbstract,
}
