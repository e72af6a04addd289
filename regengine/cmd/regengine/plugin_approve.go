package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
)

// pluginApproved is what "plugin approve --json" prints.
type pluginApproved struct {
	brought
	Path string `json:"path"`
}

func newPluginApprove(a *app) *cobra.Command {
	var yes bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "approve FOLDER|FILE|NAME",
		Short: "Let a plugin run: these bytes, and no others",
		Long: `Start a plugin once, confined, show who it says it is and what it brings, and ask
whether it may run from now on. What is approved are the bytes of the file, by their
SHA-256: whoever changes the file has to have it approved again.

A FOLDER of source is built first, where Go is installed; the program stays in it. A FILE
from elsewhere is copied into the plugin folder and approved there; one of the
same name gives way to it, which is how a plugin is upgraded. A NAME is one that lies
in the folder already. Servers that run take the plugin up within seconds: they fetch
what it brings, check it, and serve it.

What is wrong with what it brings is told but does not keep it from being approved:
"regengine plugin check" lists it, and none of it is taken while it is wrong.`,
		Example: `  regengine plugin approve ./regengine-plugin-xa --data-dir ./data
  regengine plugin approve xa --yes --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.approvePlugin(cmd.Context(), cmd.InOrStdin(), args[0], yes)
		},
	}), 1)
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func (a *app) approvePlugin(ctx context.Context, in io.Reader, text string, yes bool) error {
	text, err := a.builtPlugin(ctx, text)
	if err != nil {
		return err
	}
	return a.plugins(func(h *host.Host) error {
		path, err := pluginFile(ctx, h, text)
		if err != nil {
			return err
		}
		seen, err := a.introduce(ctx, path)
		if err != nil {
			return err
		}
		if err := h.MayServe(seen.Plugin, geo.ID(seen.Country)); err != nil {
			return a.sayWhereItLies(ctx, h, seen.Plugin, path, err)
		}
		if !a.asJSON {
			seen.write(a.stdout)
		}
		if err := a.confirm(in, yes, fmt.Sprintf("let %s run for %s from now on?", seen.Plugin, seen.Country)); err != nil {
			return err
		}
		installed, undo, err := a.install(ctx, h, path)
		if err != nil {
			return err
		}
		approval, err := h.Approve(ctx, installed)
		if err != nil {
			return errors.Join(err, undo())
		}
		if approval.SHA256 != seen.SHA256 {
			return errors.Join(fmt.Errorf("%w: %s changed while it was looked at; find out why", host.ErrNotApproved, path), h.Revoke(ctx, approval.Name))
		}
		result := pluginApproved{seen, installed}
		return a.print(result, func(w io.Writer) {
			fmt.Fprintf(w, "\napproved: %s (%s)\n", installed, approval.SHA256)
		})
	})
}

// introduce starts a plugin and returns who it says it is and what it brings. What
// is wrong with it is told to the person who decides.
func (a *app) introduce(ctx context.Context, path string) (seen brought, err error) {
	stored, err := a.storedData(ctx)
	if err != nil {
		return seen, err
	}
	report, finish := a.progress()
	defer finish()
	err = a.look(ctx, path, func(c *host.Client, found host.Approval) error {
		d, err := c.Description(ctx)
		if err != nil {
			return err
		}
		contents, err := c.Contents(ctx, countPlaces(report))
		finish()
		if err != nil {
			return err
		}
		j, err := a.join(ctx, d, contents, stored)
		if err != nil {
			fmt.Fprintf(a.stderr, "what it brings cannot be taken as it is:\n%v\n\n", err)
			j = &joined{description: d, contents: contents, kept: kept{[]string{}, []string{}}}
		}
		seen = describe(j)
		seen.SHA256 = found.SHA256
		return nil
	})
	return seen, err
}

// sayWhereItLies adds to why a plugin is not approved how its file is taken away, if
// that lies in the plugin folder already.
func (a *app) sayWhereItLies(ctx context.Context, h *host.Host, name, path string, why error) error {
	if lies, err := a.lies(ctx, h, path); err == nil && lies && inFolder(path, a.settings.pluginDir()) {
		return fmt.Errorf("%w; its file stays in the plugin folder: \"regengine plugin remove %s\" deletes it", why, name)
	}
	return why
}

// lies reports whether the file at path is one the host finds.
func (a *app) lies(ctx context.Context, h *host.Host, path string) (bool, error) {
	states, err := h.List(ctx)
	return slices.ContainsFunc(states, func(s host.State) bool { return s.Path == path }), err
}

// install returns where the file at path lies for the host to find: where it is, if
// it lies in the plugin folder or is named in the settings, else a copy in the
// folder, which takes the place of one of the same name at once. undo takes the copy
// away again; of one that took another's place it only says so.
func (a *app) install(ctx context.Context, h *host.Host, path string) (installed string, undo func() error, err error) {
	lies, err := a.lies(ctx, h, path)
	if err != nil || lies {
		return path, func() error { return nil }, err
	}
	dir, err := filepath.Abs(a.settings.pluginDir())
	if err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("plugin folder: %w", err)
	}
	name := filepath.Base(path)
	if !strings.HasPrefix(name, pluginPrefix) {
		name = pluginPrefix + name
	}
	target := filepath.Join(dir, name)
	undo = func() error { return os.Remove(target) }
	if fileLies(target) {
		undo = func() error {
			return fmt.Errorf("%s is the new file, which nobody approved: approve it again, or put the one before there", target)
		}
	}
	return target, undo, copyProgram(path, target)
}

// copyProgram copies a file that can be run. Whoever reads target sees the old file
// or the new one, never a part.
func copyProgram(path, target string) (err error) {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(filepath.Dir(target), ".installing-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(to.Name()))
		}
	}()
	_, err = io.Copy(to, from)
	if err == nil {
		err = to.Chmod(0o700)
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return err
	}
	return os.Rename(to.Name(), target)
}
