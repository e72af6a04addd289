package patternextract

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// topic says what a wording speaks of, beside what it does in a statement.
type topic uint16

const (
	topicLeast       topic = 1 << iota // what is measured is bound from below, as a rule
	topicMost                          // from above, as a rule
	topicSurelyLeast                   // no rule bounds it from above without saying so
	topicSurelyMost
	topicZoned // what is limited by the zones a series names
	topicTable // names a table
	topicMonth
	topicMoney
	topicPurpose // leads to a clause that says what must be so: "de modo que"
	topicPlus    // adds what follows to what stands before
	topicLegal   // speaks of the law itself: its coming into force
	topicPronoun // stands for what was named before
	topicEvery   // leads to how far apart things are: "cada 5 años"
	topicOften   // names how often something is done
	topicUpTo    // a bound from above that often says of which things the clause speaks
	topicInch    // a unit that is not read, and a little word as well
)

// topics names the topics as the language files write them.
var topics = map[string]topic{
	"nature least": topicLeast, "nature most": topicMost, "surely least": topicSurelyLeast, "surely most": topicSurelyMost,
	"zoned": topicZoned, "table": topicTable, "month": topicMonth, "money": topicMoney, "legal": topicLegal, "purpose": topicPurpose, "plus": topicPlus, "pronoun": topicPronoun,
	"every": topicEvery, "often": topicOften, "inch": topicInch, "up to": topicUpTo,
}

// kindNature is how quantities are bound that say by their unit what they are.
var kindNature = map[quantity.Kind]topic{
	"illuminance": topicSurelyLeast, "flow per person": topicSurelyLeast, quantity.FireClass: topicSurelyLeast,
	quantity.SlipResistance: topicSurelyLeast, "transmittance": topicSurelyMost,
}

// natures are the topics that tell how something is bound.
const natures = topicLeast | topicMost | topicSurelyLeast | topicSurelyMost

// speakOf reports that one of some tokens speaks of a topic.
func speakOf(toks []token, x topic) bool {
	for i := range toks {
		if toks[i].speaksOf(x) {
			return true
		}
	}
	return false
}

// natureOf collects how what some tokens name is bound.
func natureOf(toks []token) topic {
	n := topic(0)
	for i := range toks {
		n |= toks[i].topic & natures
	}
	return n
}

// head is what the titles over a statement say of its figures.
type head struct {
	op     verify.Op // the bound they name, or ""
	nature topic     // how what they name is surely bound
	zoned  bool
	table  bool   // they are those of a table, which sentences behind it are no part of
	unit   string // what its figures have where none is printed
}

// under is how a figure is bound whose own words say n, under words that say
// above: those add that it is sure, and decide where its own say nothing.
func (n topic) under(above topic) topic {
	if n == 0 {
		return above
	}
	sure := n | above&(topicSurelyLeast|topicSurelyMost)
	if op, _ := sure.bound(); op == verify.Equal {
		return n // "permeabilidad al aire, clase 3": classes count upwards
	}
	return sure
}

// bound is the operator that follows from what is measured, with the doubt that
// remains. What is surely bound one way is doubtful where something beside it is
// bound the other way: it need not be what is measured.
func (n topic) bound() (op verify.Op, doubt string) {
	least, most := n&(topicLeast|topicSurelyLeast) != 0, n&(topicMost|topicSurelyMost) != 0
	if least == most {
		return verify.Equal, DoubtDirection
	}
	if op = verify.AtMost; least {
		op = verify.AtLeast
	}
	if n&(topicSurelyLeast|topicSurelyMost) == 0 {
		doubt = DoubtNature
	}
	return op, doubt
}
