package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// organization is what the orgs commands print as JSON.
type organization struct {
	ID              string    `json:"organization_id"`
	Name            string    `json:"name"`
	Plan            string    `json:"plan"`
	CreditsLeft     int64     `json:"credits_left"`
	CreditsReserved int64     `json:"credits_reserved"`
	CreditsSpent    int64     `json:"credits_spent"`
	CreatedAt       time.Time `json:"created_at"`
}

func newOrgs(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "orgs",
		Aliases: []string{"org"},
		Short:   "Organizations: list, create, move to a plan, grant credits",
		Long: `Organizations own users, projects and credits. Where a command takes an ORG, give
its id, or its name if no other organization has the same.`,
		Example: `  regengine orgs create "Estudio Norte" --plan studio
  regengine orgs list --json
  regengine orgs grant "Estudio Norte" 500`,
	}, newOrgsList(a), newOrgsCreate(a), newOrgsPlan(a), newOrgsGrant(a))
}

func newOrgsList(a *app) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List organizations with their credits, oldest first",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				orgs, err := db.ListOrganizations(cmd.Context())
				if err != nil {
					return err
				}
				var list []organization
				for _, o := range orgs {
					shown, err := showOrganization(cmd.Context(), db, o)
					if err != nil {
						return err
					}
					list = append(list, shown)
				}
				return printList(a, list, "no organizations", []string{"ID", "NAME", "PLAN", "LEFT", "RESERVED", "SPENT"}, organizationRow)
			})
		},
	}), 0)
}

func organizationRow(o organization) []string {
	return []string{
		o.ID, o.Name, o.Plan,
		strconv.FormatInt(o.CreditsLeft, 10), strconv.FormatInt(o.CreditsReserved, 10), strconv.FormatInt(o.CreditsSpent, 10),
	}
}

func showOrganization(ctx context.Context, db *sqlstore.DB, o access.Organization) (organization, error) {
	b, err := db.GetBalance(ctx, o.ID)
	return organization{
		ID: o.ID, Name: o.Name, Plan: o.PlanID, CreatedAt: o.CreatedAt.UTC(),
		CreditsLeft: b.Left, CreditsReserved: b.Reserved, CreditsSpent: b.Spent,
	}, err
}

func newOrgsCreate(a *app) *cobra.Command {
	var plan string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:     "create NAME --plan PLAN",
		Short:   "Create an organization with a plan's credits",
		Example: `  regengine orgs create "Estudio Norte" --plan studio`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if plan == "" {
				return usagef("--plan is missing; \"regengine plans list\" shows the plans")
			}
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				o, err := a.admin(db).CreateOrganization(cmd.Context(), args[0], plan)
				if err != nil {
					return advise(err, access.ErrNotFound, "there is no plan %s; \"regengine plans list\" shows the plans", quote(plan))
				}
				return a.printOrganization(cmd.Context(), db, o.ID)
			})
		},
	}), 1)
	cmd.Flags().StringVar(&plan, "plan", "", "the plan it takes")
	return cmd
}

func newOrgsPlan(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "plan ORG PLAN",
		Short: "Move an organization to a plan; its credits become the plan's",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				o, err := findOrganization(cmd.Context(), db, args[0])
				if err != nil {
					return err
				}
				if err := db.SetPlan(cmd.Context(), o.ID, args[1]); err != nil {
					return advise(err, access.ErrNotFound, "there is no plan %s; \"regengine plans list\" shows the plans", quote(args[1]))
				}
				return a.printOrganization(cmd.Context(), db, o.ID)
			})
		},
	}), 2)
}

func newOrgsGrant(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{
		Use:   "grant ORG CREDITS",
		Short: "Add credits; a negative number takes them away",
		Example: `  regengine orgs grant "Estudio Norte" 500
  regengine orgs grant "Estudio Norte" -- -500`,
		RunE: func(cmd *cobra.Command, args []string) error {
			credits, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil {
				return usagef("CREDITS is a whole number, not %s", quote(args[1]))
			}
			if err := access.ValidCredits(credits); err != nil {
				return err
			}
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				o, err := findOrganization(cmd.Context(), db, args[0])
				if err != nil {
					return err
				}
				if err := db.Grant(cmd.Context(), o.ID, credits); err != nil {
					return advise(err, access.ErrQuotaExceeded, "it has fewer than %d credits to take away", -credits)
				}
				return a.printOrganization(cmd.Context(), db, o.ID)
			})
		},
	}), 2)
}

func (a *app) printOrganization(ctx context.Context, db *sqlstore.DB, id string) error {
	o, err := db.GetOrganization(ctx, id)
	if err != nil {
		return err
	}
	shown, err := showOrganization(ctx, db, o)
	if err != nil {
		return err
	}
	return a.print(shown, func(w io.Writer) {
		fmt.Fprintf(w, "%s %s: plan %s, %d credits left\n", shown.ID, shown.Name, shown.Plan, shown.CreditsLeft)
	})
}
