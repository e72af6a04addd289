package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// dead refuses a rule whose conditions can never hold together.
func (c *compiler) dead(r *rule) {
	if c.world == nil {
		c.world = make([]knowledge, len(c.v.facts))
	}
	clear(c.world)
	world := c.world
	for i := range r.when {
		if !world[r.when[i].fact].take(&r.when[i]) {
			c.add(r.Line, "rule %s: what it asks of %s can never hold", r.ID, c.v.facts[r.when[i].fact].ID)
			return
		}
	}
	if allOf(r.when, world) == no || anyOf(r.unless, world) == yes || c.v.isImpossible(world) {
		c.add(r.Line, "rule %s: its conditions can never hold together", r.ID)
	}
}

// take adds to what is known that a condition on one fact holds; false when that
// leaves nothing. Compound conditions add nothing.
func (k *knowledge) take(c *condition) bool {
	switch {
	case c.not != nil || c.all != nil || c.any != nil || c.op == "starts":
		return true
	case c.op == "is" || c.op == "in":
		if k.unknown() {
			k.texts = c.texts
		} else {
			k.texts = slices.DeleteFunc(slices.Clone(k.texts), func(text string) bool { return !slices.Contains(c.texts, text) })
		}
		k.origin = byText
		return len(k.texts) > 0
	}
	bound := quantity.Exactly(c.value)
	k.span, k.origin = k.span.Meet(*bound.Compared(c.op)), byText
	return !k.span.Empty()
}
