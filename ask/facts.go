package ask

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// facts is what the question and the project say, against which statements
// about the project are held (CITATIONS N4, M8).
type facts struct {
	numbers []Quantity
	codes   map[string]bool
	words   map[string]bool // terms of the project's data
	asked   map[string]bool // terms of the question
}

func factsOf(q Question) facts {
	project := projectText(q)
	all := project + "\n" + q.Text
	f := facts{numbers: Quantities(all), codes: map[string]bool{}, words: termSet(project + selectionWords), asked: termSet(q.Text)}
	for _, c := range codesIn(all) {
		f.codes[c] = true
	}
	return f
}

// selectionWords tell what is selected and searched: that, too, is a fact of the
// project.
const selectionWords = "\nnormas seleccionadas, texto disponible; regulations selected, text available"

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
			lines = append(lines, c.Title)
		}
	}
	for _, m := range p.Memory {
		lines = append(lines, m.Label+": "+m.Value+" "+m.Unit)
	}
	for _, c := range p.Calculations {
		lines = append(lines, c.Name+": "+c.Summary)
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
