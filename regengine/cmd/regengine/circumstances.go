package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

func newCircumstances(a *app) *cobra.Command {
	var o snapshotOptions
	var country string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "circumstances [WORD]",
		Short: "List the circumstances that rules ask about",
		Long: `List the circumstances that the rules of a country ask about: what --with and the column
circumstances of "regengine verify" take, and circumstances of POST /api/v1/verify. WORD
keeps those whose id or name holds it.`,
		Example: `  regengine circumstances --data-dir ./data
  regengine circumstances altura --country ES
  regengine circumstances --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			word := strings.Join(args, "")
			c, err := a.serverFor(cmd.Context(), o, projectOption{})
			if err != nil {
				return err
			}
			if c != nil {
				var known httpapi.CircumstanceListResponse
				if err := c.get(cmd.Context(), "/api/v1/circumstances", nil, &known); err != nil {
					return err
				}
				return a.circumstances(known.Circumstances, word)
			}
			return a.snapshot(cmd.Context(), o, func(s *regengine.Snapshot) error {
				return a.circumstances(httpapi.CircumstanceDetails(s.Verifier.Circumstances(geo.ID(strings.ToUpper(country)))), word)
			})
		},
	}), 0)
	cmd.Args = cobra.MaximumNArgs(1)
	o.addFlags(cmd.Flags())
	addServerFlag(cmd.Flags())
	cmd.Flags().StringVar(&country, "country", "ES", "the country, as ES")
	return cmd
}

func (a *app) circumstances(known []httpapi.CircumstanceDetail, word string) error {
	found := []httpapi.CircumstanceDetail{}
	for _, c := range known {
		if text := c.ID + " " + labelIn(c.Label); strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			found = append(found, c)
		}
	}
	return a.print(httpapi.CircumstanceListResponse{Circumstances: found}, func(w io.Writer) {
		rows := make([][]string, 0, 1+len(found))
		rows = append(rows, []string{"id", "kind", "values", "default", "name"})
		for _, c := range found {
			rows = append(rows, []string{c.ID, c.Kind, valuesOf(c), defaultOf(c), labelIn(c.Label)})
		}
		table(w, rows)
		fmt.Fprintf(w, "%d circumstances\n", len(found))
	})
}

// labelIn joins what a circumstance is called in each language.
func labelIn(label map[string]string) string {
	names := make([]string, 0, len(label))
	for _, lang := range sortedKeys(label) {
		names = append(names, label[lang])
	}
	return strings.Join(names, " / ")
}

// valuesOf is the unit of a quantity, and the values of a category.
func valuesOf(c httpapi.CircumstanceDetail) string {
	if c.Unit != nil {
		return *c.Unit
	}
	var values []string
	for _, o := range c.Options {
		values = append(values, valueText(o.Value))
	}
	return strings.Join(values, " ")
}

func defaultOf(c httpapi.CircumstanceDetail) string {
	if c.Default == nil {
		return ""
	}
	return valueText(*c.Default)
}

func valueText(v httpapi.CircumstanceValue) string { return verify.Value(v).String() }
