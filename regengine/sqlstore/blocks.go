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

// ListBlocks implements [retrieval.Store]. Paths may share memory.
func (db *DB) ListBlocks(ctx context.Context, docs []string) (blocks []retrieval.Block, err error) {
	err = db.readAsOne(ctx, "list blocks", func(ctx context.Context, tx bun.IDB) error {
		if docs == nil {
			blocks, err = appendBlocks(ctx, tx, nil, codeBlocks)
		} else {
			blocks, err = blocksOf(ctx, tx, docs)
		}
		return err
	})
	return afterError(blocks, err)
}

// blocksOf returns the blocks of documents, ordered by document and position.
func blocksOf(ctx context.Context, tx bun.IDB, docs []string) (blocks []retrieval.Block, err error) {
	docs = slices.DeleteFunc(slices.Clone(docs), func(doc string) bool { return !storable(doc) })
	slices.Sort(docs)
	for chunk := range slices.Chunk(slices.Compact(docs), batch) {
		if blocks, err = appendBlocks(ctx, tx, blocks, codeBlocks+" WHERE doc IN (?)", bun.List(chunk)); err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

// PutBlocks implements [retrieval.Store]. Text that cannot be stored gives
// [ErrInvalidText]. A document named "code/version" is content: a change of it
// raises the revision and removes what was derived of it. Others are private, and no
// snapshot ever holds them.
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

// whichPublic is public in SQL.
const whichPublic = "doc LIKE '%/%'"

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
	next := make(map[string][]retrieval.Block, len(docs))
	for i := range blocks {
		next[blocks[i].Doc] = append(next[blocks[i].Doc], normal(&blocks[i]))
	}
	list, err := blocksOf(ctx, tx, docs)
	if err != nil {
		return 0, err
	}
	stored := byDoc(list)
	var differing []string
	var fresh []retrieval.Block
	for _, doc := range docs {
		slices.SortStableFunc(next[doc], func(a, b retrieval.Block) int { return cmp.Compare(a.Order, b.Order) })
		if len(stored[doc])+len(next[doc]) > 0 && !reflect.DeepEqual(stored[doc], next[doc]) {
			differing = append(differing, doc)
			fresh = append(fresh, next[doc]...)
		}
	}
	return len(differing), replaceBlocks(ctx, tx, differing, fresh)
}

// byDoc cuts a list that is ordered by document.
func byDoc(list []retrieval.Block) map[string][]retrieval.Block {
	docs := make(map[string][]retrieval.Block)
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && list[end].Doc == list[start].Doc {
			end++
		}
		docs[list[start].Doc] = list[start:end:end]
		start = end
	}
	return docs
}

// ofText are the models of tables whose rows belong to a text, by its doc: the
// blocks and what is derived of them.
func ofText() []any { return []any{(*blockRow)(nil), (*segmentRow)(nil), (*limitRow)(nil)} }

// replaceBlocks removes the blocks of docs, and what is derived of them, and
// inserts others.
func replaceBlocks(ctx context.Context, tx bun.IDB, docs []string, blocks []retrieval.Block) error {
	for chunk := range slices.Chunk(docs, batch) {
		for _, row := range ofText() {
			if _, err := tx.NewDelete().Model(row).Where("doc IN (?)", bun.List(chunk)).Exec(ctx); err != nil {
				return err
			}
		}
	}
	return insertBlocks(ctx, tx, codeBlocks, blocks)
}

func insertBlocks(ctx context.Context, tx bun.IDB, table string, blocks []retrieval.Block) error {
	rows := make([]blockRow, 0, min(len(blocks), batch))
	for chunk := range slices.Chunk(blocks, batch) {
		rows = rows[:0]
		for i := range chunk {
			rows = append(rows, newBlockRow(&chunk[i]))
		}
		if _, err := tx.NewInsert().Model(&rows).ModelTableExpr(table).Exec(ctx); err != nil {
			return fmt.Errorf("a block's identifier, or its place in its document, is used twice or unfit: %w", err)
		}
	}
	return nil
}
