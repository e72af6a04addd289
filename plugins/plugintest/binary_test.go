package plugintest

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
)

// shippedName is the name under which the test binary is a plugin.
const shippedName = "regengine-plugin-exlandia"

func TestMain(m *testing.M) {
	if os.Getenv(wire.MagicKey) == wire.MagicValue || strings.HasPrefix(filepath.Base(os.Args[0]), shippedName) {
		sdk.Serve(&country{})
		return
	}
	goleak.VerifyTestMain(m)
}

// ship returns the path of the test binary under a plugin's name.
func ship(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = from.Close() }()
	path := filepath.Join(t.TempDir(), shippedName)
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTestBinary(t *testing.T) { TestBinary(t, ship(t), options) }
