package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// facts is what the question and the project say, against which statements
// about the project are held (CITATIONS N4, M8).
type facts struct {
	numbers []Quantity
	codes   map[string]bool
	words   map[string]bool // terms of the project's data
	asked   map[string]bool // terms of the question
	zones   map[string]bool // zones and classes the question, or else the project, is about

	said    string          // the project's data, folded; see verbatim
	places  map[string]bool // terms of the project's own names and data, not of regulations
	lines   []factLine      // the data one by one
	learned bool            // tools of this turn added results
	checked bool            // one of them judged a value: its verdict may be told

	designations []designation
	claims       map[string]*claim // the sentences of the draft at hand, read once
	effort       int               // comparisons made for the draft at hand
}

func factsOf(q Question) facts {
	project := projectText(q)
	all := project + "\n" + q.Text
	f := facts{numbers: Quantities(all), codes: map[string]bool{}, words: termSet(project + selectionWords), asked: termSet(q.Text)}
	for _, c := range codesIn(all) {
		f.codes[c] = true
	}
	f.designations, _ = designationsIn(all)
	f.places, f.said = termSet(ownText(q)), saidOf(q)
	f.addLines(all)
	if f.zones = zonesOf(q.Text); len(f.zones) == 0 {
		f.zones = zonesOf(project)
	}
	return f
}

// zonesOf collects the zones and classes a text names.
func zonesOf(text string) map[string]bool {
	zones := map[string]bool{}
	list, _ := designationsIn(text)
	for _, d := range list {
		addZone(zones, d.value)
	}
	for _, c := range codesIn(text) {
		if len(c) == 2 {
			addZone(zones, c)
		}
	}
	return zones
}

// learn adds what a tool of this turn said: its figures may be stated as the
// result of a calculation or a check (CITATIONS N4).
func (f *facts) learn(text string) {
	f.numbers = append(f.numbers, Quantities(text)...)
	f.learned = true
	f.checked = f.checked || says("norm", retrieval.Fold(text))
	f.addLines(text)
	for _, c := range codesIn(text) {
		f.codes[c] = true
	}
	for term := range termSet(text) {
		f.words[term] = true
	}
}

// selectionWords tell what is selected and searched: that, too, is a fact of the
// project.
const selectionWords = "\nnormas seleccionadas, texto disponible, documentos, cálculos guardados, calculadoras, edición aplicable, ubicación; " +
	"regulations selected, text available, documents, saved calculations, calculators, applicable edition, location"

// factLine is one datum: what it is about and its amounts.
type factLine struct {
	terms   map[string]bool
	numbers []Quantity
}

func (l factLine) states(q Quantity) bool {
	return slices.ContainsFunc(l.numbers, func(have Quantity) bool { return q.sameValue(have, nil) })
}

func (f *facts) addLines(text string) {
	lang := Language(text)
	for _, sentence := range Sentences(text) {
		if numbers := Quantities(sentence); len(numbers) > 0 {
			f.lines = append(f.lines, factLine{terms: contentTerms(retrieval.Words(sentence, lang)), numbers: numbers})
		}
	}
}

// ownText is what a project calls its own: names and data, without the titles of
// regulations.
func ownText(q Question) string {
	p := q.Project
	lines := append([]string{}, p.Name, p.Description, p.Place.Name, p.TechSummary)
	lines = append(lines, mapSlice(p.Ancestors, func(a geo.Place) string { return a.Name })...)
	lines = append(lines, mapSlice(p.Memory, func(m projects.MemoryItem) string { return m.Label + ": " + m.Value + " " + m.Unit })...)
	lines = append(lines, mapSlice(p.Calculations, func(c projects.Calculation) string { return CalculationText(q, c) })...)
	lines = append(lines, mapSlice(p.Documents, func(d projects.Document) string { return d.Name })...)
	return strings.Join(lines, "\n")
}

// projectText is everything a project states about itself, a datum a line.
func projectText(q Question) string {
	p := q.Project
	lines := []string{p.Name, p.Description, p.Place.Name, p.TechSummary}
	for _, a := range p.Ancestors {
		lines = append(lines, a.Name)
	}
	if tech := p.Place.Tech; tech != nil {
		lines = append(lines, tech.ClimateZone, tech.SeismicZone)
		for _, v := range tech.Extra {
			lines = append(lines, v.Label+": "+v.Value+" "+v.Unit)
		}
	}
	for _, list := range [][]projects.Collection{p.Selected, p.Unselected} {
		for _, c := range list {
			lines = append(lines, c.Title+", edición "+c.Version, c.Title+", edition "+c.Version)
		}
	}
	lines = append(lines, mapSlice(p.Documents, func(d projects.Document) string { return d.Name })...)
	lines = append(lines, mapSlice(p.Generated, func(d projects.GeneratedDocument) string { return d.Title })...)
	lines = append(lines, mapSlice(p.Calculators, func(c projects.Calculator) string { return c.Title() })...)
	for _, m := range p.Memory {
		lines = append(lines, m.Label+": "+m.Value+" "+m.Unit)
	}
	for _, c := range p.Calculations {
		lines = append(lines, CalculationText(q, c))
	}
	return strings.Join(lines, "\n")
}

// termSet collects the terms of a text under both languages' stemmers.
func termSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, lang := range []string{"es", "en"} {
		for _, w := range retrieval.Words(text, lang) {
			for _, term := range w.Terms {
				set[term] = true
			}
		}
	}
	return set
}

// covered is the share of a text's words that set holds; 1 for a text without
// words that count.
func covered(text string, set map[string]bool) float64 {
	words, found := 0, 0
	for _, w := range retrieval.Words(text, Language(text)) {
		if w.Stop() {
			continue
		}
		words++
		for _, term := range w.Terms {
			if set[term] {
				found++
				break
			}
		}
	}
	if words == 0 {
		return 1
	}
	return float64(found) / float64(words)
}

// states reports whether the question or the project gives that amount.
func (f *facts) states(q Quantity) bool {
	for _, have := range f.numbers {
		if q.sameValue(have, nil) {
			return true
		}
	}
	return false
}
