package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Environment variables that ask for more than every run does.
const (
	screenshotsEnv = "REGENGINE_SCREENSHOTS" // a folder for pictures of pages
	lighthouseEnv  = "REGENGINE_LIGHTHOUSE"  // "on" measures pages, which takes a quarter of an hour
)

// TestConsole does what a newcomer does with the console in a browser, and holds every
// page against axe and its weight.
func TestConsole(t *testing.T) {
	needAll(t, "it needs npm and Chromium")
	t.Parallel()
	tour(t, "newcomer.mjs")
}

// TestConsole_pictures takes pictures of every page, for people to look at.
func TestConsole_pictures(t *testing.T) {
	if os.Getenv(screenshotsEnv) == "" {
		t.Skipf("%s names no folder", screenshotsEnv)
	}
	tour(t, "pictures.mjs")
}

// TestConsole_lighthouse holds eight pages with a full project against Lighthouse.
func TestConsole_lighthouse(t *testing.T) {
	if os.Getenv(lighthouseEnv) == "" {
		t.Skipf("the nightly run measures pages: %s=on", lighthouseEnv)
	}
	tour(t, "lighthouse.mjs", "lighthouse@13.5.0")
}

// tour runs a script of testdata/console in a browser, over the starter pack.
func tour(t *testing.T, script string, more ...string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	s := serveInProcess(t, preparedFolder(t, "starter"))
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "console"))); err != nil {
		t.Fatal(err)
	}
	install := append([]string{"npm", "install", "--no-audit", "--no-fund", "--silent", "--no-package-lock", "playwright-core@1.65.1", "axe-core@4.14.1"}, more...)
	for _, args := range [][]string{install, {"node", script, s.SignIn, os.Getenv(screenshotsEnv)}} {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "npm_config_update_notifier=false", "CHROMIUM="+chromium)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		t.Logf("%s", out)
	}
	s.stop()
	<-s.ended
}
