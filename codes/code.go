package codes

import "github.com/reglookup/regengine/geo"

// NormativeScope is the kind of territory a Code regulates (SPEC section 2.4).
type NormativeScope string

// The seven scopes.
const (
	National       NormativeScope = "national"
	Regional       NormativeScope = "regional"
	Provincial     NormativeScope = "provincial"
	Municipal      NormativeScope = "municipal"
	Sectorial      NormativeScope = "sectorial"
	Supramunicipal NormativeScope = "supramunicipal"
	European       NormativeScope = "european"
)

// Scopes lists every NormativeScope, widest territory first.
func Scopes() []NormativeScope {
	return []NormativeScope{European, National, Regional, Provincial, Sectorial, Supramunicipal, Municipal}
}

// Supranational is the CountryCode of codes that belong to no single country:
// the reservation ISO 3166-1 makes for the European Union.
const Supranational = "EU"

// Status is where a Version stands (SPEC section 3).
type Status string

// The four states.
const (
	Active     Status = "active"
	Repealed   Status = "repealed"
	Draft      Status = "draft"
	InProgress Status = "in_progress"
)

// Code is one regulatory body: it groups the versions of one regulation.
// Values reachable from a [Catalog] are shared and must not be changed.
type Code struct {
	Slug        string // public identifier: lower-case letters, digits and single hyphens
	Title       string
	ShortTitle  string // "" when it has none
	Description string // "" when it has none
	CountryCode string // ISO 3166-1 alpha-2, or Supranational

	// Language is the BCP 47 tag of titles, descriptions and issuing bodies here and
	// in the versions; "" is the country's, and unknown of a code of no single one.
	Language string

	// Wordings are the same in other languages, by tag; see [Catalog.In].
	Wordings map[string]Wording

	Scope NormativeScope
	Tags  []string

	// Territories are the places the code applies in, with all inside them: one
	// place, a list of places (supramunicipal, sectorial), or the member
	// countries (european). Countries not served may be named.
	Territories []geo.ID

	// Versions come active first, then newest first; see [SortVersions].
	Versions []Version
}

// VersionRef names one version of one code. Version may be "" where a whole
// code is meant.
type VersionRef struct {
	Code    string
	Version string
}

// String returns "code/version", or "code" alone.
func (r VersionRef) String() string {
	if r.Version == "" {
		return r.Code
	}
	return r.Code + "/" + r.Version
}

// IsZero reports whether r names nothing.
func (r VersionRef) IsZero() bool { return r == VersionRef{} }

// Version is one edition of a Code: documents[] on the wire.
type Version struct {
	Slug        string // identifies the version within its code
	Title       string
	Status      Status
	Published   Date // of the official publication; zero when unknown
	Effective   Date // first day in force; zero when unknown
	Repealed    Date // first day no longer in force; zero when none or unknown
	Description string
	Author      string             // issuing body
	Wordings    map[string]Wording // in other languages than the code's, by BCP 47 tag
	SourceURL   string             // official source

	// SucceededBy names the version that took this one's place, of this code or
	// of another; zero when none did.
	SucceededBy VersionRef

	// Internal is true when the text is hosted and can be retrieved.
	Internal bool

	// Digest is true when the hosted text is a paraphrase with the figures of
	// the regulation, not its official wording.
	Digest bool

	Sections []Section // in presentation order
}

// Section is one entry of a version's index.
type Section struct {
	Slug  string // web anchor, unique within the version
	Title string
	Level int // depth of the heading, 1 for the outermost
}
