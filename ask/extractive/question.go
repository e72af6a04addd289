package extractive

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// kind is what sort of answer a question waits for.
type kind uint8

const (
	whatIs   kind = iota
	howMuch       // a quantity
	mayI          // yes, no, or under which condition
	whichOne      // a name: of a norm, a class, a category
	whenIs        // the cases in which something is needed
	meaning       // what a term means
)

// query is a question understood.
type query struct {
	text       string
	lang       string
	source     source // whom it asks: the project's documents or data, or anyone
	document   string // the file it names, "" for none
	kind       kind
	terms      []term
	property   *ask.Property          // what is asked for, nil when the question does not say
	also       map[*ask.Property]bool // other properties that, by a synonym, are the same
	want       ask.Direction          // "minimum", "maximum" or neither
	figures    []ask.Quantity         // amounts that describe the case
	tested     []ask.Quantity         // amounts of the property itself: "a riser of 19 cm"
	dims       []string               // dimensions of what is asked for, where the question tells them
	abroad     string                 // its words in the other language, as far as they are known
	formal     string                 // its words as regulations have them, "" where they say the same
	threshold  bool                   // it asks from which amount on a rule holds
	shape      *regexp.Regexp         // what an answer has to hold, nil for anything
	shapeAsked string                 // the words that ask for it
	brief      bool                   // leave out what may keep an answer from being checked
	refused    string                 // the sentences of the draft before that cannot stay
	toldPlace  string                 // where the sentence that answers says it stands

	bags            map[string]bag // of texts read before; see read
	raised          map[int]bool   // words in a higher degree: "muy grave"
	homes           homes          // regulations that names of the question stand for
	narrow          string         // what narrows the property: "transversal"
	composite       bool           // a sum or formula of several is asked for
	zone            string         // climate zone, "" when unknown
	zoneFromProject bool           // it is the project's, not the question's
}

func analyse(q ask.Question) *query {
	lang := ask.Language(q.Text)
	q, from, document := readSource(q)
	a := &query{text: q.Text, lang: lang, source: from, document: document, also: map[*ask.Property]bool{}, bags: map[string]bag{}}
	folded := plain(q.Text)
	for _, f := range quantitiesOf(q.Text) {
		if f.Dimension() != "" {
			a.figures = append(a.figures, f)
		}
	}
	a.readZone(q)
	a.readWords(q)
	a.want = wantedDirection(folded)
	a.kind = a.kindOf(folded)
	a.readAmount(folded)
	a.readCount(folded)
	a.readShape()
	a.readDegrees()
	a.composite = compositeCue.MatchString(retrieval.Fold(q.Text))
	if mayCue.MatchString(folded) || complyCue.MatchString(folded) {
		a.takeTested()
		a.placeTested()
	}
	return a
}

// plain folds a text and leaves single spaces between and around its words, as
// the cues expect it.
func plain(text string) string {
	words := strings.FieldsFunc(retrieval.Fold(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("¿?¡!.,;:()«»\"'", r)
	})
	return " " + strings.Join(words, " ") + " "
}

// takeTested tells the amounts that are to be judged from those that describe
// the case.
func (a *query) takeTested() {
	if a.asked() {
		return
	}
	for i, f := range a.figures {
		p := a.impliedBy(f)
		if f.Of == nil && p != nil && (a.property == nil || a.property == p) {
			a.figures[i].Of, a.property, a.kind = p, p, howMuch
		}
	}
	if a.property == nil {
		return
	}
	isTested := func(f ask.Quantity) bool { return f.Of == a.property && !f.Place }
	for _, f := range a.figures {
		if isTested(f) {
			a.tested = append(a.tested, f)
		}
	}
	a.figures = slices.DeleteFunc(a.figures, isTested)
}

// impliedBy is what an amount is of by the thing beside it: "barandilla de 90
// cm", "a 90 cm guardrail".
func (a *query) impliedBy(f ask.Quantity) *ask.Property {
	folded := retrieval.Fold(a.text)
	before := strings.Fields(folded[:f.Start])
	if n := len(before); n > 1 && (before[n-1] == "de" || before[n-1] == "del" || before[n-1] == "of") {
		return impliedOf(before[n-2], f)
	}
	behind := strings.Fields(folded[f.End:])
	for _, w := range behind[:min(len(behind), 2)] {
		if p := impliedOf(strings.Trim(w, "?.,"), f); p != nil && a.lang == "en" {
			return p
		}
	}
	return nil
}

func impliedOf(thing string, f ask.Quantity) *ask.Property {
	if p := ask.PropertyOf(implied[thing]); p != nil && p.Measures(f.Dimension()) {
		return p
	}
	return nil
}

// asked reports whether the question asks how much its property is: "¿qué
// altura...?".
func (a *query) asked() bool {
	return a.property != nil && slices.ContainsFunc(a.terms, func(t term) bool { return t.property == a.property && t.asked })
}

// named is the property as the question narrows it.
func (a *query) named() *ask.Property {
	p := *a.property
	if a.narrow != "" {
		p.ES, p.EN = p.ES+" "+a.narrow, a.narrow+" "+p.EN
	}
	return &p
}

// asksFor reports whether an amount of that property answers.
func (a *query) asksFor(p *ask.Property) bool {
	return p == a.property || a.also[p] || a.property.Generic()
}

// alternatives are the cases a question asks about at once: one for each amount
// of the same kind ("5.5 m and 6.5 m"). Usually it is one.
func (a *query) alternatives() []*query {
	var same []int
	for i, f := range a.figures {
		if f.Dimension() == a.figures[0].Dimension() && f.Of == a.figures[0].Of {
			same = append(same, i)
		}
	}
	if len(same) < 2 || len(same) > mostAlternatives {
		return []*query{a}
	}
	list := make([]*query, len(same))
	for k, chosen := range same {
		one := *a
		one.figures = nil
		for i, f := range a.figures {
			if i == chosen || !slices.Contains(same, i) {
				one.figures = append(one.figures, f)
			}
		}
		list[k] = &one
	}
	return list
}

const mostAlternatives = 4

func (a *query) kindOf(folded string) kind {
	switch {
	case yesNoCue.MatchString(folded) && len(a.figures) == 0 && a.want == ask.Unsaid && !a.asked():
		a.property = nil // "can a route pass near openings?" asks for no size
		for i := range a.terms {
			a.terms[i].head, a.terms[i].whole, a.terms[i].owner = false, false, false
		}
		return mayI
	case a.property != nil && !a.property.Measures(""), a.want != ask.Unsaid, howMuchCue.MatchString(folded):
		return howMuch
	case meaningCue.MatchString(folded):
		return meaning
	case whenCue.MatchString(folded):
		return whenIs
	case mayCue.MatchString(folded) && !openCue.MatchString(retrieval.Fold(a.text)):
		return mayI
	case whichCue.MatchString(folded):
		return whichOne
	}
	return whatIs
}
