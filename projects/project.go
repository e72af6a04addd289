// Package projects holds what an architect works on: a place, the regulations
// selected for it, private documents, site data and calculations.
package projects

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrNotFound says that the project does not exist or is another organization's.
	ErrNotFound = errors.New("projects: project not found")

	// ErrNoActive says that no project was named and the user has no active one.
	ErrNoActive = errors.New("projects: no active project")

	// ErrInvalid says that a project breaks a rule; the error wrapping it says which.
	ErrInvalid = errors.New("projects: invalid project")
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

// Document is a file of a project.
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

// GeneratedDocument is one version of a document written for the project.
type GeneratedDocument struct {
	ID        string // UUID, the same for every version
	Title     string
	Type      string // what it is, in the writer's words: "memoria", "informe"
	Version   int    // from 1
	Content   string // Markdown; "" where only what there is is listed
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
	Compliant    bool // false too where there was nothing to comply with: see Result
	Input        json.RawMessage
	Result       json.RawMessage
	CreatedAt    time.Time
}

// Contents is everything a project holds besides itself. Names, titles and keys
// are ordered by their bytes, so that every database gives the same order.
type Contents struct {
	Documents    []Document          // by name, then by id
	Generated    []GeneratedDocument // by title, then by id
	Memory       []MemoryItem        // by key
	Calculations []Calculation       // newest first, then by id
}

// Counted is a project with how many documents it has.
type Counted struct {
	Project
	Documents int
}

// Store keeps projects. Every read and write names the organization: a project
// of another one is ErrNotFound, exactly as one that does not exist, and so is
// an entry whose id belongs to another project. Implementations are safe for
// concurrent use. Times are kept to the microsecond and come back in UTC.
type Store interface {
	PutProject(ctx context.Context, p Project) error                    // inserts, or replaces the organization's own
	DeleteProject(ctx context.Context, organizationID, id string) error // with its contents
	GetProject(ctx context.Context, organizationID, id string) (Project, error)
	ListProjects(ctx context.Context, organizationID string) ([]Counted, error) // newest first, then by id

	GetContents(ctx context.Context, organizationID, id string) (Contents, error)
	PutDocument(ctx context.Context, organizationID, projectID string, d Document) error           // by id
	PutGenerated(ctx context.Context, organizationID, projectID string, d GeneratedDocument) error // by id
	PutMemory(ctx context.Context, organizationID, projectID string, m MemoryItem) error           // by key
	PutCalculation(ctx context.Context, organizationID, projectID string, c Calculation) error     // by id

	// GetActive returns the id of the user's active project, ErrNoActive when
	// none is set, it is gone, or the user is not one of the organization's.
	GetActive(ctx context.Context, organizationID, userID string) (string, error)

	// SetActive makes a project the user's active one; "" clears it.
	// ErrNotFound when project or user is not the organization's.
	SetActive(ctx context.Context, organizationID, userID, projectID string) error
}
