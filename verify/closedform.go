package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// tellsBuilt reports whether words[i] says in which year a building was built: "built in
// 2023".
func (d *decision) tellsBuilt(r *reading, i int) bool {
	w := &r.Words[i]
	if !r.dated(w.Clause) || w.Is(understand.SaysBefore) {
		return false
	}
	return w.Is(understand.DatesBuilding) && d.datedBy(r, i) || d.isYear(r, i) || r.does(i, "where") && i+1 < len(r.Words) && d.isYear(r, i+1)
}

// isDerived reports whether words[i] is part of a closed form.
func (d *decision) isDerived(r *reading, i int) bool {
	w := &r.Words[i]
	switch {
	case w.Part:
		return false
	case w.Number != nil:
		return r.isClass(i) || d.statesNumber(r, i) || d.namesMeasure(r, i) || !w.Unit.IsZero() && !w.Placed && !r.isShare(i) || d.inStatedSeries(r, i)
	case d.states(r, i), r.granted(i), d.namesMeasure(r, i), d.weighed && d.v.wordIndex().has("element "+d.subject, w.Stem):
		return true
	case w.Placed:
		return false
	case w.Is(understand.Negates):
		return r.denies(i)
	case w.Is(understand.SaysCompany), w.Joins(), w.IsName() && !d.answersWhether(r, i), r.reaches(i):
		return true
	}
	return d.formsWith(r, i)
}

// answersWhether reports whether words[i] is the value of a key that states whether something
// is there. A name is no answer: "rociadores: N.A.".
func (d *decision) answersWhether(r *reading, i int) bool {
	w := &r.Words[i]
	return w.Keyed && !w.Key && slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return r.Words[h.Start].Key && r.Words[h.Start].Clause == w.Clause && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
			return isFact(s) && d.v.facts[s.Fact].Kind == rules.BooleanFact
		})
	})
}

// formsWith reports whether a word is of a closed form by what stands beside it.
func (d *decision) formsWith(r *reading, i int) bool {
	return r.isCounted(i) || r.does(i, "wholes") || d.qualifiesThing(r, i) || d.opens(r, i) || r.servesFor(i) || d.labelsFact(r, i)
}

// qualifiesThing reports whether words[i] says what the thing itself is made of, its shape,
// or what its names say, with nothing else between it and the name: "barandilla de vidrio",
// "timber stair".
func (d *decision) qualifiesThing(r *reading, i int) bool {
	does := func(i int) bool { return r.Qualifies(r.Words, i) || d.saysWholeName(r, i) }
	if !does(i) {
		return false
	}
	first, last := r.runOf(i, does)
	isThing := func(s understand.Sense) bool {
		return isElement(s) && (s.ID == d.subject || slices.Contains(d.element.heads, s.ID))
	}
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return r.standsBeside(&h, first, i, last) && slices.ContainsFunc(h.Senses, isThing)
	})
}

// saysWholeName reports whether words[i] is of a name of the thing all of whose words stand in
// its clause: people put them together anew, "colector colgado de residuales".
func (d *decision) saysWholeName(r *reading, i int) bool {
	if r.wholeNames == nil || r.wholeNamesOf != d.subject {
		r.wholeNames, r.wholeNamesOf = d.wholeNames(r), d.subject
	}
	return r.wholeNames[i]
}

// wholeNames returns that of each word of r.
func (d *decision) wholeNames(r *reading) []bool {
	type place struct {
		clause int
		stem   string
	}
	said := make(map[place]bool, len(r.Words))
	for i := range r.Words {
		said[place{r.Words[i].Closed, r.Words[i].Stem}] = true
	}
	out, names := make([]bool, len(r.Words)), d.v.namedBy["element "+d.subject]
	for i := range r.Words {
		w := &r.Words[i]
		out[i] = slices.ContainsFunc(names[w.Stem], func(stems []string) bool {
			return !slices.ContainsFunc(stems, func(stem string) bool { return !said[place{w.Closed, stem}] })
		})
	}
	return out
}

// runOf returns the first and the last of the words about words[i], in one clause, that do
// what it does.
func (r *reading) runOf(i int, does func(int) bool) (first, last int) {
	first, last = i, i
	for first > 0 && does(first-1) && r.Words[first-1].Closed == r.Words[i].Closed {
		first--
	}
	for last+1 < len(r.Words) && does(last+1) && r.Words[last+1].Closed == r.Words[i].Closed {
		last++
	}
	return first, last
}

// standsBeside reports whether the run of words from first to last, i among them, says what
// a thing is that is named before or behind it.
func (r *reading) standsBeside(h *understand.Hit, first, i, last int) bool {
	at := &r.Words[h.Start]
	switch {
	case r.Words[i].Opener == understand.Preposition && r.Words[i].Chunk != at.Chunk:
		return false // says when or where: "en su día"
	case h.Start > i && first > 0 && r.Words[first-1].Is(understand.SaysCompany):
		return false // what the thing has, not what it is: "con marco"
	case h.Start > i:
		return h.Start <= last+1 && r.Words[i].Closed == at.Closed
	}
	return h.End >= first && h.End <= i && r.Words[first].Closed == at.Closed
}

// isClass reports whether the number at words[i] goes on with a class: "EI2 60".
func (r *reading) isClass(i int) bool {
	return i > 0 && r.Words[i].Bare() && r.Words[i-1].IsName() && len(r.Words[i-1].Text) > 1 && r.Words[i-1].Closed == r.Words[i].Closed
}

// inStatedSeries reports whether the number at words[i] is joined to one behind it that
// states a circumstance: "30 or 40 persons".
func (d *decision) inStatedSeries(r *reading, i int) bool {
	k := r.Joined(i)
	return k > 0 && r.alternates(i) && r.Words[i].Bare() && r.explains(k, d.isAsked)
}

// reaches reports whether words[i] stands between two numbers of a range: "30 to 40".
func (r *reading) reaches(i int) bool {
	return i > 0 && r.Words[i].Is(understand.ReachesUntil) && r.Joined(i-1) == i+1
}

// isShare reports whether the number at words[i] says on what share of something: "en el 40 %",
// "40 % with sprinklers".
func (r *reading) isShare(i int) bool {
	w := &r.Words[i]
	first := i > 0 && r.Words[i-1].Closed != w.Closed && i+1 < len(r.Words) && r.Words[i+1].Closed == w.Closed
	return w.Unit.Kind() == quantity.Percent && (first || w.Opener == understand.Preposition)
}

// states reports whether words[i] are of the name of a thing or the wording of a
// circumstance. A preposition alone is none, whatever it means elsewhere ("junto", which is
// a "junta" too), nor is what stands in the place of a value and is none ("zona: N/A").
func (d *decision) states(r *reading, i int) bool {
	w := &r.Words[i]
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		if h.Start > i || h.End <= i || h.PassesOver(r.Words, i) || w.Role == understand.Preposition && h.End-h.Start == 1 {
			return false
		}
		return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
			return isElement(s) && d.formsName(r, i, s.ID) || !h.Linked && d.isAsked(s) && (h.Value != w || d.v.facts[s.Fact].mayBe(w))
		})
	})
}

// formsName reports whether the name of an element at words[i] is of a closed form. Behind a
// preposition in a further clause it is only where that has to do with the thing measured: in
// "rociadores, en estudio" no room may be meant.
func (d *decision) formsName(r *reading, i int, element string) bool {
	w := &r.Words[i]
	return w.Opener != understand.Preposition || w.Clause == r.headClause() || d.relates(element) || d.stands(element)
}

// statesNumber reports whether the number at words[i] is of the wording of a circumstance,
// or a value it can have.
func (d *decision) statesNumber(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return h.Start <= i && i < h.End && slices.ContainsFunc(h.Senses, d.isAsked) && d.v.takes(&h, i, r)
	})
}

// mayBe reports whether a word may be the value of a text: what somebody calls something,
// or what the rules or the places have.
func (f *fact) mayBe(w *understand.Word) bool {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(text string) bool { return fold(text) == w.Fold })
	}
	return f.Kind != rules.TextFact || w.IsName() || has(f.texts) || has(f.data) || len(f.names(w.Text)) > 1 && strings.ContainsAny(w.Text, "0123456789")
}

// namesMeasure reports whether words[i] name what is measured: in the parameter, or where
// the element begins with it. Elsewhere the word may be another: "rociadores: pendiente".
func (d *decision) namesMeasure(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return h.Start <= i && i < h.End && (r == &d.parameter || h.Start == 0) && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
			return s.Kind == understand.ParameterSense && (r == &d.parameter || s.ID == d.measure.ID)
		})
	})
}

// isAsked reports whether a sense states what the rules about the thing ask for, or what
// the building is used for. What matters elsewhere explains nothing here: "rociadores
// (fase 2)" says no section of a conductor.
func (d *decision) isAsked(s understand.Sense) bool {
	return isFact(s) && (d.askedFacts().has(s.Fact) || d.v.facts[s.Fact].Tells == rules.TellsUse)
}

// isCounted reports whether words[i] is what the number before it counts, or how an area
// is measured: "450 m² construidos".
func (r *reading) isCounted(i int) bool {
	return i > 0 && (r.Words[i-1].Counted || r.Words[i-1].Unit.Kind() == "area" && r.does(i, "areas"))
}

// opens reports whether words[i] is a little word that a closed form begins with: one
// that says for how many, between what, or where the thing itself is.
func (d *decision) opens(r *reading, i int) bool {
	if i+1 >= len(r.Words) || r.Words[i+1].Clause != r.Words[i].Clause {
		return false
	}
	next := &r.Words[i+1]
	switch {
	case r.does(i, "for"):
		return r.servesCounted(i) || next.Counted || r.measuresFact(i+1) || next.Number != nil && d.statesNumber(r, i+1) || d.inStatedSeries(r, i+1)
	case r.OpensRange(&r.Words[i]):
		return r.begins(i+1, isFact) || r.begins(i+1, isElement)
	case r.does(i, "where"):
		return d.places(r, i)
	case r.does(i, "placed") && r.does(i+1, "where"):
		return d.opens(r, i+1)
	}
	return false
}

// servesCounted reports whether words[i], "for", says for how many by what they do: "para el
// paso de 200 personas". What they do has to be known; "for half of 200 persons" is not.
func (r *reading) servesCounted(i int) bool {
	return i+2 < len(r.Words) && r.Words[i+2].Closed == r.Words[i].Closed && r.Words[i+1].Weighs() && r.Words[i+2].Counted && r.Words[i+2].Link != "" &&
		r.explains(i+1, func(s understand.Sense) bool { return isElement(s) || isFact(s) || s.Kind == understand.ContextSense })
}

// servesFor reports whether words[i] is of "prevista para el paso de 200 personas", which says
// in a clause of its own for how many the thing is.
func (r *reading) servesFor(i int) bool {
	if r.Words[i].Weighs() {
		return i > 0 && r.does(i-1, "for") && r.servesCounted(i-1)
	}
	begins := i == 0 || r.Words[i-1].Closed != r.Words[i].Closed
	return begins && r.Words[i].Neutral && i+2 < len(r.Words) && r.Words[i+1].Closed == r.Words[i].Closed && r.does(i+1, "for") &&
		(r.Words[i+2].Counted || r.servesCounted(i+1))
}

// measuresFact reports whether a wording with a number of a circumstance begins at words[i].
func (r *reading) measuresFact(i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return h.Start == i && h.Value != nil && h.Value.Number != nil && slices.ContainsFunc(h.Senses, isFact)
	})
}

// does reports whether words[i] is a little word of a kind; see [understand.Languages.isLittle].
func (r *reading) does(i int, kind string) bool {
	return r.IsLittle(kind, r.Words[i].Fold)
}

// begins reports whether a wording with a sense that ok takes begins at words[i].
func (r *reading) begins(i int, ok func(understand.Sense) bool) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool { return h.Start == i && slices.ContainsFunc(h.Senses, ok) })
}

// labelsFact reports whether words[i] is what a circumstance is called that the clause
// states: "clase XC3", "zona de radón I".
func (d *decision) labelsFact(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return h.Start > i && r.Words[h.Start].Closed == r.Words[i].Closed && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return d.isAsked(s) && d.v.facts[s.Fact].labelled(r.Words[i].Stem) })
	})
}

// places reports whether words[i] says where the thing itself is: "escalera en zona de
// uso restringido". Behind a circumstance it says where that holds: "rociadores en garaje".
func (d *decision) places(r *reading, i int) bool {
	has := func(s understand.Sense) bool { return isFact(s) && d.v.facts[s.Fact].Kind == rules.BooleanFact }
	spoken := func(h understand.Hit) bool {
		return h.Start < i && r.Words[h.Start].Closed == r.Words[i].Closed && !d.isOfThing(r, h) &&
			(slices.ContainsFunc(h.Senses, has) || h.Value != nil && h.Value.Counted)
	}
	return (r.begins(i+1, isFact) || r.begins(i+1, isElement)) && !slices.ContainsFunc(r.hits, spoken)
}

// isOfThing reports whether h says right beside the name of the thing itself what it is:
// "fire-resisting door", but not as the value of a pair, "door: accessible, en estudio".
func (d *decision) isOfThing(r *reading, h understand.Hit) bool {
	return slices.ContainsFunc(r.hits, func(e understand.Hit) bool {
		return e.Start <= h.End && h.Start <= e.End && r.Words[e.Start].Key == r.Words[h.Start].Key && slices.ContainsFunc(e.Senses, func(s understand.Sense) bool {
			return isElement(s) && s.ID == d.subject
		})
	})
}

// denies reports whether the negation at words[i] stands right before what it denies.
func (r *reading) denies(i int) bool {
	last := i + 1
	for last+1 < len(r.Words) && r.Words[last+1].Closed == r.Words[i].Closed && (r.does(last, "placed") || r.does(last, "where")) {
		last++
	}
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return i < h.Start && h.Start <= last && h.Negated && !h.Doubtful && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isFact(s) || isElement(s) })
	})
}
