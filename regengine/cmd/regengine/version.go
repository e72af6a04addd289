package main

import (
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

// thisBuild reads what the Go toolchain wrote into the program.
func thisBuild() build {
	b := build{Version: "dev", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// releasedVersion is what a go.mod can ask for to get the source of this program, if
// it was built from a release.
func releasedVersion() string {
	if v := thisBuild().Version; strings.HasPrefix(v, "v") && !strings.Contains(v, "+") {
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
			return a.print(b, func(w io.Writer) {
				fmt.Fprintf(w, "regengine %s (%s, %s)\n", b.Version, b.Go, b.Platform)
			})
		},
	}), 0)
}
