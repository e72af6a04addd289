package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/plugins/host"
)

// pluginLogFile is where the host writes down what a plugin wrote.
func pluginLogFile(dir, name string) string { return filepath.Join(dir, "logs", name+".log") }

// olderLog ends the name of the log before the present one, which the host keeps.
const olderLog = ".1"

func newPluginLogs(a *app) *cobra.Command {
	var follow bool
	var lines int
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "logs NAME",
		Short: "Show what a plugin wrote",
		Long: `Show the last lines a plugin wrote, whichever process ran it. They are in the folder
logs of the plugin folder, at most 2 MiB of each plugin. What a server has to say of
its plugins (started, ended, imported) is in its own log.`,
		Example: `  regengine plugin logs fr --data-dir ./data
  regengine plugin logs fr -f`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] != filepath.Base(args[0]) {
				return usagef("%s is no name of a plugin; \"regengine plugin list\" shows them", quote(args[0]))
			}
			if follow && a.asJSON {
				return usagef("--follow goes on, and --json is one value: give one of them")
			}
			return a.showPluginLog(cmd.Context(), args[0], lines, follow)
		},
	}), 1)
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on until interrupted")
	cmd.Flags().IntVarP(&lines, "lines", "n", 100, "how many lines")
	return cmd
}

func (a *app) showPluginLog(ctx context.Context, name string, lines int, follow bool) error {
	path := pluginLogFile(a.settings.pluginDir(), name)
	older, err := readIfThere(path + olderLog)
	if err != nil {
		return err
	}
	data, err := readIfThere(path)
	if err != nil {
		return err
	}
	if older == nil && data == nil && !follow {
		if err := a.wroteNothing(ctx, name); err != nil || !a.asJSON {
			return err
		}
	}
	last := lastLines(append(older, data...), lines)
	var broken error
	err = a.print(struct {
		Plugin string   `json:"plugin"`
		Lines  []string `json:"lines"`
	}{name, textLines(last)}, func(w io.Writer) { _, broken = w.Write(last) })
	if err := errors.Join(err, broken); err != nil {
		return err
	}
	if !follow {
		return nil
	}
	return followFile(ctx, a.stdout, path, int64(len(data)))
}

// readIfThere returns what a file holds; nil where it is not there.
func readIfThere(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// wroteNothing tells a plugin that is silent from one that is not there.
func (a *app) wroteNothing(ctx context.Context, name string) error {
	return a.plugins(func(h *host.Host) error {
		if _, err := pluginNamed(ctx, h, name); err != nil {
			return err
		}
		_, err := fmt.Fprintf(a.stderr, "%s has written nothing yet\n", name)
		return err
	})
}

// textLines are the lines of a text without their ends.
func textLines(text []byte) []string {
	lines := []string{}
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}

// lastLines returns the last n lines of a text.
func lastLines(data []byte, n int) []byte {
	if n <= 0 {
		return nil
	}
	for i := len(data) - 2; i >= 0; i-- {
		if data[i] == '\n' {
			if n--; n == 0 {
				return data[i+1:]
			}
		}
	}
	return data
}

// followFile copies what is added behind from, until ctx ends. Of a file that was begun
// anew the rest of the one before it is shown, then all of it.
func followFile(ctx context.Context, w io.Writer, path string, from int64) error {
	const every = 500 * time.Millisecond
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Size() < from {
			_, err = copyBehind(w, path+olderLog, from)
			from = 0
		}
		if err == nil {
			from, err = copyBehind(w, path, from)
		}
		if err != nil {
			return fmt.Errorf("follow %s: %w", path, err)
		}
	}
}

// copyBehind copies what a file holds behind from, and returns where it ends. One that
// is not there holds nothing.
func copyBehind(w io.Writer, path string, from int64) (end int64, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return from, nil
	}
	if err != nil {
		return from, err
	}
	defer f.Close()
	n, err := io.Copy(w, io.NewSectionReader(f, from, 1<<62))
	return from + n, err
}
