package verify

// withheld reports whether what the readings come to may not be said all the same: the
// building is too old for the rules or may be another than they are about, or words and
// numbers that nothing explains may decide. It says why.
func (d *decision) withheld(rules []*rule, t tally) bool {
	status := t.status()
	passes := status == Compliant || status == Conditional
	unread := d.unreadUse(rules)
	if unread != "" {
		d.warnUse(unread)
	}
	switch {
	case status == Undetermined:
		return false
	case d.outdated(t):
		d.tooOld = true
	case passes && unread != "":
		d.useUnread = true
	case passes && d.jointFails(rules):
		d.warn(msgJoint)
	case d.unreadStated(rules) || d.unreadNoun(rules) || d.unreadAltitude(rules):
	case status == Compliant && d.passesBySilence(rules, t):
		d.warn(msgUnknownLimit)
		d.warnMissing(t)
	default:
		return false
	}
	return true
}
