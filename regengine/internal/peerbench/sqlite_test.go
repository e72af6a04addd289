package peerbench

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	_ "modernc.org/sqlite" // registers the driver

	"github.com/reglookup/regengine/geo"
)

// fts is SQLite with one FTS5 table.
type fts struct {
	query *sql.Stmt
	// expressions turns a folded text into FTS5 queries, each tried when the
	// one before has found nothing.
	expressions func(text string) []string
}

func openFTS(b *testing.B, places []geo.Place, tokenizer string, expressions func(string) []string) engine {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "fts.db")+"?_pragma=journal_mode(WAL)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(loadClients)
	db.SetMaxIdleConns(loadClients)
	must := func(_ any, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	must(db.Exec(`CREATE VIRTUAL TABLE names USING fts5(id UNINDEXED, name, ` + tokenizer + `)`))
	tx, err := db.BeginTx(context.Background(), nil)
	must(nil, err)
	for _, p := range places {
		must(tx.Exec(`INSERT INTO names VALUES (?, ?)`, string(p.ID), geo.Fold(p.Name)))
	}
	must(nil, tx.Commit())
	must(db.Exec(`INSERT INTO names(names) VALUES ('optimize')`))
	query, err := db.Prepare(`SELECT id FROM names WHERE names MATCH ? ORDER BY rank LIMIT 50`)
	must(nil, err)
	b.Cleanup(func() { query.Close() })
	return fts{query, expressions}
}

func (e fts) search(text string) ([]geo.ID, error) {
	for _, expression := range e.expressions(geo.Fold(text)) {
		ids, err := e.match(expression)
		if err != nil || len(ids) > 0 {
			return ids, err
		}
	}
	return nil, nil
}

func (e fts) match(expression string) ([]geo.ID, error) {
	rows, err := e.query.Query(expression)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []geo.ID
	for rows.Next() {
		var id geo.ID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// openTrigram finds the text anywhere in a name, or else all its words, or else
// names that share trigrams with it. It cannot look for fewer than three
// letters.
func openTrigram(b *testing.B, _ []geo.Scheme, places []geo.Place) engine {
	return openFTS(b, places, `tokenize='trigram'`, func(text string) []string {
		letters := []rune(text)
		if len(letters) < 3 {
			return nil
		}
		var trigrams []string
		for i := range len(letters) - 2 {
			trigrams = append(trigrams, `"`+string(letters[i:i+3])+`"`)
		}
		expressions := []string{`"` + text + `"`}
		if words := longWords(text); len(words) > 1 {
			expressions = append(expressions, `"`+strings.Join(words, `" AND "`)+`"`)
		}
		return append(expressions, strings.Join(trigrams, " OR "))
	})
}

func longWords(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(word) >= 3 {
			words = append(words, word)
		}
	}
	return words
}

// openUnicode61 finds names with a word beginning with each word of the text.
func openUnicode61(b *testing.B, _ []geo.Scheme, places []geo.Place) engine {
	return openFTS(b, places, `tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4'`, func(text string) []string {
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil
		}
		return []string{`"` + strings.Join(words, `"* AND "`) + `"*`}
	})
}
