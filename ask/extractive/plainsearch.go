package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// nextPlainCalls returns what was not looked for yet.
func (a *plainQuery) nextPlainCalls(t *ask.Transcript) []ask.Call {
	first := []ask.Call{searchFor(a.question.Text)}
	if len(a.question.Project.Documents) > 0 {
		first = append(first, lookupFor(a.question.Text))
	}
	for _, plan := range [][]ask.Call{first, {searchFor(a.inOwnWords()), searchFor(a.inTheirWords()), searchFor(a.scopeWords()), a.aroundClosest(t.Results)}} {
		plan = slices.DeleteFunc(plan, func(c ask.Call) bool { return c.Tool == "" || !offered(t.Tools, c.Tool) || made(t.Results, c) })
		if len(plan) > 0 {
			return plan
		}
	}
	return nil
}

// inOwnWords are the articles and the subjects of a question alone.
func (a *plainQuery) inOwnWords() string {
	list := slices.Clone(a.articles)
	for i := range a.subjects {
		list = append(list, a.subjects[i].text)
	}
	return strings.Join(list, " ")
}

// inTheirWords are what else the subjects, and what is counted, are called in the
// language of the texts.
func (a *plainQuery) inTheirWords() string {
	var list []string
	add := func(s *topic) {
		for _, term := range slices.Concat(s.same...) {
			if !slices.Contains(list, term) {
				list = append(list, term)
			}
		}
	}
	for i := range a.subjects {
		add(&a.subjects[i])
	}
	for i := range a.amounts {
		add(&a.amounts[i].of)
	}
	return strings.Join(list, " ")
}

// scopeWords look for what texts go for.
func (a *plainQuery) scopeWords() string {
	heading := strings.Join(a.phrases("scope_heading"), " ")
	if len(a.subjects) == 0 {
		return ""
	}
	return heading + " " + a.ofTexts("aims")
}

// aroundClosest asks for what stands around the passage with most subjects.
func (a *plainQuery) aroundClosest(results []ask.Result) ask.Call {
	best, most := "", 0
	for _, p := range passagesOf(results) {
		bag, n := a.wholeOf(p), 0
		for i := range a.subjects {
			if bag.has(&a.subjects[i]) {
				n++
			}
		}
		if n > most && !p.Private {
			best, most = p.Handle, n
		}
	}
	if best == "" {
		return ask.Call{}
	}
	return ask.NewCall(ask.ReadSection, map[string]any{ask.ArgHandle: best})
}
