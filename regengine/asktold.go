package regengine

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// told is what a question tells, as far as it can be told the rules. One that compares
// tells nothing: it names several cases.
func (p *projectRequirements) told(asked ask.Asked, of *verify.NamedPair) verify.Told {
	if asked.Asks == ask.AsksCases {
		return verify.Told{}
	}
	country := p.project.GeoID.Country()
	told := p.snapshot.pairs().Told(country, asked.Question, of.Subject)
	for _, wrong := range p.snapshot.Verifier.CheckCircumstances(country, told.Quantities) {
		delete(told.Quantities, wrong.ID)
	}
	return told
}

// tellByUnit takes the one figure of a question for the one open circumstance that it
// can be by its unit, and reports whether it did: "¿necesita proyecto una instalación de
// 60 kW?". A length may be of anything where nobody asks how much, and a figure beside the
// name of a measure may be of that: they are those of a circumstance only if the question
// has a word of its label.
func (p *projectRequirements) tellByUnit(asked ask.Asked, of *verify.Requirements, told *verify.Told) bool {
	figures := told.Figures
	if len(figures) == 0 {
		figures = told.Elsewhere
	}
	if len(figures) != 1 {
		return false
	}
	figure := figures[0]
	unit, err := quantity.ParseUnit(figure.Unit)
	if err != nil || unit.IsZero() || unit.IsRatio() {
		return false
	}
	value := verify.QuantityValue(figure.Value, figure.Unit)
	fits := p.fitting(of, value)
	vague := figure.Named || asked.Asks != ask.AsksAmount && isLength(unit)
	if len(fits) != 1 || vague && !p.namesAny(asked.Question, fits[0].Label, of.Element.Text) {
		return false
	}
	told.Quantities[fits[0].ID], told.Figures = value, nil
	return true
}

// fitting are the open circumstances that a quantity can be, those aside that decide only
// where something is that nobody assumes.
func (p *projectRequirements) fitting(of *verify.Requirements, value verify.Value) []verify.OpenFact {
	deciding := map[string]bool{}
	for i := range of.Rows {
		if special(of, &of.Rows[i]) {
			continue
		}
		for _, c := range of.Rows[i].When {
			deciding[c.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(of.DependsOn), func(open verify.OpenFact) bool {
		return open.Kind != rules.QuantityFact || !deciding[open.ID] ||
			len(p.snapshot.Verifier.CheckCircumstances(p.project.GeoID.Country(), map[string]verify.Value{open.ID: value})) > 0
	})
}

// special reports whether a row only holds where something is that nobody assumes.
func special(of *verify.Requirements, row *verify.RequirementRow) bool {
	return slices.ContainsFunc(row.When, func(c verify.CaseCondition) bool {
		return slices.ContainsFunc(of.DependsOn, func(open verify.OpenFact) bool { return open.ID == c.ID && open.Assumed != nil })
	})
}

func isLength(unit quantity.Unit) bool {
	_, err := quantity.Convert(quantity.NewNumber(1, 1), unit, quantity.MustUnit("m"), quantity.SameKind)
	return err == nil
}

// namesAny reports whether a question has a word of a label, those of the thing aside.
func (p *projectRequirements) namesAny(question, label, thing string) bool {
	telling := func(text string) map[string]bool {
		out := map[string]bool{}
		for _, w := range retrieval.Words(text, p.words.lang) {
			if w.Stop() || w.Number || w.Figure || w.Framing {
				continue
			}
			for _, term := range w.Terms {
				out[term] = true
			}
		}
		return out
	}
	has, of := telling(question), telling(thing)
	for term := range telling(label) {
		if has[term] && !of[term] {
			return true
		}
	}
	return false
}
