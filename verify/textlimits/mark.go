package textlimits

// mark says what a wording does in a statement; a wording may do several things.
type mark uint64

const (
	markMore mark = 1 << iota // more than
	markLess
	markLeast // at least: equal is allowed
	markMost
	markEqual
	markLeastBehind // "o más", behind its figure
	markMostBehind
	markUpTo // a bound from above that most often says in which case another limit holds
	markNot
	markForbid // what follows must not be
	markVerb
	markMain        // a verb form that only a main clause has
	markSubordinate // a verb form that no main clause has
	markDemand      // a verb that demands something
	markAbstract    // a duty of which no check can ask: "cumplir"
	markExempt      // says to what the text does not apply
	markModal       // may stand between a verb and what it says
	markSkip        // may stand between a comparator and its figure
	markDet
	markOf
	markAnd
	markPlace    // a preposition that says where
	markJoin     // adds a further property: "with"
	markRelative // opens what tells a thing from others: "que", "whose"
	markPurpose  // what follows is the statement: "de modo que"
	markMeasureBehind
	markWhen
	markWeak // opens a circumstance only at the beginning or behind a figure
	markUnless
	markThen // takes up the circumstance before: "en cuyo caso"
	markRest
	markAlso // begins a further clause: "además"
	markConcede
	markPer
	markFraction
	markOne
	markEvery // leads to how far apart things are: "cada 5 años"
	markOften // names how often something is done
	markGauge
	markPass
	markName // what follows is a number by name: "artículo 5"
	markExample
	markTrial // what follows belongs to a test, or is added to something else
	markAt
	markMoney
	markMonth
	markLegal // speaks of the law itself: its coming into force
	markDefine
	markHistory // what follows was so once
	markPast    // so was what its sentence says
	markHalf    // belongs to the figure before: "y medio"
	markBetween // a range begins behind it
	markPerUnit // divides the figure before
	markUnsure  // a unit that means another one in running text
	markRespective
	markPronoun
	markHeadLeast // the bound a heading names
	markHeadMost
	markNatureLeast // what is measured is bound from below, as a rule
	markNatureMost
	markSurelyLeast // no rule bounds it from above without saying so
	markSurelyMost
)

// marks names the marks as the language files write them.
var marks = map[string]mark{
	"more": markMore, "less": markLess, "least": markLeast, "most": markMost, "equal": markEqual,
	"least behind": markLeastBehind, "most behind": markMostBehind, "up to": markUpTo | markMost,
	"not": markNot, "forbid": markForbid | markVerb | markNot, "verb": markVerb, "verb main": markMain | markVerb,
	"verb subordinate": markSubordinate | markVerb, "demand": markDemand | markVerb, "abstract": markAbstract, "exempt": markExempt | markVerb,
	"modal": markModal, "skip": markSkip, "det": markDet, "of": markOf, "and": markAnd, "place": markPlace, "join": markJoin, "relative": markRelative, "purpose": markPurpose,
	"measure behind": markMeasureBehind, "when": markWhen, "when weak": markWeak, "unless": markUnless, "then": markThen, "rest": markRest,
	"also": markAlso, "concede": markConcede | markVerb, "per": markPer, "fraction": markFraction, "one": markOne, "every": markEvery, "often": markOften,
	"gauge": markGauge, "pass": markPass, "name": markName, "example": markExample, "trial": markTrial, "at": markAt, "money": markMoney, "month": markMonth,
	"legal": markLegal, "define": markDefine, "history": markHistory, "past": markPast, "half": markHalf, "unsure": markUnsure, "between": markBetween, "per unit": markPerUnit, "respective": markRespective, "pronoun": markPronoun,
	"head least": markHeadLeast, "head most": markHeadMost, "nature least": markNatureLeast, "nature most": markNatureMost,
	"surely least": markSurelyLeast, "surely most": markSurelyMost,
}

// comparators bind a figure from one side, or say that it is met exactly.
const comparators = markMore | markLess | markLeast | markMost | markEqual

// natures tell how something is bound, as a rule.
const natures = markNatureLeast | markNatureMost | markSurelyLeast | markSurelyMost
