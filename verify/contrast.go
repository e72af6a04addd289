package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// contrasts returns the words of r that set another thing beside the measured one, so that
// nobody can tell of which a circumstance is said: "hall; the other one has sprinklers", "flat
// 1; flat 2 with sprinklers", "hall (no) with sprinklers".
func (d *decision) contrasts(r *reading) []string {
	list := r.labelsTwo()
	for i := range r.Words {
		if r.setsBeside(i) && !r.explains(i, func(s understand.Sense) bool { return d.isAsked(s) || d.isNear(s) }) {
			list = append(list, r.Words[i].Text)
		}
	}
	for _, h := range r.hits {
		if h.Negated && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isElement(s) && s.ID == d.subject }) {
			list = append(list, r.wording(h))
		}
	}
	return list
}

// setsBeside reports whether words[i] is a word for another thing, or the "no" of a key that
// denies nothing by itself: "without: door, lift".
func (r *reading) setsBeside(i int) bool {
	w := &r.Words[i]
	return r.does(i, "others") || r.isNominal(i) || w.Key && w.Is(understand.Negates) && i+1 < len(r.Words) && !r.Words[i+1].Key
}

// labelsTwo returns the labels that r numbers more than one thing with: "planta 1; planta 2".
func (r *reading) labelsTwo() []string {
	var list []string
	numbers := make(map[string]string)
	for i := 0; i+1 < len(r.Words); i++ {
		w, next := &r.Words[i], &r.Words[i+1]
		if !w.Is(understand.LabelsNumber) || next.Number == nil && !next.IsName() {
			continue
		}
		if first, ok := numbers[w.Stem]; ok && first != next.Text {
			list = append(list, w.Text+" "+next.Text)
		}
		numbers[w.Stem] = next.Text
	}
	return list
}

// isNear reports whether a sense names the thing, or one that rules about it speak of.
func (d *decision) isNear(s understand.Sense) bool {
	return isElement(s) && (s.ID == d.subject || slices.Contains(d.element.heads, s.ID) || d.relates(s.ID) || d.stands(s.ID))
}

// isNominal reports whether words[i] stands for a thing that it does not name, at the head of
// a clause: "hall; the new, with sprinklers".
func (r *reading) isNominal(i int) bool {
	w := &r.Words[i]
	return i > 0 && r.Words[i-1].Closed != w.Closed && w.HasArticle() && w.Neutral && w.Number == nil
}
