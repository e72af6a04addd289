package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// content are the flags that say what a project is.
type content struct {
	name, description, place string
	selected                 []string
}

func (c *content) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.description, "description", "", "what is built")
	placeFlag(flags, &c.place, "where it is built")
	flags.StringSliceVar(&c.selected, "select", nil, "the regulations selected, by name, separated by commas: cte-db-sua,DB-HE")
}

// resolve makes of the names given what they stand for.
func (c *content) resolve(ctx context.Context, a *app, o *office) (err error) {
	s := o.engine.Snapshot()
	if c.place != "" {
		if c.place, err = a.placeIn(ctx, s, c.place); err != nil {
			return err
		}
	}
	c.selected, err = slugsOf(namesOf(s.Codes), c.selected)
	return err
}

func newProjectsCreate(a *app, who *projectFlags) *cobra.Command {
	var c content
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "create NAME --place PLACE",
		Short: "Create a project",
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.place == "" {
				return usagef("--place is missing; \"regengine places search\" finds places by name")
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				if err := c.resolve(cmd.Context(), a, o); err != nil {
					return err
				}
				p, err := o.Put(cmd.Context(), projects.Project{
					OrganizationID: o.member.OrganizationID, Name: args[0], Description: c.description,
					GeoID: geo.ID(c.place), Selected: c.selected,
				})
				if err != nil {
					return err
				}
				return o.print(cmd.Context(), a, p.ID)
			})
		},
	}), 1)
	c.flags(cmd)
	return cmd
}

func newProjectsUpdate(a *app, who *projectFlags) *cobra.Command {
	var c content
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "update PROJECT",
		Short: "Change what is given of a project",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				if err := c.resolve(cmd.Context(), a, o); err != nil {
					return err
				}
				set := cmd.Flags().Changed
				p, err := o.Update(cmd.Context(), o.member.OrganizationID, args[0], func(p *projects.Project) error {
					if set("name") {
						p.Name = c.name
					}
					if set("description") {
						p.Description = c.description
					}
					if set("place") {
						p.GeoID = geo.ID(c.place)
					}
					if set("select") {
						p.Selected = c.selected
					}
					return nil
				})
				if err != nil {
					return absent(err, args[0])
				}
				return o.print(cmd.Context(), a, p.ID)
			})
		},
	}), 1)
	cmd.Flags().StringVar(&c.name, "name", "", "another name")
	c.flags(cmd)
	return cmd
}

func newProjectsDelete(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "delete PROJECT",
		Short: "Delete a project with all it holds",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				return a.removed(absent(o.Delete(cmd.Context(), o.member.OrganizationID, args[0]), args[0]), args[0])
			})
		},
	}), 1)
}

func newProjectsActivate(a *app, who *projectFlags) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "activate PROJECT --user USER",
		Short: "Make a project the user's active one",
		RunE: func(cmd *cobra.Command, args []string) error {
			if who.user == "" {
				return usagef("--user is missing: the active project is a user's")
			}
			return a.office(cmd.Context(), who, func(o *office) error {
				p, err := o.Resolve(cmd.Context(), o.member, args[0])
				if err != nil {
					return absent(err, args[0])
				}
				if err := o.Activate(cmd.Context(), o.member, p.ID); err != nil {
					return err
				}
				return o.print(cmd.Context(), a, p.ID)
			})
		},
	}), 1)
}

func newProjectsSelect(a *app, who *projectFlags) *cobra.Command {
	return newReselect(a, who, "select", "Add regulations to a project", false, (*projects.Service).Select)
}

func newProjectsUnselect(a *app, who *projectFlags) *cobra.Command {
	return newReselect(a, who, "unselect", "Take regulations out of a project", true, (*projects.Service).Unselect)
}

func newReselect(a *app, who *projectFlags, name, short string, gone bool,
	change func(s *projects.Service, ctx context.Context, organizationID, projectID string, slugs ...string) (projects.Project, error),
) *cobra.Command {
	cmd := a.jsonFlag(&cobra.Command{
		Use:   name + " PROJECT CODE...",
		Short: short,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				slugs, err := slugsOf(namesOf(o.engine.Snapshot().Codes), args[1:])
				if err != nil && !gone {
					return err
				}
				if err != nil { // a code that is no longer served can be taken out by its slug
					slugs = args[1:]
				}
				p, err := change(o.Service, cmd.Context(), o.member.OrganizationID, args[0], slugs...)
				if err != nil {
					return absent(err, args[0])
				}
				return o.print(cmd.Context(), a, p.ID)
			})
		},
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) < 2 {
			return usagef("usage: %s", cmd.UseLine())
		}
		return nil
	}
	return cmd
}
