package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// ready is the line "serve --json" prints. What there is none of is null.
type ready struct {
	BaseURL        string  `json:"base_url"`
	SignInURL      *string `json:"sign_in_url"` // signs one browser in, once
	APIKey         *string `json:"api_key"`
	ProjectID      *string `json:"project_id"`
	OrganizationID *string `json:"organization_id"`
	DataDir        *string `json:"data_dir"`
}

// announce says on standard output that the server is ready; d is nil when
// there is no demo organization, link "" when nobody can be signed in by one.
func (a *app) announce(snapshot *regengine.Snapshot, at address, d *demo, link string) error {
	if !a.asJSON {
		a.welcome(a.stdout, snapshot, at, d, link)
		return nil
	}
	line := ready{BaseURL: at.local, SignInURL: known(link)}
	if a.settings.DatabaseURL == "" {
		dir, err := filepath.Abs(a.settings.DataDir)
		if err != nil {
			return fmt.Errorf("data folder: %w", err)
		}
		line.DataDir = &dir
	}
	if d != nil {
		organization := demoOrganization
		line.OrganizationID = &organization
		line.APIKey, line.ProjectID = known(d.secret), known(d.projectID)
	}
	return json.NewEncoder(a.stdout).Encode(line) //nolint:gosec // the key is meant to be shown, this once
}

func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func (a *app) welcome(w io.Writer, snapshot *regengine.Snapshot, at address, d *demo, link string) {
	fmt.Fprintf(w, "regengine serves %s\n", at.local)
	fmt.Fprintf(w, "  %d places, %d codes; documentation at %s/docs\n", snapshot.Places.Len(), len(snapshot.Codes.All()), at.local)
	if link != "" {
		fmt.Fprintf(w, "\nThe pages, signed in to the demo project; this link works once:\n  %s\n", link)
	}
	if d == nil {
		fmt.Fprintf(w, "\nNo demo organization. Make keys with \"regengine keys create %s\".\n", a.settings.where())
		return
	}
	key := d.secret
	if key != "" {
		fmt.Fprintf(w, "\nAPI key of the demo organization, shown only now:\n  %s\n", key)
	} else {
		key = "$KEY"
		fmt.Fprintf(w, "\nThe demo key was shown at the first start. Another one:\n  regengine keys create --user %s --name laptop %s\n",
			demoEmail, a.settings.where())
	}
	fmt.Fprintln(w, "\nTry:")
	for _, line := range tries(at.local, key, d.place) {
		fmt.Fprintln(w, "  "+line)
	}
	fmt.Fprintln(w, "\nStop with Ctrl-C.")
}

// tries are three commands that work on the starter data.
func tries(base, key string, place geo.Place) []string {
	auth := `curl -s -H "Authorization: Bearer ` + key + `" `
	post := auth + `-H "Content-Type: application/json" `
	check := fmt.Sprintf(`{"element":"barrera de protección","parameter":"altura","value":0.85,"unit":"m","geo_id":%q}`, place.ID)
	return []string{
		auth + `"` + base + `/api/v1/location/search?q=` + url.QueryEscape(place.Name) + `"`,
		post + `-d '` + check + `' ` + base + `/api/v1/verify`,
		post + `-d '{"query":"¿Qué altura debe tener una barrera de protección?"}' ` + base + `/api/v2/ask`,
	}
}
