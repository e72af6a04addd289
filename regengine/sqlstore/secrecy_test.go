package sqlstore_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

func mustNotShow(t *testing.T, text, secret string) {
	t.Helper()
	if strings.Contains(text, secret) {
		t.Errorf("a text for the log shows what a user wrote: %s", text)
	}
}

// TestSource_logsNoSQL: statements carry what users wrote. So nothing here may
// log one, nor hand one to a hook that could.
func TestSource_logsNoSQL(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"sqlite/*.go", "postgres/*.go", "migrations/*.go"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for word, reason := range map[string]string{
			"QueryHook": "a hook of bun is given the statement with its values",
			"bundebug":  "bundebug prints the statement with its values",
			"tracelog":  "pgx's tracer logs the statement with its values",
			"Tracer":    "a tracer of pgx is given the statement with its values",
			"log/slog":  "the store returns errors and leaves logging to its callers",
			`"log"`:     "the store returns errors and leaves logging to its callers",
			"OnNotice":  "notices of the server may quote a statement",
		} {
			if strings.Contains(string(source), word) {
				t.Errorf("%s uses %s: %s", file, word, reason)
			}
		}
	}
}

// TestErrors_showNoText provokes errors with a text in every value and looks for
// it in what would be logged.
func TestErrors_showNoText(t *testing.T) {
	const secret = "calle-secreta-17"
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		ctx := t.Context()
		account, err := accesstest.NewAccount(ctx, db, 0)
		if err != nil {
			t.Fatal(err)
		}
		user := access.User{ID: access.NewID(), OrganizationID: account.OrganizationID, Email: secret + "@example.org"}
		if err := db.CreateUser(ctx, user); err != nil {
			t.Fatal(err)
		}
		again := user
		again.ID = access.NewID()
		request := account.Request()
		request.IdempotencyKey, request.Operation = secret, secret
		block := retrieval.Block{ID: "b", Doc: "a/1", Text: secret}
		project := projects.Project{ID: access.NewID(), OrganizationID: account.OrganizationID, Name: secret + "\x00"}
		_, _, reserveErr := db.Reserve(ctx, request)
		_, placesErr := db.PutPlaces(ctx, []geo.Place{{ID: "XX", Name: secret + "\xff", Level: geo.Country}})
		_, blocksErr := db.PutBlocks(ctx, "a/1", []retrieval.Block{block, block})
		for name, err := range map[string]error{
			"taken e-mail": db.CreateUser(ctx, again), "no credit": reserveErr, "invalid place": placesErr,
			"duplicate block": blocksErr, "invalid project": db.PutProject(ctx, project),
			"absent organization": db.CreateUser(ctx, access.User{ID: "x", OrganizationID: secret, Email: secret}),
		} {
			if err == nil {
				t.Errorf("%s: want an error", name)
				continue
			}
			mustNotShow(t, name+": "+err.Error(), secret)
		}
	})
}

// TestText_refused: what bun would alter silently never gets to it.
func TestText_refused(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		ctx := t.Context()
		account, err := accesstest.NewAccount(ctx, db, 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"a\x00b", "a\xffb", "\xed\xa0\x80"} {
			request := account.Request()
			request.Operation = bad
			_, _, reserveErr := db.Reserve(ctx, request)
			_, blocksErr := db.PutBlocks(ctx, "a/1", []retrieval.Block{{ID: "b", Doc: "a/1", Path: []string{"x", bad}}})
			_, documentErr := db.PutDocument(ctx, account.OrganizationID, "p", projects.Document{ID: "d", Name: bad}, nil, projects.Index{})
			_, textErr := db.PutDocument(ctx, account.OrganizationID, "p", projects.Document{ID: "d"}, []retrieval.Block{{ID: "b", Doc: "d", Text: bad}}, projects.Index{})
			for name, err := range map[string]error{
				"PutDocument": documentErr, "PutDocument's text": textErr,
				"AddGenerated":   db.AddGenerated(ctx, account.OrganizationID, "p", projects.GeneratedDocument{ID: "g", Content: bad}),
				"PutMemory":      db.PutMemory(ctx, account.OrganizationID, "p", projects.MemoryItem{Key: bad}),
				"PutCalculation": db.PutCalculation(ctx, account.OrganizationID, "p", projects.Calculation{ID: "c", Steps: []string{bad}}),
				"PutChecks":      db.PutChecks(ctx, account.OrganizationID, "p", projects.SavedCheck{ID: "c", Request: []byte("{}"), Ref: bad}),
				"PutDecisions":   db.PutDecisions(ctx, account.OrganizationID, "p", map[string]projects.Decision{"c": {Verdict: bad}}),
				"PutPlan":        db.PutPlan(ctx, access.Plan{ID: "p", Limits: map[access.Group]int{access.Group(bad): 1}}),
				"PutProject": db.PutProject(ctx, projects.Project{
					ID: "p", OrganizationID: account.OrganizationID, Selected: []string{bad}}),
				"Reserve": reserveErr, "PutBlocks": blocksErr,
			} {
				if !errors.Is(err, sqlstore.ErrInvalidText) {
					t.Errorf("%s with %q: want ErrInvalidText, got %v", name, bad, err)
				}
			}
			if _, err := db.GetUser(ctx, bad); !errors.Is(err, access.ErrNotFound) {
				t.Errorf("GetUser(%q): want ErrNotFound, got %v", bad, err)
			}
		}
		if b, err := db.GetBalance(ctx, account.OrganizationID); err != nil || b.Left != 5 {
			t.Errorf("a refused request was charged: %+v, %v", b, err)
		}
	})
}
