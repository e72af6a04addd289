package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/webhooks"
	"github.com/reglookup/regengine/transport/httpapi"
)

const (
	sweepEvery = 10 * time.Second
	askWait    = 90 * time.Second // for another of the user's turns to end: what is left of its time is worth beginning
)

func newServe(a *app) *cobra.Command {
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "serve",
		Short: "Serve the API",
		Long: `Serve the API, its documentation at /docs and the health checks /healthz and
/readyz, until interrupted. /readyz then says 503, and after --shutdown-delay no more
connections are taken. Requests under way are answered, and questions whose askers
have gone are finished, before it ends.

On a folder without a database it makes one, loads the starter data (Spain's
regions, provinces and municipalities, a catalogue of regulations), and creates a
demo organization with a user, a project and an API key. The key is printed
once; only its hash is kept. A Postgres database must be made first with
"regengine migrate"; while it is empty it is filled in the same way.

A database that was begun with starter data is given what a later program brings.
What somebody changed, removed or imported from elsewhere is left alone: a place, or
a code with its versions, texts and rules. --starter off brings nothing at all.

On a loopback address it prints a link that signs one browser in to the demo project,
once; --open follows it. Elsewhere a key is entered once, at /signin.

With --json one line of JSON is printed when the server is ready, for scripts:
base_url, sign_in_url, api_key, project_id, organization_id, data_dir. So that a script
always gets a key that works, each such start issues a new demo key and revokes
the one before. All else the server has to say goes to standard error.

Plugins of countries that were approved run beside it ("regengine plugin --help").
Nothing waits for one: a country that joined is served from the database, and what a
plugin that is new or upgraded brings is imported while requests go on.

--demo off makes no demo organization; auto makes one only in a database that
has no organization yet, and only on a loopback address; on makes one in any case.

/metrics is open to whoever reaches the address: --metrics-listen gives it one of its
own, in a network that is not everybody's.`,
		Example: `  regengine serve
  regengine serve --data-dir ./data --listen 0.0.0.0:8080 --base-url https://regs.example.org
  regengine serve --data-dir /tmp/try --listen 127.0.0.1:0 --json --rate-limits off
  REGENGINE_DATABASE_URL=postgres://app@db/regengine regengine serve --demo off`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context()) },
	}), 0)
	flags := cmd.Flags()
	addServeFlags(flags)
	flags.BoolVar(&a.openPages, "open", false, "open the pages in a browser, signed in to the demo project where there is one")
	a.addNewFlag(flags)
	return cmd
}

// addServeFlags gives the settings of a server.
func addServeFlags(flags *pflag.FlagSet) {
	flags.String("listen", "127.0.0.1:8080", "address to listen on; port 0 takes a free one")
	flags.String("metrics-listen", "", "address for /metrics, which --listen then has no more (default: on --listen)")
	flags.String("base-url", "", "public address of the service, for links in answers (default: the address listened on)")
	flags.StringSlice("cors-origin", nil, "origin whose pages may ask the API from a browser, such as https://app.example.org, or * for any; may be repeated")
	addWebhooksFlag(flags)
	flags.String("demo", "auto", "demo organization: auto, on or off; auto makes none unless the address is a loopback one")
	flags.String("starter", "auto", "starter data, and what is new in them: auto or off")
	flags.Duration("shutdown-delay", 0, "how long /readyz says 503 before the address is closed, for proxies to see it")
	flags.Duration("shutdown-timeout", ask.TurnTimeout+10*time.Second, "how long to wait for requests under way when stopping")
	addBackupFlags(flags)
	addVectorFlags(flags)
	addAskModelFlags(flags)
	addModelPriceFlags(flags)
	addPluginFlags(flags)
	addAmountFlags(flags)
}

// addAmountFlags defines how much is let be used, and of what.
func addAmountFlags(flags *pflag.FlagSet) {
	flags.String("rate-limits", "on", "on, or off: refused unless the address is a loopback one")
	flags.Int64("verify-credits", 1, "credits a verify costs; 0 for none")
	flags.Int("document-memory", projects.DefaultLibraryBytes>>20, "what the indexes of documents of all projects may take of memory while they are searched, in MiB; more waits")
}

func (a *app) serve(ctx context.Context) error {
	listener, err := a.listen(ctx)
	if err != nil {
		return err
	}
	defer listener.Close()
	local := loopback(listener.Addr())
	usual := collectLess()
	defer usual()
	return a.databaseOrNew(ctx, func(db *sqlstore.DB) error {
		past, err := db.Past(ctx)
		if err != nil {
			return err
		}
		a.tellPast(ctx, past)
		if err := a.loadStarter(ctx, db); err != nil {
			return fmt.Errorf("starter data: %w", err)
		}
		engine, done, err := a.searchEngine(ctx, db)
		if err != nil {
			return err
		}
		defer done()
		seeded, err := a.seedDemo(ctx, db, engine, local && !past.Emptied)
		if err != nil {
			return err
		}
		usual()
		return a.serveEngine(ctx, db, engine, listener, seeded)
	})
}

// listen opens the address first of all: a port that is taken should be known
// before a database is made.
func (a *app) listen(ctx context.Context) (net.Listener, error) {
	if err := a.settings.validateServe(); err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", a.settings.Listen)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --listen", err)
	}
	if a.settings.RateLimits == "off" && !loopback(listener.Addr()) {
		return nil, errors.Join(usagef("rate limits can be off only on a loopback address such as 127.0.0.1:8080, not on %s", a.settings.Listen),
			listener.Close())
	}
	return listener, nil
}

func loopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// serveEngine runs everything that works beside the requests, and the server.
func (a *app) serveEngine(ctx context.Context, db *sqlstore.DB, engine *regengine.Engine, listener net.Listener, seeded *demo) error {
	auth := access.NewAuthenticator(db, &access.AuthenticatorOptions{Now: a.now})
	meter := access.NewMeter(db, &access.MeterOptions{
		Now: a.now, Logger: a.log, MaxTurn: ask.TurnTimeout, Wait: askWait,
		AtOnce: []access.Bound{{Operations: httpapi.TurnOperations(), AtOnce: access.DefaultParallelTurns}},
	})
	address := newAddress(listener.Addr(), a.settings.BaseURL)
	by, err := a.askModel()
	if err != nil {
		return err
	}
	defer by.close()
	plugins, err := a.runPlugins(db, engine)
	if err != nil {
		return err
	}
	defer plugins.close(ctx)
	inside, leave := a.letInsidersIn(ctx, address.local, auth, func() []geo.ID { return engine.Snapshot().Places.Countries() })
	defer leave()
	outside := http.NewServeMux()
	hooks := a.webhooks(db)
	api, err := a.newAPI(db, engine, inside, meterOthers{meter}, hooks, address.links, by, plugins, outside)
	if err != nil {
		return err
	}
	pages, err := a.addPages(ctx, outside, db, engine, api, auth, address)
	if err != nil {
		return err
	}
	closeMetrics, err := a.serveMetrics(ctx, api)
	if err != nil {
		return err
	}
	defer closeMetrics()
	copies, err := a.newBackups()
	if err != nil {
		return fmt.Errorf("backup folder: %w", err)
	}
	if err := registerServeMetrics(plugins.registry, db, meter, copies); err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	a.noteServing(ctx, db.BeginServing)
	end := runBeside(ctx, plugins,
		engine.Follow, engine.FollowVectors, copies.run,
		db.Guard,
		func(ctx context.Context) { auth.Follow(ctx, db.AccessChanges(ctx)) },
		func(ctx context.Context) { pages.sessions.Follow(ctx, db.AccessChanges(ctx)) },
		func(ctx context.Context) { a.keepUses(ctx, db, auth, pages.sessions.Authenticator) },
		func(ctx context.Context) { meter.Sweep(ctx, sweepEvery) },
		func(ctx context.Context) { a.watchModel(ctx, by.model) },
		func(ctx context.Context) { a.runWebhooks(ctx, hooks, api.Observer()) },
		func(ctx context.Context) { a.noteServing(ctx, db.KeepServing) })
	defer end()

	if err := a.welcomePeople(ctx, engine.Snapshot(), pages, address, seeded); err != nil {
		return err
	}
	a.log.InfoContext(ctx, "ready", "address", listener.Addr().String(), "database", db.Dialect())
	err = httpapi.Serve(ctx, httpapi.NewServer(api, a.log), listener, a.ending(ctx, api, meter))
	a.log.InfoContext(context.WithoutCancel(ctx), "stopped")
	return err
}

// keepUses keeps when the keys that somebody was let in with were used last.
func (a *app) keepUses(ctx context.Context, db *sqlstore.DB, doors ...*access.Authenticator) {
	var keeping sync.WaitGroup
	for _, door := range doors {
		keeping.Go(func() {
			door.KeepUses(ctx, db, func(err error) { a.log.WarnContext(ctx, "trying again later", "error", err) })
		})
	}
	keeping.Wait()
}

// runWebhooks finds out what there is to tell, and tells it, unless no webhooks are sent.
func (a *app) runWebhooks(ctx context.Context, hooks *webhooks.Service, by webhooks.Observer) {
	if a.settings.Webhooks == webhooksOff {
		return
	}
	var working sync.WaitGroup
	working.Go(func() { webhooks.Run(ctx, a.log, hooks.Deliver) })
	working.Go(func() {
		webhooks.Run(ctx, a.log, func(ctx context.Context) error { return hooks.Watch(ctx, by) })
	})
	working.Wait()
	hooks.Sender.Close()
}

// ending says how the server comes to its end.
func (a *app) ending(ctx context.Context, api *httpapi.API, meter *access.Meter) httpapi.Ending {
	return httpapi.Ending{
		Leave: func() <-chan time.Time {
			api.Leave()
			a.log.InfoContext(context.WithoutCancel(ctx), "stopping", "delay", a.settings.ShutdownDelay)
			return time.After(a.settings.ShutdownDelay)
		},
		Patience: a.settings.ShutdownTimeout, Drain: meter.Close,
	}
}

// runBeside runs what works beside the requests, until end is called and has waited for it.
func runBeside(ctx context.Context, plugins *runningPlugins, work ...func(context.Context)) (end func()) {
	background, stop := context.WithCancel(context.WithoutCancel(ctx)) // till the last request is answered
	var workers sync.WaitGroup
	for _, f := range work {
		workers.Go(func() { f(background) })
	}
	plugins.follow(background, &workers)
	return func() {
		stop()
		workers.Wait()
	}
}

// newAPI returns the API; outside answers what is none of its paths.
func (a *app) newAPI(db *sqlstore.DB, engine *regengine.Engine, auth httpapi.Authenticator, meter httpapi.Meter, hooks *webhooks.Service, baseURL string, by *answerers, plugins *runningPlugins, outside *http.ServeMux) (*httpapi.API, error) {
	cost, err := a.settings.modelPrice()
	if err != nil {
		return nil, err
	}
	var limiter access.Limiter // none: nothing is said of limits either
	if a.settings.RateLimits != "off" {
		limiter = limitOthers{db.Limiter()}
	}
	price := a.settings.VerifyCredits
	if price <= 0 {
		price = -1 // what httpapi takes for "free"
	}
	service := a.projects(db, engine)
	service.Plugged = plugged(engine, plugins.calculators)
	if err := registerDocumentMetrics(plugins.registry, service); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	deps := httpapi.Deps{
		Engine:     engine,
		Auth:       auth,
		Projects:   service,
		Meter:      meter,
		Model:      by.model,
		Fallback:   by.fallback,
		Reader:     by.reader,
		ModelPrice: cost,
		Limiter:    limiter,
		Turns:      db,
		Accounts:   db,
	}
	if a.settings.Webhooks != webhooksOff {
		deps.Webhooks = hooks
	}
	api, err := httpapi.New(deps, &httpapi.Options{
		BaseURL:       baseURL,
		Version:       thisBuild().Version,
		Logger:        a.log,
		Now:           a.now,
		Ready:         db.Check,
		Joining:       plugins.joiner.joining.has,
		Pages:         outside,
		VerifyCredits: price,
		Origins:       a.settings.Origins,
		Registry:      plugins.registry,
		HideMetrics:   a.settings.MetricsListen != "",
	})
	if err != nil {
		return nil, err
	}
	return api, a.mountMCP(api, engine, outside, baseURL)
}

// credits are those of the starter's facts, where the database has them.
func (a *app) credits(ctx context.Context, db *sqlstore.DB) (map[string]string, error) {
	edition, err := db.StarterEdition(ctx)
	if err != nil || edition == 0 {
		return nil, err
	}
	return a.adapters.credits, nil
}
