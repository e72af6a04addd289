package verify

// passesBySilence reports whether a value complies only under a rule that applies
// for some values of a quantity nobody stated, while no rule is known for the
// others: "azotea, pendiente" meets the rule about drops of up to 5 cm. A rule
// that may well be about something else is no reason for a pass.
func (d *decision) passesBySilence(t tally) bool {
	if !t.silent || len(t.failing) > 0 {
		return false
	}
	for _, v := range t.passing {
		if !d.turnsOnQuantity(v.governing.rule.when) {
			return false
		}
	}
	return len(t.passing) > 0
}

// turnsOnQuantity reports whether one of the conditions is open because of a
// quantity that nobody stated.
func (d *decision) turnsOnQuantity(list []condition) bool {
	for i := range list {
		if list[i].eval(d.base) != maybe {
			continue
		}
		set := make(map[int]bool)
		conditionFacts(list[i:i+1], set)
		for index := range set {
			if f := d.v.facts[index]; f.Kind == QuantityFact && d.base[index].unknown() {
				return true
			}
		}
	}
	return false
}
