package main

import (
	"runtime/debug"
	"testing"
)

// TestBuildOf: a program always has a version that says what it was built from, as far
// as the build knew.
func TestBuildOf(t *testing.T) {
	revision := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}}
	for name, c := range map[string]struct {
		stamped string
		info    debug.BuildInfo
		want    string
	}{
		"Stamped":   {"v1.2.3", debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20260101000000-0123456789ab"}}, "v1.2.3"},
		"Toolchain": {"", debug.BuildInfo{Main: debug.Module{Version: "v1.0.1"}, Settings: revision}, "v1.0.1"},
		"Revision":  {"", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: revision}, "v0.0.0-0123456789ab"},
		"Nothing":   {"", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, unstamped},
	} {
		if got := buildOf(c.stamped, &c.info).Version; got != c.want {
			t.Errorf("%s: want %q, got %q", name, c.want, got)
		}
	}
}
