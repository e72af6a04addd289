package verify

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
			if r.words[k].is(follows) {
				return site
			}
		}
		w := &r.words[first]
		switch {
		case w.is(negates | saysCompany):
			return company
		case w.is(saysSite):
			return site
		case first == 0 || r.words[first-1].clause != w.clause:
			return attribute
		case w.role == preposition && !w.joins():
			return attribute // "barandilla para cama"
		}
		i = first - 1
	}
}

// partStart returns the first word of the part that holds words[i].
func (r *reading) partStart(i int) int {
	for i > 0 && r.words[i-1].chunk == r.words[i].chunk {
		i--
	}
	return i
}
