package geo

import (
	"fmt"
	"strings"
)

// TreeError lists everything that keeps places from being a tree.
type TreeError struct {
	Problems []Problem
}

// Problem is one mistake in one row.
type Problem struct {
	Row     int // index in the places given to NewGazetteer; -1 when it concerns none
	ID      ID
	Message string // what is wrong and what to do
}

// String returns the problem with its row and identifier, where it has them.
func (p Problem) String() string {
	switch {
	case p.Row < 0 && p.ID == "":
		return p.Message
	case p.Row < 0:
		return fmt.Sprintf("%q: %s", string(p.ID), p.Message)
	default:
		return fmt.Sprintf("row %d (%q): %s", p.Row, string(p.ID), p.Message)
	}
}

// shownProblems is how many problems the text of a TreeError spells out. The
// Problems field always holds all of them.
const shownProblems = 20

// Error returns the first problems, one a line, and how many more there are.
func (e *TreeError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "geo: %d mistake(s) in the places", len(e.Problems))
	for i, p := range e.Problems {
		if i == shownProblems {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Problems)-shownProblems)
			break
		}
		b.WriteString("\n  ")
		b.WriteString(p.String())
	}
	return b.String()
}

// Unwrap returns ErrInvalidPlace.
func (e *TreeError) Unwrap() error { return ErrInvalidPlace }

func (e *TreeError) add(row int, id ID, format string, args ...any) {
	e.Problems = append(e.Problems, Problem{Row: row, ID: id, Message: fmt.Sprintf(format, args...)})
}

func (e *TreeError) addAll(row int, id ID, messages []string) {
	for _, m := range messages {
		e.Problems = append(e.Problems, Problem{Row: row, ID: id, Message: m})
	}
}

// orNil keeps a nil *TreeError out of an error interface.
func (e *TreeError) orNil() error {
	if len(e.Problems) == 0 {
		return nil
	}
	return e
}
