package pack

import (
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// Format is the number of the format this package reads and writes.
const Format = 1

// Manifest is what pack.yaml says of a pack.
type Manifest struct {
	Name        string // lower-case letters, digits and single hyphens
	Title       string
	Description string // "" when it has none
	Licence     string // of the data, an SPDX identifier where there is one; "" when not said

	// Country is the one country the pack is of: every place and code belongs
	// to it, except that codes may also be supranational. "" for a pack of
	// several countries.
	Country geo.ID

	Sources []Source // where the data comes from
	Extra   []Extra  // further columns of places.csv, in presentation order
}

// Source is a publication a pack was made from.
type Source struct {
	Title string
	URL   string // http or https; "" when it is on paper
}

// Extra declares a further technical datum of municipalities: a column of
// places.csv, and the label and unit of the [geo.TechValue] it becomes.
type Extra struct {
	Key   string // lower-case letters, digits and underscores, a letter first
	Label string
	Unit  string // "" when it has none
}

// Pack is a pack in memory. Places come ordered by level and identifier, codes by
// slug, versions as [codes.SortVersions] has them, blocks by document and order,
// rules by version: the order a database lists them in.
type Pack struct {
	Manifest Manifest
	Data     regengine.Data

	// Untested are the versions whose rules' tests were not run, because they use
	// what no file of the pack declares.
	Untested []codes.VersionRef

	positions positions
}
