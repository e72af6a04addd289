package verify

// parts notes the facts that each alone tell whether a whole version is about a thing:
// an industrial site, a street.
func (c *compiler) parts(set *RuleSet) {
	for _, list := range [][]Condition{set.Unless, set.About} {
		for _, each := range list {
			if i, ok := c.factOf[each.Fact]; ok && !c.v.parting.has(i) {
				c.v.parting = append(c.v.parting, i)
			}
		}
	}
}
