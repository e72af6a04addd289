package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// uploadNames is under how many names the child uploads: each is replaced again
// and again. uploadBlocks is more than one statement writes.
const (
	uploadNames  = 3
	uploadBlocks = 700
)

// edited is a document of which every part carries the same number.
func edited(n int) (projects.Document, []retrieval.Block) {
	d := projects.Document{
		ID: projects.NewID(), Name: fmt.Sprintf("%d.txt", n%uploadNames), MediaType: "text/plain", Size: int64(n),
		Blocks: uploadBlocks, CreatedAt: projectsNoon,
	}
	blocks := make([]retrieval.Block, uploadBlocks)
	for i := range blocks {
		blocks[i] = retrieval.Block{ID: projects.NewID(), Doc: d.ID, Order: i, Kind: retrieval.Paragraph, Lang: "en", Text: fmt.Sprint(n)}
	}
	return d, blocks
}

var projectsNoon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

// childUpload puts one document after the other into a project until it is killed.
// It prints the organization, the project, and then the number of each document
// that was confirmed.
func childUpload(ctx context.Context, db *sqlstore.DB) error {
	account, err := accesstest.NewAccount(ctx, db, 10)
	if err != nil {
		return err
	}
	p := projects.Project{ID: projects.NewID(), OrganizationID: account.OrganizationID, Name: "Casa", GeoID: "ES"}
	if err := db.PutProject(ctx, p); err != nil {
		return err
	}
	fmt.Println(p.OrganizationID)
	fmt.Println(p.ID)
	for n := 0; ; n++ {
		d, blocks := edited(n)
		if _, err := db.PutDocument(ctx, p.OrganizationID, p.ID, d, blocks, projects.Index{}); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// TestDB_PutDocument_killed: after kill -9 in the middle of uploads every document
// is there as a whole, and none is that was not put.
func TestDB_PutDocument_killed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		d.at(t, address)
		for round := range 4 {
			lines := killed(t, "upload", d.name, address, time.Duration(round)*7*time.Millisecond)
			db := d.at(t, address)
			org, project := lines[0], lines[1]
			list, err := db.ListDocuments(t.Context(), org, project)
			if err != nil || len(list) != uploadNames {
				t.Fatalf("documents: want one of each name, got %v, %v", list, err)
			}
			confirmed, newest := number(t, lines[len(lines)-1]), 0
			for _, d := range list {
				newest = max(newest, int(d.Size))
				wholeDocument(t, db, org, project, d)
			}
			if newest != confirmed && newest != confirmed+1 {
				t.Errorf("document %d was confirmed, %d is the newest", confirmed, newest)
			}
			if n := countRows(t, d, address, "document_blocks"); n != (round+1)*uploadNames*uploadBlocks {
				t.Errorf("blocks in all: want %d, got %d", (round+1)*uploadNames*uploadBlocks, n)
			}
		}
	})
}

func wholeDocument(t *testing.T, db *sqlstore.DB, org, project string, d projects.Document) {
	t.Helper()
	blocks, err := db.GetDocumentBlocks(t.Context(), org, project, d.ID)
	if err != nil || len(blocks) != uploadBlocks {
		t.Errorf("document %d: want %d blocks, got %d, %v", d.Size, uploadBlocks, len(blocks), err)
	}
	for _, b := range blocks {
		if b.Text != fmt.Sprint(d.Size) {
			t.Fatalf("document %d holds a block of %s", d.Size, b.Text)
		}
	}
}

// TestDB_PutDocument_apart: a document's text is no content. It raises no
// revision, and no reader of the codes' texts meets it.
func TestDB_PutDocument_apart(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db, ctx := d.new(t), t.Context()
		apply(t, db, full())
		want, revision := load(t, db)
		m := addMember(t, db, "")
		p := projects.Project{ID: projects.NewID(), OrganizationID: m.OrganizationID, Name: "Casa", GeoID: "ES"}
		if err := db.PutProject(ctx, p); err != nil {
			t.Fatal(err)
		}
		document, blocks := edited(1)
		if _, err := db.PutDocument(ctx, p.OrganizationID, p.ID, document, blocks, projects.Index{}); err != nil {
			t.Fatal(err)
		}
		got, after := load(t, db)
		if diff := sameData(want, got); diff != "" || after != revision {
			t.Errorf("revision %d, before %d; data (-want +got):\n%.1500s", after, revision, diff)
		}
		for _, docs := range [][]string{nil, {document.ID}} {
			list, err := db.ListBlocks(ctx, docs)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range list {
				if b.Doc == document.ID {
					t.Fatalf("ListBlocks(%v) brings a private block", docs)
				}
			}
		}
	})
}

// countRows returns how many rows a table has.
func countRows(t *testing.T, d database, address, table string) (n int) {
	t.Helper()
	query := "SELECT count(*) FROM " + table
	if d.name == "sqlite" {
		conn := rawSQLite(t, address)
		defer conn.Close()
		if err := conn.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDB_DeleteProject_leavesNothing: not even a row that no query can reach.
func TestDB_DeleteProject_leavesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		ctx, address := t.Context(), d.address(t)
		db := d.at(t, address)
		m := addMember(t, db, "")
		p := projects.Project{ID: projects.NewID(), OrganizationID: m.OrganizationID, Name: "Casa", GeoID: "ES"}
		document, blocks := edited(1)
		generated := projects.GeneratedDocument{ID: projects.NewID(), Title: "T", Type: "t", Content: "c"}
		err0 := db.PutProject(ctx, p)
		_, err1 := db.PutDocument(ctx, p.OrganizationID, p.ID, document, blocks, projects.Index{})
		err2 := db.AddGenerated(ctx, p.OrganizationID, p.ID, generated)
		_, err3 := db.AddVersion(ctx, p.OrganizationID, p.ID, generated)
		err4 := db.PutMemory(ctx, p.OrganizationID, p.ID, projects.MemoryItem{Key: "k"})
		err5 := db.PutCalculation(ctx, p.OrganizationID, p.ID, projects.Calculation{ID: projects.NewID()})
		if err := errors.Join(err0, err1, err2, err3, err4, err5); err != nil {
			t.Fatal(err)
		}
		tables := map[string]int{
			"projects": 1, "documents": 1, "document_blocks": uploadBlocks, "generated_documents": 1, "generated_versions": 2,
			"memory_items": 1, "calculations": 1,
		}
		for table, want := range tables {
			if n := countRows(t, d, address, table); n != want {
				t.Errorf("%s before: want %d rows, got %d", table, want, n)
			}
		}
		if err := db.DeleteProject(ctx, p.OrganizationID, p.ID); err != nil {
			t.Fatal(err)
		}
		for table := range tables {
			if n := countRows(t, d, address, table); n != 0 {
				t.Errorf("%s afterwards: want no row, got %d", table, n)
			}
		}
	})
}
