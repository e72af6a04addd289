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
	flags.StringVar(&c.place, "place", "", "geo_id of the place, such as ES-28079")
	flags.StringSliceVar(&c.selected, "select", nil, "slugs of the regulations selected, separated by commas")
}

func newProjectsCreate(a *app, who *projectFlags) *cobra.Command {
	var c content
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "create NAME --place GEO-ID",
		Short: "Create a project",
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.place == "" {
				return usagef("--place is missing; \"/api/v1/location/search\" finds the geo_id of a place by name")
			}
			return a.office(cmd.Context(), who, func(o *office) error {
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
	return newReselect(a, who, "select", "Add regulations to a project", (*projects.Service).Select)
}

func newProjectsUnselect(a *app, who *projectFlags) *cobra.Command {
	return newReselect(a, who, "unselect", "Take regulations out of a project", (*projects.Service).Unselect)
}

func newReselect(a *app, who *projectFlags, name, short string,
	change func(s *projects.Service, ctx context.Context, organizationID, projectID string, slugs ...string) (projects.Project, error),
) *cobra.Command {
	cmd := a.jsonFlag(&cobra.Command{
		Use:   name + " PROJECT SLUG...",
		Short: short,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				p, err := change(o.Service, cmd.Context(), o.member.OrganizationID, args[0], args[1:]...)
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
