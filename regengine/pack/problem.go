package pack

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrInvalid says that a pack has mistakes; the error wrapping it is an [*Error]
// that lists them.
var ErrInvalid = errors.New("pack: invalid pack")

// Problem is one mistake in a pack.
type Problem struct {
	// File is the path inside the pack, with slashes. It is "" when the mistake
	// is not in the pack but in data loaded before it.
	File string

	Line    int    // counted from 1
	Message string // what is wrong and what to do
}

// String returns "file:line: message", or the message alone when no file is named.
func (p Problem) String() string {
	if p.File == "" {
		return p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Error lists every mistake of a pack, ordered by file and line, each once. It wraps
// ErrInvalid, and the error it was translated from when [Pack.Explain] made it.
type Error struct {
	Problems []Problem

	cause error
}

// Error returns the problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns ErrInvalid and the cause, if there is one.
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{ErrInvalid}
	}
	return []error{ErrInvalid, e.cause}
}

// maxPerFile bounds the mistakes kept for one file, so that a file of garbage
// costs no more memory than it has bytes.
const maxPerFile = 1000

// report collects mistakes.
type report struct {
	problems []Problem
	perFile  map[string]int
}

func (r *report) add(file string, line int, format string, args ...any) {
	if r.perFile == nil {
		r.perFile = make(map[string]int)
	}
	r.perFile[file]++
	switch n := r.perFile[file]; {
	case n < maxPerFile:
		r.problems = append(r.problems, Problem{file, line, fmt.Sprintf(format, args...)})
	case n == maxPerFile:
		r.problems = append(r.problems, Problem{file, line, "there are more mistakes in this file; correct these first"})
	}
}

// full reports whether further mistakes of the file would not be kept.
func (r *report) full(file string) bool { return r.perFile[file] >= maxPerFile }

// err returns the mistakes collected as an *Error, or nil when there are none.
func (r *report) err(cause error) error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	told := make(map[Problem]bool, len(r.problems))
	once := slices.DeleteFunc(slices.Clone(r.problems), func(p Problem) bool {
		twice := told[p]
		told[p] = true
		return twice
	})
	return &Error{Problems: once, cause: cause}
}
