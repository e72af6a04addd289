package regengine

import (
	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// RuledSearch is the search of a turn, and what tells the blocks it found by words.
func (s *Snapshot) RuledSearch(country geo.ID) (search ask.Searcher, byWords func() []*retrieval.Block) {
	r := &ruledSearch{Snapshot: s, country: country}
	return r, r.byWords
}
