package main

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
)

// packs are the packs a prepared database may hold: the starter, and one of ten
// blocks for tests whose subject is another. An import takes seconds, a copy does not.
var packs = map[string]string{
	"starter": filepath.Join("..", "..", "starter", "pack"),
	"small":   filepath.Join("testdata", "small"),
}

// preparedFolders are the data folders that were made, by pack.
var preparedFolders = map[string]func() (folder string, err error){
	"starter": sync.OnceValues(func() (string, error) { return importFolder("starter") }),
	"small":   sync.OnceValues(func() (string, error) { return importFolder("small") }),
}

func importFolder(pack string) (folder string, err error) {
	folder = filepath.Join(made, "data-"+pack)
	return folder, runPlain("", "import", "pack", packs[pack], "--data-dir", folder)
}

// copyPrepared makes a data folder with a pack in it.
func copyPrepared(pack, folder string) error {
	prepare, ok := preparedFolders[pack]
	if !ok {
		return errors.New(pack + " is no pack; one of starter, small")
	}
	from, err := prepare()
	if err != nil {
		return err
	}
	return os.CopyFS(folder, os.DirFS(from))
}

// preparedFolder returns a data folder of the test's own with a pack in it.
func preparedFolder(t *testing.T, pack string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := copyPrepared(pack, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// preparedDatabase returns the URL of a Postgres database of the test's own with a
// pack in it.
func preparedDatabase(t *testing.T, pack string) string {
	t.Helper()
	return pgtest.StartCopy(t, pack, func(url string) error {
		return errors.Join(
			runPlain("", "migrate", "--database-url", url),
			runPlain("", "import", "pack", packs[pack], "--database-url", url))
	})
}

// cmdPrepared makes a data folder with a pack in it: prepared PACK FOLDER.
func cmdPrepared(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: prepared PACK FOLDER")
	}
	ts.Check(copyPrepared(args[0], ts.MkAbs(args[1])))
}
