package codes

import "github.com/reglookup/regengine/geo"

// ForceState answers whether a version is in force on a day.
type ForceState string

// The four answers (DECISIONS 20).
const (
	InForce       ForceState = "in_force"
	NotYetInForce ForceState = "not_yet_in_force"
	NoLonger      ForceState = "no_longer_in_force"
	ForceUnknown  ForceState = "unknown"
)

// Force says how a version stands on a day.
type Force struct {
	Code        *Code
	Version     *Version
	State       ForceState
	From        Date       // first day in force; zero when unknown
	Until       Date       // first day no longer in force; zero when none is known
	SucceededBy VersionRef // zero when nothing took its place
}

// ForceOn tells how one version stands on a day, or ErrNotFound.
func (c *Catalog) ForceOn(ref VersionRef, on Date) (Force, error) {
	v, err := c.Version(ref)
	if err != nil {
		return Force{}, err
	}
	return c.force(c.bySlug[ref.Code], v, on), nil
}

// ForceAt tells, for every version of every code whose territory covers the
// place, how it stands on a day: widest territory first, then by slug, versions
// as [SortVersions] has them. geo.ErrNotFound when the place does not exist.
func (c *Catalog) ForceAt(id geo.ID, on Date) ([]Force, error) {
	covering, ok := c.covering[id]
	if !ok {
		return nil, geo.ErrNotFound
	}
	var list []Force
	for _, a := range covering {
		for i := range a.Code.Versions {
			list = append(list, c.force(a.Code, &a.Code.Versions[i], on))
		}
	}
	return list, nil
}

// VersionsOn returns the versions of a code that were in force on a day, or may have been:
// active ones whose dates are not known. They are in the order of Versions.
func (c *Catalog) VersionsOn(code *Code, on Date) []Version {
	var list []Version
	for i := range code.Versions {
		v := &code.Versions[i]
		if state := c.force(code, v, on).State; state == InForce || state == ForceUnknown && v.Status == Active {
			list = append(list, *v)
		}
	}
	return list
}

// Current returns the version of code that answers which edition applies on a
// day: the newest active one in force, or one in progress whose day has come, else the newest active one whose dates
// are not known; nil when there is neither.
func (c *Catalog) Current(code *Code, on Date) *Version {
	var undated *Version
	for i := range code.Versions {
		v := &code.Versions[i]
		if v.Status != Active && v.Status != InProgress {
			continue
		}
		state := c.force(code, v, on).State
		if state == InForce {
			return v
		}
		if state == ForceUnknown && v.Status == Active && undated == nil {
			undated = v
		}
	}
	return undated
}

func (c *Catalog) force(code *Code, v *Version, on Date) Force {
	f := Force{Code: code, Version: v, From: v.Effective, Until: c.until(v), SucceededBy: v.SucceededBy}
	f.State = state(v, f.Until, on)
	return f
}

// state compares dates only where it knows them. A version that is not enacted
// is not in force whatever date it hopes for; a repealed one without a date of
// repeal may or may not have been in force on a past day.
func state(v *Version, until, on Date) ForceState {
	status, from := v.Status, v.Effective
	switch {
	case !enacted(v):
		return NotYetInForce
	case !until.IsZero() && !on.Before(until):
		return NoLonger
	case !from.IsZero() && on.Before(from):
		return NotYetInForce
	case from.IsZero(), status == Repealed && until.IsZero():
		return ForceUnknown
	}
	return InForce
}

// until returns the first day v is no longer in force: its repeal where that
// is stated, for old and new law may overlap (a directive stays in force until
// the term for transposing its successor ends); otherwise the day its successor
// took effect.
func (c *Catalog) until(v *Version) Date {
	if !v.Repealed.IsZero() {
		return v.Repealed
	}
	if next, ok := c.versions[v.SucceededBy]; ok && enacted(next) {
		return next.Effective
	}
	return Date{}
}

// enacted reports whether v ever became law: a draft ends nothing. What was in
// progress when it was stored is law from its first day in force on, if it was
// published: it only waited for its day.
func enacted(v *Version) bool {
	switch v.Status {
	case Active, Repealed:
		return true
	case InProgress:
		return !v.Published.IsZero() && !v.Effective.IsZero()
	case Draft:
	}
	return false
}
