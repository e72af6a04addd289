package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/regengine/join"
)

// files fetches the language and the packs.
func (f *fetch) files(ctx context.Context, d *pluginpb.Description) error {
	if d.GetBringsLanguage() {
		stream, err := f.country.Language(ctx, &pluginpb.LanguageRequest{})
		if err != nil {
			return err
		}
		if f.out.Language, err = f.tree(stream); err != nil {
			return fmt.Errorf("its language: %w", err)
		}
	}
	for _, name := range d.GetPacks() {
		stream, err := f.country.Pack(ctx, &pluginpb.PackRequest{Name: name})
		if err != nil {
			return err
		}
		files, err := f.tree(stream)
		if err != nil {
			return fmt.Errorf("its pack %q: %w", name, err)
		}
		tree, err := wire.FS(files)
		if err != nil {
			return fmt.Errorf("its pack %q: %w", name, err)
		}
		f.out.Packs = append(f.out.Packs, join.Pack{Name: name, Files: tree})
	}
	return nil
}

// fileStream is a stream of files.
type fileStream interface {
	Recv() (*pluginpb.File, error)
}

func (f *fetch) tree(stream fileStream) (map[string][]byte, error) {
	limits := takes
	limits.FileBytes = max(1, maxFiles-f.bytes)
	reader := wire.NewFilesReader(limits)
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return reader.Files(), distinct(reader.Files())
		}
		if err != nil {
			return nil, wire.FromStatus(err) // its words, not those of the transport
		}
		f.alive()
		f.bytes += len(m.GetData())
		err = reader.Add(m)
		if err == nil {
			err = plainPath(m.GetPath())
		}
		if err != nil {
			return nil, err
		}
	}
}

// plainPath refuses what means something else on some system.
func plainPath(path string) error {
	if strings.ContainsAny(path, "\\:*?\"<>|") || strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("%w: %.80q is no plain path", wire.ErrMalformed, path)
	}
	return nil
}

// distinct refuses files that some systems cannot tell apart, or cannot have beside
// each other.
func distinct(files map[string][]byte) error {
	if err := wire.CheckFolders(files); err != nil {
		return err
	}
	seen := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		folded := strings.ToLower(path)
		if other, twice := seen[folded]; twice {
			return fmt.Errorf("%w: %.80q and %.80q differ in letter case only", wire.ErrMalformed, other, path)
		}
		seen[folded] = path
	}
	return nil
}
