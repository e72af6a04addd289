package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// mayAsk reports whether there is a person to ask.
func mayAsk(in io.Reader) bool {
	f, ok := in.(*os.File)
	return !ok || term.IsTerminal(int(f.Fd()))
}

// choose asks which of several is meant, and returns its place in the list. errNo where
// nothing is chosen.
func (a *app) choose(question string, options []string) (int, error) {
	fmt.Fprintln(a.stderr, question)
	for i, option := range options {
		fmt.Fprintf(a.stderr, "  %d  %s\n", i+1, option)
	}
	fmt.Fprintf(a.stderr, "which one, 1 to %d? ", len(options))
	text, err := bufio.NewReader(a.stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(options) {
		return 0, errNo
	}
	return n - 1, nil
}
