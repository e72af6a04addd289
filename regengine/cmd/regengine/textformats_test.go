package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPDFCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	folder := pdfCache()
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Fatalf("folder %q: %v, %v; want one for this user alone", folder, info, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}

	// A file stands where the folder would be: a home nobody can write.
	if err := os.WriteFile(filepath.Join(home, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "file"))
	if folder := pdfCache(); folder != "" {
		t.Errorf("folder %q where none can be", folder)
	}
}
