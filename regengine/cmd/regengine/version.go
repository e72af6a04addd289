package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// build is what "version --json" prints.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the source; "" when unknown
	Modified bool   `json:"modified"` // the source had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// stamped is the version where the build says it: -ldflags "-X main.stamped=v1.2.3".
var stamped string

// unstamped is the version of a program of which nobody knows what it was built from.
const unstamped = "v0.0.0-unstamped"

// thisBuild reads what the build and the Go toolchain wrote into the program.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return buildOf(stamped, info)
}

// buildOf takes the version that was stamped, or else the toolchain's, or the revision.
func buildOf(stamped string, info *debug.BuildInfo) build {
	b := build{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	toolchain, revision := info.Main.Version, ""
	if toolchain == "(devel)" {
		toolchain = ""
	}
	if len(b.Revision) >= shortRevision {
		revision = "v0.0.0-" + b.Revision[:shortRevision]
	}
	b.Version = cmp.Or(stamped, toolchain, revision, unstamped)
	return b
}

// String says it to people.
func (b build) String() string {
	return fmt.Sprintf("regengine %s (%s, %s)", b.Version, b.Go, b.Platform)
}

// shortRevision is how much of a revision names it.
const shortRevision = 12

// releasedVersion is what a go.mod can ask for to get the source of this program, if
// it was built from a release.
func releasedVersion() string {
	if v := thisBuild().Version; strings.HasPrefix(v, "v") && !strings.Contains(v, "+") && v != unstamped {
		return v
	}
	return "v0.0.0"
}

func newVersion(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			return a.print(b, func(w io.Writer) { fmt.Fprintln(w, b) })
		},
	}), 0)
}
