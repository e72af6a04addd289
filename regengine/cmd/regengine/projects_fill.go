package main

import (
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
)

func newProjectsMemory(a *app, who *projectFlags) *cobra.Command {
	var m projects.MemoryItem
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:     "memory PROJECT KEY VALUE",
		Short:   "Put a datum of the site under a key",
		Example: `  regengine projects memory 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 altitude 650 --label Altitud --unit m`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m.Key, m.Value = args[1], args[2]
			if m.Label == "" {
				m.Label = m.Key
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				if err := o.SetMemory(cmd.Context(), o.member.OrganizationID, args[0], m); err != nil {
					return absent(err, args[0])
				}
				return a.print(showMemory(m), func(w io.Writer) { fmt.Fprintf(w, "%s = %s %s\n", m.Key, m.Value, m.Unit) })
			})
		},
	}), 3)
	flags := cmd.Flags()
	flags.StringVar(&m.Label, "label", "", "readable name (default: the key)")
	flags.StringVar(&m.Unit, "unit", "", "unit of the value")
	flags.StringVar(&m.Source, "source", projects.SourceUser, "where it comes from: user, document or calculation")
	return cmd
}

func newProjectsDocument(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "document PROJECT FILE",
		Short: "Note a file as a document of the project",
		Long: `Note name, type and size of a file as a document of the project. Its text is not
read: questions do not search it.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := describeFile(args[1])
			if err != nil {
				return err
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				if d, err = o.AddDocument(cmd.Context(), o.member.OrganizationID, args[0], d); err != nil {
					return absent(err, args[0])
				}
				return a.print(showDocument(d), func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", d.ID, d.Name) })
			})
		},
	}), 2)
}

func describeFile(path string) (projects.Document, error) {
	info, err := os.Stat(path)
	if err != nil {
		return projects.Document{}, err
	}
	if !info.Mode().IsRegular() {
		return projects.Document{}, usagef("%s is no file", quote(path))
	}
	mediaType := mime.TypeByExtension(filepath.Ext(path))
	if mediaType == "" {
		mediaType = "application/octet-stream"
	}
	return projects.Document{Name: filepath.Base(path), MediaType: mediaType, Size: info.Size()}, nil
}

func newProjectsGenerated(a *app, who *projectFlags) *cobra.Command {
	var d projects.GeneratedDocument
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "generated PROJECT TITLE --type TYPE",
		Short: "Note a document the assistant wrote, or its next version",
		RunE: func(cmd *cobra.Command, args []string) error {
			d.Title = args[1]
			return a.office(cmd.Context(), who, func(o *office) (err error) {
				if d, err = o.AddGenerated(cmd.Context(), o.member.OrganizationID, args[0], d); err != nil {
					return absent(err, args[0])
				}
				return a.print(showGenerated(d), func(w io.Writer) { fmt.Fprintf(w, "%s %s, version %d\n", d.ID, d.Title, d.Version) })
			})
		},
	}), 2)
	flags := cmd.Flags()
	flags.StringVar(&d.Type, "type", "", "kind of document, such as informe")
	flags.StringVar(&d.ID, "id", "", "the document this is a new version of")
	flags.IntVar(&d.Version, "version", 1, "number of the version")
	return cmd
}

func newProjectsCalculation(a *app, who *projectFlags) *cobra.Command {
	var c projects.Calculation
	var input, result string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "calculation PROJECT NAME --calculator ID",
		Short: "Save the run of a calculator",
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Name, c.Input, c.Result = args[1], []byte(input), []byte(result)
			return a.office(cmd.Context(), who, func(o *office) (err error) {
				if c, err = o.AddCalculation(cmd.Context(), o.member.OrganizationID, args[0], c); err != nil {
					return absent(err, args[0])
				}
				return a.print(showCalculation(c), func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", c.ID, c.Name) })
			})
		},
	}), 2)
	flags := cmd.Flags()
	flags.StringVar(&c.CalculatorID, "calculator", "", "id of the calculator")
	flags.StringVar(&c.Summary, "summary", "", "the result in words")
	flags.BoolVar(&c.Compliant, "compliant", false, "the result meets the regulation")
	flags.StringVar(&input, "input", "", "what it was given, as JSON")
	flags.StringVar(&result, "result", "", "what came out, as JSON")
	return cmd
}
