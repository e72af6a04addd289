package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLanguages runs the clients of other languages against one server, and wants of each
// what the others find.
func TestLanguages(t *testing.T) {
	c := serve(t, build(t))
	environ := append(os.Environ(), "REGENGINE_SERVER="+c.server, "REGENGINE_API_KEY="+c.key, "npm_config_update_notifier=false")
	run := func(t *testing.T, dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, environ
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	found := []string{
		"Peguerinos (ES-05184), climate zone E1: ", "a stair of 0.9 m: non_compliant, limit 1 m, margin -0.1\n",
		"a barrier of 0.95 m: conditional, compliant: ", "  decided by drop_height as quantity\n", "  with a drop of 4 m: compliant, compliant: ",
		"  >= 1.1 m  ", c.server + "/codes/cte-db-sua/2022#", "what is not there: 404 not_found\n",
	}
	t.Run("Python", func(t *testing.T) {
		lacks(t, run(t, ".", "python3", filepath.Join("python", "client.py")), found...)
	})
	t.Run("TypeScript", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("typescript")); err != nil {
			t.Fatal(err)
		}
		run(t, dir, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock")
		run(t, dir, "npm", "run", "schema")
		run(t, dir, "npm", "run", "build")
		lacks(t, run(t, dir, "npm", "start", "--", "Peguerinos"), found...)
	})
	t.Run("NoKey", func(t *testing.T) {
		cmd := exec.CommandContext(t.Context(), "python3", filepath.Join("python", "client.py"))
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "REGENGINE_API_KEY") {
			t.Errorf("%v: %s", err, out)
		}
	})
}
