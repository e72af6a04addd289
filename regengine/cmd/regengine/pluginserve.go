package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// countryJoiner imports what plugins bring while the server serves: of those that
// are new and those whose bytes are not the ones stored. Nothing waits for it, and
// what fails changes nothing.
type countryJoiner struct {
	*app
	db     *sqlstore.DB
	engine *regengine.Engine
	due    chan *host.Client
	retry  time.Duration // before the second try; the next ones wait longer
	turns  turns

	joining countries // being imported just now
}

// countries is a set of countries that goroutines share.
type countries struct{ in sync.Map }

func (c *countries) has(country geo.ID) bool {
	_, has := c.in.Load(country)
	return has
}

// during adds a country until the function it returns is called.
func (c *countries) during(country geo.ID) (over func()) {
	c.in.Store(country, true)
	return func() { c.in.Delete(country) }
}

// joinTries is how often a plugin is asked again that was down, or a database that
// could not be used.
const joinTries = 5

func (a *app) newJoiner(db *sqlstore.DB, engine *regengine.Engine) *countryJoiner {
	return &countryJoiner{app: a, db: db, engine: engine, due: make(chan *host.Client, host.MaxApprovals), retry: 2 * time.Second}
}

// changed is told by the host of plugins that run for the first time, or with other
// bytes. It never waits.
func (j *countryJoiner) changed(c *host.Client) {
	select {
	case j.due <- c:
	default:
		j.log.Error("plugin not imported: too many at once", "advice", "regengine plugin import NAME")
	}
}

// joinsAtOnce is how many plugins are imported at a time: one that gives its places
// slowly does not keep the next country waiting.
const joinsAtOnce = 4

// run imports what plugins bring until ctx ends.
func (j *countryJoiner) run(ctx context.Context) {
	var workers sync.WaitGroup
	defer workers.Wait()
	for range joinsAtOnce {
		workers.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case c := <-j.due:
					j.turns.take(c.Name(), func(news <-chan struct{}) { j.attempt(ctx, c, news) })
				}
			}
		})
	}
}

// attempt imports what a plugin brings, again where it may help. A plugin that is
// wrong is left as it is; its file or the next approval comes back here. News of it end
// the wait for the next try.
func (j *countryJoiner) attempt(ctx context.Context, c *host.Client, news <-chan struct{}) {
	pause := j.retry
	for try := 1; ; try++ {
		err := j.bring(ctx, c)
		if err == nil || ctx.Err() != nil {
			return
		}
		log := j.log.With("plugin", c.Name())
		if try == joinTries || !passing(err) {
			log.ErrorContext(ctx, "plugin not imported: what was served of its country is served on", "error", err,
				"advice", "regengine plugin check "+c.Name())
			return
		}
		log.WarnContext(ctx, "plugin not imported yet", "error", err, "again_in", pause)
		select {
		case <-ctx.Done():
			return
		case <-news:
			return // with what is approved now it begins anew
		case <-time.After(pause):
		}
		pause *= 2
	}
}

// passing reports whether trying again may help.
func passing(err error) bool {
	return !errors.Is(err, join.ErrRefused) && !errors.Is(err, errPluginInvalid) && !errors.Is(err, host.ErrNotApproved) && !errors.Is(err, host.ErrConflict)
}

// bring imports what a plugin brings, unless it is stored already.
func (j *countryJoiner) bring(ctx context.Context, c *host.Client) error {
	d, err := c.Description(ctx)
	if err != nil {
		return err
	}
	stored, _, err := j.db.Load(ctx)
	if err != nil {
		return err
	}
	log := j.log.With("plugin", d.Name, "country", string(d.Country), "version", d.Version)
	if isStored(stored, d) {
		log.DebugContext(ctx, "plugin imported already")
		return nil
	}
	defer j.joining.during(d.Country)()
	begun := time.Now()
	log.InfoContext(ctx, "importing what the plugin brings")
	report := j.logged(ctx, log)
	brought, err := j.fetchPlugin(ctx, c, stored, report)
	if err != nil {
		return err
	}
	changed, err := j.store(ctx, j.db, brought.data, report)
	if err != nil {
		return err
	}
	if err := j.engine.Refresh(ctx); err != nil {
		return err
	}
	log = j.log.With("plugin", d.Name, "country", string(d.Country), "version", brought.contents.Origin.Version) // of what came
	log.InfoContext(ctx, "plugin imported", "places", len(brought.contents.Places), "codes", len(brought.data.Codes),
		"changes", changed, "took", time.Since(begun).Round(time.Millisecond))
	for _, notice := range brought.notices {
		log.WarnContext(ctx, "what the plugin brings is served, and may be a slip", "notice", notice)
	}
	if k := brought.kept; !k.none() {
		log.WarnContext(ctx, "stored and no longer brought: it is served on", "places", someOf(k.Places), "texts", someOf(k.Versions), "advice", k.advice(d.Name))
	}
	return nil
}

// runningPlugins are the plugins of a server. Without a folder of plugins there are
// none, and all it does is nothing.
type runningPlugins struct {
	host     *host.Host // nil for none
	joiner   *countryJoiner
	registry *prometheus.Registry
}

// runPlugins opens the host. It starts no plugin. Where the host cannot be opened,
// as with a damaged file of approvals, no plugin runs and every country is served on.
func (a *app) runPlugins(db *sqlstore.DB, engine *regengine.Engine) (*runningPlugins, error) {
	p := &runningPlugins{registry: prometheus.NewRegistry(), joiner: a.newJoiner(db, engine)}
	opts := a.hostOptions()
	if opts.Dir == "" { // a database URL, and no folder named
		return p, nil
	}
	metrics, err := newPluginMetrics(p.registry)
	if err != nil {
		return nil, err
	}
	opts.Observe = metrics.observe
	if p.host, err = a.openHost(opts); err != nil {
		a.log.Error("no plugin runs: their countries are served as they are stored, without calculators", "error", err,
			"advice", "mend what the error names, then start again")
	}
	return p, nil
}

// follow starts and watches plugins, and imports what they bring, until ctx ends.
func (p *runningPlugins) follow(ctx context.Context, workers *sync.WaitGroup) {
	if p.host == nil {
		return
	}
	workers.Go(func() { p.joiner.run(ctx) })
	workers.Go(func() { p.host.Follow(ctx, p.joiner.changed) })
}

// calculators are those of plugins that run. It never waits.
func (p *runningPlugins) calculators() []projects.Calculator {
	if p.host == nil {
		return nil
	}
	return p.host.Calculators()
}

// close ends all plugins.
func (p *runningPlugins) close(ctx context.Context) {
	if p.host == nil {
		return
	}
	if err := p.host.Close(); err != nil {
		p.joiner.log.WarnContext(context.WithoutCancel(ctx), "plugins ended by force", "error", err)
	}
}

// isStored reports whether a country is stored as the plugin with these bytes
// brought it.
func isStored(data regengine.Data, d host.Description) bool {
	return slices.ContainsFunc(data.Countries, func(c regengine.Country) bool {
		return c.ID() == d.Country && c.Origin.Plugin == d.Name && c.Origin.SHA256 == d.SHA256
	})
}

// logged tells the log how far an import has come, at most every few seconds.
func (j *countryJoiner) logged(ctx context.Context, log *slog.Logger) regengine.Progress {
	const every = 5 * time.Second
	last := time.Now()
	return func(done, total int, what string) {
		if time.Since(last) < every {
			return
		}
		last = time.Now()
		log.InfoContext(ctx, "importing", "what", what, "done", done, "of", max(total, 0))
	}
}
