package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/transport/httpapi"
)

// searchServer returns the server to search, nil for the own database. A server takes one
// status, and searches as it is set up.
func (a *app) searchServer(ctx context.Context, o searchOptions) (*client, error) {
	own := len(o.kinds) > 0 || o.explain || o.around || len(o.statuses) > 1 || len(o.statuses) == 1 && o.statuses[0] == "all" ||
		a.settings.Embedder != "" && a.settings.Embedder != "off"
	if !own {
		return a.server(ctx, "")
	}
	if a.settings.Server != "" {
		return nil, usagef("a server takes one --status, and none of --kind, --explain, --around, --embedder; --data-dir searches a database of your own")
	}
	return nil, nil //nolint:nilnil // no server is a fine answer
}

// searchAt searches at a server.
func (a *app) searchAt(ctx context.Context, c *client, text string, o searchOptions) error {
	filter, err := o.filter(a.today()) // for what it finds wrong
	if err != nil {
		return err
	}
	query := url.Values{"q": {text}, "top": {strconv.Itoa(o.top)}}
	if o.place != "" {
		id, err := a.placeID(ctx, c, o.place)
		if err != nil {
			return err
		}
		query.Set("geo_id", id)
	}
	asked, err := c.askedCodes(ctx, filter.Refs)
	if err != nil {
		return err
	}
	switch len(asked) {
	case 0:
	case 1: // as servers took it that knew no more than one
		query.Set("code", asked[0].Slug)
		if asked[0].Version != "" {
			query.Set("version", asked[0].Version)
		}
	default:
		query.Set("code", strings.Join(mapped(asked, askedCode.String), ","))
	}
	for _, status := range o.statuses {
		query.Set("status", status)
	}
	if o.on != "" {
		query.Set("as_of", o.on)
	}
	var found httpapi.TextSearchResponse
	if err := c.get(ctx, "/api/v1/search", query, &found); err != nil {
		return err
	}
	results, human := foundResults(found.Results), func(w io.Writer) { writeFound(w, painter{a.colours()}, found) }
	if len(results) == 0 {
		return a.print(results, human)
	}
	return a.printPaged(results, human, found.Results[0].URL)
}

// pathJoint stands between the titles of the sections around a passage.
const pathJoint = " › "

func foundResults(hits []httpapi.TextHit) []searchResult {
	list := make([]searchResult, 0, len(hits))
	for i, h := range hits {
		path := []string{}
		if h.SectionTitle != nil {
			path = strings.Split(*h.SectionTitle, pathJoint)
		}
		list = append(list, searchResult{
			Code: h.CodeSlug, Version: h.Version, Section: h.Section, Path: path, Block: h.BlockID, Kind: h.Kind,
			Title: orEmpty(h.Title), Text: h.Text, Rows: append([]string{}, h.Rows...), Score: h.Score, Terms: []termResult{}, Position: i + 1,
		})
	}
	return list
}

func writeFound(w io.Writer, paint painter, found httpapi.TextSearchResponse) {
	if len(found.Results) == 0 {
		fmt.Fprintf(w, "nothing found in %d editions\n", found.Searched)
		return
	}
	for i, h := range found.Results {
		if i > 0 {
			fmt.Fprintln(w)
		}
		heading := h.CodeTitle + " · " + h.Version
		if h.Status != string(codes.Active) {
			heading += " (" + strings.ReplaceAll(h.Status, "_", " ") + ")"
		}
		fmt.Fprintf(w, "%s %s\n", paint.bold(fmt.Sprintf("%d.", i+1)), paint.bold(inert(heading)))
		fmt.Fprintln(w, "   "+paint.faint(inert(orEmpty(h.SectionTitle))+"  #"+h.Section))
		text := h.Text
		if len(h.Rows) > 0 {
			text = strings.Join(h.Rows, "\n")
		}
		writeIndented(w, inert(shorten(text)))
		writeIndented(w, paint.link(printable(h.URL)))
	}
}
