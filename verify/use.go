package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// What a building is used for decides which texts are about it. What a check gives
// as its use is a statement: it is one of the values rules go by, or it is something
// else, and never nothing.

// another stands for all values of a closed fact that are none of its own. Ids of
// values hold letters.
const another = "*"

// close marks the uses that a version is about: a building may have another use
// than any of those the rules know.
func (c *compiler) close(about []condition) {
	set := make(map[int]bool)
	conditionFacts(about, set)
	for index := range set {
		if f := c.v.facts[index]; f.Tells == rules.TellsUse {
			f.closed = true
		}
	}
}

// statement is what one wording says of a category.
type statement struct {
	in    *reading
	at    understand.Hit
	texts []string
}

// statements lists what the texts given say of a category.
func (f *fact) statements(texts []*reading) []statement {
	var list []statement
	for _, r := range texts {
		for _, h := range r.hits {
			var said knowledge
			for _, s := range h.Senses {
				if s.Kind == understand.FactSense && !s.Hint && s.Fact == f.index {
					said = said.with(f.saidBy(r, s, h))
				}
			}
			if !said.unknown() {
				list = append(list, statement{r, h, said.texts})
			}
		}
	}
	return list
}

// joiner tells how two statements of one text are joined: by "or", by "and", or by
// nothing, as those of two texts are.
func (a statement) joiner(b statement) understand.Does {
	if a.in != b.in {
		return 0
	}
	if b.at.Start < a.at.Start {
		a, b = b, a
	}
	var out understand.Does
	for i := a.at.End; i < b.at.Start; i++ {
		switch w := &a.in.Words[i]; {
		case w.Is(understand.JoinsOr):
			return understand.JoinsOr
		case w.Joins():
			out = understand.JoinsAnd
		}
	}
	if a.in.liesBetween(a.at.Start) {
		return 0
	}
	return out
}

// liesBetween reports whether words[i] is one of two ends: "between a room and a
// corridor", of which each holds on its side.
func (r *reading) liesBetween(i int) bool {
	return slices.ContainsFunc(r.Words[:i], func(w understand.Word) bool {
		return w.Clause == r.Words[i].Clause && r.OpensRange(&w)
	})
}

// isJoint reports whether several values of a category are said to hold at once:
// "common and private parts"; of uses also without a word for it, where they are given
// as the use of the building: "dwellings with a shop". What "or" joins is one or the
// other, and so is what the element says of the use beside what is given.
func (f *fact) isJoint(list []statement, use *reading) bool {
	two, joined, given := false, false, f.given(list, use)
	for i, a := range list {
		if len(a.texts) != 1 || a.at.Negated || a.at.Doubtful {
			return false
		}
		for _, b := range list[:i] {
			if a.texts[0] == b.texts[0] {
				continue
			}
			two = true
			how := a.joiner(b)
			if how == understand.JoinsOr {
				return false
			}
			joined = joined || how == understand.JoinsAnd || len(given) > 1
		}
		if len(given) > 0 && !slices.Contains(given, a.texts[0]) {
			return false
		}
	}
	return two && joined
}

// given returns the values of a use that are given as the use of the building.
func (f *fact) given(list []statement, use *reading) []string {
	var out []string
	for _, s := range list {
		if f.Tells == rules.TellsUse && s.in == use && !s.at.Negated {
			out = append(out, s.texts...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// takeUse settles which values of a category hold at once, and makes a use that no
// wording explains another one than any the rules know.
func (d *decision) takeUse(asked factSet, world []knowledge) {
	for _, f := range d.v.facts {
		k := &world[f.index]
		if f.Kind != rules.CategoryFact || k.origin != byText && !f.closed {
			continue
		}
		k.joint = k.origin == byText && len(k.texts) > 1 && f.isJoint(f.statements(d.texts()), &d.use)
		if !f.closed || len(f.statements([]*reading{&d.use})) > 0 || len(d.strangeUse(asked)) == 0 {
			continue
		}
		said := k.origin == byText
		*k = k.with(knowledge{origin: byText, texts: []string{another}})
		k.joint = said
	}
}

// strangeUse returns the words of the use of the building that nothing explains: no
// circumstance that is asked for, nothing that has to do with what is measured, and
// none of the words that say nothing of a use. Beside a use that is understood, what
// other rules ask for is a circumstance too.
func (d *decision) strangeUse(asked factSet) []string {
	r, explains := &d.use, d.explainsUse(asked)
	var list []string
	for i := range r.Words {
		if w := &r.Words[i]; tellsUse(w) && !r.granted(i) && !r.explains(i, explains) && !slices.Contains(list, w.Text) {
			list = append(list, w.Text)
		}
	}
	return list
}

// tellsUse reports whether a word may say what a building is for: none that denies, dates or
// says nothing, and no name or number.
func tellsUse(w *understand.Word) bool {
	plain := !w.Neutral && w.Role == understand.PlainWord && w.Number == nil && !w.IsName()
	return plain && !w.Is(understand.Negates|understand.TellsNothing|understand.DatesBuilding|understand.SaysBefore)
}

// explainsUse returns what reports whether a sense explains a word of the use.
func (d *decision) explainsUse(asked factSet) func(understand.Sense) bool {
	used := slices.ContainsFunc(d.v.facts, func(f *fact) bool {
		return f.Tells == rules.TellsUse && len(f.statements([]*reading{&d.use})) > 0
	})
	return func(s understand.Sense) bool {
		switch s.Kind {
		case understand.FactSense:
			return used || asked.has(s.Fact)
		case understand.ElementSense:
			return slices.Contains(d.element.elements, s.ID) || d.relates(s.ID)
		case understand.ContextSense:
			return s.ID != "" && d.asksOf(s.ID)
		case understand.ParameterSense, understand.NotSense, understand.CountSense:
		}
		return false
	}
}

// granted reports whether words[i] is of the name of the check's own place.
func (r *reading) granted(i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool { return h.Granted && h.Start <= i && i < h.End })
}

// unreadUse returns the words of the use that nothing explains where rules tell
// uses apart; "" where there are none.
func (d *decision) unreadUse(list []*rule) string {
	tells := func(index int) bool { return d.v.facts[index].Tells == rules.TellsUse && !d.given(index) }
	if !slices.ContainsFunc(list, func(r *rule) bool { return slices.ContainsFunc(r.turns, tells) }) {
		return ""
	}
	return strings.Join(d.strangeUse(d.askedFacts()), " ")
}

// warnUse says which words of the use were not understood; a warning that named the
// whole of it gives way.
func (d *decision) warnUse(words string) {
	whole := d.say(msgUnread, d.check.BuildingUse)
	d.warnings = slices.DeleteFunc(d.warnings, func(text string) bool { return text == whole })
	d.warn(msgUseUnread, words)
}

// aboutOpen reports whether a value complies by rules that are about buildings of a
// use nobody stated, and no rule is known for the others.
func (d *decision) aboutOpen(t tally) bool {
	return t.silent && slices.ContainsFunc(t.passing, func(v verdict) bool { return allOf(v.governing.rule.about, d.base) == maybe })
}

// jointFails reports whether a value that complies where several values of a
// category hold at once would fail if one of them held alone, or whether a table
// has nothing to say for several.
func (d *decision) jointFails(list []*rule) bool {
	joint := slices.ContainsFunc(d.base, func(k knowledge) bool { return k.joint })
	if !joint {
		return false
	}
	alone := slices.Clone(d.base)
	for i := range alone {
		alone[i].joint = false
	}
	t := d.v.tally(d.question, list, alone)
	return len(t.failing)+len(t.open)+len(t.conflicts) > 0
}

// addUses notes what states a fact where it is all that is given as the use of a building.
func (v *rulebook) addUses(f *fact) {
	for _, lang := range slices.Sorted(maps.Keys(f.AsUse)) {
		for _, name := range f.AsUse[lang] {
			if key := v.keyOf(name); !slices.Contains(v.asUse[key], f.index) {
				v.asUse[key] = append(v.asUse[key], f.index)
			}
		}
	}
}

// readUse reads what is given as the use of the building. A street is no building: who
// gives it as one says where the thing is, which the same word beside a thing would not.
func (v *rulebook) readUse(text string) reading {
	r := v.read(text)
	if len(r.Words) == 0 {
		return r
	}
	for _, index := range v.asUse[v.keyOf(text)] {
		stated := understand.Sense{Kind: understand.FactSense, Fact: index, Value: "true"}
		r.hits = append(r.hits, understand.Hit{Senses: []understand.Sense{stated}, End: len(r.Words)})
		r.unknown = nil
	}
	return r
}
