package main

import (
	"fmt"
	"io"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/verify/textlimits"
)

// textResult is what "import boe --json" and its like print.
type textResult struct {
	Format  string       `json:"format"`
	Files   []fileResult `json:"files"`
	Ended   []string     `json:"ended"` // stored versions that gave way to newer ones
	Changed int          `json:"changed"`
	Written bool         `json:"written"`
}

type fileResult struct {
	File     string          `json:"file"`
	Bytes    int             `json:"bytes"`
	Code     string          `json:"code"`
	Versions []versionResult `json:"versions"`
	Counts   []countResult   `json:"counts"`
	Problems []string        `json:"problems"`
	More     int             `json:"more_problems"`
}

type versionResult struct {
	Version   string `json:"version"`
	Status    string `json:"status"`
	Effective string `json:"effective_date"`
	Sections  int    `json:"sections"`
	Blocks    int    `json:"blocks"`
	Limits    *int   `json:"limits"` // found in the text; null for a dry run
}

func (v *versionResult) limits() string {
	if v.Limits == nil {
		return "-"
	}
	return fmt.Sprint(*v.Limits)
}

// found enters how many limits were found in the versions' texts.
func (r *textResult) found(sets []textlimits.LimitSet) {
	limits := make(map[string]int, len(sets))
	for _, set := range sets {
		limits[set.Doc] = len(set.Limits)
	}
	for _, f := range r.Files {
		for i := range f.Versions {
			n := limits[codes.VersionRef{Code: f.Code, Version: f.Versions[i].Version}.String()]
			f.Versions[i].Limits = &n
		}
	}
}

type countResult struct {
	What   string `json:"what"`
	Source int    `json:"source"`
	Kept   int    `json:"kept"`
}

func newFileResult(read *importers.Import) fileResult {
	r := fileResult{
		File: read.Report.File, Bytes: read.Report.Bytes, Code: read.Code.Slug,
		Versions: []versionResult{}, Counts: []countResult{}, Problems: []string{}, More: read.Report.More,
	}
	blocks := make(map[string]int)
	for i := range read.Blocks {
		blocks[read.Blocks[i].Doc]++
	}
	for _, v := range read.Code.Versions {
		ref := codes.VersionRef{Code: read.Code.Slug, Version: v.Slug}
		r.Versions = append(r.Versions, versionResult{v.Slug, string(v.Status), v.Effective.String(), len(v.Sections), blocks[ref.String()], nil})
	}
	for _, c := range read.Report.Counts {
		r.Counts = append(r.Counts, countResult(c))
	}
	for _, p := range read.Report.Problems {
		r.Problems = append(r.Problems, p.String())
	}
	return r
}

func (t *textImport) printReport(w io.Writer) {
	for _, f := range t.result.Files {
		printFile(w, f)
	}
	for _, doc := range t.result.Ended {
		fmt.Fprintf(w, "%s gave way to a newer version\n", doc)
	}
	switch {
	case !t.result.Written:
		fmt.Fprintln(w, "nothing written: this was a dry run")
	case t.result.Changed == 0:
		fmt.Fprintln(w, "all of it stored already")
	default:
		fmt.Fprintf(w, "%d changes written\n", t.result.Changed)
	}
}

func printFile(w io.Writer, f fileResult) {
	fmt.Fprintf(w, "%s: %s, %d bytes\n", f.File, f.Code, f.Bytes)
	rows := make([][]string, 0, 1+max(len(f.Versions), len(f.Counts)))
	rows = append(rows, []string{"  VERSION", "STATUS", "IN FORCE FROM", "SECTIONS", "BLOCKS", "LIMITS FOUND"})
	for _, v := range f.Versions {
		rows = append(rows, []string{"  " + v.Version, v.Status, v.Effective, fmt.Sprint(v.Sections), fmt.Sprint(v.Blocks), v.limits()})
	}
	table(w, rows)
	rows = append(rows[:0], []string{"  RECOGNISED", "IN THE FILE", "KEPT"})
	for _, c := range f.Counts {
		rows = append(rows, []string{"  " + c.What, fmt.Sprint(c.Source), fmt.Sprint(c.Kept)})
	}
	table(w, rows)
	for _, p := range f.Problems {
		fmt.Fprintln(w, "  note: "+p)
	}
	if f.More > 0 {
		fmt.Fprintf(w, "  and %d more notes\n", f.More)
	}
}
