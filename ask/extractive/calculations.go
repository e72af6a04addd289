package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// calculationTexts tell calculations as items of a list.
func calculationTexts(q ask.Question, list []projects.Calculation) []string {
	return namesOf(list, func(c projects.Calculation) string { return ask.CalculationText(q, c) })
}

// calculationsOf tells the saved calculations that speak of everything a question
// asks about, by name, calculator or summary; none where a rule is asked for.
func (a *query) calculationsOf(q ask.Question, asked []retrieval.Word) []string {
	if a.asksRule() {
		return nil
	}
	found := slices.DeleteFunc(slices.Clone(q.Project.Calculations), func(c projects.Calculation) bool {
		about := bagOf(c.Name + "\n" + calculatorTitle(q.Project, c.CalculatorID) + "\n" + c.Summary)
		return slices.ContainsFunc(asked, func(w retrieval.Word) bool {
			return !siteWords[w.Fold] && about.match(a.termOf(w)) == 0
		})
	})
	return calculationTexts(q, found)
}

// termOf is what the question means by one of its words.
func (a *query) termOf(w retrieval.Word) *term {
	if i := slices.IndexFunc(a.terms, func(t term) bool { return t.text == w.Text }); i >= 0 {
		return &a.terms[i]
	}
	t := newTerm(w, retrieval.Word{}, propertyOf(w))
	return &t
}

// calculatorTitle is what a calculator is called, "" for one that is not there.
func calculatorTitle(p *projects.Info, id string) string {
	i := slices.IndexFunc(p.Calculators, func(c projects.Calculator) bool { return c.ID() == id })
	if i < 0 {
		return ""
	}
	return p.Calculators[i].Title()
}

// fromCalculations tells the saved calculations that speak of everything a question
// asks about, where it says that it asks for one; "" when there are none.
func (a *plainQuery) fromCalculations() string {
	asking, beside := bagIn(a.message("calculation"), a.lang), bagIn(a.message("calculation_beside"), a.lang)
	if bagIn(a.message("calculation_but"), a.lang).hasAny(retrieval.Words(a.question.Text, a.lang)) {
		return ""
	}
	about, asks := *a, false
	about.subjects = slices.DeleteFunc(slices.Clone(a.subjects), func(s topic) bool {
		asks = asks || asking.has(&s)
		return asking.has(&s) || beside.has(&s)
	})
	if !asks {
		return ""
	}
	p := a.question.Project
	var said []string
	for _, c := range p.Calculations {
		if about.lacking(bagIn(c.Name+"\n"+calculatorTitle(p, c.CalculatorID)+"\n"+c.Summary, a.texts)) == 0 {
			said = append(said, ask.CalculationText(a.question, c))
		}
	}
	return strings.Join(said, "\n\n")
}
