package extractive

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var zoneShape = lazyregexp.New(`^[a-eα][1-4]?$`)

// readZone finds the climate zone that decides columns and rows: the one the
// question names, else the project's own datum, else that of its municipality.
func (a *query) readZone(q ask.Question) {
	list := strings.Fields(retrieval.Fold(q.Text))
	for i, w := range list {
		w = strings.Trim(w, ".,;:?!()")
		if i > 0 && zoneShape.MatchString(w) && (len(w) >= 2 && w[len(w)-1] <= '4' && w[len(w)-1] >= '1' || zoneWords[list[i-1]] && list[i-1] != "de") {
			a.zone = strings.ToUpper(w)
			return
		}
	}
	if q.Project == nil {
		return
	}
	if q.Project.Place.Tech != nil {
		a.zone, a.zoneFromProject = q.Project.Place.Tech.ClimateZone, true
	}
	for _, m := range q.Project.Memory {
		label := retrieval.Fold(m.Key + " " + m.Label)
		if strings.Contains(label, "climate_zone") || strings.Contains(label, "zona climatica") || strings.Contains(label, "climate zone") {
			a.zone, a.zoneFromProject = m.Value, true
		}
	}
}

// fromOwn answers without a search what the project itself is asked for.
func (a *query) fromOwn(q ask.Question) string {
	if a.source == ofDocuments {
		return "" // a datum only stands in for what they do not say
	}
	if said := a.inventory(q); said != "" {
		return said
	}
	return a.fromProject(q)
}

// asksRule reports whether the question asks what regulations require.
func (a *query) asksRule() bool {
	return a.want != ask.Unsaid || slices.ContainsFunc(retrieval.Words(a.text, a.lang), func(w retrieval.Word) bool { return modals[w.Fold] || requires[w.Fold] })
}

// describesCase reports whether a question gives amounts of a case of its own: what it
// asks then is what goes for them, unless it names the project.
func (a *query) describesCase() bool {
	named := slices.ContainsFunc(retrieval.Words(a.text, a.lang), func(w retrieval.Word) bool { return ownWords[w.Fold] })
	return len(a.figures) > 0 && a.source != ofData && !named
}

// ownWords name the project itself.
var ownWords = words("proyecto obra nuestro nuestra nuestros nuestras project our")

// requires are words that ask for a rule, not for a datum.
var requires = words("exige exigen exigido exigida pide piden obligatorio obligatoria permite permiten norma normativa reglamentario reglamentaria reglamentarios reglamentarias normativo legal legalmente admisible admitido admitida necesita necesitan needs need regulatory legal admissible required requires mandatory allowed permitted regulation regulations")

// fromProject answers from the project's own data, where a datum or a saved
// calculation is what is asked for; "" when regulations are asked what they require.
func (a *query) fromProject(q ask.Question) string {
	if q.Project == nil || a.asksRule() || a.describesCase() {
		return ""
	}
	asked := bagOf(a.text + "\n" + a.abroad)
	best, score := "", 0.0
	try := func(label, line string) {
		if s := a.labelled(label, asked); s > score && strings.Trim(line, " :.") != strings.Trim(label, " :.") {
			best, score = line, s
		}
	}
	for _, m := range q.Project.Memory {
		try(m.Label, m.Label+": "+m.Value+" "+m.Unit)
	}
	for line := range strings.Lines(q.Project.TechSummary) {
		label, _, _ := strings.Cut(line, ":")
		try(label, line)
	}
	for _, c := range q.Project.Calculations {
		if a.asksCalculation(asked) {
			try(c.Name, ask.CalculationText(q, c))
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(a.wording().fact, strings.Trim(oneSentence(best), " ."))
}

var calculationWords = sync.OnceValue(func() bag { return bagOf("cálculo calcular calculation calculated") })

// asksCalculation reports whether a question may be about a saved calculation: it
// asks whether something complies, or names calculations.
func (a *query) asksCalculation(asked bag) bool {
	if complyCue.MatchString(plain(a.text)) {
		return true
	}
	for term := range calculationWords() {
		if asked[term] {
			return true
		}
	}
	return false
}

// labelled is how much of the question a label is about, 0 when the question does not
// name all that the label does: one word they share makes no answer.
func (a *query) labelled(label string, asked bag) float64 {
	label, _, _ = strings.Cut(label, " (") // what it is by which norm need not be asked
	own, foreign := retrieval.Words(label, "es"), retrieval.Words(label, "en")
	named := false
	for i, w := range own {
		if w.Stop() || foreign[i].Stop() || siteWords[w.Fold] || a.counting() && countWords[w.Fold] {
			continue
		}
		t := newTerm(w, foreign[i], propertyOf(w))
		if asked.matchWord(&t) == 0 {
			return 0
		}
		named = true
	}
	if !named {
		return 0
	}
	about := bagOf(label)
	for s := range siteBag() {
		about[s] = true // that it is of the project need not be said
	}
	if s := a.share(about); s > enough {
		return s
	}
	return 0
}

// siteWords name the project itself and its site in labels and questions.
var siteWords = words("proyecto obra solar parcela emplazamiento edificio project site plot building municipio previsto prevista")

// countWords say in a label that it counts, where the question asks how many.
var countWords = words("numero cantidad total number count quantity")

var siteBag = sync.OnceValue(func() bag {
	return bagOf("proyecto obra solar parcela emplazamiento edificio project site plot building datos data memoria")
})

// share is how much of the question a text is about.
func (a *query) share(b bag) float64 {
	total, found := 0.0, 0.0
	for i := range a.terms {
		total += a.terms[i].weight
		found += a.terms[i].weight * b.match(&a.terms[i])
	}
	if total == 0 {
		return 0
	}
	return found / total
}
