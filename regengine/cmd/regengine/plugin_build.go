package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// builtPlugin returns what FILE|NAME|FOLDER means once a folder of source is built: the
// program then; a file or a name as it is.
func (a *app) builtPlugin(ctx context.Context, text string) (string, error) {
	info, err := os.Stat(text)
	if err != nil || !info.IsDir() {
		return text, nil //nolint:nilerr // whoever opens it says what is wrong
	}
	if !fileLies(filepath.Join(text, "go.mod")) {
		if !strings.ContainsRune(text, filepath.Separator) {
			return text, nil // a plugin of that name may be meant
		}
		return "", usagef("%s is a folder without a go.mod: name the program of a plugin, or the folder of its source; \"regengine plugin new\" makes one", quote(text))
	}
	tool, _ := exec.LookPath("go") // "" says how to build it elsewhere
	target, err := buildPlugin(ctx, tool, text)
	if err == nil {
		fmt.Fprintf(a.stderr, "built %s\n", target)
	}
	return target, err
}

// buildPlugin builds the source in a folder with a Go tool, into that folder.
func buildPlugin(ctx context.Context, tool, dir string) (target string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := filepath.Base(dir)
	if !strings.HasPrefix(name, pluginPrefix) {
		name = pluginPrefix + name
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	target = filepath.Join(dir, name)
	if tool == "" {
		return "", fmt.Errorf("%s holds the source of a plugin, and there is no Go here to build it: where there is, run \"go build -o %s .\" in it, and name that file", dir, name)
	}
	build := exec.CommandContext(ctx, tool, "build", "-o", target, ".") //nolint:gosec // Go, of a folder a person names
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s does not build: %w\n%s", errPluginInvalid, dir, err, strings.TrimSpace(string(out)))
	}
	return target, nil
}
