package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

type documentRow struct {
	bun.BaseModel `bun:"table:documents,alias:d"`

	ID        string `bun:",pk"`
	ProjectID string
	Name      string
	MediaType string
	Size      int64
	SHA256    string `bun:"sha256"`
	Pages     int
	Blocks    int
	TextSize  int64
	CreatedAt instant
}

func (r *documentRow) document() projects.Document {
	return projects.Document{
		ID: r.ID, Name: r.Name, MediaType: r.MediaType, Size: r.Size, SHA256: r.SHA256,
		Pages: r.Pages, Blocks: r.Blocks, CreatedAt: asTime(r.CreatedAt),
	}
}

// ListDocuments implements [projects.Store].
func (db *DB) ListDocuments(ctx context.Context, organizationID, projectID string) ([]projects.Document, error) {
	var c projects.Contents
	err := db.readOfProject(ctx, "list the documents of a project", organizationID, projectID, func(ctx context.Context, tx bun.IDB) error {
		c = projects.Contents{}
		return readDocuments(ctx, tx, within{organizationID, projectID}, &c)
	})
	return afterError(c.Documents, err)
}

func readDocuments(ctx context.Context, tx bun.IDB, at within, c *projects.Contents) error {
	var rows []documentRow
	err := tx.NewSelect().Model(&rows).ApplyQueryBuilder(at.of).Order("name", "id").Scan(ctx)
	for i := range rows {
		c.Documents = append(c.Documents, rows[i].document())
	}
	return err
}

// PutDocument implements [projects.Store], in one transaction: a crash leaves the
// document as a whole or not at all.
func (db *DB) PutDocument(ctx context.Context, organizationID, projectID string, d projects.Document, blocks []retrieval.Block, index projects.Index) (replaced bool, err error) {
	row := documentRow{
		ID: d.ID, ProjectID: projectID, Name: d.Name, MediaType: d.MediaType, Size: d.Size, SHA256: d.SHA256,
		Pages: d.Pages, Blocks: d.Blocks, TextSize: projects.TextSize(blocks), CreatedAt: instant(d.CreatedAt),
	}
	if err := checkBlocks(d.ID, blocks); err != nil {
		return false, fmt.Errorf("%w: %w", projects.ErrInvalid, err)
	}
	fresh := make([]retrieval.Block, len(blocks))
	for i := range blocks {
		fresh[i] = normal(&blocks[i])
	}
	at := within{organizationID, projectID}
	err = db.changeProject(ctx, "put a document", at, row, func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewDelete().Model((*documentRow)(nil)).
			Where("name = ?", row.Name).ApplyQueryBuilder(at.of).Exec(ctx)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		replaced = n > 0
		if err := insertDocument(ctx, tx, at, &row, fresh); err != nil {
			return err
		}
		return putDocumentSegment(ctx, tx, d.ID, index)
	})
	return afterError(replaced, err)
}

// insertDocument puts a document into a locked project.
func insertDocument(ctx context.Context, tx bun.IDB, at within, row *documentRow, blocks []retrieval.Block) error {
	res, err := tx.NewInsert().Model(row).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	if err := oneRow(res, err, projects.ErrNotFound); err != nil {
		return err
	}
	var documents int
	var size int64
	if err := tx.NewSelect().Model((*documentRow)(nil)).ColumnExpr("count(*), CAST(sum(text_size) AS BIGINT)").
		ApplyQueryBuilder(at.of).Scan(ctx, &documents, &size); err != nil {
		return err
	}
	switch {
	case documents > projects.MaxDocuments:
		return projects.Full("documents", projects.MaxDocuments)
	case size > projects.MaxProjectText:
		return projects.Full("bytes of text in its documents", projects.MaxProjectText)
	}
	return insertBlocks(ctx, tx, documentBlocks, blocks)
}

// GetDocumentBlocks implements [projects.Store].
func (db *DB) GetDocumentBlocks(ctx context.Context, organizationID, projectID string, documentIDs ...string) (blocks []retrieval.Block, err error) {
	ids := storableIDs(documentIDs)
	err = db.readOfProject(ctx, "get the text of documents", organizationID, projectID, func(ctx context.Context, tx bun.IDB) error {
		blocks = nil
		for chunk := range slices.Chunk(ids, batch) {
			var err error
			blocks, err = appendBlocks(ctx, tx, blocks, documentBlocks+
				" WHERE doc"+ofDocuments, bun.List(chunk), projectID, organizationID)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return afterError(blocks, err)
}

// DeleteDocument implements [projects.Store]. By foreign keys its blocks and its index
// go with it.
func (db *DB) DeleteDocument(ctx context.Context, organizationID, projectID, documentID string) error {
	return db.deleteEntry(ctx, within{organizationID, projectID}, (*documentRow)(nil), "id", documentID)
}
