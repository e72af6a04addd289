package codes

// Supersede tells how versions of one code stand when fresh ones come beside
// those stored: an active version gives way to the next one that took effect
// after it and by today, and is repealed with that one as its successor. It
// returns fresh as they stand then, and the stored versions that ended. Only
// versions with a first day in force are compared; two that took effect on the
// same day stay beside each other, and so do two stored ones, whose relation is
// not for a new text to decide. Neither argument is changed.
func Supersede(code string, stored, fresh []Version, today Date) (standing, ended []Version) {
	named := make(map[string]bool, len(fresh))
	for _, v := range fresh {
		named[v.Slug] = true
	}
	var others []Version
	for _, v := range stored {
		if !named[v.Slug] {
			others = append(others, v)
		}
	}
	for _, v := range others {
		if gaveWay(&v, code, fresh, today) {
			ended = append(ended, v)
		}
	}
	for _, v := range fresh {
		gaveWay(&v, code, others, today)
		standing = append(standing, v)
	}
	return standing, ended
}

// gaveWay ends v where one of others came after it.
func gaveWay(v *Version, code string, others []Version, today Date) bool {
	if v.Status != Active || v.Effective.IsZero() || !v.SucceededBy.IsZero() {
		return false
	}
	var next *Version
	for i := range others {
		o := &others[i]
		after := enacted(o) && v.Effective.Before(o.Effective) && !today.Before(o.Effective)
		if after && (next == nil || o.Effective.Before(next.Effective)) {
			next = o
		}
	}
	if next == nil {
		return false
	}
	v.Status, v.SucceededBy = Repealed, VersionRef{Code: code, Version: next.Slug}
	return true
}
