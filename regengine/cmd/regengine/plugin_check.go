package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/projects"
)

// pluginChecked is what "plugin check --json" prints.
type pluginChecked struct {
	brought
	Seconds float64 `json:"seconds"`
}

func newPluginCheck(a *app) *cobra.Command {
	var yes bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "check FOLDER|FILE|NAME",
		Short: "Start a plugin, confined, and list everything that is wrong with it",
		Long: `Start a plugin, confined as a server would, fetch everything it brings and hold it
against what is stored, as an import does. Nothing is written and nothing approved.
Everything that is wrong is listed, and the exit code is then 3.

A FOLDER of source is built first, where Go is installed.

A check runs the plugin's code, so for a file nobody approved it asks first; --yes
does not ask. Build it yourself, or know who did.`,
		Example: `  regengine plugin check ./regengine-plugin-xa --data-dir ./data
  regengine plugin check ./regengine-plugin-xa/regengine-plugin-xa --yes --json
  regengine plugin check fr --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.checkPlugin(cmd.Context(), cmd.InOrStdin(), args[0], yes)
		},
	}), 1)
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask before a file nobody approved is started")
	return cmd
}

func (a *app) checkPlugin(ctx context.Context, in io.Reader, text string, yes bool) error {
	text, err := a.builtPlugin(ctx, text)
	if err != nil {
		return err
	}
	path, approved, err := a.toLookAt(ctx, text)
	if err != nil {
		return err
	}
	if err := a.confirm(in, yes || approved, "start "+path+", which nobody approved, to look at it?"); err != nil {
		return err
	}
	stored, err := a.storedData(ctx)
	if err != nil {
		return err
	}
	report, finish := a.progress()
	defer finish()
	begun := a.now()
	return a.look(ctx, path, func(c *host.Client, _ host.Approval) error {
		j, err := a.fetchPlugin(ctx, c, stored, report)
		if err != nil {
			return err
		}
		if err := checkForms(c.Calculators()); err != nil {
			return err
		}
		finish()
		took := a.now().Sub(begun).Round(time.Millisecond)
		result := pluginChecked{describe(j), took.Seconds()}
		return a.print(result, func(w io.Writer) {
			result.write(w)
			fmt.Fprintf(w, "\nfine, in %v; nothing written\n", took)
		})
	})
}

// toLookAt finds the file a command names, and whether it is as approved.
func (a *app) toLookAt(ctx context.Context, text string) (path string, approved bool, err error) {
	if path, err := filepath.Abs(text); err == nil && fileLies(path) && a.settings.pluginDir() == "" {
		return path, false, nil // nothing is approved where there is no folder
	}
	err = a.plugins(func(h *host.Host) error {
		if path, err = pluginFile(ctx, h, text); err != nil {
			return err
		}
		states, err := h.List(ctx)
		for _, s := range states {
			approved = approved || s.Path == path && s.Approval != nil && s.Approval.SHA256 == s.SHA256
		}
		return err
	})
	return path, approved, err
}

// errPluginInvalid says that what a plugin brings cannot be taken.
var errPluginInvalid = errors.New("the plugin brings what cannot be taken")

// checkForms reads the forms of all calculators. The error joins what is wrong.
func checkForms(list []projects.Calculator) error {
	var all error
	for _, c := range list {
		input, result := c.Schema()
		for what, schema := range map[string]json.RawMessage{"input": input, "result": result} {
			var form struct {
				Type string `json:"type"`
			}
			if err := json.Unmarshal(schema, &form); err != nil || form.Type != "object" {
				all = errors.Join(all, fmt.Errorf("%w: calculator %s: the schema of its %s is no JSON Schema of an object", errPluginInvalid, c.ID(), what))
			}
		}
	}
	return all
}
