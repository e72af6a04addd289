package verify

import "github.com/reglookup/regengine/verify/rules"

// parts notes the facts that each alone tell whether a whole version is about a thing:
// an industrial site, a street.
func (c *compiler) parts(set *rules.RuleSet) {
	for _, list := range [][]rules.Condition{set.Unless, set.About} {
		for _, each := range list {
			if i, ok := c.factOf[each.Fact]; ok && !c.v.parting.has(i) {
				c.v.parting = append(c.v.parting, i)
			}
		}
	}
}
