package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/knadh/koanf/v2"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

// userContext is what "regengine use" keeps: where this user's data are unless flags, the
// environment or a settings file say otherwise.
type userContext struct {
	Server  string `yaml:"server,omitempty" json:"server"`
	Key     string `yaml:"api-key,omitempty" json:"-"`
	DataDir string `yaml:"data-dir,omitempty" json:"data_dir"`
}

// layer is the context as a source of settings, the weakest.
func (c userContext) layer() *koanf.Koanf {
	ko := koanf.New(".")
	for name, value := range map[string]string{"server": c.Server, "api-key": c.Key, "data-dir": c.DataDir} {
		if value != "" {
			_ = ko.Set(name, value) // names hold no delimiter
		}
	}
	return ko
}

// contextPath is where the context is kept; "" for a user without a folder for settings.
func contextPath(environ []string) string {
	return userFile(environ, "XDG_CONFIG_HOME", os.UserConfigDir, "context.yaml")
}

// userFile returns the path of a file of this user, below the folder a variable names or
// the system's own; "" for a user that has none.
func userFile(environ []string, variable string, standard func() (string, error), name string) string {
	dir := lookup(environ, variable)
	if dir == "" {
		var err error
		if dir, err = standard(); err != nil || lookup(environ, "HOME") == "" && runtime.GOOS != "windows" {
			return ""
		}
	}
	return filepath.Join(dir, "regengine", name)
}

// readContext reads the context; it is empty where none is kept. It holds a key, so that
// one somebody else can read is refused, as ssh refuses such a key.
func readContext(environ []string) (c userContext, err error) {
	path := contextPath(environ)
	info, err := os.Stat(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, usagef("context: %v", err)
	}
	if othersMay(info) {
		return c, usagef("others can read or change %s, which may hold a key: run \"chmod 600 %s\", and have the key revoked if somebody may have seen it", path, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return c, usagef("context: %v", err)
	}
	if err := yaml.Unmarshal(text, &c); err != nil {
		return c, usagef("%s is broken; \"regengine use\" writes a new one", path)
	}
	return c, nil
}

func newUse(a *app) *cobra.Command {
	var c userContext
	var forget bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "use --server URL [--key KEY|-] | --data-dir DIR | --none",
		Short: "Keep where your data are, for the commands to come",
		Long: `Keep which server, or which data folder, the commands to come are about. Flags, the
environment and a settings file are stronger. It is kept for this user alone, in a file
that others cannot read; "regengine context" shows it.

The key of a server is taken from --key, of which - reads it from standard input, or from
` + apiKeyVariable + `. On a command line others of the machine may see it.`,
		Example: `  regengine use --server https://regs.example.org --key - < key
  regengine use --data-dir ~/regulations
  regengine use --none`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := c.complete(cmd, a, forget); err != nil {
				return err
			}
			if err := a.keepContext(c); err != nil {
				return err
			}
			return a.showContext(c)
		},
	}), 0)
	f := cmd.Flags()
	f.StringVar(&c.Server, "server", "", "address of a regengine server, such as https://regs.example.org")
	f.StringVar(&c.Key, "key", "", "its API key; - reads it from standard input")
	f.BoolVar(&forget, "none", false, "keep nothing")
	return cmd
}

// complete checks what is to be kept, and takes the key from where it is.
func (c *userContext) complete(cmd *cobra.Command, a *app, forget bool) error {
	c.DataDir, _ = cmd.Flags().GetString("data-dir")
	given := 0
	for _, is := range []bool{c.Server != "", c.DataDir != "", forget} {
		if is {
			given++
		}
	}
	if given != 1 {
		return usagef("give one of --server, --data-dir and --none; \"regengine context\" shows what is kept")
	}
	if c.Server == "" {
		if c.Key != "" {
			return usagef("--key goes with --server: a data folder needs none")
		}
		if c.DataDir == "" {
			return nil
		}
		var err error
		c.DataDir, err = filepath.Abs(c.DataDir)
		return err
	}
	if !isAddress(c.Server) {
		return usagef("--server %s is no address such as https://regs.example.org", quote(c.Server))
	}
	if c.Key == "-" {
		text, err := io.ReadAll(io.LimitReader(a.stdin, 1<<10))
		if err != nil {
			return err
		}
		c.Key = string(text)
	}
	c.Key = strings.TrimSpace(cmp.Or(c.Key, lookup(a.environ, apiKeyVariable)))
	if c.Key == "" {
		return usagef("a server needs a key: --key, or %s", apiKeyVariable)
	}
	return nil
}

func (a *app) keepContext(c userContext) error {
	path := contextPath(a.environ)
	if path == "" {
		return errors.New("there is no folder for settings of this user: neither XDG_CONFIG_HOME nor HOME is set")
	}
	if c == (userContext{}) {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := yaml.Marshal(c) //nolint:gosec // the key is what it is kept for
	if err != nil {
		return err
	}
	return keepFile(path, text)
}

func newContext(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "context",
		Short: "Show where your data are",
		RunE: func(*cobra.Command, []string) error {
			c := userContext{Server: a.settings.Server, Key: a.settings.APIKey, DataDir: a.settings.DataDir}
			return a.showContext(c)
		},
	}), 0)
}

// shownContext is what "context --json" prints.
type shownContext struct {
	userContext
	KeyHint string `json:"key_hint"` // its last characters
	File    string `json:"file"`
}

func (a *app) showContext(c userContext) error {
	shown := shownContext{userContext: c, File: contextPath(a.environ)}
	if n := len(c.Key); n > 8 {
		shown.KeyHint = c.Key[n-4:]
	}
	return a.print(shown, func(w io.Writer) {
		switch {
		case c.Server != "":
			fmt.Fprintf(w, "server %s, key ending in %s\n", c.Server, cmp.Or(shown.KeyHint, "(none)"))
		case a.settings.DatabaseURL != "" && c.DataDir == "":
			fmt.Fprintln(w, "the Postgres database of "+envPrefix+"DATABASE_URL")
		case c.DataDir != "":
			fmt.Fprintf(w, "data folder %s\n", c.DataDir)
		default:
			fmt.Fprintln(w, "nothing is kept: the data folder "+defaultDir+" of the working folder is used")
		}
	})
}
