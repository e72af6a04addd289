package importers

import (
	"fmt"
	"strings"
)

// Report says what was recognised in a file and what was not.
type Report struct {
	File   string
	Format string // "boe", "akn", "markdown", "html", "pdf", "docx"
	Bytes  int

	// Counts say what there is in the source and how much of it was kept, in the
	// order of the field's importance: versions, articles, tables, ...
	Counts []Count

	// Problems are parts of the source that were left out, or taken in a way a
	// person should look at.
	Problems []Problem
	More     int // problems beyond MaxProblems
}

// MaxProblems is how many problems a report or an error names.
const MaxProblems = 200

// Count compares the source with what was made of it.
type Count struct {
	What   string // "versions", "articles", "paragraphs", "items", "tables", "notes", "references", "images", "pages", ...
	Source int    // in the file, counted before anything was made of it
	Kept   int
}

// Problem is one part of a file at fault.
type Problem struct {
	Line    int    // from 1; 0 when unknown
	Page    int    // from 1; 0 when unknown
	Where   string // the part of the text or the file: "a13", "word/document.xml"; "" when there is none
	Message string
}

// String returns "line 12: message", with whatever of the place is known.
func (p Problem) String() string {
	var b strings.Builder
	if p.Where != "" {
		b.WriteString(p.Where + ": ")
	}
	if p.Page > 0 {
		fmt.Fprintf(&b, "page %d: ", p.Page)
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", p.Line)
	}
	return b.String() + p.Message
}

// Add enters a problem, or only counts it where there are too many.
func (r *Report) Add(p Problem) {
	if len(r.Problems) == MaxProblems {
		r.More++
		return
	}
	r.Problems = append(r.Problems, p)
}

// Count enters a count.
func (r *Report) Count(what string, source, kept int) {
	r.Counts = append(r.Counts, Count{what, source, kept})
}

// FileError says why a file was refused.
type FileError struct {
	Name     string
	Err      error // ErrFormat, ErrMalformed, ...
	Problems []Problem
	More     int
}

// Error implements error: "FILE: damaged or incomplete file: line 3: ...", a
// problem a line.
func (e *FileError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Name, e.Err)
	separator := ": "
	for _, p := range e.Problems {
		b.WriteString(separator + p.String())
		separator = "\n" + e.Name + ": "
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n%s: and %d more", e.Name, e.More)
	}
	return b.String()
}

// Unwrap returns the sentinel.
func (e *FileError) Unwrap() error { return e.Err }

// Refuse makes a FileError of one problem.
func Refuse(name string, err error, p Problem) *FileError {
	return &FileError{Name: name, Err: err, Problems: []Problem{p}}
}
