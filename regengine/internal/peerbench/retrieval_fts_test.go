package peerbench

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// ftsPassages is SQLite with one FTS5 table, stemmed by porter, ranked by its
// bm25.
type ftsPassages struct {
	db    *sql.DB
	query *sql.Stmt
	set   *passages
}

func openFTSPassages(b *testing.B, set *passages) passageEngine {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "passages.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	must := func(_ any, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	must(db.Exec(`CREATE VIRTUAL TABLE passages USING fts5(doc UNINDEXED, text, tokenize='porter unicode61')`))
	tx, err := db.BeginTx(b.Context(), nil)
	must(nil, err)
	for i := range set.blocks {
		text := spacedWords(set.blocks[i].Text)
		must(tx.Exec(`INSERT INTO passages(rowid, doc, text) VALUES (?, ?, ?)`, i, set.blocks[i].Doc, text))
	}
	must(nil, tx.Commit())
	must(db.Exec(`INSERT INTO passages(passages) VALUES ('optimize')`))
	query, err := db.Prepare(`SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?`)
	must(nil, err)
	b.Cleanup(func() { query.Close() })
	return ftsPassages{db, query, set}
}

func (e ftsPassages) find(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	expression := `"` + strings.Join(contentWords(q.Text), `" OR "`) + `"`
	rows, err := e.rows(ctx, expression, q)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var numbers []string
	for rows.Next() {
		var number string
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return blocksOf(e.set, numbers)
}

func (e ftsPassages) rows(ctx context.Context, expression string, q retrieval.Query) (*sql.Rows, error) {
	if len(q.Docs) == len(e.set.docs) {
		return e.query.QueryContext(ctx, expression, q.TopK)
	}
	args := []any{expression}
	for _, doc := range q.Docs {
		args = append(args, doc)
	}
	return e.db.QueryContext(ctx, `SELECT rowid FROM passages WHERE passages MATCH ? AND doc IN (?`+
		strings.Repeat(", ?", len(q.Docs)-1)+`) ORDER BY rank LIMIT ?`, append(args, q.TopK)...)
}

// contentWords are the words of a question without those that our own analysis
// leaves out: FTS5 has no stop words and would only be slower with them.
func contentWords(text string) []string {
	var words []string
	for _, w := range retrieval.Words(text, "en") {
		if !w.Stop() {
			words = append(words, w.Fold)
		}
	}
	return words
}
