package projects

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Bounds of what a project holds besides documents, for which see [MaxDocuments].
const (
	MaxMemory       = 500
	MaxCalculations = 500
	MaxChecks       = 5000
	MaxGenerated    = 100 // documents, whatever their versions
	MaxVersions     = 200 // of a generated document
)

// Store keeps projects. Every read and write names the organization: a project
// of another one is ErrNotFound, exactly as one that does not exist, and so is
// an entry that belongs to another project. Each call is done as a whole or not
// at all. Implementations are safe for concurrent use. Times are kept to the
// microsecond and come back in UTC.
//
// What would go beyond a bound, MaxDocuments, MaxProjectText or one of those
// above, is refused with ErrFull, by [Full], also when many come at once.
type Store interface {
	PutProject(ctx context.Context, p Project) error                    // inserts, or replaces the organization's own
	DeleteProject(ctx context.Context, organizationID, id string) error // with its contents
	GetProject(ctx context.Context, organizationID, id string) (Project, error)
	ListProjects(ctx context.Context, organizationID string) ([]Counted, error) // newest first, then by id

	// UpdateProject replaces a project by what change makes of it; nobody else
	// writes the project in between. change may be called again, each time with
	// the project as it is then, and must not call the Store. Its error is returned
	// as it is, and nothing changes. ID, OrganizationID and CreatedAt stay as they
	// were. It returns what was stored.
	UpdateProject(ctx context.Context, organizationID, id string, change func(Project) (Project, error)) (Project, error)

	GetContents(ctx context.Context, organizationID, id string) (Contents, error)
	ListDocuments(ctx context.Context, organizationID, projectID string) ([]Document, error) // as in Contents

	// PutDocument stores a document with its blocks and its index, in the place of the
	// one of the same name. Its ID is a new one; the blocks' Doc is that ID, their Order
	// counts from 0, and they are in order. An Index without a Segment is none.
	PutDocument(ctx context.Context, organizationID, projectID string, d Document, blocks []retrieval.Block, index Index) (replaced bool, err error)

	// GetDocumentBlocks returns the blocks of documents, by document and Order; GetBlocks
	// those at places, in the same order. What the project does not have brings none.
	GetDocumentBlocks(ctx context.Context, organizationID, projectID string, documentIDs ...string) ([]retrieval.Block, error)
	GetBlocks(ctx context.Context, organizationID, projectID string, places []retrieval.Place) ([]retrieval.Block, error)
	DeleteDocument(ctx context.Context, organizationID, projectID, documentID string) error // with its blocks and its index

	// ListIndexes returns all documents of a project, by ID, and GetSegments the segments
	// of those named that have one. PutIndex stores the index of a document in the place
	// of an earlier one.
	ListIndexes(ctx context.Context, organizationID, projectID string) ([]Indexed, error)
	GetSegments(ctx context.Context, organizationID, projectID string, documentIDs ...string) (map[string][]byte, error)
	PutIndex(ctx context.Context, organizationID, projectID, documentID string, index Index) error

	// AddGenerated stores the first version of a document whose ID is a new one,
	// AddVersion the next one of a document that is there, and returns its number.
	// Version is not looked at.
	AddGenerated(ctx context.Context, organizationID, projectID string, d GeneratedDocument) error
	AddVersion(ctx context.Context, organizationID, projectID string, d GeneratedDocument) (version int, err error)

	// GetGenerated returns one version with its content, the latest for 0.
	GetGenerated(ctx context.Context, organizationID, projectID, id string, version int) (GeneratedDocument, error)
	ListVersions(ctx context.Context, organizationID, projectID, id string) ([]GeneratedDocument, error) // newest first, without content
	DeleteGenerated(ctx context.Context, organizationID, projectID, id string) error                     // every version

	PutMemory(ctx context.Context, organizationID, projectID string, m MemoryItem) error // by key
	DeleteMemory(ctx context.Context, organizationID, projectID, key string) error

	PutCalculation(ctx context.Context, organizationID, projectID string, c Calculation) error // by id
	DeleteCalculation(ctx context.Context, organizationID, projectID, id string) error

	PutChecks(ctx context.Context, organizationID, projectID string, list ...SavedCheck) error // by id
	GetCheck(ctx context.Context, organizationID, projectID, id string) (SavedCheck, error)

	// ListChecks returns a page of the checks in the order it asks for, those of one
	// moment by id, and how many there are of the verdicts it asks for.
	ListChecks(ctx context.Context, organizationID, projectID string, page CheckPage) (list []SavedCheck, total int, err error)

	// CountChecks returns how many checks came to each verdict, of those there are.
	CountChecks(ctx context.Context, organizationID, projectID string) (map[string]int, error)

	// PutDecisions stores what checks came to, by id. One that is not there, or is another
	// project's, is passed over.
	PutDecisions(ctx context.Context, organizationID, projectID string, decisions map[string]Decision) error
	DeleteCheck(ctx context.Context, organizationID, projectID, id string) error
	DeleteChecks(ctx context.Context, organizationID, projectID string) error // every one, also of none

	// GetActive returns the id of the user's active project, ErrNoActive when
	// none is set, it is gone, or the user is not one of the organization's.
	GetActive(ctx context.Context, organizationID, userID string) (string, error)

	// SetActive makes a project the user's active one; "" clears it.
	// ErrNotFound when project or user is not the organization's.
	SetActive(ctx context.Context, organizationID, userID, projectID string) error
}

// Full returns ErrFull with what to do, for a Store that would keep more than
// most of what is named, such as "documents".
func Full(what string, most int64) error {
	return fmt.Errorf("%w: it holds at most %d %s; delete some first", ErrFull, most, what)
}

// TextSize returns the bytes of text in blocks, as the bounds count it: what a
// person reads and the cells of tables.
func TextSize(blocks []retrieval.Block) int64 {
	var size int
	for i := range blocks {
		b := &blocks[i]
		size += len(b.Text) + len(b.Title) + len(b.Section) + len(b.Anchor)
		for _, title := range b.Path {
			size += len(title)
		}
		if t := b.Table; t != nil {
			size += len(t.Caption)
			for _, rows := range [][][]string{{t.Header, t.Notes}, t.Head, t.Rows} {
				for _, row := range rows {
					for _, cell := range row {
						size += len(cell)
					}
				}
			}
		}
	}
	return int64(size)
}
