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

//go:embed amounts.txt
var amountsTXT string

// amountWords maps a word to the dimensions of what it asks for.
var amountWords = sync.OnceValue(func() map[string][]string { return readAmounts(amountsTXT) })

func readAmounts(text string) map[string][]string {
	index := map[string][]string{}
	for line := range strings.Lines(text) {
		dims, list, ok := strings.Cut(line, "|")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for w := range strings.FieldsSeq(list) {
			index[w] = strings.Fields(dims)
		}
	}
	return index
}

var (
	// lastingCue asks for a time: "¿cuánto dura?", "how long is it valid for?".
	lastingCue = lazyregexp.New(` (?:cuanto (?:tiempo|(?:se )?dura\w*|(?:se )?tarda\w*)|durante cuant[oa]s?|cada cuant[oa]s?|con que (?:antelacion|frecuencia|periodicidad)|en que plazo|how often|how soon|how many (?:years|months|days|hours|minutes)|how (?:much time|frequently)) `)

	// longCue asks for a time in English, or for a length: its verb tells.
	longCue = lazyregexp.New(` how long .*\b(?:valid|last|lasts|kept|keep|set|retain\w*|take|takes|wait|remain|remains|run|stored?|hold|held|be on|operate|exposed|before|after|until|serve|served|apply|have to)\b`)

	// thresholdCue asks from which amount on a rule holds.
	thresholdCue = lazyregexp.New(` (?:desde|a partir de|por encima de|con mas de|de mas de) (?:que|cuant[oa]s?) | before (?:it|they|you|an?|the)(?: \S+){0,3} (?:needs?|requires?) | (?:above|over|from|beyond|exceeding) (?:what|which|how) `)

	// shareCue asks for a share: "qué porcentaje".
	shareCue = lazyregexp.New(` (?:que|cual es el|what) (?:porcentaje|proporcion|percentage|share) `)
)

// readAmount finds which dimensions answer where the question names no property,
// or a word for another: "how long is it valid?" asks for no length.
func (a *query) readAmount(folded string) {
	a.threshold = thresholdCue.MatchString(folded)
	if lastingCue.MatchString(folded) || longCue.MatchString(folded) {
		a.takeProperty("plazo")
		return
	}
	if shareCue.MatchString(folded) {
		a.property, a.dims, a.kind = nil, []string{"ratio"}, howMuch
		return
	}
	if a.property != nil {
		return
	}
	for i := range a.terms {
		t := &a.terms[i]
		if dims := amountWords()[retrieval.Fold(t.text)]; dims != nil && a.before(t, askedBefore) {
			a.dims, a.kind = dims, howMuch
			t.weight = min(t.weight, propertyWeight)
			return
		}
	}
}

// takeProperty makes of the property of a name the one asked for.
func (a *query) takeProperty(name string) {
	old := a.property
	a.property, a.kind = ask.PropertyOf(name), howMuch
	a.also[ask.PropertyOf("tiempo")] = true
	a.dims = []string{"months", "days", "time"}
	for i := range a.terms {
		t := &a.terms[i]
		switch {
		case t.property == old && old != nil && !t.head:
			t.property, t.weight = nil, propertyWeight
		case amountWords()[retrieval.Fold(t.text)] != nil:
			t.weight = min(t.weight, propertyWeight)
		}
		t.head, t.whole, t.owner = false, false, false
	}
}

// askedBefore stands before what is asked how much of: "qué", "cuál es la ... máxima".
var askedBefore = lazyregexp.New(`(?:^|[^\p{L}])(?:que|cual(?:es)?|cuant[oa]s?|what|which|how much|how many)(?: (?:es|son|sera|debe ser|is|are|would be))?(?: (?:el|la|los|las|un|una|the|an?))?(?: (?:maxim|minim)\w+| (?:largest|smallest|highest|lowest|greatest|least))? ?$|^(?:el |la |los |las |the )?$`)

// before reports whether what stands before a word of the question has a shape.
func (a *query) before(t *term, shape *lazyregexp.Regexp) bool {
	before, _, _ := strings.Cut(retrieval.Fold(a.text), retrieval.Fold(t.text))
	return shape.MatchString(strings.TrimLeft(before, "¿ "))
}

// answersAmount reports whether an amount may be one of what is asked for.
func (a *query) answersAmount(q ask.Quantity) bool {
	switch {
	case q.Reference, a.want != ask.Unsaid && q.Dir != ask.Unsaid && q.Dir != a.want:
		return false
	case len(a.dims) > 0:
		return slices.Contains(a.dims, q.Dimension())
	case a.property == nil:
		return true
	}
	return a.property.Measures(q.Dimension()) && (q.Of == nil || q.Of.Generic() || a.asksFor(q.Of) || (q.Of.Thing || a.property.Thing) && q.Of.Kin(a.property))
}

// hasAmount reports whether a statement has an amount that may be one of what is
// asked for, or a rate of it: "one for every five".
func (a *query) hasAmount(s *statement) bool {
	text := s.text
	if s.row >= 0 {
		text += "\n" + strings.Join(s.passage.Table.Header, "\n")
	}
	if a.counting() {
		return a.hasRate(s) || a.hasCount(s)
	}
	folded := retrieval.Fold(text)
	return slices.ContainsFunc(quantitiesOf(text), func(q ask.Quantity) bool {
		before := folded[max(0, q.Start-maxSubject):q.Start]
		if q.Strict && !a.threshold && !forbids.MatchString(before) && !ruling.MatchString(before) && !futureCue.MatchString(before) {
			return false // it only tells which things are meant
		}
		if !a.threshold && inCase(before) {
			return false // it only tells which case is meant
		}
		if q.Dimension() == "" && !q.Reference && unknownUnit.MatchString(folded[q.End:]) && a.names(s) {
			return true // in a unit that no table has
		}
		return (!q.Composite || a.composite) && a.answersAmount(q) && !a.ofOther(before) && !conceding.MatchString(before)
	})
}

// caseOpened opens a case that goes on to the end, with no verb between.
var caseOpened = lazyregexp.New(`\b(?:para|cuando|si|for|when|if)\b([^,;:]{0,45})$`)

// inCase reports whether an amount belongs to the case a rule is for: "para tramos de
// hasta 9 m". before is what stands before it, folded.
func inCase(before string) bool {
	m := caseOpened.FindStringSubmatch(before)
	return m != nil && !normCue.MatchString(m[1]) && !valueCue.MatchString(m[1]) && !futureVerb.MatchString(m[1])
}

// unknownUnit stands behind an amount in a compound unit: "85 litros/minuto".
var unknownUnit = lazyregexp.New(`^ ?[\p{L}]+[23]?/[\p{L}]+`)

// counting reports whether the question asks how many there are.
func (a *query) counting() bool {
	return a.property != nil && a.property.Measures("") && len(a.dims) == 0
}

// rate is a count for every so many: "uno por cada cinco circuitos", "one for every
// 40". What is counted for stands behind.
var rate = lazyregexp.New(`\b(?:cada|every|per|each) ([0-9]+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|treinta|cuarenta|cincuenta|cien|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred) ((?:[\p{L}]+ ?){1,3})`)

// hasRate reports whether a statement counts what the question asks for by
// something the question names.
func (a *query) hasRate(s *statement) bool {
	for _, m := range rate.FindAllStringSubmatch(retrieval.Fold(s.text), -1) {
		by := bagOf(m[2])
		if slices.ContainsFunc(a.terms, func(t term) bool { return t.property == nil && by.match(&t) > 0 }) {
			return true
		}
	}
	return false
}

// count is a number of things, in figures or words: "al menos dos puertas".
var count = lazyregexp.New(`\b(?:[0-9]+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|one|two|three|four|five|six|seven|eight|nine|ten|(?:al menos|como minimo,?|por lo menos|at least|minimo) (?:una?|uno|a|an|one)) ((?:[\p{L}]+ ?){1,3})`)

// hasCount reports whether a statement says how many there are of what the
// question counts.
func (a *query) hasCount(s *statement) bool {
	for _, m := range count.FindAllStringSubmatch(retrieval.Fold(withoutMark(s.text)), -1) {
		of := bagOf(m[1])
		if slices.ContainsFunc(a.terms, func(t term) bool { return t.head && of.match(&t) > 0 }) {
			return true
		}
	}
	return false
}
