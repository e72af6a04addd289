package extractive

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// fromProject tells a datum of the project that a question asks for; "" where it asks
// for a rule: what the project has is not what a regulation wants.
func (a *plainQuery) fromProject() string {
	if said := a.calculationAsked(); said != "" {
		return said
	}
	if said := a.fromCalculations(); said != "" {
		return said
	}
	if a.asks("requires") || len(a.articles) > 0 || len(a.subjects) == 0 {
		return ""
	}
	own := a.asks("own")
	if len(a.amounts)+len(a.cases) > 0 && !own {
		return ""
	}
	p := a.question.Project
	lines := strings.Split(p.TechSummary, "\n")
	for _, m := range p.Memory {
		lines = append(lines, strings.TrimSpace(m.Label+": "+m.Value+" "+m.Unit))
	}
	for _, line := range lines {
		label, value, stated := strings.Cut(line, ":")
		if stated && strings.TrimSpace(value) != "" && a.lacking(bagIn(label, a.texts)) == 0 && (own || a.saysAll(label)) {
			return a.said("fact", a.fact(strings.TrimSpace(label), strings.Trim(value, " .")))
		}
	}
	return ""
}

// fact words a datum.
func (a *plainQuery) fact(label, value string) string {
	return a.typeset(a.joined("pair", strings.TrimSpace(label), oneSentence(value)))
}

// saysAll reports whether a question speaks of all that a label does.
func (a *plainQuery) saysAll(label string) bool {
	asked := bagIn(a.question.Text, a.lang)
	asked.add(a.question.Text, a.texts)
	for i := range a.subjects {
		for _, same := range a.subjects[i].same {
			for _, term := range same {
				asked[term] = true
			}
		}
	}
	return !slices.ContainsFunc(retrieval.Words(label, a.texts), func(w retrieval.Word) bool {
		if r, size := utf8.DecodeRuneInString(w.Text); size == len(w.Text) && unicode.IsUpper(r) {
			return !asked[w.Fold] // a letter by itself tells one of several
		}
		return !w.Stop() && !asked[w.Fold] && !slices.ContainsFunc(w.Terms, func(t string) bool { return asked[t] })
	})
}

// calculationAsked tells the saved calculation that a question names whole and asks
// nothing else of than what came of it.
func (a *plainQuery) calculationAsked() string {
	if !a.asks("complies") || len(a.subjects) == 0 {
		return ""
	}
	for _, c := range a.question.Project.Calculations {
		if a.lackingBut(bagIn(c.Name, a.texts), a.message("complies")) == 0 && a.saysAll(c.Name) {
			return ask.CalculationText(a.question, c)
		}
	}
	return ""
}

// lackingBut is lacking, without the subjects that are among some words.
func (a *plainQuery) lackingBut(b termBag, words string) int {
	but := bagIn(words, a.lang)
	rest := *a
	rest.subjects = slices.DeleteFunc(slices.Clone(a.subjects), func(s topic) bool { return but.has(&s) })
	return rest.lacking(b)
}
