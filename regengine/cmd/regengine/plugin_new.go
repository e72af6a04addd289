package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/plugins/skeleton"
)

// written is what "plugin new --json" prints.
type written struct {
	Dir     string   `json:"dir"`
	Country string   `json:"country"`
	Module  string   `json:"module"`
	Engine  *string  `json:"engine"` // null where the engine's source was not found
	Binary  string   `json:"binary"`
	Files   []string `json:"files"`
}

func newPluginNew(a *app) *cobra.Command {
	var o skeleton.Options
	var dir string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "new COUNTRY",
		Short: "Write a plugin to start from: a module that builds, with tests",
		Long: `Write a Go module with the plugin of a country: identifiers, places, words, a
regulation with rules, a calculator, and tests of all of it. It builds and can be
approved at once, and serves a country that is made up. What is made up says "replace
this": replace it piece by piece, and run the tests.

COUNTRY is the code of ISO 3166-1, such as FR; XA to XZ belong to nobody and are there
to try. A country that is built in cannot be claimed.

The module is built against the engine's source. That is found where the working
folder, the folder named, or this program lies in it; else name it with --engine.`,
		Example: `  regengine plugin new XA --name Atlantis
  regengine plugin new FR --name France --language fr --dir ./fr --module example.org/fr
  regengine plugin new XB --engine ../regengine --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			o.Country, o.BuiltIn, o.Languages = args[0], mapped(a.adapters.builtInCountries(), plain), a.adapters.languages
			return a.newPlugin(dir, o)
		},
	}), 1)
	f := cmd.Flags()
	f.StringVar(&o.Name, "name", "", "what the country is called")
	f.StringVar(&o.Language, "language", "en", "language of names, words and texts, as BCP 47 tag; for one the engine does not have, a folder to describe it is written")
	f.StringVar(&dir, "dir", "", "folder to write; it must be empty or not be there (default regengine-plugin-COUNTRY)")
	f.StringVar(&o.Module, "module", "", "path of the Go module (default example.org/regengine-plugin-COUNTRY)")
	f.StringVar(&o.Engine, "engine", "", "folder of the engine's source")
	return cmd
}

func plain[T ~string](s T) string { return string(s) }

func (a *app) newPlugin(dir string, o skeleton.Options) error {
	if o.Engine == "" {
		self, _ := os.Executable() // "" lies nowhere
		o.Engine = skeleton.FindEngine(".", filepath.Dir(dir), filepath.Dir(self))
	}
	o.Version = releasedVersion()
	plan, err := skeleton.New(dir, o)
	if err != nil {
		return err
	}
	names, err := plan.Write()
	if err != nil {
		return err
	}
	result := written{plan.Dir, plan.Country, plan.Module, known(plan.Engine), plan.Binary, names}
	return a.print(result, func(w io.Writer) { explainNew(w, plan, names) })
}

func explainNew(w io.Writer, p *skeleton.Plan, names []string) {
	fmt.Fprintf(w, "%d files written to %s\n", len(names), p.Dir)
	tidy := ""
	if p.Engine == "" {
		fmt.Fprintf(w, `
The engine's source was not found, so go.mod asks for a release of it. To build against
the source on this computer:
  cd %s && go mod edit -replace %s=/path/to/regengine
`, p.Dir, skeleton.EnginePath)
		tidy = "  go mod tidy\n"
	} else {
		fmt.Fprintf(w, "built against the engine's source in %s\n", p.Engine)
	}
	fmt.Fprintf(w, `
Next:
  cd %s
%s  go test ./...
  go build -o %s .
  regengine plugin approve ./%s --data-dir DATA
  regengine serve --data-dir DATA

README.md there says what each file is for.
`, p.Dir, tidy, p.Binary, p.Binary)
}
