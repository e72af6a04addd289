package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/reglookup/regengine/plugins/host"
)

const pluginHelp = `A plugin is a program that brings a country: its places and identifiers, the words of
its language, regulations with rules, and calculators. plugins/README.md leads from an
empty folder to a plugin that is served.

A plugin runs only after a person approved it, and only while its bytes are those that
were approved: a file that changed is not started until it is approved again. To
approve a plugin is to trust whoever made it as far as one trusts a program that runs
under the server's account. It gets no secret of the server's environment, but it can
read what that account can read.

What a plugin brings is checked like any import and kept in the database. From then on
the country is served without it; only its calculators need it to run.`

func newPlugin(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:     "plugin",
		Aliases: []string{"plugins"},
		Short:   "Plugins of countries: make, approve, look after",
		Long:    pluginHelp,
		Example: `  regengine plugin new XA --name Atlantis
  regengine plugin check ./regengine-plugin-xa --data-dir ./data
  regengine plugin approve ./regengine-plugin-xa --data-dir ./data
  regengine plugin list --data-dir ./data
  regengine plugin import fr cog v_commune_2025.csv --data-dir ./data
  regengine plugin logs fr -f --data-dir ./data`,
	},
		newPluginNew(a), newPluginList(a), newPluginCheck(a), newPluginApprove(a), newPluginRevoke(a),
		newPluginImport(a), newPluginLogs(a), newPluginRemove(a))
	addPluginFlags(cmd.PersistentFlags())
	return cmd
}

// plugin is what "plugin list --json" prints.
type plugin struct {
	Name     string     `json:"name"`
	Country  *string    `json:"country"` // null for one nobody approved
	Version  *string    `json:"version"` // as approved
	Status   string     `json:"status"`
	SHA256   string     `json:"sha256"` // of the file as it lies there now
	Approved *string    `json:"approved_sha256"`
	At       *time.Time `json:"approved_at"`
	Path     string     `json:"path"`
	Problem  string     `json:"problem"`
	Advice   string     `json:"advice"`
}

func showPlugin(s host.State) plugin {
	p := plugin{Name: s.Name, Status: s.Status, SHA256: s.SHA256, Path: s.Path, Problem: s.Problem, Advice: pluginAdvice(s)}
	if s.Approval != nil {
		country := string(s.Approval.Country)
		p.Country, p.Version, p.Approved, p.At = known(country), known(s.Approval.Version), known(s.Approval.SHA256), optional(s.Approval.At)
	}
	return p
}

// pluginAdvice says what to do about a plugin; "" for nothing.
func pluginAdvice(s host.State) string {
	switch s.Status {
	case "unapproved":
		return "regengine plugin approve " + s.Name
	case "changed":
		return "the file is not the one approved: find out who changed it; approve only what you built yourself, or know the maker of"
	case "missing":
		return "put its file back, or take its approval away: regengine plugin revoke " + s.Name
	case "refused":
		return "mend what is said, or take it away: regengine plugin remove " + s.Name
	case "open", "waiting":
		return "regengine plugin logs " + s.Name
	}
	return ""
}

func newPluginList(a *app) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List plugins: those that lie in the folder and those approved",
		Long: `List the plugins in the plugin folder and those named in --plugins, with what to do
about each. No plugin is started.

STATUS is approved, unapproved (nobody approved it), changed (the file is another one
than was approved), missing (it is approved, and its file is gone) or refused (the file
cannot be a plugin, or may be written by others, or the country is another plugin's).`,
		Example: `  regengine plugin list --data-dir ./data
  regengine plugin list --json --plugin-dir /srv/regengine/plugins`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.plugins(func(h *host.Host) error {
				states, err := h.List(cmd.Context())
				if err != nil {
					return err
				}
				none := "no plugins in " + a.settings.pluginDir() + "; make one with \"regengine plugin new\""
				return printList(a, mapped(states, showPlugin), none, []string{"NAME", "COUNTRY", "VERSION", "STATUS", "SHA-256", "WHAT TO DO"}, pluginRow)
			})
		},
	}), 0)
}

func pluginRow(p plugin) []string {
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	what := p.Problem // it says what to do
	if what == "" {
		what = p.Advice
	}
	return []string{p.Name, text(p.Country), text(p.Version), p.Status, p.SHA256[:min(12, len(p.SHA256))], what}
}

func newPluginRevoke(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "revoke NAME",
		Short: "Take an approval back: the plugin is stopped and not started again",
		Long: `Take an approval back. Servers stop the plugin within seconds. What it brought stays
and is served; its calculators are unavailable. "regengine plugin remove" also forgets
the data.`,
		Example: `  regengine plugin revoke fr --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.plugins(func(h *host.Host) error {
				if err := revoke(cmd.Context(), h, args[0]); err != nil {
					return err
				}
				return a.print(struct {
					Revoked string `json:"revoked"`
				}{args[0]}, func(w io.Writer) { fmt.Fprintf(w, "%s is no longer approved; what it brought stays\n", args[0]) })
			})
		},
	}), 1)
}

// revoke takes an approval back; one that nobody gave is an error.
func revoke(ctx context.Context, h *host.Host, name string) error {
	state, err := pluginNamed(ctx, h, name)
	if err != nil {
		return err
	}
	if state.Approval == nil {
		return fmt.Errorf("%w: there is no approval of %s to take back", host.ErrNotApproved, quote(name))
	}
	return h.Revoke(ctx, name)
}

// pluginNamed finds a plugin by name.
func pluginNamed(ctx context.Context, h *host.Host, name string) (host.State, error) {
	states, err := h.List(ctx)
	if err != nil {
		return host.State{}, err
	}
	i := slices.IndexFunc(states, func(s host.State) bool { return s.Name == name })
	if i < 0 {
		return host.State{}, notFound("there is no plugin %s; \"regengine plugin list\" shows them", quote(name))
	}
	return states[i], nil
}

// pluginFile returns the file FILE|NAME means: what has a slash in it or lies there
// is a file, everything else a name.
func pluginFile(ctx context.Context, h *host.Host, text string) (path string, err error) {
	if info, err := os.Stat(text); err == nil && info.Mode().IsRegular() || strings.ContainsRune(text, filepath.Separator) {
		if err == nil {
			return filepath.Abs(text)
		}
		return "", err
	}
	state, err := pluginNamed(ctx, h, text)
	if err != nil {
		return "", err
	}
	if state.Path == "" {
		return "", notFound("the file of plugin %s is gone; put it back into the plugin folder, or take the approval back with \"regengine plugin revoke\"", quote(text))
	}
	return state.Path, nil
}

// errNo says that the person asked said no.
var errNo = errors.New("left as it was")

// confirm asks a person at a terminal. A script says --yes beforehand.
func (a *app) confirm(in io.Reader, yes bool, question string) error {
	if yes {
		return nil
	}
	if f, ok := in.(*os.File); ok && !term.IsTerminal(int(f.Fd())) {
		return usagef("this asks a person, and there is no terminal to ask at; with --yes it does not ask")
	}
	fmt.Fprintf(a.stderr, "%s [y/N] ", question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errNo
}

// fileLies reports whether there is a file.
func fileLies(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
