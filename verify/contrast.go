package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// contrasts returns the words of r that set another thing beside the measured one, so that
// nobody can tell of which a circumstance is said: "hall; the other one has sprinklers", "flat
// 1; flat 2 with sprinklers", "hall (no) with sprinklers".
func (d *decision) contrasts(r *reading) []string {
	var list []string
	labelled := make(map[string]string)
	for i := range r.Words {
		if r.explains(i, func(s understand.Sense) bool { return d.isAsked(s) || d.isNear(s) }) {
			continue
		}
		w := &r.Words[i]
		if r.does(i, "others") || r.isNominal(i) || w.Key && w.Is(understand.Negates) && i+1 < len(r.Words) && !r.Words[i+1].Key {
			list = append(list, w.Text)
		}
	}
	for i := range r.Words {
		w := &r.Words[i]
		if !w.Is(understand.LabelsNumber) || i+1 == len(r.Words) || r.Words[i+1].Number == nil && !r.Words[i+1].IsName() {
			continue
		}
		if first, ok := labelled[w.Stem]; ok && first != r.Words[i+1].Text {
			list = append(list, w.Text+" "+r.Words[i+1].Text)
		}
		labelled[w.Stem] = r.Words[i+1].Text
	}
	for _, h := range r.hits {
		if h.Negated && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isElement(s) && s.ID == d.subject }) {
			list = append(list, r.wording(h))
		}
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
