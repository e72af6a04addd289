package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

var replacing = &sqlite.CopyOptions{Replace: true}

// filled makes a database file with an edition and an account, and closes it.
func filled(t *testing.T, n int) (path, organization string) {
	t.Helper()
	path = copySQLite(t)
	db, err := openSQLite(t.Context(), path, sqlstore.RequireSchema)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, db, edition(n))
	account, err := accesstest.NewAccount(t.Context(), db, int64(n))
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path, account.OrganizationID
}

// holds checks that the database at path is that of filled.
func holds(t *testing.T, path, organization string, n int) {
	t.Helper()
	db := databases[0].at(t, path)
	data, _ := load(t, db)
	if diff := sameData(edition(n), data); diff != "" {
		t.Errorf("%s (-want +got):\n%.800s", filepath.Base(path), diff)
	}
	if b, err := db.GetBalance(t.Context(), organization); err != nil || b.Left != int64(n) {
		t.Errorf("balance %+v, %v, want %d left", b, err, n)
	}
}

// only checks which files a folder has.
func only(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder has %v, want %v", got, want)
	}
}

func TestBackup(t *testing.T) {
	path, org := filled(t, 3)
	to := filepath.Join(t.TempDir(), "copy.db")
	made := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	c, err := sqlite.Backup(t.Context(), path, to, &sqlite.CopyOptions{Now: func() time.Time { return made }})
	if err != nil {
		t.Fatal(err)
	}
	if c.Rows["places"] != 300 || c.Rows["organizations"] != 1 || c.Total() < 303 || c.Bytes == 0 || !c.Made.Equal(made) || len(c.Pending) > 0 {
		t.Errorf("%+v", c)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is for its owner only: %v, %v", info, err)
	}
	only(t, filepath.Dir(to), "copy.db")
	if _, err := sqlite.Backup(t.Context(), path, to, nil); !errors.Is(err, sqlite.ErrExists) {
		t.Errorf("over another file: %v", err)
	}
	if _, err := sqlite.Backup(t.Context(), path, to, replacing); err != nil {
		t.Errorf("over another file, on purpose: %v", err)
	}
	holds(t, to, org, 3)
}

// TestBackup_refused: never onto the database, by whatever name, and never out of nothing.
func TestBackup_refused(t *testing.T) {
	path, org := filled(t, 1)
	folder := t.TempDir()
	link := filepath.Join(folder, "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{path, link, filepath.Dir(path) + "/./" + filepath.Base(path), folder} {
		if _, err := sqlite.Backup(t.Context(), path, to, replacing); !errors.Is(err, sqlite.ErrExists) {
			t.Errorf("onto %s: %v", to, err)
		}
	}
	if _, err := sqlite.Backup(t.Context(), filepath.Join(folder, "none.db"), filepath.Join(folder, "copy.db"), nil); err == nil {
		t.Error("a database that is not there was copied")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sqlite.Backup(ctx, path, filepath.Join(folder, "copy.db"), nil); err == nil {
		t.Error("a context that has ended")
	}
	only(t, folder, "link.db")
	holds(t, path, org, 1)
}

// TestBackup_serving: a copy made while others write is of one moment, and no write is
// in its way.
func TestBackup_serving(t *testing.T) {
	path := copySQLite(t)
	db := databases[0].at(t, path)
	account, err := accesstest.NewAccount(t.Context(), db, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	var writer sync.WaitGroup
	defer writer.Wait()
	defer stop()
	writer.Go(func() {
		for ; ctx.Err() == nil; n++ {
			r := account.Request()
			if _, _, err := db.Reserve(context.Background(), r); err != nil {
				t.Error(err)
			}
			if err := db.Commit(context.Background(), r.ID, []byte("reply"), accesstest.Noon); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range 5 {
		to := filepath.Join(t.TempDir(), "copy.db")
		if _, err := sqlite.Backup(t.Context(), path, to, nil); err != nil {
			t.Fatalf("copy %d: %v", n, err)
		}
		copied, err := openSQLite(t.Context(), to, sqlstore.RequireSchema)
		if err != nil {
			t.Fatal(err)
		}
		b, err := copied.GetBalance(t.Context(), account.OrganizationID)
		if err != nil || b.Left+b.Reserved+b.Spent != 10_000 {
			t.Errorf("copy %d is not of one moment: %+v, %v", n, b, err)
		}
		if err := copied.Close(); err != nil {
			t.Error(err)
		}
	}
	stop()
	writer.Wait()
	if b, err := db.GetBalance(t.Context(), account.OrganizationID); err != nil || b.Spent != int64(n) {
		t.Errorf("%d writes, balance %+v, %v", n, b, err)
	}
}

func TestRestore(t *testing.T) {
	path, org := filled(t, 2)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := sqlite.Backup(t.Context(), path, copied, nil); err != nil {
		t.Fatal(err)
	}
	t.Run("WhereNothingIs", func(t *testing.T) {
		to := filepath.Join(t.TempDir(), "regengine.db")
		r, err := sqlite.Restore(t.Context(), copied, to, nil)
		if err != nil || r.Kept != "" || r.Rows["places"] != 300 {
			t.Fatalf("%+v, %v", r, err)
		}
		only(t, filepath.Dir(to), "regengine.db")
		holds(t, to, org, 2)
	})
	t.Run("OverData", func(t *testing.T) {
		to, other := filled(t, 5)
		if _, err := sqlite.Restore(t.Context(), copied, to, nil); !errors.Is(err, sqlite.ErrExists) {
			t.Errorf("want ErrExists, got %v", err)
		}
		holds(t, to, other, 5)
	})
	t.Run("OverDataOnPurpose", func(t *testing.T) {
		to, other := filled(t, 5)
		r, err := sqlite.Restore(t.Context(), copied, to, replacing)
		if err != nil {
			t.Fatal(err)
		}
		only(t, filepath.Dir(to), "regengine.db", filepath.Base(r.Kept))
		holds(t, to, org, 2)
		holds(t, r.Kept, other, 5)
	})
	t.Run("OverWhatIsDamaged", func(t *testing.T) {
		to, _ := filled(t, 5)
		for _, name := range []string{to, to + "-wal"} {
			if err := os.WriteFile(name, []byte(strings.Repeat("no database at all ", 4000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := sqlite.Restore(t.Context(), copied, to, replacing)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, to, org, 2)
		if _, err := os.Stat(r.Kept + "-wal"); err != nil {
			t.Error(err)
		}
	})
	t.Run("BesideALogOfAnother", func(t *testing.T) {
		to := filepath.Join(t.TempDir(), "regengine.db")
		strange := filepath.Join(t.TempDir(), "strange.db")
		apply(t, databases[0].at(t, strange), edition(9))
		log, err := os.ReadFile(strange + "-wal")
		if err != nil || len(log) == 0 {
			t.Fatal("there is no log", err)
		}
		if err := os.WriteFile(to+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := sqlite.Restore(t.Context(), copied, to, nil); err != nil {
			t.Fatal(err)
		}
		holds(t, to, org, 2)
	})
	t.Run("InUse", func(t *testing.T) {
		to, other := filled(t, 5)
		db := databases[0].at(t, to)
		if err := db.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := sqlite.Restore(t.Context(), copied, to, replacing)
		if !errors.Is(err, sqlite.ErrInUse) || !errors.Is(err, regengine.ErrUnavailable) {
			t.Errorf("want ErrInUse, got %v", err)
		}
		if err := db.Check(t.Context()); err != nil {
			t.Errorf("who uses it: %v", err)
		}
		holds(t, to, other, 5)
	})
}

// TestRestore_refused: what is no whole copy changes nothing.
func TestRestore_refused(t *testing.T) {
	path, org := filled(t, 2)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := copySQLite(t)
	t.Run("", func(t *testing.T) { // whose end closes the connection, and so puts the log into the file
		execSQLite(t, newer, "INSERT INTO schema_migrations (name, group_id) VALUES ('9999', 99)")
	})
	later, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"Empty":      {nil, sqlite.ErrDamaged},
		"Text":       {[]byte("id,name\nES,España\n"), sqlite.ErrDamaged},
		"HalfCopied": {whole[:len(whole)/2], sqlite.ErrDamaged},
		"OneByte":    {flipped(whole), sqlite.ErrDamaged},
		"Newer":      {later, sqlstore.ErrNewer},
	} {
		t.Run(name, func(t *testing.T) {
			from := filepath.Join(t.TempDir(), "copy.db")
			if err := os.WriteFile(from, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := sqlite.Restore(t.Context(), from, path, replacing); !errors.Is(err, c.want) {
				t.Errorf("want %v, got %v", c.want, err)
			}
			only(t, filepath.Dir(path), "regengine.db")
		})
	}
	if _, err := sqlite.Restore(t.Context(), path, path, replacing); !errors.Is(err, sqlite.ErrExists) {
		t.Errorf("onto itself: %v", err)
	}
	if _, err := sqlite.Restore(t.Context(), filepath.Join(t.TempDir(), "none"), path, replacing); err == nil {
		t.Error("a copy that is not there")
	}
	holds(t, path, org, 2)
}

// flipped spoils the middle of a database: a page of a table.
func flipped(content []byte) []byte {
	spoilt := append([]byte{}, content...)
	for i := len(spoilt)/2 - 2048; i < len(spoilt)/2+2048; i++ {
		spoilt[i] ^= 0xff
	}
	return spoilt
}

// TestCopy_killed: a copy that is killed at whatever moment leaves the file it was
// to be whole, or not there.
func TestCopy_killed(t *testing.T) {
	path, org := filled(t, 7)
	for _, role := range []string{"backup", "restore"} {
		to := filepath.Join(t.TempDir(), "regengine.db")
		killed(t, role, path, to, 0)
		if _, err := os.Stat(to); err == nil {
			holds(t, to, org, 7)
		}
	}
	holds(t, path, org, 7)
}

// copyChildren are the parts of processes that copy from one file to another.
var copyChildren = map[string]func(ctx context.Context, from, to string) error{
	"backup": func(ctx context.Context, from, to string) error {
		return again(func() error { _, err := sqlite.Backup(ctx, from, to, replacing); return err })
	},
	"restore": func(ctx context.Context, from, to string) error {
		return again(func() error {
			r, err := sqlite.Restore(ctx, from, to, replacing)
			return errors.Join(err, os.RemoveAll(r.Kept))
		})
	},
	"copy-full": func(ctx context.Context, from, to string) error {
		if err := limitFileSize(100 << 10); err != nil {
			return err
		}
		if _, err := sqlite.Backup(ctx, from, to+"-backup", nil); err == nil {
			return errors.New("a backup had room")
		}
		if _, err := sqlite.Restore(ctx, from, to, replacing); err == nil {
			return errors.New("a restore had room")
		}
		return nil
	},
}

// again does something until it is killed.
func again(do func() error) error {
	for n := 0; ; n++ {
		if err := do(); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// TestCopy_fullDisk: no room for the copy leaves everything as it was.
func TestCopy_fullDisk(t *testing.T) {
	path, org := filled(t, 7)
	to, other := filled(t, 4)
	child(t, "copy-full", path, to)
	only(t, filepath.Dir(to), "regengine.db")
	holds(t, path, org, 7)
	holds(t, to, other, 4)
}
