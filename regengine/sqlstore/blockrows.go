package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
)

// blockRow is a block as it is written. It is read by a [blockReader]: blocks are
// by far the most rows there are, and every start reads all of them.
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
	Depth    int
	Page     int
	Lang     string
	SHA256   string `bun:"sha256"`
	Body     string
	Refs     asJSON[[]refRow]
	Grid     asJSON[*gridRow]
}

// refRow is a cross reference of a block.
type refRow struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Work  string `json:"work,omitempty"`
	Part  string `json:"part,omitempty"`
	URL   string `json:"url,omitempty"`
}

// gridRow is the structure of a table block.
type gridRow struct {
	Caption string     `json:"caption,omitempty"`
	Header  []string   `json:"header,omitempty"`
	Head    [][]string `json:"head,omitempty"`
	Rows    [][]string `json:"rows"`
	Spans   []spanRow  `json:"spans,omitempty"`
	Notes   []string   `json:"notes,omitempty"`
}

// spanRow is a merged cell.
type spanRow struct {
	Row  int `json:"row"`
	Col  int `json:"col"`
	Rows int `json:"rows"`
	Cols int `json:"cols"`
}

// normal returns a block as it comes back from the database: with the hash of
// its text, without a lead, and with nil for what is empty. It shares no memory
// with b that a caller may change.
func normal(b *retrieval.Block) retrieval.Block {
	n := *b
	n.Path, n.Refs = cloneOrNil(b.Path), cloneOrNil(b.Refs)
	n.SHA256, n.Lead = retrieval.HashText(b.Text), ""
	if t := b.Table; t != nil {
		n.Table = &retrieval.Table{
			Caption: t.Caption, Header: cloneOrNil(t.Header), Head: cloneRows(t.Head), Rows: cloneRows(t.Rows),
			Spans: cloneOrNil(t.Spans), Notes: cloneOrNil(t.Notes),
		}
	}
	return n
}

func cloneOrNil[T any](list []T) []T { return slices.Clone(orNil(list)) }

func cloneRows(rows [][]string) [][]string {
	rows = cloneOrNil(rows)
	for i := range rows {
		rows[i] = cloneOrNil(rows[i])
	}
	return rows
}

// newBlockRow returns the row of a block that is normal.
func newBlockRow(b *retrieval.Block) blockRow {
	row := blockRow{
		ID: b.ID, Doc: b.Doc, Position: b.Order, Section: b.Section, Title: b.Title, Anchor: b.Anchor,
		Path: jsonOf(b.Path), Kind: b.Kind, Depth: b.Depth, Page: b.Page, Lang: b.Lang, SHA256: b.SHA256, Body: b.Text,
	}
	for _, ref := range b.Refs {
		row.Refs.It = append(row.Refs.It, refRow(ref))
	}
	if t := b.Table; t != nil {
		row.Grid.It = &gridRow{Caption: t.Caption, Header: t.Header, Head: t.Head, Rows: t.Rows, Notes: t.Notes}
		for _, span := range t.Spans {
			row.Grid.It.Spans = append(row.Grid.It.Spans, spanRow(span))
		}
	}
	return row
}

// publicBlocks returns the blocks of all versions, ordered by document and
// position.
func publicBlocks(ctx context.Context, tx bun.IDB) ([]retrieval.Block, error) {
	n, err := tx.NewSelect().Model((*blockRow)(nil)).Where(whichPublic).Count(ctx)
	if err != nil {
		return nil, err
	}
	return appendBlocks(ctx, tx, make([]retrieval.Block, 0, n), codeBlocks+" WHERE "+whichPublic)
}

// Tables of blocks: of codes, and of the documents of projects. They have the
// same columns.
const (
	codeBlocks     = "blocks"
	documentBlocks = "document_blocks"
)

// appendBlocks appends the blocks from a table, or from some of its rows, ordered
// by document and position.
func appendBlocks(ctx context.Context, tx bun.IDB, blocks []retrieval.Block, from string, args ...any) (_ []retrieval.Block, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT "+blockColumns+" FROM "+from+" ORDER BY doc, position", args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	r := newBlockReader()
	for rows.Next() {
		b, err := r.read(rows)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return blocks, rows.Err()
}

const blockColumns = "id, doc, position, section, title, anchor, path, kind, depth, page, lang, sha256, body, refs, grid"

// blockReader makes blocks of rows with the columns of blockColumns. What many
// blocks have in common is kept, and decoded, once.
type blockReader struct {
	words map[string]string
	paths map[string][]string

	doc, section, path, kind, lang, refs, grid sql.RawBytes
}

func newBlockReader() *blockReader {
	return &blockReader{words: make(map[string]string), paths: make(map[string][]string)}
}

func (r *blockReader) read(rows *sql.Rows) (b retrieval.Block, err error) {
	if err := rows.Scan(&b.ID, &r.doc, &b.Order, &r.section, &b.Title, &b.Anchor, &r.path, &r.kind, &b.Depth, &b.Page,
		&r.lang, &b.SHA256, &b.Text, &r.refs, &r.grid); err != nil {
		return b, err
	}
	b.Doc, b.Section, b.Lang, b.Kind = r.word(r.doc), r.word(r.section), r.word(r.lang), retrieval.Kind(r.word(r.kind))
	if b.Path, err = r.decodePath(); err == nil {
		b.Refs, err = decodeRefs(r.refs)
	}
	if err == nil {
		b.Table, err = decodeGrid(r.grid)
	}
	if err != nil {
		return b, fmt.Errorf("block %s: %w", b.ID, err)
	}
	return b, nil
}

// word returns a text that many rows hold.
func (r *blockReader) word(raw sql.RawBytes) string {
	word, ok := r.words[string(raw)]
	if !ok {
		word = string(raw)
		r.words[word] = word
	}
	return word
}

func (r *blockReader) decodePath() ([]string, error) {
	if r.path == nil {
		return nil, nil
	}
	path, ok := r.paths[string(r.path)]
	if !ok {
		if err := json.Unmarshal(r.path, &path); err != nil {
			return nil, fmt.Errorf("path: %w", err)
		}
		r.paths[string(r.path)] = path
	}
	return path, nil
}

func decodeRefs(raw sql.RawBytes) ([]retrieval.Ref, error) {
	if raw == nil {
		return nil, nil
	}
	var list []refRow
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("refs: %w", err)
	}
	refs := make([]retrieval.Ref, len(list))
	for i := range list {
		refs[i] = retrieval.Ref(list[i])
	}
	return refs, nil
}

func decodeGrid(raw sql.RawBytes) (*retrieval.Table, error) {
	if raw == nil {
		return nil, nil
	}
	var g gridRow
	if err := json.Unmarshal(raw, &g); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	t := &retrieval.Table{Caption: g.Caption, Header: g.Header, Head: g.Head, Rows: g.Rows, Notes: g.Notes}
	for _, span := range g.Spans {
		t.Spans = append(t.Spans, retrieval.Span(span))
	}
	return t, nil
}
