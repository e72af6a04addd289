package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// truth is three-valued: what depends on something unknown may be.
type truth int8

const (
	no truth = iota - 1
	maybe
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// origin tells where knowledge comes from; a stronger one replaces a weaker.
type origin uint8

const (
	nowhere origin = iota
	byTrial        // a value tried because nothing is known
	byDefault
	byPlace
	byProject // the memory of the project
	byConcept
	byText
	byGiven // as data, which is certain
)

// knowledge is what is known of one fact: the values it may still have.
type knowledge struct {
	origin origin
	texts  []string          // of every kind but quantities; nil: any
	span   quantity.Interval // of quantities; no bounds: any
	joint  bool              // all of texts hold at once: a shop below dwellings
	rest   bool              // texts are what a denial leaves
}

func (k knowledge) unknown() bool { return k.origin == nowhere }

// fact is a Fact with what [New] works out about it.
type fact struct {
	rules.Fact
	index        int
	thresholds   []quantity.Number   // where conditions and tables turn, ascending
	declared     []string            // codes whose files declare it
	texts        []string            // values conditions and tables ask for, in order
	asked        []condition         // what conditions and tables ask; values that answer all alike are one
	data         []string            // values places have, of a text that is a datum of theirs
	all          []knowledge         // the options of the fact when nothing is known
	nouns        []string            // stems that every value of a category is called by
	labels       []string            // stems of its label, in every language
	called       map[string][]string // stems of the labels of each value
	assumed      knowledge           // that its default holds; unknown without one
	measures     []understand.Word   // the quantities in its label: "more than 2 m up"
	usual        []condition         // [rules.Fact.Usual]
	defaultWhere []condition         // [rules.Fact.DefaultWhere]
	closed       bool                // versions are about some values and nothing else, so that another value is one too
	measured     bool                // a formula computes with it, so that every value may make another limit
}

// assumedIn is what is assumed of f where nothing is said of it, by what is known.
func (f *fact) assumedIn(known []knowledge) knowledge {
	if allOf(f.defaultWhere, known) != yes {
		return knowledge{}
	}
	return f.assumed
}

// condition is a Condition ready to be evaluated.
type condition struct {
	fact     int
	op       string
	texts    []string
	value    quantity.Number
	all, any []condition
	not      *condition
}

// signature is what a value answers to everything that is asked of the fact.
func (f *fact) signature(k knowledge) string {
	out := make([]byte, len(f.asked))
	for i := range f.asked {
		out[i] = byte('1' + f.asked[i].about(&k))
	}
	return string(out)
}

func (c *condition) eval(world []knowledge) truth {
	switch {
	case c.not != nil:
		return -c.not.eval(world)
	case c.all != nil:
		return allOf(c.all, world)
	case c.any != nil:
		return anyOf(c.any, world)
	}
	return c.about(&world[c.fact])
}

// about evaluates a condition on one fact.
func (c *condition) about(k *knowledge) truth {
	if k.unknown() {
		return maybe
	}
	switch c.op {
	case "is", "in":
		return k.among(func(v string) bool { return slices.Contains(c.texts, v) })
	case "starts":
		return k.among(func(v string) bool {
			return slices.ContainsFunc(c.texts, func(prefix string) bool { return strings.HasPrefix(v, prefix) })
		})
	}
	return compare(k.span, c.op, c.value)
}

// allOf is the conjunction; the empty one is true.
func allOf(list []condition, world []knowledge) truth {
	out := yes
	for i := range list {
		out = min(out, list[i].eval(world))
	}
	return out
}

// anyOf is the disjunction; the empty one is false.
func anyOf(list []condition, world []knowledge) truth {
	out := no
	for i := range list {
		out = max(out, list[i].eval(world))
	}
	return out
}

// among tells whether what is known has a property: where several values hold at
// once, whether one of them has it.
func (k *knowledge) among(want func(string) bool) truth {
	if k.joint {
		return truthOf(slices.ContainsFunc(k.texts, want))
	}
	return among(k.texts, want)
}

func among(texts []string, want func(string) bool) truth {
	if len(texts) == 0 {
		return maybe
	}
	hits := 0
	for _, t := range texts {
		if want(t) {
			hits++
		}
	}
	switch hits {
	case 0:
		return no
	case len(texts):
		return yes
	}
	return maybe
}

// compare tells whether every number in s stands to bound as op says, or none.
func compare(s quantity.Interval, op string, bound quantity.Number) truth {
	if n, ok := s.Exact(); ok {
		return truthOf(holds(n.Cmp(bound), op))
	}
	if op == "=" {
		if s.Contains(bound) {
			return maybe
		}
		return no
	}
	// The complement of a comparison is a comparison, so two tests decide: is
	// anything of s inside, and is anything outside.
	inside, outside := s.Meets(op, bound), s.Meets(opposite[op], bound)
	switch {
	case inside && outside:
		return maybe
	case inside:
		return yes
	}
	return no
}

var opposite = map[string]string{"<": ">=", ">=": "<", "<=": ">", ">": "<="}

// holds reads the sign of a comparison.
func holds(sign int, op string) bool {
	switch op {
	case "<":
		return sign < 0
	case "<=":
		return sign <= 0
	case "=":
		return sign == 0
	case ">=":
		return sign >= 0
	}
	return sign > 0
}
