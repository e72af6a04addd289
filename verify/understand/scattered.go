package understand

import "slices"

// maxBetween is the most words that may stand between two of one name.
const maxBetween = 2

// Scattered returns the names of elements of which other words that explained takes keep the
// words apart: "deck around the communal pool" where "deck around the pool" is a name. None
// of them is a little word, and none hangs by one on what stands before it. Each stretch of
// such a name is a hit: the words between are none of it.
func (l Lexicon) Scattered(p *Phrase, explained func(i int) bool) []Hit {
	var hits []Hit
	words := p.Words
	fills := func(i int) bool { return words[i].fills() && !p.governed(i) && explained(i) }
	for i := range words {
		for _, e := range l[words[i].Stem] {
			k := slices.IndexFunc(e.groups, func(senses []Sense) bool { return senses[0].Kind == ElementSense })
			if k < 0 || len(e.words) < 2 || slices.ContainsFunc(e.words, func(w Word) bool { return w.IsHole }) {
				continue
			}
			if stretches := e.scatter(words, i, fills); len(stretches) > 1 && !taken(hits, elementGroup, i) {
				denied, doubtful := negated(words, i, make([]bool, len(words)))
				for _, s := range stretches {
					hits = append(hits, Hit{Senses: e.groups[k], Start: s[0], End: s[1], Negated: denied, Doubtful: doubtful})
				}
			}
		}
	}
	return hits
}

// scatter returns the stretches of words that e, which begins at words[i], consists of; none
// where it does not stand there.
func (e *entry) scatter(words []Word, i int, fills func(i int) bool) [][2]int {
	out := [][2]int{{i, i}}
	clause := words[i].Clause
	for k := range e.words {
		from := i
		for k > 0 && i < from+maxBetween && i < len(words) && words[i].Stem != e.words[k].Stem && fills(i) {
			i++
		}
		if i >= len(words) || words[i].Clause != clause || words[i].Stem != e.words[k].Stem || !e.words[k].sameNumber(&words[i]) {
			return nil
		}
		if i > from {
			out = append(out, [2]int{i, i})
		}
		i++
		out[len(out)-1][1] = i
	}
	return out
}

// governed reports whether words[i] is what the little word before it is about: "marco" in
// "con marco puertas", where a language puts what a thing is before what qualifies it.
func (p *Phrase) governed(i int) bool {
	return i > 0 && p.Words[i-1].Role == Preposition && p.HeadFirst(p.lang)
}

// fills reports whether a word may stand between two of a name.
func (w *Word) fills() bool {
	return w.Role == PlainWord && w.Link == "" && !w.Is(Negates) && (w.Number == nil || w.Unit.IsZero())
}
