package main

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// project is what the projects commands print as JSON. Its names are those of
// the API.
type project struct {
	ID             string    `json:"project_id"`
	OrganizationID string    `json:"organization_id"`
	Name           string    `json:"name"`
	Description    string    `json:"description"`
	GeoID          string    `json:"geo_id"`
	Location       string    `json:"location"`
	Collections    int       `json:"collection_count"`
	Files          int       `json:"file_count"`
	Active         *bool     `json:"is_active"` // null where no user was named
	CreatedAt      time.Time `json:"created_at"`
}

// projectFlags say whose projects a command is about.
type projectFlags struct {
	org  string
	user string
}

// office is a Service and the member the flags name. UserID is "" where --user
// was not given.
type office struct {
	*projects.Service
	db     *sqlstore.DB
	engine *regengine.Engine
	member projects.Member
}

func newProjects(a *app) *cobra.Command {
	var who projectFlags
	cmd := group(&cobra.Command{
		Use:     "projects",
		Aliases: []string{"project"},
		Short:   "Projects: list, show, create, change, fill",
		Long: `Projects belong to an organization: name it with --org, unless there is only one.
A project has a place and the regulations selected for it; questions are asked
within them. --user names the user whose active project is meant.`,
		Example: `  regengine projects create "Casa Rubio" --place Madrid --select DB-SUA,cte-db-he
  regengine projects activate 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --user ana@example.org
  regengine projects documents add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 memoria.pdf estudio.docx
  regengine projects memory set 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 stair_width 1,10 --label "Ancho de escalera" --unit m
  regengine projects list --json`,
	},
		newProjectsList(a, &who), newProjectsShow(a, &who), newProjectsCreate(a, &who), newProjectsUpdate(a, &who),
		newProjectsDelete(a, &who), newProjectsActivate(a, &who), newProjectsSelect(a, &who), newProjectsUnselect(a, &who),
		newProjectsDocuments(a, &who), newProjectsMemory(a, &who), newProjectsCalculators(a, &who), newProjectsCalculate(a, &who),
		newProjectsCalculations(a, &who), newProjectsGenerated(a, &who),
	)
	addPluginFlags(cmd.PersistentFlags())
	cmd.PersistentFlags().StringVar(&who.org, "org", "", "organization, by id or name")
	cmd.PersistentFlags().StringVar(&who.user, "user", "", "user, by id or e-mail")
	return cmd
}

// office opens database and engine and runs f for whom the flags name.
func (a *app) office(ctx context.Context, who *projectFlags, f func(o *office) error) error {
	return a.database(ctx, func(db *sqlstore.DB) error {
		member, err := whose(ctx, db, who)
		if err != nil {
			return err
		}
		engine, err := a.engine(ctx, db)
		if err != nil {
			return err
		}
		return f(&office{a.projects(db, engine), db, engine, member})
	})
}

// whose returns the member the flags name; UserID is "" where --user was not
// given.
func whose(ctx context.Context, db *sqlstore.DB, who *projectFlags) (projects.Member, error) {
	var member projects.Member
	if who.user != "" {
		user, err := findUser(ctx, db, who.user)
		if err != nil {
			return member, err
		}
		member = projects.Member{OrganizationID: user.OrganizationID, UserID: user.ID}
	}
	if who.org == "" && who.user != "" {
		return member, nil
	}
	org, err := theOrganization(ctx, db, who.org)
	if err != nil {
		return member, err
	}
	if who.user != "" && org.ID != member.OrganizationID {
		return member, usagef("the user belongs to another organization than --org")
	}
	member.OrganizationID = org.ID
	return member, nil
}

// absent explains the error of a project that is not there.
func absent(err error, id string) error {
	return advise(err, projects.ErrNotFound, "the organization has no project %s; \"regengine projects list\" shows them", quote(id))
}

func newProjectsList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List the organization's projects, newest first",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.office(cmd.Context(), who, func(o *office) error {
				summaries, err := o.List(cmd.Context(), o.member)
				if err != nil {
					return err
				}
				var list []project
				for _, s := range summaries {
					list = append(list, o.show(s))
				}
				return printList(a, list, "no projects", projectHeading, projectRow)
			})
		},
	}), 0)
}

func (o *office) show(s projects.Summary) project {
	p := project{
		ID: s.ID, OrganizationID: s.OrganizationID, Name: s.Name, Description: s.Description, GeoID: string(s.GeoID),
		Location: s.Location, Collections: s.Collections, Files: s.Documents, CreatedAt: s.CreatedAt.UTC(),
	}
	if o.member.UserID != "" {
		p.Active = &s.Active
	}
	return p
}

var projectHeading = []string{"ID", "NAME", "PLACE", "COLLECTIONS", "FILES", "ACTIVE"}

func projectRow(p project) []string {
	active := ""
	if p.Active != nil && *p.Active {
		active = "yes"
	}
	return []string{p.ID, p.Name, p.Location + " (" + p.GeoID + ")", strconv.Itoa(p.Collections), strconv.Itoa(p.Files), active}
}

// print prints one project as it is stored now.
func (o *office) print(ctx context.Context, a *app, id string) error {
	list, err := o.List(ctx, o.member)
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.ID == id {
			p := o.show(s)
			return a.print(p, func(w io.Writer) { table(w, [][]string{projectHeading, projectRow(p)}) })
		}
	}
	return absent(projects.ErrNotFound, id)
}
