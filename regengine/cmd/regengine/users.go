package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// user is what the users commands print as JSON.
type user struct {
	ID              string    `json:"user_id"`
	Email           string    `json:"email"`
	OrganizationID  string    `json:"organization_id"`
	ActiveProjectID *string   `json:"active_project_id"`
	CreatedAt       time.Time `json:"created_at"`
}

func showUser(u access.User) user {
	return user{u.ID, u.Email, u.OrganizationID, known(u.ActiveProjectID), u.CreatedAt.UTC()}
}

func newUsers(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "users",
		Aliases: []string{"user"},
		Short:   "Users: list, create",
		Long: `Users belong to one organization and hold API keys. Where a command takes a USER,
give the id or the e-mail.`,
		Example: `  regengine users create ana@example.org --org "Estudio Norte"
  regengine users list --json`,
	}, newUsersList(a), newUsersCreate(a))
}

func newUsersList(a *app) *cobra.Command {
	var org string
	cmd := args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List users, oldest first",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				if org != "" {
					o, err := findOrganization(cmd.Context(), db, org)
					if err != nil {
						return err
					}
					org = o.ID
				}
				users, err := db.ListUsers(cmd.Context(), org)
				if err != nil {
					return err
				}
				var list []user
				for _, u := range users {
					list = append(list, showUser(u))
				}
				return printList(a, list, "no users", []string{"ID", "E-MAIL", "ORGANIZATION"},
					func(u user) []string { return []string{u.ID, u.Email, u.OrganizationID} })
			})
		},
	}), 0)
	cmd.Flags().StringVar(&org, "org", "", "only this organization's")
	return cmd
}

func newUsersCreate(a *app) *cobra.Command {
	var org string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "create E-MAIL",
		Short: "Create a user",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				o, err := theOrganization(cmd.Context(), db, org)
				if err != nil {
					return err
				}
				u, err := a.admin(db).CreateUser(cmd.Context(), o.ID, args[0])
				if err != nil {
					return advise(err, access.ErrConflict, "there is a user with this e-mail already; \"regengine users list\" shows them")
				}
				return a.print(showUser(u), func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", u.ID, u.Email) })
			})
		},
	}), 1)
	cmd.Flags().StringVar(&org, "org", "", "the organization it belongs to; may be left out while there is only one")
	return cmd
}
