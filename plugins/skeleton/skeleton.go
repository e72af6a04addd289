package skeleton

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

//go:embed all:files
var files embed.FS

// ErrInvalid says that no skeleton can be written of what was asked for. The error
// that wraps it says what to do.
var ErrInvalid = errors.New("skeleton: cannot be written")

// Options say what to write. Country is required.
type Options struct {
	Country  string // ISO 3166-1 alpha-2, such as "XA"
	Name     string // what the country is called; "" for one that says it is made up
	Language string // BCP 47, of names, words and texts; "" for "en"
	Module   string // Go path of the new module; "" for example.org/regengine-plugin-xa

	// Engine is the folder of the engine's source, which the module is then built
	// against; "" where there is none, and Version is asked of the Go proxy.
	Engine  string
	Version string

	BuiltIn   []string // countries the engine has itself
	Languages []string // languages the engine has itself
}

// Plan is what a Write wrote, or would write.
type Plan struct {
	Options
	Dir, Slug, Binary string // Binary is the file's name, which the host looks for
	BringLanguage     bool
	Go                string   // version of the language go.mod asks for
	Requires          []string // lines of go.mod, of what the engine needs
}

// EnginePath is the Go path of the engine.
const EnginePath = "github.com/reglookup/regengine"

var (
	countryCode = lazyregexp.New(`^[A-Z]{2}$`)
	languageTag = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`) // those a host takes
	modulePath  = lazyregexp.New(`^[a-zA-Z0-9][a-zA-Z0-9._~-]*(/[a-zA-Z0-9._~-]+)*$`)
)

// New checks what is asked for and fills in what was left out. dir is "" for a
// folder named after the plugin, in the working folder. ErrInvalid.
func New(dir string, o Options) (*Plan, error) {
	o.Country = strings.ToUpper(strings.TrimSpace(o.Country))
	if err := o.check(); err != nil {
		return nil, err
	}
	slug := strings.ToLower(o.Country)
	p := &Plan{Options: o, Slug: slug, Binary: "regengine-plugin-" + slug, Dir: dir}
	p.setDefaults()
	if !modulePath.MatchString(p.Module) {
		return nil, fmt.Errorf("%w: %q is no path of a Go module; give one such as --module example.org/%s", ErrInvalid, p.Module, p.Binary)
	}
	base, _, _ := strings.Cut(p.Language, "-")
	p.BringLanguage = !slices.Contains(o.Languages, base)
	return p, p.readEngine()
}

func (p *Plan) setDefaults() {
	p.Go = "1.26"
	if p.Dir == "" {
		p.Dir = p.Binary
	}
	if p.Name == "" {
		p.Name = "Made-up country " + p.Country
	}
	if p.Language == "" {
		p.Language = "en"
	}
	if p.Module == "" {
		p.Module = "example.org/" + p.Binary
	}
}

func (o *Options) check() error {
	switch {
	case !countryCode.MatchString(o.Country):
		return fmt.Errorf("%w: %q is no country code; give two letters of ISO 3166-1, such as FR, or one of XA to XZ to try", ErrInvalid, cut(o.Country))
	case slices.Contains(o.BuiltIn, o.Country):
		return fmt.Errorf("%w: %s is built in and no plugin may claim it; to add places or regulations to it write a pack, see \"regengine import pack --help\"", ErrInvalid, o.Country)
	case o.Country == "EU":
		return fmt.Errorf("%w: EU is where regulations of several countries belong, and no country; give a country's code", ErrInvalid)
	case o.Language != "" && !languageTag.MatchString(o.Language):
		return fmt.Errorf("%w: %q is no language tag; give a BCP 47 one, such as fr or pt-BR", ErrInvalid, cut(o.Language))
	case !utf8.ValidString(o.Name) || strings.ContainsAny(o.Name, "\"\\\n\r\t\x00,{}|`"):
		return fmt.Errorf("%w: the name may hold no quotes, commas, braces or line breaks; leave those out and correct places.csv by hand", ErrInvalid)
	case utf8.RuneCountInString(o.Name) > 100:
		return fmt.Errorf("%w: the name is longer than 100 characters; shorten it", ErrInvalid)
	}
	return nil
}

// cut shortens what is shown back.
func cut(text string) string {
	if utf8.RuneCountInString(text) > 40 {
		return string([]rune(text)[:40]) + "..."
	}
	return text
}

// Write writes the files. A folder with something in it is refused: ErrInvalid.
// It returns the names written, in order.
func (p *Plan) Write() ([]string, error) {
	entries, err := os.ReadDir(p.Dir)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("%w: %s is there already and not empty; give another folder with --dir, or empty it", ErrInvalid, p.Dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s cannot be a folder for it (%w); give another with --dir", ErrInvalid, p.Dir, err)
	}
	made, err := p.render()
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(made))
	for name := range made {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := p.put(name, made[name]); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func (p *Plan) put(name string, data []byte) error {
	full := filepath.Join(p.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil { //nolint:gosec // source code, which others may read
		return err
	}
	return os.WriteFile(full, data, 0o644) //nolint:gosec // the same
}

// render makes every file, by its name in the module.
func (p *Plan) render() (map[string][]byte, error) {
	made := map[string][]byte{}
	err := fs.WalkDir(files, "files", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		target := p.target(strings.TrimPrefix(name, "files/"))
		if target == "" {
			return nil
		}
		data, err := p.execute(name)
		made[target] = data
		return err
	})
	if err == nil && p.Engine != "" {
		made["go.sum"], err = os.ReadFile(filepath.Join(p.Engine, "go.sum"))
	}
	return made, err
}

// target is the name a file has in the module; "" for one it does without.
func (p *Plan) target(name string) string {
	if strings.HasPrefix(name, "language/") && !p.BringLanguage {
		return ""
	}
	name = strings.TrimSuffix(name, ".tmpl")
	switch {
	case name == "gitignore":
		return ".gitignore"
	case strings.HasPrefix(name, "pack/codes/rules/"):
		return "pack/codes/" + p.Slug + "-building-rules/" + path.Base(name)
	}
	return name
}

// execute fills a template in. Its marks are << and >>, because Go and YAML have
// braces of their own.
func (p *Plan) execute(name string) ([]byte, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Delims("<<", ">>").Option("missingkey=error").Parse(string(data))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, p); err != nil {
		return nil, err
	}
	if strings.HasSuffix(name, ".go.tmpl") {
		return format.Source(out.Bytes())
	}
	return out.Bytes(), nil
}
