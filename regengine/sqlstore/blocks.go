package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
)

type blockRow struct {
	bun.BaseModel `bun:"table:blocks,alias:b"`

	ID       string `bun:",pk"`
	Doc      string
	Position int
	Section  string
	Title    string
	Anchor   string
	Path     asJSON[[]string]
	Kind     retrieval.Kind
	Lang     string
	Body     string
	Grid     asJSON[*gridRow]
}

// gridRow is the structure of a table block.
type gridRow struct {
	Caption string     `json:"caption,omitempty"`
	Header  []string   `json:"header,omitempty"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes,omitempty"`
}

// ListBlocks implements [retrieval.Store].
func (db *DB) ListBlocks(ctx context.Context, docs []string) (blocks []retrieval.Block, err error) {
	err = db.readAsOne(ctx, "list blocks", func(ctx context.Context, tx bun.IDB) error {
		var rows []blockRow
		if docs == nil {
			rows, err = allBlocks(ctx, tx.NewSelect().Model(&rows))
		} else {
			rows, err = blocksOf(ctx, tx, docs)
		}
		blocks = toBlocks(rows)
		return err
	})
	return blocks, err
}

func allBlocks(ctx context.Context, query *bun.SelectQuery) ([]blockRow, error) {
	var rows []blockRow
	err := query.Model(&rows).Order("doc", "position").Scan(ctx)
	return rows, err
}

// blocksOf returns the blocks of documents, ordered by document and position.
func blocksOf(ctx context.Context, tx bun.IDB, docs []string) ([]blockRow, error) {
	docs = slices.DeleteFunc(slices.Clone(docs), func(doc string) bool { return !storable(doc) })
	slices.Sort(docs)
	var rows []blockRow
	for chunk := range slices.Chunk(slices.Compact(docs), batch) {
		some, err := allBlocks(ctx, tx.NewSelect().Where("doc IN (?)", bun.List(chunk)))
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
}

// PutBlocks implements [retrieval.Store]. Text that cannot be stored gives
// [ErrInvalidText]. A document named "code/version" is content: a change of it
// raises the revision. Others are private, and no snapshot ever holds them.
func (db *DB) PutBlocks(ctx context.Context, doc string, blocks []retrieval.Block) (changed bool, err error) {
	if err := checkBlocks(doc, blocks); err != nil {
		return false, err
	}
	put := func(ctx context.Context, tx bun.IDB) (int, error) {
		n, err := putTexts(ctx, tx, []string{doc}, blocks)
		changed = n > 0
		return n, err
	}
	if public(doc) {
		err = db.changeContent(ctx, "put blocks", put)
	} else {
		err = db.write(ctx, "put blocks", func(ctx context.Context, tx bun.IDB) error {
			_, err := put(ctx, tx)
			return err
		})
	}
	return afterError(changed, err)
}

// public tells a version's text from a project's document, whose name is a UUID.
func public(doc string) bool { return strings.Contains(doc, "/") }

func checkBlocks(doc string, blocks []retrieval.Block) error {
	if err := checkText(doc); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	for i := range blocks {
		if blocks[i].Doc != doc {
			return fmt.Errorf("block %s is of document %q, not of %q", blocks[i].ID, blocks[i].Doc, doc)
		}
		if err := checkText(&blocks[i]); err != nil {
			return fmt.Errorf("block %d of %s: %w", i, doc, err)
		}
	}
	return nil
}

// putTexts makes the blocks of docs exactly the given ones and returns how many
// documents really changed. Old blocks go before new ones come, so that a block
// may move from one document to another.
func putTexts(ctx context.Context, tx bun.IDB, docs []string, blocks []retrieval.Block) (changed int, err error) {
	next := make(map[string][]blockRow, len(docs))
	for i := range blocks {
		next[blocks[i].Doc] = append(next[blocks[i].Doc], newBlockRow(&blocks[i]))
	}
	rows, err := blocksOf(ctx, tx, docs)
	if err != nil {
		return 0, err
	}
	stored := make(map[string][]blockRow, len(docs))
	for _, row := range rows {
		stored[row.Doc] = append(stored[row.Doc], row)
	}
	var differing []string
	var fresh []blockRow
	for _, doc := range docs {
		slices.SortStableFunc(next[doc], func(a, b blockRow) int { return cmp.Compare(a.Position, b.Position) })
		if !reflect.DeepEqual(stored[doc], next[doc]) {
			differing = append(differing, doc)
			fresh = append(fresh, next[doc]...)
		}
	}
	return len(differing), replaceBlocks(ctx, tx, differing, fresh)
}

func replaceBlocks(ctx context.Context, tx bun.IDB, docs []string, rows []blockRow) error {
	for chunk := range slices.Chunk(docs, batch) {
		if _, err := tx.NewDelete().Model((*blockRow)(nil)).Where("doc IN (?)", bun.List(chunk)).Exec(ctx); err != nil {
			return err
		}
	}
	for chunk := range slices.Chunk(rows, batch) {
		if _, err := tx.NewInsert().Model(&chunk).Exec(ctx); err != nil {
			return fmt.Errorf("a block's identifier, or its place in its document, is used twice or unfit: %w", err)
		}
	}
	return nil
}

func newBlockRow(b *retrieval.Block) blockRow {
	row := blockRow{
		ID: b.ID, Doc: b.Doc, Position: b.Order, Section: b.Section, Title: b.Title, Anchor: b.Anchor,
		Path: jsonOf(orNil(b.Path)), Kind: b.Kind, Lang: b.Lang, Body: b.Text,
	}
	if t := b.Table; t != nil {
		row.Grid.It = &gridRow{Caption: t.Caption, Header: orNil(t.Header), Notes: orNil(t.Notes)}
		for _, cells := range t.Rows {
			row.Grid.It.Rows = append(row.Grid.It.Rows, slices.Clone(cells))
		}
	}
	return row
}

func toBlocks(rows []blockRow) []retrieval.Block {
	blocks := make([]retrieval.Block, len(rows))
	for i := range rows {
		r := &rows[i]
		blocks[i] = retrieval.Block{
			ID: r.ID, Doc: r.Doc, Section: r.Section, Title: r.Title, Anchor: r.Anchor, Path: r.Path.It,
			Kind: r.Kind, Lang: r.Lang, Order: r.Position, Text: r.Body,
		}
		if g := r.Grid.It; g != nil {
			blocks[i].Table = &retrieval.Table{Caption: g.Caption, Header: g.Header, Rows: g.Rows, Notes: g.Notes}
		}
	}
	return blocks
}
