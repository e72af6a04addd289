package geo

import "slices"

// maxIdentifier is the length in bytes beyond which a search text is not tried as
// an identifier.
const maxIdentifier = 40

// named returns the place whose identifier a search text is, whole or without its
// country in front ("ES-28079", "28079"), if it passes the filters; nil for none.
// What an identifier is the countries' schemes say. Where several countries read
// one in the text, the first by identifier does.
func (g *Gazetteer) named(text string, o *SearchOptions) *Place {
	if len(text) > maxIdentifier || o.Limit < 1 {
		return nil
	}
	for _, country := range g.countries {
		if o.Country != "" && o.Country != country {
			continue
		}
		scheme := g.schemes[country]
		for _, whole := range [...]string{text, string(country) + "-" + text} {
			id, _, err := scheme.ParseID(whole)
			if err != nil || id.Country() != country {
				continue
			}
			if n := g.nodes[id]; n != nil && g.admits(n, o) {
				return n.place
			}
		}
	}
	return nil
}

// admits reports whether a place passes the filters of a search.
func (g *Gazetteer) admits(n *node, o *SearchOptions) bool {
	if o.Level != 0 && n.place.Level != o.Level {
		return false
	}
	return o.Within == "" || n.place.ID != o.Within && g.Within(n.place.ID, o.Within)
}

// leading returns found, at most limit places, with a place in front of all others.
func leading(first *Place, found []*Place, limit int) []*Place {
	others := slices.DeleteFunc(found, func(p *Place) bool { return p == first })
	return slices.Insert(others, 0, first)[:min(len(others)+1, limit)]
}
