package host

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestHost_find names files of one name in every order: the first counts, and is told
// of once.
func TestHost_find(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	var paths []string
	for _, folder := range []string{dir, elsewhere} {
		path := filepath.Join(folder, filePrefix+"x")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	h := &Host{opts: Options{Dir: dir, Files: []string{paths[1], paths[0]}}}
	var counts, conflicts []string
	for _, f := range h.find() {
		if errors.Is(f.problem, ErrConflict) {
			conflicts = append(conflicts, f.path)
		} else {
			counts = append(counts, f.path)
		}
	}
	if len(counts) != 1 || counts[0] != paths[0] || len(conflicts) != 1 || conflicts[0] != paths[1] {
		t.Errorf("%v count, want %v; %v do not, want %v", counts, paths[:1], conflicts, paths[1:])
	}
}
