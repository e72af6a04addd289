package plugintest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/join"
)

// TestBinary approves and starts the plugin at path as a server does, and runs the
// suite on what arrived there: the scheme as it was written down, calculators that
// call the process. opts may be nil. The file's name begins with
// "regengine-plugin-".
func TestBinary(t *testing.T, path string, opts *Options) {
	t.Helper()
	t.Run("ByHand", func(t *testing.T) { checkByHand(t, path) })
	c, err := openBinary(t, path)
	if err != nil {
		t.Fatal(err)
	}
	TestCountry(t, c, opts)
}

// checkByHand starts the plugin as a person would.
func checkByHand(t *testing.T, path string) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "plugin approve") {
		t.Errorf("started by hand it ends with %v, says %q on stdout and %q on stderr; want status 1, nothing, and how it is approved",
			err, stdout.String(), stderr.String())
	}
	for _, arg := range []string{"--help", "--version", "--describe"} {
		if out, err := exec.CommandContext(t.Context(), path, arg).Output(); err != nil || len(out) == 0 {
			t.Errorf("%s prints %q and ends with %v, want an answer and status 0", arg, out, err)
		}
	}
}

// openBinary returns the country as the host has it.
func openBinary(t *testing.T, path string) (*shipped, error) {
	approvals := filepath.Join(t.TempDir(), "approvals") // a folder of its own, whatever rights others get by default
	if err := os.Mkdir(approvals, 0o700); err != nil {
		return nil, err
	}
	h, err := host.Open(host.Options{Files: []string{path}, Look: true, StartTimeout: 20 * time.Second, Approvals: filepath.Join(approvals, "approvals.json")})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("ending the plugin: %v", err)
		}
	})
	approval, err := h.Approve(t.Context(), path)
	if err != nil {
		return nil, err
	}
	client, err := h.Client(approval.Name)
	if err != nil {
		return nil, err
	}
	d, err := client.Description(t.Context())
	if err != nil {
		return nil, err
	}
	contents, err := client.Contents(t.Context(), nil)
	if err != nil {
		return nil, err
	}
	return &shipped{Scheme: &contents.Scheme, client: client, description: d, contents: contents}, nil
}

// shipped is a country as it arrived at the host.
type shipped struct {
	geo.Scheme
	client      *host.Client
	description host.Description
	contents    *join.Contents
}

var _ sdk.Country = (*shipped)(nil)

// About implements [sdk.Country].
func (s *shipped) About() sdk.About {
	d := s.description
	about := sdk.About{Name: d.Name, Version: d.Version, Title: d.Title, Licence: d.Licence}
	for _, src := range d.Sources {
		about.Sources = append(about.Sources, sdk.Source(src))
	}
	return about
}

// Places implements [sdk.Country].
func (s *shipped) Places(_ context.Context, yield func(geo.Place) error) error {
	for _, p := range s.contents.Places {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// Formats implements [sdk.Country].
func (s *shipped) Formats() []sdk.Format {
	var formats []sdk.Format
	for _, f := range s.description.Formats {
		formats = append(formats, sdk.Format{Name: f.Name, Title: f.Title, Read: func(ctx context.Context, name string, file io.Reader, yield func(geo.Place) error, note func(string)) error {
			read, err := s.client.ReadPlaces(ctx, f.Name, name, file, nil)
			if err != nil {
				return err
			}
			for _, text := range read.Notices {
				note(text)
			}
			for _, p := range read.Places {
				if err := yield(p); err != nil {
					return err
				}
			}
			return nil
		}})
	}
	return formats
}

// LanguageFiles implements [sdk.Country].
func (s *shipped) LanguageFiles() fs.FS {
	if s.contents.Language == nil {
		return nil
	}
	files, err := wire.FS(s.contents.Language)
	if err != nil {
		panic(err) // the suite says so
	}
	return files
}

// Packs implements [sdk.Country].
func (s *shipped) Packs() []sdk.Pack {
	var packs []sdk.Pack
	for _, p := range s.contents.Packs {
		packs = append(packs, sdk.Pack(p))
	}
	return packs
}

// Calculators implements [sdk.Country].
func (s *shipped) Calculators() []projects.Calculator { return s.client.Calculators() }
