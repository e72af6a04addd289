package pglitetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// packages are the parts of a server. The versions of the last two name that of
// the first as the one they work with.
var packages = []string{
	"@electric-sql/pglite@0.5.14",
	"@electric-sql/pglite-socket@0.2.17",
	"@electric-sql/pglite-pgvector@0.0.15",
}

const (
	// folder is where in the user's cache the packages go; its name changes with
	// their versions.
	folder = "regengine-pglite/0.5.14-0.2.17-0.0.15"

	installTimeout = 3 * time.Minute
)

// server is the file node runs, in the folder.
var server = filepath.Join("node_modules", "@electric-sql", "pglite-socket", "dist", "scripts", "server.js")

// install returns node and the folder of the packages, having installed what is
// missing.
func install() (node, dir string, err error) {
	node, err = exec.LookPath("node")
	if err != nil {
		return "", "", errors.New("node was not found: install Node.js 20 or later")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", "", err
	}
	dir = filepath.Join(cache, filepath.FromSlash(folder))
	if _, err := os.Stat(filepath.Join(dir, server)); err == nil {
		return node, dir, nil
	}
	return node, dir, download(dir)
}

// download fills dir. Test binaries run side by side: each fills a folder of its
// own, and the first to finish names it.
func download(dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm was not found: install it beside Node.js")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	own, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own) // what has not become dir
	ctx, cancel := context.WithTimeout(context.Background(), installTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, append([]string{"install", "--prefix", own, "--no-audit", "--no-fund", "--ignore-scripts"}, packages...)...)
	cmd.Dir = own
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install PGlite: %w\n%s", err, bytes.TrimSpace(out))
	}
	err = os.Rename(own, dir)
	if _, there := os.Stat(filepath.Join(dir, server)); there == nil {
		return nil // by us or by another
	}
	return err
}
