package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// lister puts the answer to a query together.
type lister struct {
	out   *Requirements
	rows  []*row
	taken []*decision
}

// leave gives back what the decisions needed, once their rows are put into words.
func (l *lister) leave() {
	for _, d := range l.taken {
		d.leave()
	}
}

// take adds what the rules require of one parameter.
func (l *lister) take(d *decision) {
	list, ok := d.settle()
	l.understood(d)
	if !ok {
		l.warn(d)
		if len(l.rows) == 0 {
			l.nearest(d)
		}
		return
	}
	l.add(d, list, d.rows(list))
	if d.listing.cut {
		d.warn(msgTooMany)
	}
	for _, each := range d.applied(list) {
		if !slices.Contains(l.out.Applied, each) {
			l.out.Applied = append(l.out.Applied, each)
		}
	}
	d.warnContext(list)
	d.warnUnread(false)
	if words := d.unreadUse(list); words != "" {
		d.warnUse(words)
	}
	d.warnRows(l.rows)
	l.warn(d)
}

// add adds rows and what is known that they were chosen by.
func (l *lister) add(d *decision, list []*rule, rows []*row) {
	l.rows = append(l.rows, rows...)
	for _, index := range askedOf(list) {
		f, k := d.v.facts[index], d.base[index]
		if k.origin < byDefault || slices.ContainsFunc(l.out.Known, func(have KnownFact) bool { return have.ID == f.ID }) {
			continue
		}
		l.out.Known = append(l.out.Known, KnownFact{ID: f.ID, Label: d.text(f.Label), Values: f.factValues(k), From: k.origin.from()})
	}
}

// understood notes what the texts were understood as.
func (l *lister) understood(d *decision) {
	l.out.Element.Text, l.out.Parameter.Text = d.check.Element, d.check.Parameter
	if d.subject != "" && d.measure != nil {
		l.out.Element.add(d, "element", d.subject)
		l.out.Parameter.add(d, "parameter", d.measure.ID)
	}
}

func (u *Understood) add(d *decision, kind, id string) {
	if slices.Contains(u.IDs, id) {
		return
	}
	u.IDs = append(u.IDs, id)
	labels := []string{u.Label, d.text(d.v.concepts[kind+" "+id].Label)}
	u.Label = strings.Join(slices.DeleteFunc(labels, func(s string) bool { return s == "" }), ", ")
}

func (l *lister) warn(d *decision) {
	for _, text := range d.warnings {
		if !slices.Contains(l.out.Warnings, text) {
			l.out.Warnings = append(l.out.Warnings, text)
		}
	}
}

// warnRows says what a reader of the rows has to know of their texts.
func (d *decision) warnRows(rows []*row) {
	var shown Result
	var list []*rule
	for _, r := range rows {
		if r.state != RowExcluded && r.d == d {
			d.cite(&shown, r.rule)
			list = append(list, r.rule)
		}
	}
	d.warnSources(&shown)
	slices.SortFunc(list, func(a, b *rule) int { return cmp.Compare(a.Line, b.Line) })
	d.warnUnexpressed(&shown, slices.Compact(list))
}

// from tells where knowledge comes from.
func (o origin) from() KnownFrom {
	switch o {
	case byPlace:
		return KnownFromPlace
	case byProject:
		return KnownFromProject
	case byDefault:
		return KnownAssumed
	case byGiven:
		return KnownFromGiven
	case nowhere, byTrial, byConcept, byText:
	}
	return KnownFromText
}

// factValues lists the values a fact is known to have, or the ends between which it lies.
func (f *fact) factValues(k knowledge) []FactValue {
	if f.Kind != rules.QuantityFact {
		out := make([]FactValue, 0, len(k.texts))
		for _, text := range k.texts {
			out = append(out, f.factValue(knowledge{texts: []string{text}}))
		}
		return out
	}
	if n, ok := k.span.Exact(); ok {
		return []FactValue{f.factValue(knowledge{span: quantity.Exactly(n)})}
	}
	var out []FactValue
	for _, n := range []quantity.Interval{{Lo: k.span.Lo}, {Lo: k.span.Hi}} {
		if n.Lo != nil {
			out = append(out, f.factValue(knowledge{span: n}))
		}
	}
	return out
}

// finish puts the rows in order and says what decides among them.
func (l *lister) finish(d *decision) {
	sortRows(l.rows)
	l.out.Total = len(l.rows)
	for _, r := range l.rows {
		if r.state != RowExcluded {
			l.out.Applying++
		}
	}
	l.dependsOn()
	for _, r := range l.rows[:min(len(l.rows), maxRows)] {
		l.out.Rows = append(l.out.Rows, r.requirement())
	}
	if l.out.Warnings == nil {
		l.warn(d)
	}
}

// dependsOn lists the facts that decide among the rows: those that most rows turn on
// first, then what is assumed.
func (l *lister) dependsOn() {
	count := make(map[string]int)
	facts := make(map[string]OpenFact)
	var ids []string
	note := func(d *decision, index, weight int) {
		f := d.v.facts[index]
		if _, ok := facts[f.ID]; !ok {
			ids = append(ids, f.ID)
			facts[f.ID] = d.openFact(f)
		}
		count[f.ID] += weight
	}
	const open = 1000 // what is assumed stands behind all that is open
	for _, r := range l.rows {
		for _, index := range r.turnsOn() {
			weight := open
			if r.d.base[index].origin == byDefault {
				weight = 1
			}
			note(r.d, index, weight)
		}
		for _, index := range r.restsOn() {
			note(r.d, index, 1)
		}
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for _, id := range ids {
		l.out.DependsOn = append(l.out.DependsOn, facts[id])
	}
}

// restsOn lists what is assumed that a row which applies would not hold without.
func (r *row) restsOn() []int {
	if r.state == RowExcluded {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.rule.asked), func(i int) bool {
		return r.d.base[i].origin != byDefault || r.d.v.parting.has(i)
	})
}

// turnsOn lists the open facts of a row, those its formula computes with among them.
func (r *row) turnsOn() []int {
	var out []int
	for i := range r.when {
		out = append(out, r.when[i].fact)
	}
	if r.state != RowExcluded && r.isFormula() {
		set := make(map[int]bool)
		for _, v := range []value{r.rule.value, r.rule.min, r.rule.max} {
			valueFacts(v, set)
		}
		for _, f := range r.d.v.facts {
			if set[f.index] && f.open(r.d.base[f.index]) {
				out = append(out, f.index)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// openFact describes a fact as somebody who is asked for it needs it.
func (d *decision) openFact(f *fact) OpenFact {
	out := OpenFact{ID: f.ID, Label: d.text(f.Label), Kind: f.Kind}
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	switch f.Kind {
	case rules.QuantityFact:
		out.Unit = f.Unit.String()
	case rules.BooleanFact, rules.CategoryFact:
		for _, text := range f.candidates() {
			if text != another {
				out.Options = append(out.Options, FactOption{FactValue{Kind: f.Kind, Texts: []string{text}}, describe.value(f, text)})
			}
		}
	case rules.TextFact: // any word
	}
	if k := d.base[f.index]; k.origin == byDefault {
		v := f.factValue(k)
		out.Assumed = &v
	}
	return out
}
