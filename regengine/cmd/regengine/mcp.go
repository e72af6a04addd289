package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/mcp"
)

// mcpOptions are the flags of "mcp".
type mcpOptions struct {
	country string
	who     projectFlags
}

func newMCP(a *app) *cobra.Command {
	var o mcpOptions
	cmd := args(&cobra.Command{
		Use:   "mcp",
		Short: "Serve an AI assistant over standard input and output",
		Long: `Serve an AI assistant as a server of the Model Context Protocol (MCP) over standard
input and output. The assistant starts it itself: its settings name this command. It
needs no key, counts nothing and costs no credits, for it runs on your own data folder.

On a folder without a database it makes one and loads the starter data, as "regengine
serve" does; the first start takes some seconds longer. A server may run on the same
folder at the same time.

Projects are those of --org, and the active one that of --user; where there is only one
organization, or it has only one user, that one is meant.

Assistants that reach a server over HTTP use its address /mcp with an API key instead;
its page /connect has what to copy.`,
		Example: `  regengine mcp --data-dir ./data
  regengine mcp --data-dir ./data --country ES --user ana@example.org`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.mcp(cmd.Context(), o, cmd.InOrStdin())
		},
	}, 0)
	f := cmd.Flags()
	f.StringVar(&o.country, "country", "", "the country whose regulations are asked; may be left out while only one is served")
	f.StringVar(&o.who.org, "org", "", "organization whose projects are shown, by id or name")
	f.StringVar(&o.who.user, "user", "", "user whose active project is meant, by id or e-mail")
	f.String("base-url", "", "address of a regengine server whose pages links lead to; without one they are paths")
	f.String("starter", "auto", "starter data, and what is new in them: auto or off")
	a.addNewFlag(f)
	addVectorFlags(f)
	addAskModelFlags(f)
	addPluginFlags(f)
	return cmd
}

// mcp answers at once and opens the data meanwhile: an assistant waits for the first
// answer of a server only so long.
func (a *app) mcp(ctx context.Context, o mcpOptions, in io.Reader) error {
	document, err := a.describeAPI(ctx)
	if err != nil {
		return err
	}
	door := &opening{document: document, opened: make(chan struct{})}
	server, err := mcp.New(door, &mcp.Options{
		Version: thisBuild().Version, Logger: a.log, Key: "local", Language: func(*http.Request) string { return a.languageOf(o.country) },
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		defer stop() // what cannot be opened cannot be served
		ended <- a.openLocal(ctx, o, door)
	}()
	err = server.Serve(ctx, in, writeCloser{a.stdout})
	stop()
	return errors.Join(err, <-ended)
}

// openLocal opens the data, lets requests through the door, and keeps it open until ctx
// ends.
func (a *app) openLocal(ctx context.Context, o mcpOptions, door *opening) error {
	err := a.databaseOrNew(ctx, func(db *sqlstore.DB) error {
		if err := a.loadStarter(ctx, db); err != nil {
			return fmt.Errorf("starter data: %w", err)
		}
		engine, done, err := a.searchEngine(ctx, db)
		if err != nil {
			return err
		}
		defer done()
		by, err := a.askModel()
		if err != nil {
			return err
		}
		defer by.close()
		user, err := a.localUser(ctx, db, o)
		if err != nil {
			return err
		}
		if door.api, err = a.localAPI(db, engine, by, user); err != nil {
			return err
		}
		end := runBeside(ctx, &runningPlugins{}, engine.Follow)
		defer end()
		close(door.opened)
		<-ctx.Done()
		return nil
	})
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // the assistant left before all was open
	}
	return err
}

// opening is an API that is being opened. Until it is, requests wait.
type opening struct {
	document []byte
	opened   chan struct{} // closed when api is set
	api      *httpapi.API
}

// OpenAPI implements [mcp.API].
func (o *opening) OpenAPI() []byte { return o.document }

// ServeHTTP implements [mcp.API]. It answers nothing to who has gone, or where nothing
// came of the opening: the process ends then.
func (o *opening) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case <-o.opened:
		o.api.ServeHTTP(w, r)
	case <-r.Context().Done():
	}
}

// languageOf returns the language of a country that is built in, by its name or as the
// only one; "" for another.
func (a *app) languageOf(country string) string {
	for _, scheme := range a.adapters.countries {
		if strings.EqualFold(country, string(scheme.Country())) || country == "" && len(a.adapters.countries) == 1 {
			return scheme.Language()
		}
	}
	return ""
}

// writeCloser is standard output, which is not ours to close.
type writeCloser struct{ io.Writer }

// Close implements [io.Closer].
func (writeCloser) Close() error { return nil }

// mountMCP serves assistants over HTTP, each in the language of its key's country.
func (a *app) mountMCP(api *httpapi.API, engine *regengine.Engine, outside *http.ServeMux, baseURL string) error {
	server, err := mcp.New(api, &mcp.Options{
		Version: thisBuild().Version, Logger: a.log, BaseURL: baseURL,
		Allow:    func(w http.ResponseWriter) bool { return api.Allow(w, access.Catalogue) },
		Language: func(r *http.Request) string { return languageOf(engine, httpapi.PrincipalOf(r.Context()).Country) },
	})
	if err != nil {
		return err
	}
	api.Mount(httpapi.Mount{Path: mcp.Path, Name: "mcp", Handler: server, Metadata: mcp.MetadataPath})
	outside.HandleFunc("GET "+mcp.MetadataPath, server.Metadata)
	return nil
}

// languageOf returns the language of a country, "" for one that is not known.
func languageOf(engine *regengine.Engine, country geo.ID) string {
	if scheme, ok := engine.Snapshot().Places.Scheme(country); ok {
		return scheme.Language()
	}
	return ""
}

// localUser is who asks over standard input: nobody needs a key for their own folder.
// Without flags it is the only user of the only organization, or nobody's.
func (a *app) localUser(ctx context.Context, db *sqlstore.DB, o mcpOptions) (*access.Principal, error) {
	country, err := a.country(ctx, db, o.country)
	if err != nil {
		return nil, err
	}
	user := &access.Principal{Country: country, Plan: access.Plan{APIAccess: true}}
	if o.who == (projectFlags{}) {
		orgs, err := db.ListOrganizations(ctx)
		if err != nil || len(orgs) != 1 {
			return user, err
		}
	}
	member, err := whose(ctx, db, &o.who)
	if err != nil {
		return nil, err
	}
	user.OrganizationID, user.UserID = member.OrganizationID, member.UserID
	if user.UserID == "" {
		users, err := db.ListUsers(ctx, user.OrganizationID)
		if err != nil || len(users) != 1 {
			return user, err
		}
		user.UserID = users[0].ID
	}
	return user, nil
}

// localAPI is the API of one user, without keys, limits and credits.
func (a *app) localAPI(db *sqlstore.DB, engine *regengine.Engine, by *answerers, user *access.Principal) (*httpapi.API, error) {
	return httpapi.New(httpapi.Deps{
		Engine: engine, Auth: only{user}, Projects: a.projects(db, engine), Meter: unmetered{},
		Model: by.model, Fallback: by.fallback, Reader: by.reader,
	}, &httpapi.Options{BaseURL: a.settings.BaseURL, Version: thisBuild().Version, Now: a.now, VerifyCredits: -1})
}

// only is an Authenticator that knows one user, whatever is sent.
type only struct{ user *access.Principal }

// Authenticate implements [httpapi.Authenticator].
func (o only) Authenticate(context.Context, string) (*access.Principal, error) { return o.user, nil }

// unmetered is a Meter that charges nothing.
type unmetered struct{}

// Run implements [httpapi.Meter].
func (unmetered) Run(ctx context.Context, r access.Request, timeout time.Duration, fn func(context.Context) ([]byte, error)) (access.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, err := fn(ctx)
	return access.Outcome{ID: r.ID, Reply: answer}, err
}
