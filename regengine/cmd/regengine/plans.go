package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// plan is what the plans commands print as JSON. Limits are in effect, requests
// a minute and user.
type plan struct {
	ID        string         `json:"plan_id"`
	Name      string         `json:"name"`
	APIAccess bool           `json:"api_access"`
	Credits   int64          `json:"credits"`
	Limits    map[string]int `json:"limits"`
	Turns     int            `json:"parallel_turns"`
}

func showPlan(p access.Plan) plan {
	limits := make(map[string]int)
	for _, group := range access.Groups() {
		limits[string(group)] = p.Limit(group)
	}
	return plan{p.ID, p.Name, p.APIAccess, p.Credits, limits, p.Turns()}
}

func newPlans(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "plans",
		Aliases: []string{"plan"},
		Short:   "Plans: list, create or change",
		Long: `A plan says whether verify may be called (API access), how many credits an
organization gets when it takes the plan, how many requests a minute each
user has in the groups data, intelligence and catalogue, and how many questions
each may have running at once.`,
		Example: `  regengine plans put studio --name Studio --credits 5000
  regengine plans put studio --limit intelligence=60 --limit data=120
  regengine plans put studio --parallel-turns 12
  regengine plans list --json`,
	}, newPlansList(a), newPlansPut(a))
}

func newPlansList(a *app) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list",
		Short: "List plans",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				plans, err := db.ListPlans(cmd.Context())
				if err != nil {
					return err
				}
				var list []plan
				for _, p := range plans {
					list = append(list, showPlan(p))
				}
				return printList(a, list, "no plans", planHeading, planRow)
			})
		},
	}), 0)
}

var planHeading = []string{"ID", "NAME", "API ACCESS", "CREDITS", "LIMITS", "TURNS"}

func planRow(p plan) []string {
	limits := mapped(slices.Sorted(maps.Keys(p.Limits)), func(group string) string {
		return fmt.Sprintf("%s=%d", group, p.Limits[group])
	})
	return []string{p.ID, p.Name, strconv.FormatBool(p.APIAccess), strconv.FormatInt(p.Credits, 10), strings.Join(limits, " "), strconv.Itoa(p.Turns)}
}

func newPlansPut(a *app) *cobra.Command {
	var name string
	var credits int64
	var apiAccess bool
	var turns int
	var limits []string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "put PLAN",
		Short: "Create a plan, or change what is given of one",
		Long: `Create a plan, or change what is given of one. A new plan has API access and the
default limits unless told otherwise. Organizations that have the plan keep the
credits they have; limits and access change for them within seconds.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				p, err := db.GetPlan(cmd.Context(), args[0])
				if errors.Is(err, access.ErrNotFound) {
					p, err = access.Plan{ID: args[0], Name: args[0], APIAccess: true}, nil
				}
				if err != nil {
					return err
				}
				set := cmd.Flags().Changed
				if set("name") {
					p.Name = name
				}
				if set("credits") {
					p.Credits = credits
				}
				if set("api-access") {
					p.APIAccess = apiAccess
				}
				if set("parallel-turns") {
					p.ParallelTurns = turns
				}
				if p.Limits, err = withLimits(p.Limits, limits); err != nil {
					return err
				}
				if err := a.admin(db).PutPlan(cmd.Context(), p); err != nil {
					return err
				}
				return a.print(showPlan(p), func(w io.Writer) { table(w, [][]string{planHeading, planRow(showPlan(p))}) })
			})
		},
	}), 1)
	flags := cmd.Flags()
	flags.StringVar(&name, "name", "", "name people read")
	flags.Int64Var(&credits, "credits", 0, "credits an organization gets with the plan")
	flags.BoolVar(&apiAccess, "api-access", true, "whether verify may be called")
	flags.IntVar(&turns, "parallel-turns", access.DefaultParallelTurns, "questions a user may have running at once")
	flags.StringArrayVar(&limits, "limit", nil, "requests a minute in a group, as data=60; may be repeated")
	return cmd
}

// withLimits returns limits with the group=number texts put in.
func withLimits(limits map[access.Group]int, texts []string) (map[access.Group]int, error) {
	limits = maps.Clone(limits)
	for _, text := range texts {
		group, number, _ := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, usagef("--limit takes a group and a number, as data=60, not %s", quote(text))
		}
		if limits == nil {
			limits = make(map[access.Group]int)
		}
		limits[access.Group(group)] = n
	}
	return limits, nil
}
