package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// show writes for a person: through their pager where that is longer than the terminal is
// high, as it stands everywhere else.
func (a *app) show(human func(w io.Writer)) error {
	screen, ok := terminal(a.stdout)
	if !ok {
		human(a.stdout)
		return nil
	}
	_, height, err := term.GetSize(int(screen.Fd()))
	if err != nil {
		height = math.MaxInt
	}
	return a.showOn(screen, height, human)
}

// showOn shows on a screen of so many lines.
func (a *app) showOn(screen *os.File, height int, human func(w io.Writer)) error {
	var text bytes.Buffer
	human(&text)
	if pager := a.pager(); pager != nil && bytes.Count(text.Bytes(), []byte("\n")) >= height {
		if a.adapters.page(pager, text.Bytes(), screen, a.environ) == nil {
			return nil
		}
	}
	_, err := text.WriteTo(screen)
	return err
}

// pager returns the words of the command that shows long texts; nil for none.
func (a *app) pager() []string {
	words, set := []string{"less"}, false
	for _, pair := range a.environ {
		if command, ok := strings.CutPrefix(pair, "PAGER="); ok {
			words, set = strings.Fields(command), true
		}
	}
	if len(words) == 0 || set && words[0] == "cat" || lookup(a.environ, "TERM") == "dumb" {
		return nil
	}
	return words
}

// page runs a pager. Its error means that nothing was shown. Less, unless its user says
// otherwise, leaves colours and what it showed.
func page(pager []string, text []byte, screen *os.File, environ []string) error {
	cmd := exec.CommandContext(context.Background(), pager[0], pager[1:]...) //nolint:gosec // the user's own
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), screen, screen
	cmd.Env = environ
	if lookup(environ, "LESS") == "" {
		cmd.Env = append(cmd.Environ(), "LESS=FRX")
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	_ = cmd.Wait() // whoever leaves a pager early has seen enough
	return nil
}
