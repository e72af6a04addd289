package access

import "cmp"

// Group is a set of operations that share a rate limit (DECISIONS 9).
type Group string

// The groups.
const (
	Data         Group = "data"
	Intelligence Group = "intelligence"
	Catalogue    Group = "catalogue"
)

// Groups lists every Group.
func Groups() []Group { return []Group{Data, Intelligence, Catalogue} }

// DefaultLimits are requests per minute and user; a plan can override.
var DefaultLimits = map[Group]int{Data: 60, Intelligence: 20, Catalogue: 300}

// Plan is what an organization has bought.
type Plan struct {
	ID        string // slug
	Name      string
	APIAccess bool
	Credits   int64         // granted to an organization when it takes the plan
	Limits    map[Group]int // requests per minute; a group absent has its default

	// ParallelTurns is how many questions a user may have running at once; 0 means
	// DefaultParallelTurns.
	ParallelTurns int
}

// DefaultParallelTurns is [Plan.ParallelTurns] where a plan does not say (DECISIONS 30).
const DefaultParallelTurns = 6

// Turns returns how many questions a user may have running at once.
func (p *Plan) Turns() int { return cmp.Or(p.ParallelTurns, DefaultParallelTurns) }

// Limit returns the plan's requests per minute for a group.
func (p *Plan) Limit(g Group) int {
	if n, ok := p.Limits[g]; ok {
		return n
	}
	return DefaultLimits[g]
}
