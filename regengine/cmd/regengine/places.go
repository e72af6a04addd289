package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/reglookup/regengine/transport/httpapi"
)

func newPlaces(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:     "places",
		Aliases: []string{"place"},
		Short:   "Places: search by name, show what applies",
		Long: `Places are countries, regions, provinces and municipalities. Wherever a command wants a
place it takes the name as well as the identifier: "Peguerinos", "Moya, Cuenca",
"provincia de Toledo", ES-05184.`,
		Example: `  regengine places search moya
  regengine places show "Moya, Cuenca"
  regengine places show Peguerinos --on 2010-06-01 --json`,
	}, newPlacesSearch(a), newPlacesShow(a))
}

// foundPlace is what "places search --json" lists.
type foundPlace struct {
	httpapi.LocationItem
	Ancestors []httpapi.LocationItem `json:"ancestors"` // nearest first
}

func newPlacesSearch(a *app) *cobra.Command {
	var o readingOptions
	var level, within string
	top := 20
	cmd := atLeast(a.listing(&cobra.Command{
		Use:   "search NAME...",
		Short: "Search places by name or identifier, best first",
		Long: `Search places by name or identifier, best first. A part of the name does, and so does a
name with a typing error; case and accents do not matter.`,
		Example: `  regengine places search san sebastian
  regengine places search moya --within Cuenca
  regengine places search toledo --level province -q`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if top < 1 || top > 50 {
				return usagef("--top %d must be 1 to 50", top)
			}
			return a.reading(cmd.Context(), o, func(c *client) error {
				list, err := a.searchPlaces(cmd.Context(), c, strings.Join(args, " "), level, within, top)
				if err != nil {
					return err
				}
				return printList(a, list, "no place is called so; try the first letters of its name", []string{"ID", "NAME", "LEVEL", "IN"}, func(p foundPlace) []string {
					return []string{p.GeoID, p.Name, p.Level, strings.Join(namesOfPlaces(p.Ancestors), ", ")}
				})
			})
		},
	}), 1)
	f := cmd.Flags()
	o.addFlags(f)
	f.StringVar(&level, "level", "", "only this rank: country, region, province or municipality")
	f.StringVar(&within, "within", "", "only places inside this one")
	f.IntVar(&top, "top", top, "how many places")
	return cmd
}

func (a *app) searchPlaces(ctx context.Context, c *client, text, level, within string, top int) ([]foundPlace, error) {
	query := url.Values{"q": {text}, "level": {level}}
	if within != "" {
		id, err := a.placeID(ctx, c, within)
		if err != nil {
			return nil, err
		}
		query.Set("ancestor_id", id)
	}
	var found httpapi.LocationSearchResponse
	if err := c.get(ctx, "/api/v1/location/search", query, &found); err != nil {
		return nil, err
	}
	list := make([]foundPlace, min(top, len(found.Results)))
	var asked errgroup.Group
	asked.SetLimit(8) // a server is asked for each
	for i := range list {
		list[i].LocationItem = found.Results[i]
		asked.Go(func() (err error) {
			list[i].Ancestors, err = c.ancestors(ctx, list[i].GeoID)
			return err
		})
	}
	return list, asked.Wait()
}

func newPlacesShow(a *app) *cobra.Command {
	var o readingOptions
	var on string
	cmd := atLeast(a.openFlag(a.jsonFlag(&cobra.Command{
		Use:   "show PLACE...",
		Short: "Show a place: where it lies, its climate and other data, what applies there and why",
		Example: `  regengine places show peguerinos
  regengine places show ES-28079 --on 2010-06-01`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), o, func(c *client) error {
				detail, err := a.placeNamed(cmd.Context(), c, strings.Join(args, " "), on)
				if err != nil {
					return err
				}
				return a.printPaged(detail, func(w io.Writer) { writePlace(w, detail) }, c.page("places", detail.GeoID))
			})
		},
	}), "its page"), 1)
	o.addFlags(cmd.Flags())
	cmd.Flags().StringVar(&on, "on", "", "what was in force on that day, YYYY-MM-DD")
	return cmd
}

// placeNamed returns the place a person names.
func (a *app) placeNamed(ctx context.Context, c *client, text, day string) (detail httpapi.LocationDetailResponse, err error) {
	id, err := a.placeID(ctx, c, text)
	if err != nil {
		return detail, err
	}
	return c.place(ctx, id, day)
}

func writePlace(w io.Writer, p httpapi.LocationDetailResponse) {
	rows := [][]string{{"place", p.Name + " (" + p.GeoID + ")"}, {"level", p.Level}}
	if len(p.Ancestors) > 0 {
		rows = append(rows, []string{"in", strings.Join(mapped(p.Ancestors, func(a httpapi.LocationItem) string { return a.Name + " (" + a.GeoID + ")" }), ", ")})
	}
	table(w, append(rows, techRows(p.TechData)...))
	fmt.Fprintln(w)
	if len(p.ApplicableCodes) == 0 {
		fmt.Fprintln(w, "no code applies here")
		return
	}
	table(w, append([][]string{applicableHeading}, mapped(p.ApplicableCodes, applicableRow)...))
}

// techRows are the data of a place that are known.
func techRows(t *httpapi.TechData) (rows [][]string) {
	if t == nil {
		return nil
	}
	text := func(name string, value *string) {
		if value != nil {
			rows = append(rows, []string{name, *value})
		}
	}
	number := func(name string, value *int, unit string) {
		if value != nil {
			rows = append(rows, []string{name, strconv.Itoa(*value) + unit})
		}
	}
	text("climate zone", t.ClimateZone)
	number("altitude", t.AltitudeM, " m")
	text("seismic zone", t.SeismicZone)
	number("radon zone", t.RadonZone, "")
	number("population", t.Population, "")
	return rows
}
