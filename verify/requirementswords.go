package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// requirement puts a row into words and numbers.
func (r *row) requirement() RequirementRow {
	out := RequirementRow{ID: r.rule.set.Ref.String() + "#" + r.rule.ID, State: r.state, Governs: r.govern, Op: r.op, Direction: r.direction(), Case: r.ofKind(r.caseText()), When: r.conditions(),
		Ref: r.rule.set.Ref, Block: r.rule.cited.Block, Excerpt: r.rule.cited.Excerpt, Cite: r.rule.cited.as, Origin: r.origin, Element: r.elementLabel()}
	if r.origin != textlimits.FromRule {
		out.ID = r.rule.cited.Block.ID
	}
	r.fill(&out)
	r.extras(&out)
	return out
}

// fill sets the limit.
func (r *row) fill(out *RequirementRow) {
	if !r.unit.IsZero() {
		out.Unit = r.unit.String()
	}
	switch {
	case r.op == rules.OneOf:
		for i := range r.rule.Require.Values {
			n := r.rule.Require.Values[i]
			if !r.d.question.open {
				n = r.d.question.convert(r.rule, &r.rule.Require.Values[i])
				out.Unit = r.d.question.unit.String()
			}
			out.Values = append(out.Values, shown(n, rules.Equality).String())
		}
	case r.isFormula():
		texts := make([]string, len(r.limits))
		for i, a := range r.limits {
			if texts[i] = a.formula; a.number != nil {
				texts[i] = a.number.String()
			}
		}
		out.Formula = strings.Join(texts, " .. ")
	case r.op == rules.Between:
		out.Min, out.Max = shown(*r.limits[0].number, rules.Minimum).String(), shown(*r.limits[1].number, rules.Maximum).String()
	case len(r.limits) == 1:
		out.Limit = shown(*r.limits[0].number, out.Direction).String()
	}
}

// extras lists the further duties that stand beside the limit.
func (r *row) extras(out *RequirementRow) {
	for i, e := range r.rule.Extras {
		if allOf(r.rule.extras[i], r.d.base) != no {
			out.Conditions = append(out.Conditions, e.Text.In(r.d.lang, r.rule.set.Language))
		}
	}
}

// elementLabel names what the rule is about: the element asked for where it is that,
// else its own first one.
func (r *row) elementLabel() string {
	id := r.d.subject
	if len(r.rule.Subjects) > 0 {
		id = r.rule.Subjects[0].Element
	}
	for _, s := range r.rule.Subjects {
		if s.Parameter == r.d.measure.ID && (s.Element == r.d.subject || !slices.Contains(r.d.v.broader(r.d.subject), id)) {
			id = s.Element
		}
	}
	if c := r.d.v.concepts["element "+id]; c != nil {
		return r.d.text(c.Label)
	}
	return ""
}

// caseText says in one line in which case a row stands; "" for always.
func (r *row) caseText() string {
	reading := r.rule.Reading.In(r.d.lang, r.rule.set.Language)
	if reading != "" && (r.alone || r.state != RowDepends) {
		return strings.Join(append([]string{reading}, r.cellTexts(true)...), ", ")
	}
	parts := r.settled()
	for _, c := range r.conditions() {
		if !slices.Contains(parts, c.Label) {
			parts = append(parts, c.Label)
		}
	}
	return strings.Join(parts, ", ")
}

// ofKind leads a case by the kind of the element that it is about.
func (r *row) ofKind(text string) string {
	return strings.Join(slices.DeleteFunc([]string{r.kind, text}, func(s string) bool { return s == "" }), ", ")
}

// settled says what of the rule's own conditions is known: that it is a rule for it.
func (r *row) settled() []string {
	var parts []string
	for i, c := range r.rule.When[:len(r.rule.When)-len(r.rule.about)] {
		known := r.rule.when[i].eval(r.d.base)
		if r.state == RowDepends && known != yes || c.Fact == "" && known == yes {
			continue
		}
		if text := r.settledText(c, &r.rule.when[i], known); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return append(parts, r.cellTexts(false)...)
}

// settledText writes a condition that is settled, where it holds by the value that is
// known; "" of what a thing is not.
func (r *row) settledText(c rules.Condition, compiled *condition, known truth) string {
	describe := describer{r.d.speaker, r.d.v, make([]knowledge, len(r.d.base)), r.unit}
	f := r.d.v.factByID(c.Fact)
	switch {
	case known != yes:
		return unbracketed(describe.condition(c, compiled))
	case f.Kind == rules.BooleanFact && c.Texts[0] == "false":
		return ""
	case f.Kind != rules.QuantityFact && len(r.d.base[f.index].texts) > 0:
		c.Texts = r.d.base[f.index].texts
	}
	return describe.simple(c)
}

// cellTexts says where in its tables a limit stands: all of it, or what is known.
func (r *row) cellTexts(all bool) []string {
	describe := describer{r.d.speaker, r.d.v, r.d.base, r.unit}
	var parts []string
	for _, v := range []value{r.rule.value, r.rule.min, r.rule.max} {
		for i, t := 0, v.table; t != nil && i < len(r.cells); i++ {
			c := r.cells[i]
			open := t.open(c, r.d.base)
			if c.Op != rules.Else && (all || r.state == RowExcluded || !open) {
				if text := describe.cellText(t, c); !slices.Contains(parts, text) {
					parts = append(parts, text)
				}
			}
			t = t.inner(c)
		}
	}
	return parts
}

// conditions puts what is still open into words.
func (r *row) conditions() []CaseCondition {
	describe := describer{r.d.speaker, r.d.v, r.d.base, r.unit}
	out := make([]CaseCondition, 0, len(r.when))
	for i := range r.when {
		out = append(out, r.condition(&r.when[i], describe))
	}
	for i := range out { // the two ends of a range are one label
		if i > 0 && out[i].ID == out[i-1].ID && out[i].Value.Kind == rules.QuantityFact {
			label := describe.text(r.d.v.facts[r.when[i].fact].Label)
			joint := out[i-1].Label + r.d.say(msgAnd) + strings.TrimSpace(strings.TrimPrefix(out[i].Label, label))
			out[i-1].Label, out[i].Label = joint, joint
		}
	}
	return out
}

func (r *row) condition(l *literal, describe describer) CaseCondition {
	f := r.d.v.facts[l.fact]
	out := CaseCondition{ID: f.ID, Operator: l.operator(f)}
	c := rules.Condition{Fact: f.ID, Op: l.op, Texts: l.texts, Value: l.value}
	value := func() FactValue { return f.factValue(knowledge{texts: l.texts, span: quantity.Exactly(l.value)}) }
	if f.Kind == rules.BooleanFact {
		if l.denied {
			c.Texts = []string{flip(l.texts[0], true)}
		}
		out.Operator = "="
		out.Value = FactValue{Kind: rules.BooleanFact, Texts: c.Texts}
		out.Label = describe.simple(c)
		return out
	}
	out.Value = value()
	if l.denied {
		out.Label = describe.denied(c, &l.condition)
	} else {
		out.Label = describe.simple(c)
	}
	return out
}

// operator names the comparison of a literal.
func (l *literal) operator(f *fact) string {
	op := l.op
	switch {
	case f.Kind == rules.QuantityFact && l.denied:
		return "!="
	case f.Kind == rules.QuantityFact:
		return op
	case op == "starts":
	case len(l.texts) > 1:
		op = "in"
	case l.denied:
		return "!="
	default:
		return "="
	}
	if l.denied {
		return "not " + op
	}
	return op
}

// factValue writes what is known of f, of a quantity one number.
func (f *fact) factValue(k knowledge) FactValue {
	if f.Kind != rules.QuantityFact {
		return FactValue{Kind: f.Kind, Texts: k.texts}
	}
	out := FactValue{Kind: rules.QuantityFact, Unit: f.Unit.String()}
	if k.span.Lo != nil {
		out.Number = k.span.Lo.Round(quantity.Down).String()
	}
	return out
}
