package extractive

import (
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
)

// How much a word of the question weighs in what answers it.
const (
	nameWeight     = 1.2 // a norm, a zone, a class: "DB-SUA", "D3", "XS1"
	subjectWeight  = 1.0
	figureWeight   = 0.3 // what a figure of the question measures
	propertyWeight = 0.6 // "height": many sentences speak of heights
)

// term is one word of the question that an answer has to do with.
type term struct {
	text     string
	terms    map[string]bool // under every language, see retrieval.Words
	synonyms [][]string
	weight   float64
	property *property // nil for any other word
	name     bool      // it must be there, or the passage is of something else
	head     bool      // the property asked for is a property of it, so it must be there
}

// query is a question understood.
type query struct {
	text     string
	lang     string
	kind     kind
	terms    []term
	property *property      // what is asked for, nil when the question does not say
	want     ask.Direction  // "minimum", "maximum" or neither
	figures  []ask.Quantity // amounts the question gives, with units

	zone            string // climate zone, "" when unknown
	zoneFromProject bool   // it is the project's, not the question's
}

func analyse(q ask.Question) *query {
	a := &query{text: q.Text, lang: ask.Language(q.Text)}
	folded := plain(q.Text)
	for _, f := range ask.Quantities(q.Text) {
		if f.Dimension() != "" {
			a.figures = append(a.figures, f)
		}
	}
	a.readZone(q)
	a.readWords(q.Text)
	a.want = wantedDirection(folded)
	a.kind = a.kindOf(folded)
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

// readWords collects the words that count, analysed under both languages: what
// one calls a stop word the other may know.
func (a *query) readWords(text string) {
	other := map[string]string{"es": "en", "en": "es"}[a.lang]
	own, foreign := retrieval.Words(text, a.lang), retrieval.Words(text, other)
	seen := map[string]bool{}
	for i, w := range own {
		if w.Number && !a.refers(own[:i], w) {
			continue // a bare number: of how many is asked, not of what
		}
		if w.Stop() || seen[w.Fold] || a.isFigure(w) || framing[w.Fold] || a.isOwnZone(w) {
			continue
		}
		seen[w.Fold] = true
		p := propertyOf(w.Fold)
		if p != nil && (a.property == nil || p.subject || p.dimension != "" && a.property.dimension == "") {
			a.property = p
		}
		t := newTerm(w, foreign[i], p)
		if a.measures(own[:i]) {
			t.weight = figureWeight
		}
		a.terms = append(a.terms, t)
	}
	a.addPhrases(own)
	a.findHead()
}

// refers reports whether a number is part of a reference: it stands behind an
// acronym ("SUA 1"), or names an article, a section or a table.
func (a *query) refers(before []retrieval.Word, w retrieval.Word) bool {
	if n := len(before); n > 0 && !before[n-1].Number && isName(before[n-1]) {
		return true
	}
	return slices.ContainsFunc(ask.Quantities(a.text), func(q ask.Quantity) bool { return q.Reference && q.Text == retrieval.Fold(w.Text) })
}

// measures reports whether the word behind words only says what a figure of the
// question measures: "4 m del suelo".
func (a *query) measures(words []retrieval.Word) bool {
	n := len(words)
	return n >= 2 && links[words[n-1].Fold] && a.isFigure(words[n-2])
}

// findHead marks what the property asked for is a property of: the word behind
// it ("altura de la barandilla", "height of a guard") or, in English, the one
// right before it ("handrail height"). Other property words then matter little.
func (a *query) findHead() {
	at := slices.IndexFunc(a.terms, func(t term) bool { return a.property != nil && t.property == a.property })
	if at < 0 {
		return
	}
	if a.property.subject {
		for i := range a.terms {
			if a.terms[i].property != nil && i != at {
				a.terms[i].weight = propertyWeight / 2
			}
		}
		a.terms[at].weight, a.terms[at].head = subjectWeight, true
		return
	}
	isHead := func(i int) bool {
		return i >= 0 && i < len(a.terms) && !a.terms[i].name && a.terms[i].property == nil
	}
	if a.lang == "en" && isHead(at-1) {
		a.terms[at-1].head = true
		return
	}
	for i := at + 1; i < len(a.terms); i++ {
		if isHead(i) {
			a.terms[i].head = true
			return
		}
	}
}

func newTerm(w, foreign retrieval.Word, p *property) term {
	t := term{text: w.Text, terms: map[string]bool{}, weight: subjectWeight, synonyms: retrieval.Synonyms(w.Text)}
	for _, s := range append(w.Terms, foreign.Terms...) {
		t.terms[s] = true
	}
	switch {
	case p != nil:
		t.weight, t.property = propertyWeight, p
	case isName(w):
		t.weight, t.name = nameWeight, true
	}
	return t
}

// addPhrases gives the first word of a phrase of two or three the phrase's
// synonyms.
func (a *query) addPhrases(words []retrieval.Word) {
	for i := range words {
		for n := 2; n <= 3 && i+n <= len(words); n++ {
			phrase := a.text[words[i].Start:words[i+n-1].End]
			for k := range a.terms {
				if a.terms[k].text == words[i].Text {
					a.terms[k].synonyms = append(a.terms[k].synonyms, retrieval.Synonyms(phrase)...)
				}
			}
		}
	}
}

// isFigure reports whether a word is a number the question gives with its unit,
// or the unit. A reference ("art. 4.2") is a word like others.
func (a *query) isFigure(w retrieval.Word) bool {
	if w.Number {
		for _, f := range a.figures {
			if f.Text == w.Fold || f.Text == strings.ToLower(w.Text) {
				return true
			}
		}
		return false
	}
	return len(a.figures) > 0 && len(w.Fold) <= 3 && len(ask.Quantities("1 "+w.Text)) == 1 &&
		ask.Quantities("1 " + w.Text)[0].Dimension() == a.figures[0].Dimension()
}

// isOwnZone reports whether a word only names the zone, which chooses a column.
func (a *query) isOwnZone(w retrieval.Word) bool {
	return a.zone != "" && !a.zoneFromProject && w.Fold == retrieval.Fold(a.zone)
}

// isName reports whether a word is written as names of norms, zones and classes
// are: in capitals, or letters with digits, or a number without unit.
func isName(w retrieval.Word) bool {
	if w.Number {
		return true
	}
	letters, digits, small := 0, 0, 0
	for _, r := range w.Text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLower(r):
			small++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters > 0 && small == 0 && letters+digits >= 2 || digits > 0 && letters+small > 0
}

func (a *query) kindOf(folded string) kind {
	switch {
	case a.property != nil && a.property.dimension != "" || a.want != ask.Unsaid || howMuchCue.MatchString(folded):
		return howMuch
	case whenCue.MatchString(folded):
		return whenIs
	case mayCue.MatchString(folded):
		return mayI
	case whichCue.MatchString(folded):
		return whichOne
	}
	return whatIs
}
