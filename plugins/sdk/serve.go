package sdk

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/reglookup/regengine/plugins/internal/wire"
)

// Version is the version of the kit. A plugin says which one it was built with.
const Version = "1.0.0"

// AppVersion is the version of the protocol this kit speaks. It counts changes that
// an older host could not follow: a host speaks the ones before it too.
const AppVersion = wire.AppVersion

// started tells a process the host started from one a person started.
func started() bool { return os.Getenv(wire.MagicKey) == wire.MagicValue }

// protocolOut is what the host reads the handshake from. Until that is written
// os.Stdout leads to the log, so that a text printed before Serve is called breaks
// nothing.
var protocolOut = divertStdout()

func divertStdout() *os.File {
	out := os.Stdout
	if started() {
		os.Stdout = os.Stderr
	}
	return out
}

// Serve is main of a plugin: it serves c until the host ends it. Started by a
// person, it says what it is and how to have it approved, and ends the process with
// status 1; with --help, --version or --describe it answers and ends it with 0.
//
// slog.Default and the standard logger lead to the host's log, where each line
// carries the plugin's name. So does what is printed to os.Stdout or os.Stderr.
func Serve(c Country) {
	if !started() {
		os.Exit(byHand(c, os.Args, os.Stdout, os.Stderr))
	}
	stderr := os.Stderr // go-plugin exchanges it
	logger := newLogger(stderr)
	slog.SetDefault(logger)
	go endWithParent(os.Getppid())
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: wire.MagicKey, MagicCookieValue: wire.MagicValue},
		VersionedPlugins: map[int]goplugin.PluginSet{AppVersion: {wire.Service: &countryPlugin{country: c}}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			os.Stdout = protocolOut // the handshake comes next
			return newGRPCServer(logger, captureOnce(logger), opts...)
		},
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Warn, Output: stderr, JSONFormat: true}),
	})
}

// byHand answers a person and returns the status to end with.
func byHand(c Country, args []string, stdout, stderr io.Writer) int {
	name := "plugin"
	if len(args) > 0 {
		name = filepath.Base(args[0])
	}
	if len(args) == 2 {
		switch args[1] {
		case "--help", "-h", "help":
			explain(c, name, stdout)
			return 0
		case "--version", "version":
			about := c.About()
			printf(stdout, "%s %s (kit %s, protocol %d)\n", about.Name, about.Version, Version, AppVersion)
			return 0
		case "--describe", "describe":
			return describeTo(c, stdout, stderr)
		}
	}
	explain(c, name, stderr)
	return 1
}

func explain(c Country, name string, w io.Writer) {
	about := c.About()
	printf(w, `%s brings the country %s to a regengine server: %s
It is a plugin, version %s, and is started by the server, not by hand.

  regengine plugin check %[5]s      try it
  regengine plugin approve %[5]s    let the server run exactly this file

  %[5]s --describe                  what it brings
  %[5]s --version                   its version
`, about.Name, c.Country(), about.Title, about.Version, name)
}

func describeTo(c Country, stdout, stderr io.Writer) int {
	d, err := newServer(c).description()
	if err != nil {
		printf(stderr, "%v\n", err)
		return 1
	}
	printf(stdout, "%s %s\n%s\ncountry   %s\nlanguage  %s\n", d.Name, d.Version, d.Title, d.Country, d.Language)
	if d.BringsLanguage {
		printf(stdout, "          brings its words\n")
	}
	printf(stdout, "licence   %s\n", d.Licence)
	for _, s := range d.Sources {
		printf(stdout, "source    %s %s\n", s.Title, s.URL)
	}
	for _, f := range d.Formats {
		printf(stdout, "format    %s: %s\n", f.Name, f.Title)
	}
	for _, k := range d.Calculators {
		printf(stdout, "calculator %s: %s\n", k.ID, k.Title)
	}
	for _, p := range d.Packs {
		printf(stdout, "pack      %s\n", p)
	}
	return 0
}

// printf writes to a terminal, where a failure has nobody to be told.
func printf(w io.Writer, format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
