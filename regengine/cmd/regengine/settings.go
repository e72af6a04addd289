package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/posflag"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/transport/httpapi"
)

// settings are what flags, environment and file can set, in that order of
// strength. Each has the same name in all three: --data-dir, REGENGINE_DATA_DIR
// and data-dir.
type settings struct {
	DataDir         string        `koanf:"data-dir"`
	DatabaseURL     string        `koanf:"database-url"`
	Server          string        `koanf:"server"`
	APIKey          string        `koanf:"api-key"` // of the server
	LogLevel        string        `koanf:"log-level"`
	LogFormat       string        `koanf:"log-format"`
	Listen          string        `koanf:"listen"`
	MetricsListen   string        `koanf:"metrics-listen"`
	BaseURL         string        `koanf:"base-url"`
	RateLimits      string        `koanf:"rate-limits"`
	Origins         []string      `koanf:"cors-origin"`
	Webhooks        string        `koanf:"webhooks"`
	Demo            string        `koanf:"demo"`
	Starter         string        `koanf:"starter"`
	ShutdownTimeout time.Duration `koanf:"shutdown-timeout"`
	ShutdownDelay   time.Duration `koanf:"shutdown-delay"`
	BackupDir       string        `koanf:"backup-dir"`
	BackupEvery     time.Duration `koanf:"backup-every"`
	BackupKeep      int           `koanf:"backup-keep"`
	VerifyCredits   int64         `koanf:"verify-credits"`
	DocumentMemory  int           `koanf:"document-memory"` // MiB
	Embedder        string        `koanf:"embedder"`
	EmbedURL        string        `koanf:"embed-url"`
	EmbedModel      string        `koanf:"embed-model"`
	EmbedKey        string        `koanf:"embed-key"`
	EmbedDimensions int           `koanf:"embed-dimensions"`
	VectorIndex     string        `koanf:"vector-index"`
	ModelURL        string        `koanf:"model-url"`
	Model           string        `koanf:"model"`
	ModelKey        string        `koanf:"model-key"`
	ModelTimeout    time.Duration `koanf:"model-timeout"`
	SecondURL       string        `koanf:"second-url"`
	SecondModel     string        `koanf:"second-model"`
	SecondKey       string        `koanf:"second-key"`
	SecondReading   string        `koanf:"second-reading"`

	PluginDir    string   `koanf:"plugin-dir"`
	Plugins      []string `koanf:"plugins"`
	PluginEnv    []string `koanf:"plugin-env"`
	PluginMemory int      `koanf:"plugin-memory"` // MiB

	ModelAzureVersion  string  `koanf:"model-azure-version"`
	ModelStream        bool    `koanf:"model-stream"`
	ModelPriceIn       float64 `koanf:"model-price-in"`
	ModelPriceOut      float64 `koanf:"model-price-out"`
	ModelPriceCurrency string  `koanf:"model-price-currency"`
}

const (
	envPrefix   = "REGENGINE_"
	defaultFile = "regengine.yaml"
	defaultDir  = "regengine-data"
	databaseIn  = "regengine.db" // file in the data folder
)

// names are the settings by their name in file and flags.
var names = []string{
	"data-dir", "database-url", "server", "api-key", "log-level", "log-format",
	"listen", "metrics-listen", "base-url", "cors-origin", "webhooks", "rate-limits", "demo", "starter", "shutdown-timeout", "shutdown-delay", "backup-dir", "backup-every", "backup-keep", "verify-credits", "document-memory",
	"embedder", "embed-url", "embed-model", "embed-key", "embed-dimensions", "vector-index",
	"model-url", "model", "model-key", "model-timeout", "model-azure-version", "model-stream",
	"second-url", "second-model", "second-key", "second-reading",
	"model-price-in", "model-price-out", "model-price-currency",
	"plugin-dir", "plugins", "plugin-env", "plugin-memory",
}

// addCommonFlags defines the settings every command knows.
func addCommonFlags(flags *pflag.FlagSet) {
	flags.String("config", "", "YAML file with settings (default "+defaultFile+" in the working folder, if there is one)")
	flags.String("data-dir", "", "folder with the SQLite database (default "+defaultDir+")")
	flags.String("database-url", "", "Postgres database instead, as postgres://user@host/name; better kept in "+envPrefix+"DATABASE_URL")
	flags.String("log-level", "info", "debug, info, warn or error")
	flags.String("log-format", "text", "text or json")
}

// sources are the settings that say where the data are. The strongest source that names
// one decides; in one source they contradict.
var sources = []string{"data-dir", "database-url", "server"}

// loadSettings reads the three sources, and before them what "regengine use" kept.
func loadSettings(flags *pflag.FlagSet, environ []string) (settings, error) {
	var s settings
	fromFile, err := readFile(flags, environ)
	if err != nil {
		return s, err
	}
	environ, err = withFiles(environ)
	if err != nil {
		return s, err
	}
	used, err := readContext(environ)
	if err != nil {
		return s, err
	}
	layers := []*koanf.Koanf{used.layer(), fromFile, readEnviron(environ), readFlags(flags)}
	all := koanf.New(".")
	if err := all.Load(posflag.Provider(flags, ".", all), nil); err != nil { // for the defaults
		return s, usagef("%v", err)
	}
	keyOfServer := false // the key came with the server, and goes with it
	for _, layer := range layers {
		named := slices.DeleteFunc(slices.Clone(sources), func(name string) bool { return layer.String(name) == "" })
		if len(named) > 1 {
			return s, usagef("%s are both given; the data are in one of them", strings.Join(named, " and "))
		}
		forget(all, named, keyOfServer)
		if layer.String("api-key") != "" {
			keyOfServer = layer.String("server") != ""
		}
		if err := all.Merge(layer); err != nil {
			return s, usagef("%v", err)
		}
	}
	if err := all.Unmarshal("", &s); err != nil {
		return s, usagef("settings: %v", err)
	}
	return s, s.validate()
}

// forget drops what weaker sources say of where the data are, where a stronger one names
// it: a key is never sent to another server than the one it was kept for.
func forget(all *koanf.Koanf, named []string, keyOfServer bool) {
	if len(named) == 0 {
		return
	}
	for _, name := range sources {
		all.Delete(name)
	}
	if keyOfServer {
		all.Delete("api-key")
	}
}

func (s *settings) validate() error {
	for name, c := range map[string]struct {
		value   string
		allowed []string
	}{
		"log-level":    {s.LogLevel, []string{"debug", "info", "warn", "error"}},
		"log-format":   {s.LogFormat, []string{"text", "json"}},
		"rate-limits":  {s.RateLimits, []string{"", "on", "off"}},
		"webhooks":     {s.Webhooks, []string{"", webhooksPublic, webhooksAnyHost, webhooksOff}},
		"demo":         {s.Demo, []string{"", "auto", "on", "off"}},
		"starter":      {s.Starter, []string{"", "auto", "off"}},
		"embedder":     {s.Embedder, []string{"", "off", "local", "openai"}},
		"vector-index": {s.VectorIndex, []string{"", "memory", "chromem", "pgvector"}},
	} {
		if !slices.Contains(c.allowed, c.value) {
			return usagef("%s is %q; it can be %s", name, c.value, strings.Join(slices.DeleteFunc(c.allowed, func(v string) bool { return v == "" }), ", "))
		}
	}
	if s.DatabaseURL == "" && s.DataDir == "" {
		s.DataDir = defaultDir
	}
	if s.Server != "" && !isAddress(s.Server) {
		return usagef("server %s is no address such as https://regs.example.org", quote(s.Server))
	}
	return s.validatePlugins()
}

// isAddress reports whether a text is the address of a server.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == ""
}

// validateServe checks what only a server uses.
func (s *settings) validateServe() error {
	for _, rule := range []struct {
		broken bool
		says   string
	}{
		{s.Listen == "", "listen is empty; give an address such as 127.0.0.1:8080"},
		{s.ShutdownDelay < 0, "shutdown-delay must not be below zero"},
		{s.ShutdownTimeout <= 0, "shutdown-timeout must be above zero"},
		{s.BackupDir != "" && s.DatabaseURL != "", `backup-dir is for the SQLite database; "regengine backup FILE" says how Postgres is backed up`},
		{s.BackupEvery <= 0 || s.BackupKeep <= 0, "backup-every and backup-keep must be above zero"},
		{s.VerifyCredits < 0, "verify-credits must not be below zero"},
		{s.DocumentMemory <= 0, "document-memory must be above zero"},
		{(s.ModelURL == "") != (s.Model == ""), "a language model needs both --model-url and --model"},
		{s.BaseURL != "" && !isAddress(s.BaseURL), "base-url is the public address of the service, such as https://regs.example.org"},
	} {
		if rule.broken {
			return usagef("%s", rule.says)
		}
	}
	if _, err := s.modelPrice(); err != nil {
		return err
	}
	return s.validateOrigins()
}

func (s *settings) validateOrigins() error {
	s.Origins = separate(s.Origins)
	for _, origin := range s.Origins {
		if err := httpapi.CheckOrigin(origin); err != nil {
			return usagef("cors-origin: %v", err)
		}
	}
	return nil
}

// databaseFile returns the SQLite file of the data folder.
func (s *settings) databaseFile() string { return filepath.Join(s.DataDir, databaseIn) }

// where names the database as the options that lead to it, without the password
// a URL may hold.
func (s *settings) where() string {
	if s.DatabaseURL != "" {
		return "--database-url ..."
	}
	return "--data-dir " + s.DataDir
}

func readFile(flags *pflag.FlagSet, environ []string) (*koanf.Koanf, error) {
	ko := koanf.New(".")
	path, _ := flags.GetString("config")
	if path == "" {
		path = lookup(environ, envPrefix+"CONFIG")
	}
	optional := path == ""
	if optional {
		path = defaultFile
	}
	err := ko.Load(file.Provider(path), yaml.Parser())
	switch {
	case optional && errors.Is(err, fs.ErrNotExist):
		return ko, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil, usagef("settings file: %v", err)
	case err != nil:
		return nil, usagef("settings file %s: %v", path, err)
	}
	for _, key := range ko.Keys() {
		if !slices.Contains(names, key) {
			return nil, usagef("settings file %s: %q is no setting; the settings are %s", path, key, strings.Join(names, ", "))
		}
	}
	return ko, nil
}

// fileSuffix ends the name of a variable that says which file holds a setting, such as
// REGENGINE_MODEL_KEY_FILE: secrets are mounted as files, and other programs of the
// machine may read the environment.
const fileSuffix = "_FILE"

// withFiles adds to the environment the settings that stand in files.
func withFiles(environ []string) ([]string, error) {
	for _, entry := range slices.Clone(environ) {
		variable, path, _ := strings.Cut(entry, "=")
		name, ok := strings.CutSuffix(variable, fileSuffix)
		if !ok || path == "" || !slices.Contains(names, settingOf(name)) {
			continue
		}
		if lookup(environ, name) != "" {
			return nil, usagef("%s and %s are both given", name, variable)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, usagef("%s: %v", variable, err)
		}
		environ = append(environ, name+"="+strings.TrimRight(string(content), "\r\n"))
	}
	return environ, nil
}

// settingOf is the setting that a variable of the environment is for.
func settingOf(variable string) string {
	if !strings.HasPrefix(variable, envPrefix) {
		return ""
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(variable, envPrefix)), "_", "-")
}

func readEnviron(environ []string) *koanf.Koanf {
	ko := koanf.New(".")
	provider := env.Provider(".", env.Opt{
		Prefix:      envPrefix,
		EnvironFunc: func() []string { return environ },
		TransformFunc: func(key, value string) (string, any) {
			name := settingOf(key)
			if !slices.Contains(names, name) || value == "" {
				return "", nil
			}
			return name, value
		},
	})
	_ = ko.Load(provider, nil) // reads memory only
	return ko
}

// readFlags takes the flags that were given, not their defaults.
func readFlags(flags *pflag.FlagSet) *koanf.Koanf {
	ko := koanf.New(".")
	flags.Visit(func(f *pflag.Flag) {
		if slices.Contains(names, f.Name) {
			_ = ko.Set(f.Name, posflag.FlagVal(flags, f)) // names hold no delimiter
		}
	})
	return ko
}

func lookup(environ []string, name string) string {
	for _, entry := range environ {
		if value, found := strings.CutPrefix(entry, name+"="); found {
			return value
		}
	}
	return ""
}

// makeDataDir creates the data folder. It will hold private documents, so it is
// for its owner only.
func (s *settings) makeDataDir() error {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	return nil
}
