package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
)

// How it can go with several files.
var (
	errRefused   = errors.New("not every file was taken")
	errNoneTaken = errors.New("no file was taken")
)

// uploaded is what "documents add --json" prints of each file.
type uploaded struct {
	File     string           `json:"file"`
	Document *projectDocument `json:"document"` // null when the file was refused
	Warnings []string         `json:"warnings"`
	Error    *string          `json:"error"`
}

func newProjectsDocuments(a *app, who *projectFlags) *cobra.Command {
	return group(&cobra.Command{
		Use:     "documents",
		Aliases: []string{"document", "files"},
		Short:   "Private documents of a project: add, list, remove",
		Long: `Documents are the project's own files: a memoria, a geotechnical report, a plan's
notes. Their text is searched by the questions of this project and of no other.`,
		Example: `  regengine projects documents add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 memoria.pdf estudio.docx
  regengine projects documents list 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11
  regengine projects documents remove 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 memoria.pdf`,
	}, newDocumentsAdd(a, who), newDocumentsList(a, who), newDocumentsRemove(a, who))
}

func newDocumentsAdd(a *app, who *projectFlags) *cobra.Command {
	return atLeast(a.jsonFlag(&cobra.Command{
		Use:   "add PROJECT FILE...",
		Short: "Put files into a project: PDF, DOCX, TXT, Markdown",
		Long: `Take the text out of files and put it into a project. Name and content together tell
of what format a file is. One of a name that the project has takes its place.

Each file is taken as a whole or refused with a reason; the others go on. The exit
code is 3 when no file was taken, 1 when some were and some not.`,
		Example: `  regengine projects documents add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 memoria.pdf
  regengine projects documents add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 informes/*.docx --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				p, err := o.Resolve(cmd.Context(), o.member, args[0])
				if err != nil {
					return absent(err, args[0])
				}
				list, err := a.upload(cmd.Context(), o, p.ID, args[1:])
				if list != nil {
					err = errors.Join(err, a.print(list, func(w io.Writer) { writeUploaded(w, list) }))
				}
				return err
			})
		},
	}), 2)
}

// upload takes the files one by one. An error that is not about a file ends it;
// the others are told as they come, and the list holds them too.
func (a *app) upload(ctx context.Context, o *office, projectID string, paths []string) ([]uploaded, error) {
	bar, finish := a.progress()
	defer finish()
	tell := progressOf(bar, len(paths), "files")
	var list []uploaded
	var refusals []error
	for i, path := range paths {
		one, err := o.uploadOne(ctx, projectID, path)
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
			if !aboutFile(err) {
				return list, err
			}
			refusals = append(refusals, err)
			if len(paths) > 1 {
				finish()
				a.complain(ctx, err)
			}
		}
		list = append(list, one)
		if tell != nil {
			tell(i + 1)
		}
	}
	return list, refused(refusals, len(paths))
}

// refused says how it went with so many files.
func refused(refusals []error, files int) error {
	switch {
	case len(refusals) == 0:
		return nil
	case files == 1:
		return refusals[0]
	case len(refusals) == files:
		return fmt.Errorf("%w, all %d were refused", errNoneTaken, files)
	}
	return fmt.Errorf("%w: %d of %d were refused", errRefused, len(refusals), files)
}

// aboutFile reports whether an error is a reason to refuse one file, and to go on
// with the next.
func aboutFile(err error) bool {
	for _, reason := range []error{
		projects.ErrUnreadable, projects.ErrTooLarge, projects.ErrFull, projects.ErrInvalid, os.ErrNotExist, os.ErrPermission, errUsage,
	} {
		if errors.Is(err, reason) {
			return true
		}
	}
	return false
}

func (o *office) uploadOne(ctx context.Context, projectID, path string) (uploaded, error) {
	one := uploaded{File: path, Warnings: []string{}}
	data, err := readUpload(path)
	if err == nil {
		var d projects.Document
		d, one.Warnings, err = o.AddDocument(ctx, o.member, projectID, projects.Upload{Name: filepath.Base(path), Data: data})
		if err == nil {
			shown := showDocument(d)
			one.Document, one.Warnings = &shown, mapped(one.Warnings, func(w string) string { return w })
			return one, nil
		}
	}
	one.Warnings, one.Error = []string{}, known(inWords(err))
	return one, err
}

// readUpload reads a file, and no more of it than a project takes.
func readUpload(path string) ([]byte, error) {
	f, err := os.Open(path)
	var whole *fs.PathError
	if errors.As(err, &whole) {
		return nil, whole.Err // the path is said already
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, usagef("it is no file")
	}
	return io.ReadAll(io.LimitReader(f, projects.MaxFile+1))
}

func writeUploaded(w io.Writer, list []uploaded) {
	var rows [][]string
	for _, one := range list {
		if one.Document != nil {
			rows = append(rows, documentRow(*one.Document))
		}
	}
	table(w, rows)
	for _, one := range list {
		for _, warning := range one.Warnings {
			fmt.Fprintf(w, "%s: %s\n", one.File, warning)
		}
	}
}

func documentRow(d projectDocument) []string {
	pages := ""
	if d.Pages > 0 {
		pages = strconv.Itoa(d.Pages)
	}
	return []string{d.ID, d.MediaType, strconv.FormatInt(d.Size, 10), pages, strconv.Itoa(d.Blocks), d.Name}
}

var documentHeading = []string{"ID", "TYPE", "BYTES", "PAGES", "PASSAGES", "NAME"}

func newDocumentsList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the documents of a project, by name",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, c *projects.Info) error {
				return printList(a, mapped(c.Documents, showDocument), "no documents", documentHeading, documentRow)
			})
		},
	}), 1)
}

// contents opens a project and runs f with what it holds.
func (a *app) contents(ctx context.Context, who *projectFlags, project string, f func(o *office, info *projects.Info) error) error {
	return a.office(ctx, who, func(o *office) error {
		info, err := o.Info(ctx, o.member, project)
		if err != nil {
			return absent(err, project)
		}
		return f(o, info)
	})
}

func newDocumentsRemove(a *app, who *projectFlags) *cobra.Command {
	return atLeast(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT DOCUMENT...",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove documents, by id or name, with all their text",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(o *office, info *projects.Info) error {
				var ids []string
				for _, word := range args[1:] {
					id, err := findDocument(info.Documents, word)
					if err != nil {
						return err
					}
					ids = append(ids, id)
				}
				for _, id := range ids {
					if err := o.DeleteDocument(cmd.Context(), info.OrganizationID, info.ID, id); err != nil {
						return err
					}
				}
				return a.removed(nil, ids...)
			})
		},
	}), 2)
}

// findDocument returns the id of the document that has it, or that name.
func findDocument(list []projects.Document, word string) (string, error) {
	for _, d := range list {
		if d.ID == word || d.Name == word {
			return d.ID, nil
		}
	}
	return "", fmt.Errorf("the project has no document %s; \"regengine projects documents list\" shows them", quote(word))
}

// atLeast takes so many arguments or more.
func atLeast(cmd *cobra.Command, n int) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usagef("usage: %s; see \"%s --help\"", cmd.UseLine(), cmd.CommandPath())
		}
		return nil
	}
	return cmd
}
