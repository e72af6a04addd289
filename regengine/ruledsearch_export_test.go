package regengine

import (
	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo"
)

// RuledSearch is the search of a turn in a country.
func (s *Snapshot) RuledSearch(country geo.ID) ask.Searcher { return &ruledSearch{s, country} }
