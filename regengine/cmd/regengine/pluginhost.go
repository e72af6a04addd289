package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
)

const (
	pluginsIn      = "plugins"        // folder in the data folder
	approvalsIn    = "approvals.json" // file in the plugin folder
	pluginPrefix   = "regengine-plugin-"
	defaultMemory  = 512 // MiB
	smallestMemory = 64
)

// addPluginFlags defines the settings of commands that start plugins.
func addPluginFlags(flags *pflag.FlagSet) {
	flags.String("plugin-dir", "", "folder of plugins: files that begin with "+pluginPrefix+" (default "+pluginsIn+" in the data folder)")
	flags.StringSlice("plugins", nil, "further plugins, by path; may be repeated")
	flags.StringSlice("plugin-env", nil, "names of environment variables plugins are given; none by default; may be repeated")
	flags.Int("plugin-memory", defaultMemory, "what a plugin may take of memory, in MiB")
}

// pluginDir is the folder plugins lie in; "" where none is named and the data are
// in no folder.
func (s *settings) pluginDir() string {
	if s.PluginDir == "" && s.DataDir != "" {
		return filepath.Join(s.DataDir, pluginsIn)
	}
	return s.PluginDir
}

func (s *settings) validatePlugins() error {
	s.Plugins, s.PluginEnv = separate(s.Plugins), separate(s.PluginEnv)
	if s.PluginMemory != 0 && s.PluginMemory < smallestMemory {
		return usagef("plugin-memory is %d MiB; a program in Go needs at least %d", s.PluginMemory, smallestMemory)
	}
	for _, name := range s.PluginEnv {
		if strings.HasPrefix(name, envPrefix) {
			return usagef("plugin-env names %s, which may hold a secret of the server: plugins are not given settings of regengine", quote(name))
		}
	}
	return nil
}

// separate takes lists apart, which environment and flags write with commas.
func separate(list []string) (out []string) {
	for _, entry := range list {
		for part := range strings.SplitSeq(entry, ",") {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

// hostOptions are what the settings say of plugins.
func (a *app) hostOptions() host.Options {
	dir := a.settings.pluginDir()
	return host.Options{
		Dir: dir, Files: a.settings.Plugins, Approvals: filepath.Join(dir, approvalsIn), BuiltIn: a.adapters.builtInCountries(),
		Logger: a.log, Environ: a.settings.PluginEnv, MemoryBytes: int64(a.settings.PluginMemory) << 20, Now: a.now,
	}
}

// commandStart is how long a command lets a plugin start: a person waits for it, on a
// machine that may be busy, and no request does.
const commandStart = 20 * time.Second

// commandOptions are hostOptions of a command.
func (a *app) commandOptions() host.Options {
	opts := a.hostOptions()
	opts.StartTimeout = commandStart
	return opts
}

func (a adapters) builtInCountries() []geo.ID {
	return mapped(a.countries, geo.Scheme.Country)
}

// plugins opens the host and runs f with it.
func (a *app) plugins(f func(h *host.Host) error) (err error) {
	h, err := a.openHost(a.commandOptions())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	return f(h)
}

// openHost opens the host; its folder is made where it is missing.
func (a *app) openHost(opts host.Options) (*host.Host, error) {
	if opts.Dir == "" {
		return nil, usagef("--plugin-dir is missing: plugins lie in a folder, and with a database URL there is no data folder")
	}
	h, err := host.Open(opts)
	if err != nil {
		return nil, fmt.Errorf("plugins: %w", err)
	}
	return h, nil
}

// look starts the plugin at path, confined, without approving it, and runs f with
// it: in a host of its own, whose approvals are thrown away.
func (a *app) look(ctx context.Context, path string, f func(c *host.Client, found host.Approval) error) (err error) {
	scratch, err := os.MkdirTemp("", "regengine-look-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	opts := a.commandOptions()
	opts.Dir, opts.Files, opts.Approvals, opts.Look = "", []string{path}, filepath.Join(scratch, approvalsIn), true
	opts.Logger = slog.New(raised{a.log.Handler()})
	h, err := host.Open(opts)
	if err != nil {
		return fmt.Errorf("plugins: %w", err)
	}
	defer func() {
		if err != nil && ctx.Err() == nil {
			a.lastWords(ctx, h, opts.Logger)
		}
		err = errors.Join(err, h.Close())
	}()
	found, err := h.Approve(ctx, path)
	if err != nil {
		return err
	}
	c, err := h.Client(found.Name)
	if err != nil {
		return err
	}
	return f(c, found)
}

// lastWords shows what a plugin wrote before it failed, less what logger, which had
// it as it came, showed then.
func (a *app) lastWords(ctx context.Context, h *host.Host, logger *slog.Logger) {
	states, err := h.List(ctx)
	if err != nil {
		return // what it failed of is told
	}
	shown := func(level slog.Level) bool { return logger.Enabled(ctx, level) }
	for _, s := range states {
		lines := h.Logs(s.Name)
		for _, line := range notShown(lines[max(0, len(lines)-20):], shown) {
			fmt.Fprintf(a.stderr, "%s: %s\n", s.Name, line)
		}
	}
}

// notShown returns the lines of a plugin's log, which are time, level and text, whose
// level was not shown.
func notShown(lines []string, shown func(slog.Level) bool) (rest []string) {
	for _, line := range lines {
		_, text, _ := strings.Cut(line, " ")
		word, _, _ := strings.Cut(text, " ")
		var level slog.Level
		if level.UnmarshalText([]byte(word)) != nil || !shown(level) {
			rest = append(rest, line)
		}
	}
	return rest
}

// raised keeps what a host tells of starts and ends out of the output of a command
// that starts a plugin for a moment.
type raised struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (h raised) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// WithAttrs implements [slog.Handler].
func (h raised) WithAttrs(attrs []slog.Attr) slog.Handler { return raised{h.Handler.WithAttrs(attrs)} }

// WithGroup implements [slog.Handler].
func (h raised) WithGroup(name string) slog.Handler { return raised{h.Handler.WithGroup(name)} }
