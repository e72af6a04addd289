package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// named returns the elements named beside the parameter itself: "huella" is a
// parameter and an element, and as the one it is not the other. What the others belong to
// comes last. Those that say where it is measured ("height above the floor") and what belongs to
// the name of a measure are none.
func (r *reading) named(counts func(measure string) bool) []string {
	var hits []understand.Hit
	for _, h := range r.hits {
		if h.Senses[0].Kind == understand.ElementSense && !h.Negated && !r.within(h, counts) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b understand.Hit) int { return cmp.Compare(r.Words[a.Start].Chunk, r.Words[b.Start].Chunk) })
	var list []string
	for _, h := range hits {
		if first := &r.Words[r.partStart(h.Start)]; r.attachment(h.Start) == site && !r.OpensRange(first) {
			continue
		}
		for _, s := range h.Senses {
			if !slices.Contains(list, s.ID) {
				list = append(list, s.ID)
			}
		}
	}
	return list
}

// within reports whether h, the name of a thing, is part of the name of a measure. Behind "of"
// it is so only where that name is longer than h or its measure counts; else it is the thing
// that is measured: "height of the boiler", whatever "boiler" counts elsewhere.
func (r *reading) within(h understand.Hit, counts func(measure string) bool) bool {
	joined := r.Words[h.Start].Opener == understand.LinkWord
	return slices.ContainsFunc(r.hits, func(other understand.Hit) bool {
		return other.Is(understand.ParameterSense) && other.Start < h.End && h.Start < other.End && h.End <= other.End &&
			(!joined || other.End-other.Start > h.End-h.Start || slices.ContainsFunc(other.Senses, func(s understand.Sense) bool { return counts(s.ID) }))
	})
}

// commonLanguage returns the language a wording is in; "" when it is a wording
// of several, such as "n50", or states a circumstance, of which names such as
// "hotel" are many.
func commonLanguage(senses []understand.Sense) string {
	lang := senses[0].Lang
	for _, s := range senses {
		if s.Lang != lang || s.Kind == understand.FactSense {
			return ""
		}
	}
	return lang
}

// wording returns the words of a hit as they were written.
func (r *reading) wording(h understand.Hit) string {
	out := ""
	for _, w := range r.Words[h.Start:h.End] {
		if out != "" {
			out += " "
		}
		out += w.Text
	}
	return out
}

// findHeads returns the element the text is about, in each of its senses. A
// language that puts the head first has it at the beginning of the first part of
// weight ("puerta de la escalera" is a door), one that puts it last at that part's
// end ("stair handrail" is a handrail). A name may begin with a word that has no
// weight elsewhere: "unidad terminal".
func (r *reading) findHeads(covered []bool) []string {
	first := slices.IndexFunc(r.Words, func(w understand.Word) bool { return !w.Neutral && w.Number == nil })
	if first < 0 || first >= len(r.Words) {
		return nil
	}
	return r.headsAt(first, covered, func(understand.Hit) bool { return true })
}

// headsAt returns the elements that the part which begins at words[first] is about, of the
// wordings that ok takes.
func (r *reading) headsAt(first int, covered []bool, ok func(understand.Hit) bool) []string {
	last := r.partEnd(first)
	for last > first && r.Words[last].Neutral && !covered[last] {
		last--
	}
	var heads []string
	for _, h := range r.hits {
		if h.Negated || !ok(h) {
			continue
		}
		for _, s := range h.Senses {
			head := last
			if r.HeadFirst(s.Lang) {
				head = first
			}
			if isElement(s) && h.Start <= head && head < h.End && !slices.Contains(heads, s.ID) {
				heads = append(heads, s.ID)
			}
		}
	}
	return heads
}

// findAppositions returns the elements that the further clauses are about which nothing
// opens: "new flats, window unit" is about a window as well. What says a use is none:
// "corridor, offices".
func (v *rulebook) findAppositions(r *reading, covered []bool) []string {
	var out []string
	names := func(h understand.Hit) bool {
		return !slices.ContainsFunc(r.hits, func(other understand.Hit) bool {
			return other.Start <= h.Start && h.End <= other.End && slices.ContainsFunc(other.Senses, v.tellsUse)
		})
	}
	if i := r.firstValue(); i > 0 {
		out = r.headsAt(i, covered, names)
	}
	for i := 1; i < len(r.Words); i++ {
		begins := r.Words[i].Clause != r.Words[i-1].Clause
		for begins && i+1 < len(r.Words) && r.Words[i].Neutral && r.Words[i].Role == understand.PlainWord {
			i++
		}
		if w := &r.Words[i]; begins && w.Opener == understand.PlainWord && w.Number == nil && !w.Keyed {
			out = union(out, r.headsAt(i, covered, names))
		}
	}
	return out
}

// firstValue returns where the value of the pair begins that the text begins with, its tag and
// little words left out: schedules name the kind of a thing before it, "pipe: drain D-03". It is
// -1 where the text begins with no name of a thing that is a key.
func (r *reading) firstValue() int {
	if !r.begins(0, isElement) || !r.Words[0].Key {
		return -1
	}
	return slices.IndexFunc(r.Words, func(w understand.Word) bool {
		return w.Keyed && !w.Key && w.Clause == r.Words[0].Clause && !w.Neutral && !w.IsName() && w.Number == nil
	})
}

// partEnd returns the last word of the part that begins at words[first]: before a
// preposition, number or tag, and where the thing named is followed by what it does.
func (r *reading) partEnd(first int) int {
	element := func(s understand.Sense) bool { return s.Kind == understand.ElementSense }
	last, named := first, r.explains(first, element)
	for last+1 < len(r.Words) && r.Words[last+1].Chunk == r.Words[first].Chunk && r.Words[last+1].Number == nil && !r.Words[last+1].IsName() {
		is := r.explains(last+1, element)
		if named && !is && (r.Words[last+1].Is(understand.EndsPart) || r.labelled(last+1)) {
			break
		}
		named = named || is
		last++
	}
	return last
}

// tellsUse reports whether a sense says what a building is used for.
func (v *rulebook) tellsUse(s understand.Sense) bool {
	return isFact(s) && v.facts[s.Fact].Tells == rules.TellsUse
}

// labelled reports whether words[i] is a label with the name or number behind it: "type A".
func (r *reading) labelled(i int) bool {
	return r.Words[i].Is(understand.LabelsNumber) && i+1 < len(r.Words) && r.Words[i+1].Clause == r.Words[i].Clause && (r.Words[i+1].Number != nil || r.Words[i+1].IsName())
}

// names reports whether a wording is a name of one of some elements.
func names(h understand.Hit, elements []string) bool {
	return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isElement(s) && slices.Contains(elements, s.ID) })
}

// parameters returns what the text may measure: for each wording of a parameter
// the concepts it can mean. One wording may serve several; which one is meant
// depends on the element.
func (r *reading) parameters() [][]string {
	var list [][]string
	for _, h := range r.hits {
		var ids []string
		for _, s := range h.Senses {
			if s.Kind == understand.ParameterSense && !h.Negated && !slices.Contains(ids, s.ID) {
				ids = append(ids, s.ID)
			}
		}
		if len(ids) > 0 {
			list = append(list, ids)
		}
	}
	return list
}

// counted returns what the text may count, as parameters does, and takes its
// words for understood: a check in a unit that counts asks how many there are.
func (r *reading) counted() [][]string {
	var list [][]string
	for _, h := range r.hits {
		if !h.Is(understand.CountSense) || h.Negated || r.servesOther(h) {
			continue
		}
		var ids []string
		for _, s := range h.Senses {
			if !slices.Contains(ids, s.ID) {
				ids = append(ids, s.ID)
			}
		}
		list = append(list, ids)
		r.forget(h.Start, h.End)
	}
	return list
}

// servesOther reports whether a wording hangs on something else that is named before it:
// "toilets for people" are no people.
func (r *reading) servesOther(h understand.Hit) bool {
	opener := r.Words[h.Start].Opener
	if opener == understand.Preposition { // but "para personas" hangs on nothing
		return slices.ContainsFunc(r.Words[:h.Start], func(w understand.Word) bool { return w.Weighs() })
	}
	return opener == understand.LinkWord && slices.ContainsFunc(r.hits, func(other understand.Hit) bool {
		return other.Is(understand.ElementSense) && other.End <= h.Start
	})
}

// common returns the ids that are in every list.
func common(lists [][]string) []string {
	return slices.DeleteFunc(slices.Clone(lists[0]), func(id string) bool {
		return slices.ContainsFunc(lists, func(list []string) bool { return !slices.Contains(list, id) })
	})
}
