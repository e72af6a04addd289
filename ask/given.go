package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// given is what a turn knows besides passages: what the question and the project say,
// and what tools said (CITATIONS M8, H2).
type given struct {
	asked, told *evidence
	text        string          // the project's data and what tools said
	words       map[string]bool // its words, folded
	zones       []string        // the question, or else the project, is about
	lang        *tongue
}

func givenOf(q Question, lang *tongue) given {
	project := projectText(q)
	g := given{lang: lang, asked: newEvidence(project+"\n"+q.Text, project+"\n"+q.Text, lang), told: newEvidence("", "", lang), words: map[string]bool{}}
	g.add(project)
	for _, text := range []string{q.Text, project} {
		for _, x := range lang.namesIn(text) {
			if x.kind == zoneName || x.kind == markName && len(x.id) <= 3 {
				g.zones = append(g.zones, x.id)
			}
		}
		if len(g.zones) > 0 {
			break
		}
	}
	return g
}

// add takes in words that may be told of the project.
func (g *given) add(text string) {
	g.text += "\n" + text
	for _, w := range g.lang.wordsOf(text) {
		g.words[w] = true
	}
}

// learn adds what a tool of this turn said: its figures may be stated as the result of a
// calculation or a check.
func (g *given) learn(text string) {
	g.add(text)
	more := newEvidence(text, text, g.lang)
	g.told.amounts = append(g.told.amounts, more.amounts...)
	g.told.names.merge(more.names)
}

func (n *nameSet) merge(more nameSet) {
	n.squeezed += " " + more.squeezed
	for _, pair := range []struct{ into, from map[string]bool }{{n.parts, more.parts}, {n.dates, more.dates}, {n.zones, more.zones}} {
		for k := range pair.from {
			pair.into[k] = true
		}
	}
}

// projectText is everything a project states about itself, a datum a line.
func projectText(q Question) string {
	p := q.Project
	lines := []string{p.Name, p.Description, p.Place.Name, p.TechSummary}
	lines = append(lines, mapSlice(p.Ancestors, func(a geo.Place) string { return a.Name })...)
	if tech := p.Place.Tech; tech != nil {
		lines = append(lines, tech.ClimateZone, tech.SeismicZone)
		for _, v := range tech.Extra {
			lines = append(lines, v.Label+": "+v.Value+" "+v.Unit)
		}
	}
	for _, list := range [][]projects.Collection{p.Selected, p.Unselected} {
		for _, c := range list {
			lines = append(lines, c.Title+", "+c.Version)
		}
	}
	lines = append(lines, mapSlice(p.Documents, func(d projects.Document) string { return d.Name })...)
	lines = append(lines, mapSlice(p.Generated, func(d projects.GeneratedDocument) string { return d.Title })...)
	lines = append(lines, mapSlice(p.Calculators, func(c projects.Calculator) string { return c.Title() })...)
	lines = append(lines, mapSlice(p.Memory, func(m projects.MemoryItem) string { return m.Label + ": " + m.Value + " " + m.Unit })...)
	lines = append(lines, mapSlice(p.Calculations, func(c projects.Calculation) string { return c.Name + ": " + c.Summary })...)
	return strings.Join(lines, "\n")
}

// free reports whether a sentence needs no marker: it leads over, asks, says what the
// sources lack, or tells what the project or a tool says (CITATIONS M8).
func (t *turn) free(plain string) bool {
	trimmed := strings.TrimSpace(plain)
	switch {
	case !strings.ContainsFunc(trimmed, isWordRune):
		return true
	case t.isAbsence(trimmed):
		return true
	case strings.HasSuffix(trimmed, "?"), strings.HasSuffix(trimmed, ":"):
		return t.onlyGiven(trimmed) && !t.says("duty", strings.TrimRight(trimmed, "?"))
	}
	return t.statesFact(trimmed)
}

// enough is how many of the words of a sentence have to be the project's or a tool's.
const enough = 0.6

// statesFact reports whether a sentence names the project or a tool of this turn as its
// source and tells what that says: with its amounts, and most of its words.
func (t *turn) statesFact(plain string) bool {
	if !t.says("project", plain) || !t.onlyGiven(plain) {
		return false
	}
	clean := t.without("project", plain)
	words, known := 0, 0
	for _, w := range t.facts.lang.wordsOf(clean) {
		words++
		if t.facts.words[w] {
			known++
		}
	}
	return words > 0 && float64(known) >= enough*float64(words) && t.inLines(clean)
}

// inLines reports whether every amount of a sentence stands in a datum that has a word of
// the sentence: 640 m of altitude are no 640 m of width.
func (t *turn) inLines(clean string) bool {
	l := t.facts.lang
	words := l.wordsOf(clean)
	for _, a := range l.amountsIn(clean, spansOf(l.namesIn(clean))) {
		found := false
		for line := range strings.Lines(t.facts.text) {
			same := slices.ContainsFunc(l.amountsIn(line, nil), func(b amount) bool { return a.same(&b) })
			found = found || same && (shared(words, l.wordsOf(line)) > 0 || len(l.wordsOf(line)) == 0)
		}
		if !found {
			return false
		}
	}
	return true
}

// onlyGiven reports whether every amount and name of a sentence is one of the question's,
// the project's, or a tool's.
func (t *turn) onlyGiven(plain string) bool {
	c := t.newClaim(plain)
	for i := range c.amounts {
		a := &c.amounts[i]
		if len(t.facts.told.find(a)) == 0 && (isLimit(a) || len(t.facts.asked.find(a)) == 0) && !c.isResult(a) {
			return false
		}
	}
	return t.strangeName(c, nil) == ""
}

// isAbsence reports whether a sentence only says that the sources lack something, which
// no passage can bear out: it neither turns round nor sets anything.
func (t *turn) isAbsence(plain string) bool {
	return t.says("absence", plain) && !t.says("contrast", plain) && t.onlyGiven(plain)
}
