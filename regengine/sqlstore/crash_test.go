package sqlstore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// roleEnv makes the test binary play a part instead of running tests.
const roleEnv = "REGENGINE_SQLSTORE_TEST_ROLE"

// runChild plays a part on the database named by the arguments: kind, address.
func runChild(role string) int {
	ctx := context.Background()
	if part, ok := copyChildren[role]; ok {
		if err := part(ctx, os.Args[1], os.Args[2]); err != nil {
			fmt.Println(err)
			return 1
		}
		return 0
	}
	kind, address := os.Args[1], os.Args[2]
	open := openSQLite
	if kind == "postgres" {
		open = openPostgres
	}
	db, err := open(ctx, address, sqlstore.MigrateSchema)
	if err == nil {
		err = map[string]func(context.Context, *sqlstore.DB) error{
			"migrate":   func(context.Context, *sqlstore.DB) error { return nil },
			"put-place": childPutPlace,
			"apply":     func(ctx context.Context, db *sqlstore.DB) error { return childApply(ctx, db, nil) },
			"imports":   func(ctx context.Context, db *sqlstore.DB) error { return childApply(ctx, db, os.Stdin) },
			"ledger":    childLedger,
			"fill-up":   childFillUp,
			"limits":    childLimits,
			"upload":    childUpload,
			"search":    childSearch,
			"served":    childServed,
		}[role](ctx, db)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// childServed writes as a server until it is killed.
func childServed(ctx context.Context, db *sqlstore.DB) error {
	if err := db.BeginServing(ctx); err != nil {
		return err
	}
	return again(func() error { return db.PutPlan(ctx, access.Plan{ID: access.NewID()}) })
}

func childPutPlace(ctx context.Context, db *sqlstore.DB) error {
	_, err := db.PutPlaces(ctx, []geo.Place{{ID: "XX", Name: "by process", Level: geo.Country}})
	return err
}

// edition is data of which every part carries the same number.
func edition(n int) regengine.Data {
	data := regengine.Data{Codes: []codes.Code{code("alpha", "2020")}, Blocks: retrievaltest.Sample("alpha/2020", n)}
	data.Codes[0].Title = fmt.Sprint(n)
	for i := range 300 {
		data.Places = append(data.Places, geo.Place{ID: geo.ID(fmt.Sprintf("XX-%05d", i)), Name: fmt.Sprint(n), Level: geo.Municipality})
	}
	return data
}

// childApply writes one edition after the other until it is killed, each when a byte
// asks for it, where there are any.
func childApply(ctx context.Context, db *sqlstore.DB, asked io.Reader) error {
	for n := 1; ; n++ {
		if asked != nil {
			if _, err := asked.Read(make([]byte, 1)); err != nil {
				return err
			}
		}
		base, err := db.Revision(ctx)
		if err != nil {
			return err
		}
		if _, err := db.Apply(ctx, base, edition(n), nil); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// childLedger reserves, commits and releases until it is killed. It prints the
// organization, and then the balance's changes that were confirmed.
func childLedger(ctx context.Context, db *sqlstore.DB) error {
	account, err := accesstest.NewAccount(ctx, db, crashCredits)
	if err != nil {
		return err
	}
	fmt.Println(account.OrganizationID)
	for n := 0; ; n++ {
		r := account.Request()
		if _, _, err := db.Reserve(ctx, r); err != nil {
			return err
		}
		if n%2 == 0 {
			err = db.Commit(ctx, r.ID, []byte("reply"), accesstest.Noon)
		} else {
			err = db.Release(ctx, r.ID, accesstest.Noon)
		}
		if err != nil {
			return err
		}
		fmt.Println(n)
	}
}

const crashCredits = 1_000_000

// killed starts a child, lets it say at least some lines, and kills it at a
// moment of no choice. It returns all lines the child got to say.
func killed(t *testing.T, role, kind, address string, after time.Duration) []string {
	t.Helper()
	cmd := childCommand(t, role, kind, address)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	said := bufio.NewScanner(out)
	for said.Scan() {
		lines = append(lines, said.Text())
		if len(lines) == 5 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // a child that ended by itself shows below
		}
	}
	if err := cmd.Wait(); err == nil || len(lines) < 5 {
		t.Fatalf("the child was to be killed at work: %v, %v", err, lines)
	}
	return lines
}

// number reads one of a child's lines.
func number(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDB_Apply_killed: after kill -9 the database holds one whole edition, at
// least the last one confirmed.
func TestDB_Apply_killed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		d.at(t, address)
		for round := range 3 {
			lines := killed(t, "apply", d.name, address, time.Duration(round)*3*time.Millisecond)
			data, _ := load(t, d.at(t, address))
			confirmed, found := number(t, lines[len(lines)-1]), number(t, data.Codes[0].Title)
			if found < confirmed {
				t.Errorf("edition %d was confirmed, %d is there", confirmed, found)
			}
			if diff := sameData(edition(found), data); diff != "" {
				t.Errorf("half an edition (-want +got):\n%.1500s", diff)
			}
		}
	})
}

// TestDB_twoProcesses: a server serves while imports work in another process on
// the same database. Each is asked for when the one before is seen, as SQLite gives
// a lock to whoever asks in the right moment and not to who has waited longest.
func TestDB_twoProcesses(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		account, err := accesstest.NewAccount(t.Context(), db, math.MaxInt32) // asked until the other process has imported
		if err != nil {
			t.Fatal(err)
		}
		cmd := childCommand(t, "imports", d.name, address)
		ask, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		imports := int64(5)
		if raceDetector { // each is many times slower
			imports = 2
		}
		first := revisionOf(t, db)
		asked := first
		for n := 0; n < 50 || revisionOf(t, db) < first+imports; n++ {
			if asked == revisionOf(t, db) {
				asked++
				if _, err := ask.Write([]byte{'\n'}); err != nil {
					t.Fatal(err)
				}
			}
			r := account.Request()
			if _, _, err := db.Reserve(t.Context(), r); err != nil {
				t.Fatalf("Reserve: %v", err)
			}
			if err := db.Commit(t.Context(), r.ID, nil, accesstest.Noon); err != nil {
				t.Fatalf("Commit: %v", err)
			}
			if data, _ := load(t, db); len(data.Places) != 0 && data.Places[0].Name != data.Codes[0].Title {
				t.Fatal("a reader saw half an import")
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Error("the import ended by itself")
		}
	})
}

// TestDB_Ledger_killed: after kill -9 and a sweep no credit is lost or made.
func TestDB_Ledger_killed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		d.at(t, address)
		for round := range 3 {
			lines := killed(t, "ledger", d.name, address, time.Duration(round)*time.Millisecond)
			db := d.at(t, address)
			n := number(t, lines[len(lines)-1])
			spent := int64(n/2 + 1) // every second one, from the first
			if _, err := db.Sweep(t.Context(), accesstest.Noon.Add(time.Hour), time.Time{}); err != nil {
				t.Fatal(err)
			}
			b, err := db.GetBalance(t.Context(), lines[0])
			if err != nil {
				t.Fatal(err)
			}
			if b.Reserved != 0 || b.Left+b.Spent != crashCredits || b.Spent < spent || b.Spent > spent+1 {
				t.Errorf("balance %+v, want %d or one more spent and the rest left", b, spent)
			}
		}
	})
}

// childFillUp writes until the database is full, with a limit on the size of
// files, and then proves what is promised of it.
func childFillUp(ctx context.Context, db *sqlstore.DB) error {
	account, err := accesstest.NewAccount(ctx, db, 10)
	if err != nil {
		return err
	}
	if err := limitFileSize(512 << 10); err != nil {
		return err
	}
	var failure error
	confirmed := 0
	for n := 1; n < 1000 && failure == nil; n++ {
		base, err := db.Revision(ctx)
		if err != nil {
			return fmt.Errorf("reading failed: %w", err)
		}
		if _, failure = db.Apply(ctx, base, fat(n), nil); failure == nil {
			confirmed = n
		}
	}
	if !errors.Is(failure, regengine.ErrUnavailable) {
		return fmt.Errorf("a full disk: want ErrUnavailable, got %w", failure)
	}
	var probed error
	for n := 0; n < 100 && probed == nil; n++ { // each takes of what room is left for something small
		probed = db.Check(ctx)
	}
	if !errors.Is(probed, regengine.ErrUnavailable) {
		return fmt.Errorf("Check of a full disk: want ErrUnavailable, got %w", probed)
	}
	data, _, err := db.Load(ctx)
	if err != nil || len(data.Places) != confirmed {
		return fmt.Errorf("after a full disk: want %d places, got %d, %w", confirmed, len(data.Places), err)
	}
	if _, _, err := db.Reserve(ctx, account.Request()); err != nil && !errors.Is(err, regengine.ErrUnavailable) {
		return fmt.Errorf("Reserve on a full disk: want ErrUnavailable, got %w", err)
	}
	b, err := db.GetBalance(ctx, account.OrganizationID)
	if err != nil || b.Left+b.Reserved != 10 {
		return fmt.Errorf("after a full disk: balance %+v, %w", b, err)
	}
	return nil
}

// fat is one more place, with a long name.
func fat(n int) regengine.Data {
	name := make([]byte, 20_000)
	for i := range name {
		name[i] = byte('a' + (n+i*i)%26)
	}
	return regengine.Data{Places: []geo.Place{{ID: geo.ID(fmt.Sprintf("XX-%05d", n)), Name: string(name), Level: geo.Municipality}}}
}

// TestDB_fullDisk: no answer is wrong and no write half done when the disk is
// full, and all goes on when there is room again.
func TestDB_fullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "regengine.db")
	databases[0].at(t, path)
	child(t, "fill-up", "sqlite", path)
	db := databases[0].at(t, path) // this process has room
	putPlace(t, db, "room again")
	if err := db.PutPlan(t.Context(), access.Plan{ID: "p"}); err != nil {
		t.Error(err)
	}
}
