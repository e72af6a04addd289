package extractive

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
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
	property *ask.Property // nil for any other word
	name     bool          // it must be there, or the passage is of something else
	norm     bool          // it names a regulation, or a part of one, which the passage has to be of
	whole    bool          // the question asks for the property of it, not for one within it
	head     bool          // the property asked for is a property of it, so it must be there
	use      bool          // it is what a building is for
	classes  []phrase      // names of the uses it is of
	owner    bool          // the thing asked about is a part of it, so the passage has to be of it
	asked    bool          // it is what the question asks how much of
	opposite bag           // terms of the words that mean the contrary
	roots    []string      // see rootsOf
	verb     bool          // it stands behind "debe" or "can": what is done, not what with
	at       int           // its place among the words of the question
}

// readWords collects the words that count, analysed under both languages: what
// one calls a stop word the other may know.
func (a *query) readWords(q ask.Question) {
	text, units, places := withoutFrames(q.Text), a.units(), placeNames(q.Project)
	other := map[string]string{"es": "en", "en": "es"}[a.lang]
	own, foreign := retrieval.Words(text, a.lang), retrieval.Words(text, other)
	seen := map[string]bool{}
	for i, w := range own {
		if w.Number && !a.refers(own[:i], w) {
			continue // a bare number: of how many is asked, not of what
		}
		if w.Stop() || seen[w.Fold] || a.isFigure(w) || units[w.Fold] || places[w.Fold] || framing()[w.Fold] || a.isOwnZone(w) {
			continue
		}
		seen[w.Fold] = true
		t := newTerm(w, foreign[i], a.propertyAt(own, i))
		t.at, t.asked = i, a.opened(own[:i]) && (t.property != nil || a.lang == "es" && i > 0)
		t.verb = t.property == nil && a.isVerb(own, i)
		if t.property == nil && (isProper(own, i) || ofPlace(w.Fold) != nil) {
			t.weight, t.name = nameWeight, true
		}
		if a.namesNorm(own, i) {
			t.weight, t.name, t.norm = nameWeight, true, true
		}
		if a.measures(own[:i]) {
			t.weight = figureWeight
		}
		a.terms = append(a.terms, t)
	}
	a.addPhrases()
	a.formal = a.rephrase(paraphrases(), true)
	a.abroad = a.rephrase(glossary(), false)
	a.findProperty()
	a.findHeads()
	a.findOthers()
}

// isVerb reports whether a word says what is done: it stands right behind "debe",
// "ha", "se" or "can", behind a "que" that goes on from a noun, before the article
// of what does it ("¿cuándo prescriben las faltas?"), or is an infinitive with
// neither article nor "de" before it.
func (a *query) isVerb(words []retrieval.Word, i int) bool {
	fold, before := words[i].Fold, ""
	if i > 0 {
		before = words[i-1].Fold
	}
	switch {
	case before == "que":
		return i > 1 && (haveTo[words[i-2].Fold] || a.goesOn(words[:i]))
	case modals[before] || auxiliaries[before] || a.lang == "en" && before == "that" && i > 1:
		return true
	case a.lang != "es" || articles[before]:
		return false
	case reflexives[before] || i == 0 && isWord(words, 1, theArticles) || inverting[before] && isWord(words, i+1, theArticles):
		return true
	}
	return i > 0 && infinitive.MatchString(fold) && propertyOf(words[i]) == nil && !nounsLikeVerbs[fold]
}

// goesOn reports whether the "que" that words end in goes on from the noun before
// it, and does not ask.
func (a *query) goesOn(words []retrieval.Word) bool {
	n := len(words)
	between := a.text[words[n-2].End:words[n-1].Start]
	return isNoun(words[n-2]) && strings.TrimSpace(between) == "" && !strings.ContainsAny(words[n-1].Text, "éÉ")
}

func isWord(words []retrieval.Word, i int, of map[string]bool) bool {
	return i < len(words) && of[words[i].Fold]
}

// namesNorm reports whether a word names the regulation that a question asks about:
// "según el X", "under Approved Document X", "exige el DB-X".
func (a *query) namesNorm(words []retrieval.Word, i int) bool {
	first, size := utf8.DecodeRuneInString(words[i].Text)
	if words[i].Number || !isName(words[i]) && (!unicode.IsUpper(first) || size < len(words[i].Text)) {
		return false
	}
	for i > 0 && (normWords[words[i-1].Fold] || a.text[words[i-1].End:words[i].Start] == "-" && isName(words[i-1])) {
		i--
	}
	return normBefore.MatchString(retrieval.Fold(a.text[:words[i].Start]))
}

// normBefore stands before the name of a regulation.
var normBefore = lazyregexp.New(`\b(?:segun|conforme al?|exigen?|piden?|admiten?|permiten?|establecen?|dicen?|fijan?|marcan?|impone|under|according to|in accordance with)(?: (?:el|la|the))? $`)

// oddUnit is a unit behind a number that no table of units has: "42 MJ/m²".
var oddUnit = lazyregexp.New(`[0-9] ?(\p{L}+[²³23]?(?:/\p{L}+[²³23]?)+)`)

// units are the words the question's amounts are counted in.
func (a *query) units() map[string]bool {
	set := map[string]bool{}
	for _, m := range oddUnit.FindAllStringSubmatch(a.text, -1) {
		for _, w := range strings.FieldsFunc(retrieval.Fold(m[1]), notWord) {
			set[w] = true
		}
	}
	for _, f := range a.figures {
		if strings.Contains(f.Text, ":") {
			continue // what stands behind "1:12" is no unit
		}
		for _, w := range strings.FieldsFunc(retrieval.Fold(unitWord(a.text, f)), notWord) {
			set[w] = true
		}
	}
	return set
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// placeNames are the words of where the project is: its texts hold there, and
// do not say so.
func placeNames(p *projects.Info) map[string]bool {
	set := map[string]bool{}
	if p == nil {
		return set
	}
	for _, place := range append([]geo.Place{p.Place}, p.Ancestors...) {
		for w := range strings.FieldsSeq(retrieval.Fold(place.Name)) {
			set[w] = true
		}
	}
	return set
}

// propertyOf reads a lone letter as a symbol only where it is a capital: "u" is
// a word of Spanish.
func propertyOf(w retrieval.Word) *ask.Property {
	if len(w.Fold) == 1 && w.Text == w.Fold {
		return nil
	}
	return ask.PropertyOf(w.Fold)
}

// propertyAt is the property the question's word i names: a verb only where it is
// asked how much, an adjective only where it stands as a noun, and no word that
// says of what another noun is ("caída de tensión").
func (a *query) propertyAt(words []retrieval.Word, i int) *ask.Property {
	w := words[i]
	if verbs[w.Fold] && !howMuchCue.MatchString(plain(a.text)) || adjectives[w.Fold] && i > 0 && isNoun(words[i-1]) {
		return nil
	}
	p := propertyOf(w)
	if p != nil && !p.Given && i > 1 && words[i-1].Fold == "de" && !a.isFigure(words[i-2]) && isNoun(words[i-2]) && propertyOf(words[i-2]) == nil && !a.measured(words[i:]) {
		return nil
	}
	return p
}

// measured reports whether an amount stands behind the first of words: "una
// barandilla de altura 90 cm".
func (a *query) measured(words []retrieval.Word) bool {
	for _, w := range words[1:min(len(words), 4)] {
		if a.isFigure(w) {
			return true
		}
	}
	return false
}

// isNoun takes any word for a noun that does neither ask nor link nor count.
func isNoun(w retrieval.Word) bool {
	return !w.Stop() && !w.Number && !framing()[w.Fold] && !asking[w.Fold] && !qualifiers[w.Fold] && !links[w.Fold]
}

// opened reports whether words ask for the one behind them: "qué", "cuál es la",
// "what is the minimum".
func (a *query) opened(before []retrieval.Word) bool {
	for i := len(before) - 1; i >= 0; i-- {
		w := &before[i]
		if asking[w.Fold] {
			return w.Fold != "que" || i == 0 || !haveTo[before[i-1].Fold] && !a.goesOn(before[:i+1])
		}
		if !w.Stop() && !framing()[w.Fold] && !qualifiers[w.Fold] {
			return false
		}
	}
	return a.lang == "en" && len(before) == 0
}

// refers reports whether a number is part of a reference: it stands behind an
// acronym ("SUA 1"), or names an article, a section or a table.
func (a *query) refers(before []retrieval.Word, w retrieval.Word) bool {
	if n := len(before); n > 0 && !before[n-1].Number && isName(before[n-1]) {
		return true
	}
	return slices.ContainsFunc(quantitiesOf(a.text), func(q ask.Quantity) bool { return q.Reference && q.Text == retrieval.Fold(w.Text) })
}

// measures reports whether the word behind words only says what a figure of the
// question measures: "4 m del suelo".
func (a *query) measures(words []retrieval.Word) bool {
	n := len(words)
	return n >= 2 && links[words[n-1].Fold] && a.isFigure(words[n-2])
}

func newTerm(w, foreign retrieval.Word, p *ask.Property) term {
	t := term{text: w.Text, terms: map[string]bool{}, weight: subjectWeight, synonyms: retrieval.Synonyms(w.Text)}
	known := slices.Contains(w.Terms, w.Fold)
	for _, s := range append(slices.Clone(w.Terms), foreign.Terms...) {
		if s != w.Fold || known || !isName(w) { // "DB-SI" is not "si"
			t.terms[s] = true
		}
	}
	if p == nil {
		t.roots = rootsOf(w.Fold)
	}
	for _, other := range ofPlace(w.Fold) {
		t.synonyms = append(t.synonyms, termsOf(other)...)
	}
	t.opposite, t.use = oppositeOf(w.Fold), isUse(&t)
	if t.use {
		t.classes = useNames(&t)
	}
	switch {
	case p != nil && p.Given:
		t.property = p
	case p != nil:
		t.weight, t.property = propertyWeight, p
	case general[w.Fold]:
		t.weight = figureWeight
	case isName(w):
		t.weight, t.name = nameWeight, true
	}
	return t
}

// addPhrases gives the words of a phrase of two or three the phrase's synonyms. Words that only frame the question do not part a phrase: "separación
// máxima entre barrotes".
func (a *query) addPhrases() {
	for i := range a.terms {
		phrase := a.terms[i].text
		for k := i + 1; k < len(a.terms) && k < i+3; k++ {
			phrase += " " + a.terms[k].text
			same := retrieval.Synonyms(phrase)
			for j := i; j <= k; j++ {
				a.terms[j].synonyms = append(a.terms[j].synonyms, same...)
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
	if q := quantitiesOf(w.Fold); len(q) == 1 && q[0].Start == 0 && q[0].Dimension() != "" {
		return true // "900mm"
	}
	return len(a.figures) > 0 && len(w.Fold) <= 3 && len(quantitiesOf("1 "+w.Text)) == 1 &&
		quantitiesOf("1 " + w.Text)[0].Dimension() == a.figures[0].Dimension()
}

// isOwnZone reports whether a word only names the zone, which chooses a column.
func (a *query) isOwnZone(w retrieval.Word) bool {
	return a.zone != "" && !a.zoneFromProject && w.Fold == retrieval.Fold(a.zone)
}

// isProper reports whether a word is written as a name within its sentence:
// "Galicia". Words that begin a name of a norm ("Ley", "Part") are none by
// themselves, nor is any word of a question in capitals throughout.
func isProper(words []retrieval.Word, i int) bool {
	w := words[i]
	first, _ := utf8.DecodeRuneInString(w.Text)
	if i == 0 || !unicode.IsUpper(first) || normWords[w.Fold] || framing()[w.Fold] {
		return false
	}
	before := words[i-1]
	next, _ := utf8.DecodeRuneInString(before.Text)
	return !unicode.IsUpper(next) && asSmall(words)
}

// asSmall reports whether most words begin with a small letter: a title does not.
func asSmall(words []retrieval.Word) bool {
	small := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w.Text); !unicode.IsUpper(r) {
			small++
		}
	}
	return 2*small > len(words)
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
