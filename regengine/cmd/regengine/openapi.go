package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
)

func newOpenAPI(a *app) *cobra.Command {
	return args(a.jsonFlag(&cobra.Command{ // it is JSON with the flag and without
		Use:   "openapi",
		Short: "Print the OpenAPI document of the API",
		Long: `Print the OpenAPI 3.1 document of the API, as a server serves it at
/openapi.json. It needs no database.`,
		Example: `  regengine openapi > openapi.json`,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.openAPI(cmd) },
	}), 0)
}

func (a *app) openAPI(cmd *cobra.Command) error {
	document, err := a.describeAPI(cmd.Context())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "%s\n", document)
	return err
}

// describeAPI returns the document of an API over nothing: it does not depend on data.
func (a *app) describeAPI(ctx context.Context) ([]byte, error) {
	engine, err := regengine.Open(ctx, regengine.Static(regengine.Data{}), a.adapters.countries, nil)
	if err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Deps{
		Engine:   engine,
		Auth:     access.NewAuthenticator(nil, nil),
		Projects: &projects.Service{Territory: engine.Territory},
		Meter:    access.NewMeter(nil, nil),
		Model:    a.adapters.model(),
	}, &httpapi.Options{Version: thisBuild().Version})
	if err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	return api.OpenAPI(), nil
}
