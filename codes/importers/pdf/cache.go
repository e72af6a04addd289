package pdf

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// cacheFiles is how large a file the compiled engine may become, in bytes.
const cacheFiles = 64 << 20

// compileTime is what compiling may take: seconds, but for a program slowed down
// by the race detector on a busy machine.
const compileTime = 10 * time.Minute

// warm fills the cache where it is empty, and returns its folder. The child that
// does so is given no file: one that reads a file may not write any.
func (m *Importer) warm(ctx context.Context) (string, error) {
	if m.Cache == "" {
		return "", nil
	}
	dir, err := filepath.Abs(filepath.Join(m.Cache, "pdf-"+edition()))
	if err != nil {
		return "", err
	}
	ready := filepath.Join(dir, "ready")
	if _, err := os.Stat(ready); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("making the cache of the PDF engine: %w", err)
	}
	input, err := childInput(order{Cache: dir, Warm: true}, nil)
	if err != nil {
		return "", err
	}
	if _, err := m.run(ctx, input, &sandbox.Limits{Files: cacheFiles, Wall: compileTime, CPU: compileTime, Memory: 2 * sandbox.DefaultMemory}); err != nil {
		return "", fmt.Errorf("compiling the PDF engine: %w", err)
	}
	return dir, os.WriteFile(ready, nil, 0o600)
}

// edition names what the compiled code depends on: the libraries and the system.
func edition() string {
	key := runtime.GOOS + runtime.GOARCH + runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/klippa-app/go-pdfium" || m.Path == "github.com/tetratelabs/wazero" {
				key += m.Path + m.Version + m.Sum
			}
		}
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:6])
}
