package codes

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/geo"
)

// Catalog is an immutable snapshot of codes over a gazetteer, safe for
// concurrent use.
type Catalog struct {
	codes    []*Code // by slug
	bySlug   map[string]*Code
	versions map[VersionRef]*Version
	titles   []foldedTitle // beside codes

	covering   map[geo.ID][]Applicable // every code whose territory covers the place
	applicable map[geo.ID][]Applicable // those of them with an active version

	readIn map[geo.ID]*Catalog // by country, where it reads anything otherwise
}

// NewCatalog validates codes and works out what applies where. The error is a
// [*CatalogError], which wraps ErrInvalid and lists every break of a rule.
// Versions of the catalogue are sorted; list itself is not changed.
func NewCatalog(places *geo.Gazetteer, list []Code) (*Catalog, error) {
	if err := validate(places, list, nil); err != nil {
		return nil, err
	}
	return buildCatalog(places, list), nil
}

// Inspect is [NewCatalog] for a report of everything that is wrong with data:
// it returns a catalogue even when there is an error, good for looking up the
// versions that later checks are about and for nothing else. refused are places
// at fault themselves and therefore not among places; codes that name one are
// not complained of.
func Inspect(places *geo.Gazetteer, list []Code, refused map[geo.ID]bool) (*Catalog, error) {
	return buildCatalog(places, list), validate(places, list, refused)
}

func buildCatalog(places *geo.Gazetteer, list []Code) *Catalog {
	own := make([]*Code, len(list))
	for i, code := range list {
		code.Versions = slices.Clone(code.Versions)
		SortVersions(code.Versions)
		own[i] = &code
	}
	slices.SortFunc(own, func(a, b *Code) int { return cmp.Compare(a.Slug, b.Slug) })
	c, read := &Catalog{readIn: make(map[geo.ID]*Catalog)}, newReadings(places)
	c.index(own)
	c.covering = spread(places, c.codes, read)
	c.applicable = spread(places, slices.DeleteFunc(slices.Clone(c.codes), func(code *Code) bool {
		return !hasActive(code)
	}), read)
	for _, country := range places.Countries() {
		if other := c.read(read, country); other != c {
			c.readIn[country] = other
		}
	}
	return c
}

// index makes the codes of a list, which come by slug, known by name and title.
func (c *Catalog) index(list []*Code) {
	c.codes = list
	c.bySlug = make(map[string]*Code, len(list))
	c.versions = make(map[VersionRef]*Version)
	for _, code := range list {
		c.titles = append(c.titles, foldTitle(code))
		c.bySlug[code.Slug] = code
		for i := range code.Versions {
			c.versions[VersionRef{code.Slug, code.Versions[i].Slug}] = &code.Versions[i]
		}
	}
}

func hasActive(code *Code) bool {
	return slices.ContainsFunc(code.Versions, func(v Version) bool { return v.Status == Active })
}

// Get returns the code of that slug, or ErrNotFound.
func (c *Catalog) Get(slug string) (*Code, error) {
	code, ok := c.bySlug[slug]
	if !ok {
		return nil, ErrNotFound
	}
	return code, nil
}

// Version returns one version of one code, or ErrNotFound.
func (c *Catalog) Version(ref VersionRef) (*Version, error) {
	v, ok := c.versions[ref]
	if !ok {
		return nil, ErrNotFound
	}
	return v, nil
}

// All returns every code in order of slug. The slice is a copy.
func (c *Catalog) All() []*Code { return slices.Clone(c.codes) }

// Visible reports whether a caller of that country sees the code: its own
// country's, and supranational ones that apply there (DECISIONS 6).
func (c *Catalog) Visible(code *Code, country geo.ID) bool {
	if code.CountryCode != Supranational {
		return geo.ID(code.CountryCode) == country
	}
	return slices.ContainsFunc(code.Territories, func(id geo.ID) bool { return id.Country() == country })
}

// SortVersions orders versions as SPEC section 2.4 shows them: active first,
// then newest first. How new a version is tells the day it took effect or, where
// that is unknown, the day it was published; of the same day the one published
// later comes first, then the one with the greater slug. A version with neither
// date comes behind those that have one.
func SortVersions(versions []Version) {
	slices.SortStableFunc(versions, func(a, b Version) int {
		return cmp.Or(
			cmp.Compare(inactive(a), inactive(b)),
			age(b).Compare(age(a)),
			b.Published.Compare(a.Published),
			cmp.Compare(b.Slug, a.Slug),
		)
	})
}

// age returns the date that places v among the versions of its code.
func age(v Version) Date {
	if v.Effective.IsZero() {
		return v.Published
	}
	return v.Effective
}

func inactive(v Version) int {
	if v.Status == Active {
		return 0
	}
	return 1
}
