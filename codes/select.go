package codes

import (
	"slices"

	"github.com/reglookup/regengine/geo"
)

// Filter chooses versions to look into. The zero value chooses all.
type Filter struct {
	Country  geo.ID       // only codes visible there, see [Catalog.Visible]; "" does not ask
	Place    geo.ID       // only codes whose territory covers it; "" does not ask
	Refs     []VersionRef // only these versions, and every version of a code named alone; nil does not ask
	Statuses []Status     // nil does not ask
	On       Date         // only versions in force on that day; zero does not ask
	Hosted   bool         // only versions whose text is here
}

// Selection is what a [Filter] lets pass.
type Selection struct {
	Refs []VersionRef // by code, then as [SortVersions] has them

	// Unknown are versions that pass all but the day asked for, of which nobody
	// can tell whether they were in force then. They are not among Refs.
	Unknown []VersionRef
}

// Select returns the versions that pass every part of the filter.
// geo.ErrNotFound when Place does not exist, ErrNotFound when Refs names a code
// or version that does not.
func (c *Catalog) Select(f Filter) (Selection, error) {
	named, err := c.named(f.Refs)
	if err != nil {
		return Selection{}, err
	}
	list, err := c.within(f.Place)
	if err != nil {
		return Selection{}, err
	}
	var s Selection
	for _, code := range list {
		if f.Country != "" && !c.Visible(code, f.Country) {
			continue
		}
		for i := range code.Versions {
			ref := VersionRef{code.Slug, code.Versions[i].Slug}
			if named == nil || named[ref] {
				s.add(ref, f, c.force(code, &code.Versions[i], f.On))
			}
		}
	}
	return s, nil
}

// add enters a version where status, text and day let it pass.
func (s *Selection) add(ref VersionRef, f Filter, force Force) {
	switch {
	case f.Hosted && !force.Version.Internal:
	case f.Statuses != nil && !slices.Contains(f.Statuses, force.Version.Status):
	case f.On.IsZero() || force.State == InForce:
		s.Refs = append(s.Refs, ref)
	case force.State == ForceUnknown:
		s.Unknown = append(s.Unknown, ref)
	}
}

// Docs returns the versions as retrieval names their texts.
func (s Selection) Docs() []string {
	docs := make([]string, len(s.Refs))
	for i, ref := range s.Refs {
		docs[i] = ref.String()
	}
	return docs
}

// named returns the versions refs name, nil for nil.
func (c *Catalog) named(refs []VersionRef) (map[VersionRef]bool, error) {
	if refs == nil {
		return nil, nil
	}
	named := make(map[VersionRef]bool)
	for _, ref := range refs {
		if ref.Version != "" {
			if _, err := c.Version(ref); err != nil {
				return nil, err
			}
			named[ref] = true
			continue
		}
		code, err := c.Get(ref.Code)
		if err != nil {
			return nil, err
		}
		for i := range code.Versions {
			named[VersionRef{ref.Code, code.Versions[i].Slug}] = true
		}
	}
	return named, nil
}

// within returns the codes whose territory covers a place, by slug; all for "".
func (c *Catalog) within(id geo.ID) ([]*Code, error) {
	if id == "" {
		return c.codes, nil
	}
	covering, ok := c.covering[id]
	if !ok {
		return nil, geo.ErrNotFound
	}
	set := make(map[string]bool, len(covering))
	for _, a := range covering {
		set[a.Code.Slug] = true
	}
	return slices.DeleteFunc(slices.Clone(c.codes), func(code *Code) bool { return !set[code.Slug] }), nil
}
