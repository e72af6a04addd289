package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConsole does what a newcomer does with the console in a browser, and holds every
// page against axe. REGENGINE_SCREENSHOTS names a folder for pictures of them.
func TestConsole(t *testing.T) {
	needAll(t, "it needs npm and Chromium")
	t.Parallel()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	s := serveInProcess(t, preparedFolder(t, "starter"))
	dir := t.TempDir()
	script, err := os.ReadFile(filepath.Join("testdata", "console", "newcomer.mjs"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "newcomer.mjs"), script, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"npm", "install", "--no-audit", "--no-fund", "--silent", "--no-package-lock", "playwright-core@1.65.1", "axe-core@4.14.1"},
		{"node", "newcomer.mjs", s.SignIn, os.Getenv("REGENGINE_SCREENSHOTS")},
	} {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "npm_config_update_notifier=false", "CHROMIUM="+chromium)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	s.stop()
	<-s.ended
}
