package sqlstore

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// documentSegmentRow is the lexical index of a project's document, apart from that of
// codes as its text is.
type documentSegmentRow struct {
	bun.BaseModel `bun:"table:document_segments,alias:ds"`

	Doc    string `bun:",pk"`
	Memory int64
	Data   []byte
}

// ofDocuments are the documents of the project among some; it takes those, and the project
// with its organization.
const ofDocuments = " IN (SELECT id FROM documents WHERE id IN (?) AND project_id" + ownedBy + ")"

// ListIndexes implements [projects.Store].
func (db *DB) ListIndexes(ctx context.Context, organizationID, projectID string) (list []projects.Indexed, err error) {
	err = db.readOfProject(ctx, "list the indexes of documents", organizationID, projectID, func(ctx context.Context, tx bun.IDB) error {
		list = nil
		return tx.NewSelect().TableExpr("documents AS d").Join("LEFT JOIN document_segments AS ds ON ds.doc = d.id").
			ColumnExpr(`d.id AS "id"`).ColumnExpr("d.text_size AS text").ColumnExpr("COALESCE(ds.memory, 0) AS memory").
			ApplyQueryBuilder(within{organizationID, projectID}.of).OrderExpr("d.id").Scan(ctx, &list)
	})
	return afterError(list, err)
}

// GetSegments implements [projects.Store].
func (db *DB) GetSegments(ctx context.Context, organizationID, projectID string, documentIDs ...string) (segments map[string][]byte, err error) {
	ids := storableIDs(documentIDs)
	err = db.readOfProject(ctx, "get the indexes of documents", organizationID, projectID, func(ctx context.Context, tx bun.IDB) error {
		segments = make(map[string][]byte, len(ids))
		for chunk := range slices.Chunk(ids, batch) {
			var rows []documentSegmentRow
			if err := tx.NewSelect().Model(&rows).Where("doc"+ofDocuments, bun.List(chunk), projectID, organizationID).Scan(ctx); err != nil {
				return err
			}
			for _, row := range rows {
				segments[row.Doc] = row.Data
			}
		}
		return nil
	})
	return afterError(segments, err)
}

// PutIndex implements [projects.Store].
func (db *DB) PutIndex(ctx context.Context, organizationID, projectID, documentID string, index projects.Index) error {
	if !storable(documentID) {
		return projects.ErrNotFound
	}
	at := within{organizationID, projectID}
	return db.changeProject(ctx, "put the index of a document", at, documentID, func(ctx context.Context, tx bun.IDB) error {
		n, err := tx.NewSelect().Model((*documentRow)(nil)).Where("id = ?", documentID).ApplyQueryBuilder(at.of).Count(ctx)
		if err == nil && n == 0 {
			return projects.ErrNotFound
		}
		if err != nil {
			return err
		}
		return putDocumentSegment(ctx, tx, documentID, index)
	})
}

func putDocumentSegment(ctx context.Context, tx bun.IDB, documentID string, index projects.Index) error {
	if len(index.Segment) == 0 {
		_, err := tx.NewDelete().Model((*documentSegmentRow)(nil)).Where("doc = ?", documentID).Exec(ctx)
		return err
	}
	row := documentSegmentRow{Doc: documentID, Memory: index.Memory, Data: index.Segment}
	return upsert(ctx, tx, []documentSegmentRow{row}, "doc")
}

// GetBlocks implements [projects.Store].
func (db *DB) GetBlocks(ctx context.Context, organizationID, projectID string, places []retrieval.Place) (blocks []retrieval.Block, err error) {
	positions := make(map[string][]int)
	var ids []string
	for _, p := range places {
		ids = append(ids, p.Doc)
		positions[p.Doc] = append(positions[p.Doc], p.Order)
	}
	ids = storableIDs(ids)
	err = db.readOfProject(ctx, "get passages of documents", organizationID, projectID, func(ctx context.Context, tx bun.IDB) error {
		blocks = nil
		for _, id := range ids {
			for chunk := range slices.Chunk(positions[id], batch) {
				var err error
				blocks, err = appendBlocks(ctx, tx, blocks, documentBlocks+" WHERE position IN (?) AND doc"+ofDocuments,
					bun.List(chunk), bun.List([]string{id}), projectID, organizationID)
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return afterError(blocks, err)
}

// storableIDs returns ids that a database may hold, in order, each once.
func storableIDs(ids []string) []string {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !storable(id) })
	slices.Sort(ids)
	return slices.Compact(ids)
}

// readOfProject runs statements that see one moment, in which the project is the
// organization's; otherwise [projects.ErrNotFound].
func (db *DB) readOfProject(ctx context.Context, what, organizationID, projectID string, f func(ctx context.Context, tx bun.IDB) error) error {
	return db.readAsOne(ctx, what, func(ctx context.Context, tx bun.IDB) error {
		if _, err := ownProject(ctx, tx, organizationID, projectID); err != nil {
			return err
		}
		return f(ctx, tx)
	})
}
