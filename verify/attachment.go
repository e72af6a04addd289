package verify

import "github.com/reglookup/regengine/verify/understand"

// attachment is how a word of the element hangs on the thing it is about.
type attachment uint8

const (
	attribute attachment = iota // "de ducha", "shower railing": it says which thing is meant
	site                        // "junto a la ducha", "in the shower": it says where
	company                     // "con ducha", "without a shower": it says what the thing has or lacks
)

// attachment tells how words[i] hangs on the thing the text is about: by the
// little word that opens its part, or, where that part qualifies another ("en la
// terraza de la casa"), by the one that opens that.
func (r *reading) attachment(i int) attachment {
	for {
		first := r.partStart(i)
		for k := first; k < i; k++ {
			if r.Words[k].Is(understand.EndsPart) {
				return site
			}
		}
		w := &r.Words[first]
		switch {
		case w.Is(understand.Negates | understand.SaysCompany):
			return company
		case w.Is(understand.SaysSite):
			return site
		case first == 0 || r.Words[first-1].Clause != w.Clause:
			return attribute
		case w.Role == understand.Preposition && !w.Joins():
			return attribute // "barandilla para cama"
		}
		i = first - 1
	}
}

// partStart returns the first word of the part that holds words[i].
func (r *reading) partStart(i int) int {
	for i > 0 && r.Words[i-1].Chunk == r.Words[i].Chunk {
		i--
	}
	return i
}
