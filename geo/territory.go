package geo

import (
	"cmp"
	"slices"
)

// territory is the index of one country. Its places are numbered by rank: the
// order in which equally good matches are returned. A match is one number, its
// quality above the rank, so that sorting matches is sorting numbers.
type territory struct {
	country    ID
	ranked     []*Place
	population []int64 // by rank; that of a wider place is the sum of the places inside

	// ranks of one level are [levelStart[level], levelStart[level+1]).
	levelStart [Municipality + 2]uint32

	// A place is inside another when its number in a walk of the tree lies
	// between the other's and the other's last.
	walk, walkEnd []uint32 // by rank
	walkRank      []uint32 // by number in the walk

	names    names
	suffixes suffixIndex
	words    wordIndex
	typos    typoIndex
}

func newTerritory(country ID, nodes []node) *territory {
	t := &territory{country: country}
	t.rankPlaces(nodes)
	t.walkTree(nodes)
	t.names = collectNames(t.ranked)
	t.suffixes = newSuffixIndex(&t.names, t.levelStart)
	t.words = newWordIndex(&t.names)
	t.typos = newTypoIndex(&t.names, &t.words, &t.suffixes)
	return t
}

// rankPlaces gives every node its rank: wider levels first, then larger
// populations, then names, then identifiers.
func (t *territory) rankPlaces(nodes []node) {
	population := make(map[*node]int64, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- { // deeper levels come last
		n := &nodes[i]
		if tech := n.place.Tech; tech != nil && tech.Population != nil {
			population[n] += int64(*tech.Population)
		}
		if n.above != nil {
			population[n.above] += population[n]
		}
	}
	order := make([]*node, len(nodes))
	for i := range nodes {
		order[i] = &nodes[i]
	}
	slices.SortFunc(order, func(a, b *node) int {
		return comparePriority(a.place, population[a], b.place, population[b])
	})
	for rank, n := range order {
		n.rank, n.territory = uint32(rank), t
		t.ranked = append(t.ranked, n.place)
		t.population = append(t.population, population[n])
		for level := n.place.Level + 1; int(level) < len(t.levelStart); level++ {
			t.levelStart[level]++
		}
	}
}

// comparePriority orders equally good matches.
func comparePriority(a *Place, populationA int64, b *Place, populationB int64) int {
	return cmp.Or(
		cmp.Compare(a.Level, b.Level),
		cmp.Compare(populationB, populationA),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.ID, b.ID),
	)
}

// walkTree numbers the places depth first.
func (t *territory) walkTree(nodes []node) {
	t.walk = make([]uint32, len(nodes))
	t.walkEnd = make([]uint32, len(nodes))
	t.walkRank = make([]uint32, 0, len(nodes))
	inside := make(map[*node][]*node)
	var root *node
	for i := range nodes {
		if nodes[i].above == nil {
			root = &nodes[i]
			continue
		}
		inside[nodes[i].above] = append(inside[nodes[i].above], &nodes[i])
	}
	var visit func(n *node)
	visit = func(n *node) { // as deep as there are levels
		t.walk[n.rank] = uint32(len(t.walkRank))
		t.walkRank = append(t.walkRank, n.rank)
		for _, child := range inside[n] {
			visit(child)
		}
		t.walkEnd[n.rank] = uint32(len(t.walkRank))
	}
	visit(root)
}

// inside reports whether the place of one rank lies inside that of another.
func (t *territory) inside(rank, container uint32) bool {
	return t.walk[rank] > t.walk[container] && t.walk[rank] < t.walkEnd[container]
}
