package skeleton

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// FindEngine returns the folder of the engine's source that one of the folders
// lies in, the first that does; "" for none.
func FindEngine(folders ...string) string {
	for _, folder := range folders {
		dir, err := filepath.Abs(folder)
		if err != nil || folder == "" {
			continue
		}
		for ; ; dir = filepath.Dir(dir) {
			if isEngine(dir) {
				return dir
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return ""
}

func isEngine(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(data)) {
		if strings.TrimSpace(line) == "module "+EnginePath {
			return true
		}
	}
	return false
}

// readEngine takes what the engine itself is built with, so that the new module
// builds at once, with the same versions and without asking a network.
func (p *Plan) readEngine() error {
	if p.Engine == "" {
		return nil
	}
	abs, err := filepath.Abs(p.Engine)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(abs, "go.mod"))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !isEngine(abs):
		return fmt.Errorf("%w: %s is not the engine's source; give the folder with its go.mod as --engine", ErrInvalid, p.Engine)
	case err != nil:
		return err
	}
	p.Engine = abs
	p.Requires = requires(string(data))
	if v := goLine.Get().FindSubmatch(data); v != nil {
		p.Go = string(v[1])
	}
	return nil
}

// Replace is the engine's folder as go.mod writes it.
func (p *Plan) Replace() string {
	if plainPath.MatchString(p.Engine) {
		return p.Engine
	}
	return strconv.Quote(p.Engine)
}

var (
	goLine    = lazyregexp.New(`(?m)^go (\d+\.\d+(?:\.\d+)?)$`)
	plainPath = lazyregexp.New(`^[/A-Za-z0-9._~+-]+$`)
)

// requires lists what a go.mod requires, as "path version".
func requires(goMod string) []string {
	var list []string
	block := false
	for line := range strings.Lines(goMod) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		rest, single := strings.CutPrefix(line, "require ")
		switch {
		case strings.TrimSpace(line) == "require (":
			block = true
		case strings.TrimSpace(line) == ")":
			block = false
		case block && strings.TrimSpace(line) != "":
			list = append(list, strings.TrimSpace(line))
		case single:
			list = append(list, strings.TrimSpace(rest))
		}
	}
	slices.Sort(list)
	return list
}
