package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
)

// Error lists every mistake in the rules file of one version.
type Error struct {
	Ref      codes.VersionRef
	Problems []Problem
}

// Problem is one mistake at one line of a rules file, counted from 1.
type Problem struct {
	Line    int
	Message string
}

// String returns "line N: message".
func (p Problem) String() string { return fmt.Sprintf("line %d: %s", p.Line, p.Message) }

// Error returns the problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return "verify: invalid rules:\n" + strings.Join(lines, "\n")
}

// NewError returns the mistakes in the rules of a version, in order of their lines.
func NewError(ref codes.VersionRef, problems []Problem) *Error {
	return &Error{ref, sortProblems(problems)}
}

func sortProblems(list []Problem) []Problem {
	slices.SortStableFunc(list, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return list
}
