package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

func newProjectsMemory(a *app, who *projectFlags) *cobra.Command {
	return group(&cobra.Command{
		Use:   "memory",
		Short: "Data of the site: set, list, remove",
		Long: `Memory holds what is known of the site and the design, a datum under each key. Every
question of the project is answered with it. A key that "regengine circumstances" lists
takes a value of that circumstance, and checks of the project count with it as certain;
building_use takes free text as well. Every other datum counts in checks where each word
of "label: value unit" is understood.`,
		Example: `  regengine projects memory set 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 site_altitude 650 --label Altitud --unit m
  regengine projects memory set 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 use "vivienda unifamiliar" --label Uso
  regengine projects memory remove 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 use`,
	}, newMemorySet(a, who), newMemoryList(a, who), newMemoryRemove(a, who))
}

func newMemorySet(a *app, who *projectFlags) *cobra.Command {
	var m projects.MemoryItem
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "set PROJECT KEY VALUE",
		Short: "Put a datum under a key, in the place of an earlier one",
		RunE: func(cmd *cobra.Command, args []string) error {
			m.Key, m.Value = args[1], args[2]
			if m.Label == "" {
				m.Label = m.Key
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				p, err := o.Resolve(cmd.Context(), o.member, args[0])
				if err != nil {
					return absent(err, args[0])
				}
				var wrong *verify.CircumstanceError
				if errors.As(regengine.CheckMemory(o.engine.Snapshot().Verifier, p.GeoID.Country(), m), &wrong) {
					return usagef("%s %s", m.Key, wrong.Message)
				}
				if err := o.SetMemory(cmd.Context(), o.member.OrganizationID, p.ID, m); err != nil {
					return absent(err, args[0])
				}
				return a.print(showMemory(m), func(w io.Writer) { fmt.Fprintln(w, m.Key+" = "+measured(m)) })
			})
		},
	}), 3)
	flags := cmd.Flags()
	flags.StringVar(&m.Label, "label", "", "readable name (default: the key)")
	flags.StringVar(&m.Unit, "unit", "", "unit of the value")
	flags.StringVar(&m.Source, "source", projects.SourceUser, "where it comes from: user, document or calculation")
	return cmd
}

// measured is a datum's value with its unit.
func measured(m projects.MemoryItem) string { return strings.TrimSpace(m.Value + " " + m.Unit) }

func newMemoryList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the data of a project, by key",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(_ *office, info *projects.Info) error {
				return printList(a, mapped(info.Memory, showMemory), "no data", []string{"KEY", "VALUE", "LABEL", "SOURCE"},
					func(m projectMemory) []string {
						value := m.Value
						if m.Unit != nil {
							value += " " + *m.Unit
						}
						return []string{m.Key, value, m.Label, m.Source}
					})
			})
		},
	}), 1)
}

func newMemoryRemove(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT KEY",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove the datum under a key",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.contents(cmd.Context(), who, args[0], func(o *office, info *projects.Info) error {
				err := o.DeleteMemory(cmd.Context(), info.OrganizationID, info.ID, args[1])
				if errors.Is(err, projects.ErrNotFound) {
					return fmt.Errorf("the project has no datum %s; \"regengine projects memory list\" shows them", quote(args[1]))
				}
				return a.removed(err, args[1])
			})
		},
	}), 2)
}
