package geo

import (
	"cmp"
	"fmt"
	"slices"
)

// Gazetteer is an immutable snapshot of the places of one or more countries,
// safe for concurrent use. The zero value serves no country. Places and slices
// it returns are shared: read them, do not change them.
type Gazetteer struct {
	schemes     map[ID]Scheme
	countries   []ID    // of schemes, sorted
	places      []Place // by country, level and identifier
	nodes       map[ID]*node
	territories []*territory // of the countries that have places, sorted
}

// node is one place in the tree.
type node struct {
	place *Place

	// chain holds the place itself and all above it. Places inside share it
	// as their ancestors; it is nil where nothing lies inside.
	chain     []*Place
	above     *node
	territory *territory
	rank      uint32 // in its territory
}

// NewGazetteer validates places and indexes them. Each country's places must
// form one tree: exactly one country place, no orphan, no cycle, every child of
// a deeper level than its parent, identifiers of the scheme's shape, technical
// data within range. The error is a [*TreeError] that names every bad row;
// nothing is half loaded. A scheme whose country has no places yet is fine. The
// places are copied.
func NewGazetteer(schemes []Scheme, places []Place) (*Gazetteer, error) {
	byCountry, err := indexSchemes(schemes)
	if err != nil {
		return nil, err
	}
	if err := checkTree(byCountry, places); err != nil {
		return nil, err
	}
	g := &Gazetteer{schemes: byCountry}
	for country := range byCountry {
		g.countries = append(g.countries, country)
	}
	slices.Sort(g.countries)
	g.load(places)
	return g, nil
}

func indexSchemes(schemes []Scheme) (map[ID]Scheme, error) {
	var report TreeError
	byCountry := make(map[ID]Scheme, len(schemes))
	for i, scheme := range schemes {
		if scheme == nil {
			report.add(-1, "", "scheme %d is nil: leave it out", i)
			continue
		}
		country := scheme.Country()
		switch _, twice := byCountry[country]; {
		case country == "" || country.Country() != country:
			report.add(-1, country, "scheme %d serves no country: a country's identifier has letters and no hyphen", i)
		case twice:
			report.add(-1, country, "two schemes serve the country: load one")
		}
		byCountry[country] = scheme
	}
	return byCountry, report.orNil()
}

// load copies places that are known to be trees and indexes them.
func (g *Gazetteer) load(places []Place) {
	g.places = make([]Place, len(places))
	for i := range places {
		g.places[i] = clonePlace(&places[i])
	}
	slices.SortFunc(g.places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.ID.Country(), b.ID.Country()), cmp.Compare(a.Level, b.Level), cmp.Compare(a.ID, b.ID))
	})
	nodes := make([]node, len(g.places))
	g.nodes = make(map[ID]*node, len(g.places))
	for i := range g.places {
		nodes[i].place = &g.places[i]
		g.nodes[g.places[i].ID] = &nodes[i]
	}
	g.linkNodes(nodes)
	for rest := nodes; len(rest) > 0; {
		country := rest[0].place.ID.Country()
		n := slices.IndexFunc(rest, func(n node) bool { return n.place.ID.Country() != country })
		if n < 0 {
			n = len(rest)
		}
		g.territories = append(g.territories, newTerritory(country, rest[:n]))
		rest = rest[n:]
	}
}

// linkNodes relies on wider levels coming first: a parent's chain is there
// before its children ask for it.
func (g *Gazetteer) linkNodes(nodes []node) {
	for i := range nodes {
		parent := g.nodes[nodes[i].place.Parent]
		if parent == nil {
			continue
		}
		nodes[i].above = parent
		if parent.chain != nil {
			continue
		}
		chain := []*Place{parent.place}
		if parent.above != nil {
			chain = append(chain, parent.above.chain...)
		}
		parent.chain = slices.Clip(chain)
	}
}

// clonePlace returns a copy that shares nothing with p.
func clonePlace(p *Place) Place {
	c := *p
	c.Aliases = slices.Clone(p.Aliases)
	if p.Tech == nil {
		return c
	}
	tech := *p.Tech
	tech.AltitudeM = cloneInt(tech.AltitudeM)
	tech.RadonZone = cloneInt(tech.RadonZone)
	tech.Population = cloneInt(tech.Population)
	tech.Extra = slices.Clone(tech.Extra)
	c.Tech = &tech
	return c
}

func cloneInt(n *int) *int {
	if n == nil {
		return nil
	}
	return new(*n)
}

// Countries returns the countries that have a scheme, in order of identifier.
func (g *Gazetteer) Countries() []ID { return slices.Clone(g.countries) }

// Scheme returns the scheme of a country; ok is false when it is not served.
func (g *Gazetteer) Scheme(country ID) (s Scheme, ok bool) {
	s, ok = g.schemes[country]
	return s, ok
}

// ParseID canonicalises an identifier typed in any case. Text that no served
// country's scheme takes gives ErrInvalidID.
func (g *Gazetteer) ParseID(text string) (ID, error) {
	for _, country := range g.countries {
		id, _, err := g.schemes[country].ParseID(text)
		if err == nil && id.Country() == country {
			return id, nil
		}
	}
	return "", fmt.Errorf("%w of the countries served: %v", ErrInvalidID, g.countries)
}

// Get returns the place of a canonical identifier, or ErrNotFound.
func (g *Gazetteer) Get(id ID) (*Place, error) {
	n := g.nodes[id]
	if n == nil {
		return nil, ErrNotFound
	}
	return n.place, nil
}

// Ancestors returns the chain above id, nearest first, widest last; it is
// empty for a country. ErrNotFound when id does not exist.
func (g *Gazetteer) Ancestors(id ID) ([]*Place, error) {
	n := g.nodes[id]
	switch {
	case n == nil:
		return nil, ErrNotFound
	case n.above == nil:
		return nil, nil
	}
	return n.above.chain, nil
}

// Within reports whether id is container or inside it.
func (g *Gazetteer) Within(id, container ID) bool {
	n, c := g.nodes[id], g.nodes[container]
	return n != nil && c != nil && (n == c || n.territory == c.territory && n.territory.inside(n.rank, c.rank))
}

// All calls yield for every place in order of country, level and identifier.
func (g *Gazetteer) All(yield func(*Place) bool) {
	for i := range g.places {
		if !yield(&g.places[i]) {
			return
		}
	}
}

// Len returns the number of places.
func (g *Gazetteer) Len() int { return len(g.places) }
