package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
)

// generatedContent is what "generated show --json" prints.
type generatedContent struct {
	projectGenerated
	Content   string    `json:"content"`
	CreatedAt time.Time `json:"created_at"`
}

func newProjectsGenerated(a *app, who *projectFlags) *cobra.Command {
	return group(&cobra.Command{
		Use:   "generated",
		Short: "Documents written for a project, with their versions: add, list, show, remove",
		Long: `Generated documents are Markdown texts written for the project, such as a memoria.
Each keeps all its versions; what is written anew is the next one.`,
		Example: `  regengine projects generated add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 "Memoria DB-SUA" --type memoria --file memoria.md
  regengine projects generated add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 "Memoria DB-SUA" --type memoria --id 7d1cb4a0-5d1f-4c0e-9a57-3f6de8b1c2e2 --file memoria.md
  regengine projects generated show 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 7d1cb4a0-5d1f-4c0e-9a57-3f6de8b1c2e2 --version 1`,
	}, newGeneratedAdd(a, who), newGeneratedList(a, who), newGeneratedShow(a, who), newGeneratedVersions(a, who), newGeneratedRemove(a, who))
}

func newGeneratedAdd(a *app, who *projectFlags) *cobra.Command {
	var d projects.GeneratedDocument
	var file string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "add PROJECT TITLE --type TYPE --file FILE",
		Short: "Add a document, or with --id its next version",
		RunE: func(cmd *cobra.Command, args []string) error {
			content, err := readContent(cmd.InOrStdin(), file)
			if err != nil {
				return err
			}
			d.Title, d.Content = args[1], content
			return a.office(cmd.Context(), who, func(o *office) error {
				saved, err := o.SaveGenerated(cmd.Context(), o.member.OrganizationID, args[0], d)
				switch {
				case err != nil && d.ID == "":
					return absent(err, args[0])
				case err != nil:
					return noGenerated(err, d.ID)
				}
				return a.print(showGenerated(saved), func(w io.Writer) { fmt.Fprintf(w, "%s %s, version %d\n", saved.ID, saved.Title, saved.Version) })
			})
		},
	}), 2)
	flags := cmd.Flags()
	flags.StringVar(&d.Type, "type", "", "kind of document, such as informe")
	flags.StringVar(&d.ID, "id", "", "the document this is the next version of")
	flags.StringVar(&file, "file", "", "Markdown file with the content; - for standard input")
	return cmd
}

// noGenerated explains that the project or the document is not there.
func noGenerated(err error, id string) error {
	return advise(err, projects.ErrNotFound,
		"there is no such project, or it has no generated document %s; \"regengine projects generated list\" shows them", quote(id))
}

// readContent reads a file, or standard input for "-", up to what a project takes.
func readContent(stdin io.Reader, path string) (string, error) {
	from := stdin
	switch path {
	case "":
		return "", usagef("--file is missing")
	case "-":
	default:
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, projects.MaxFile))
	return string(text), err
}

func newGeneratedList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the latest version of each document, by title",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, info *projects.Info) error {
				return a.printGenerated(info.Generated)
			})
		},
	}), 1)
}

func (a *app) printGenerated(list []projects.GeneratedDocument) error {
	return printList(a, mapped(list, showGenerated), "no generated documents", []string{"ID", "VERSION", "TYPE", "TITLE"},
		func(d projectGenerated) []string { return []string{d.ID, strconv.Itoa(d.Version), d.Type, d.Title} })
}

func newGeneratedVersions(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "versions PROJECT DOCUMENT",
		Short: "List the versions of a document, newest first",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				list, err := o.ListVersions(cmd.Context(), o.member.OrganizationID, args[0], args[1])
				if err != nil {
					return noGenerated(err, args[1])
				}
				return a.printGenerated(list)
			})
		},
	}), 2)
}

func newGeneratedShow(a *app, who *projectFlags) *cobra.Command {
	var version int
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "show PROJECT DOCUMENT",
		Short: "Print the content of a document",
		RunE: func(cmd *cobra.Command, args []string) error {
			if version < 0 {
				return usagef("--version counts from 1")
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				return o.showGenerated(cmd.Context(), a, args[0], args[1], version)
			})
		},
	}), 2)
	cmd.Flags().IntVar(&version, "version", 0, "number of the version (default: the latest)")
	return cmd
}

func (o *office) showGenerated(ctx context.Context, a *app, project, id string, version int) error {
	d, err := o.GetGenerated(ctx, o.member.OrganizationID, project, id, version)
	if err != nil && version > 0 {
		return advise(err, projects.ErrNotFound,
			"there is no version %d of a generated document %s; \"regengine projects generated versions\" shows them", version, quote(id))
	}
	if err != nil {
		return noGenerated(err, id)
	}
	shown := generatedContent{showGenerated(d), d.Content, d.CreatedAt.UTC()}
	return a.print(shown, func(w io.Writer) { fmt.Fprintln(w, strings.TrimSuffix(d.Content, "\n")) })
}

func newGeneratedRemove(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT DOCUMENT",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove a document with all its versions",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				return a.removed(noGenerated(o.DeleteGenerated(cmd.Context(), o.member.OrganizationID, args[0], args[1]), args[1]), args[1])
			})
		},
	}), 2)
}
