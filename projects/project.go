// Package projects holds what an architect works on: a place, the regulations
// selected for it, private documents, site data and calculations.
package projects

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrNotFound says that the project, or the entry of it that was named, does
	// not exist or is another organization's.
	ErrNotFound = errors.New("projects: not found")

	// ErrNoActive says that no project was named and the user has no active one.
	ErrNoActive = errors.New("projects: no active project")

	// ErrInvalid says that a project, or an entry of it, breaks a rule; the error wrapping
	// it says which.
	ErrInvalid = errors.New("projects: invalid")
)

// Project is one building site or design.
type Project struct {
	ID             string // UUID
	OrganizationID string
	Name           string
	Description    string
	GeoID          geo.ID
	Selected       []string // slugs of the codes selected, in order of selection
	CreatedAt      time.Time
}

// Document is a file of a project. It never changes: the same file uploaded anew
// is another Document, which takes the place of the one of that name.
type Document struct {
	ID        string // UUID
	Name      string
	MediaType string
	Size      int64  // bytes of the file
	SHA256    string // of the file, in hexadecimal
	Pages     int    // 0 where the format has none
	Blocks    int    // passages it can be searched by
	CreatedAt time.Time
}

// GeneratedDocument is one version of a document written for the project. A
// version never changes: what is written anew is the next one.
type GeneratedDocument struct {
	ID        string // UUID, the same for every version
	Title     string
	Type      string // what it is, in the writer's words: "memoria", "informe"
	Version   int    // from 1
	Content   string // Markdown; "" where versions are only listed
	CreatedAt time.Time
}

// MemoryItem is one datum of the site.
type MemoryItem struct {
	Key    string
	Label  string
	Value  string
	Unit   string // "" when it has none
	Source string // one of the Source constants
}

// Where a MemoryItem came from.
const (
	SourceUser        = "user"
	SourceDocument    = "document"
	SourceCalculation = "calculation"
)

// Calculation is a saved run of a Calculator.
type Calculation struct {
	ID           string // UUID
	CalculatorID string
	Name         string
	Summary      string
	Compliant    *bool // nil where there was nothing to comply with, or no telling: see Verdict
	Input        json.RawMessage
	Result       json.RawMessage
	Steps        []string // how the result came about
	Sources      []string // norm and clause each step rests on
	CreatedAt    time.Time
}

// Contents is everything a project holds besides itself. Names, titles and keys
// are ordered by their bytes, so that every database gives the same order.
type Contents struct {
	Documents    []Document          // by name, then by id
	Generated    []GeneratedDocument // the latest version of each without content, by title, then by id
	Memory       []MemoryItem        // by key
	Calculations []Calculation       // newest first, then by id
}

// Counted is a project with how many documents it has.
type Counted struct {
	Project
	Documents int
}
