package codes

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/geo"
)

// ChangeKind is what happened to a version on a day.
type ChangeKind string

// What can happen to a version, in the order it does.
const (
	WasPublished   ChangeKind = "published"
	CameIntoForce  ChangeKind = "in_force"
	WentOutOfForce ChangeKind = "no_longer_in_force"
)

// Change is what the dates of a version say happened on a day.
type Change struct {
	On      Date
	Kind    ChangeKind
	Code    *Code
	Version *Version
}

// Changes returns what happened, or is to happen, to the versions of the codes of a
// country from a day until another, both included: the newest first, then by code and
// version. What is no law, and dates that are not known, bring none. A version that was
// loaded later is told on the days the law has for it.
func (c *Catalog) Changes(country geo.ID, since, until Date) []Change {
	var list []Change
	for _, code := range c.codes {
		if !c.Visible(code, country) {
			continue
		}
		for i := range code.Versions {
			list = append(list, c.changesOf(code, &code.Versions[i])...)
		}
	}
	list = slices.DeleteFunc(list, func(e Change) bool {
		return e.On.IsZero() || e.On.Before(since) || until.Before(e.On)
	})
	slices.SortStableFunc(list, func(a, b Change) int { // stable: published, in force, no longer
		return cmp.Or(b.On.Compare(a.On), cmp.Compare(a.Code.Slug, b.Code.Slug), cmp.Compare(a.Version.Slug, b.Version.Slug))
	})
	return list
}

// changesOf returns what can happen to a version, on the zero Date what is not known.
func (c *Catalog) changesOf(code *Code, v *Version) []Change {
	if v.Status == Draft {
		return nil
	}
	list := []Change{{v.Published, WasPublished, code, v}}
	if enacted(v) {
		list = append(list, Change{v.Effective, CameIntoForce, code, v}, Change{c.until(v), WentOutOfForce, code, v})
	}
	return list
}
