package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/cli/browser"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sheet/workbook"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/web"
)

// pages are what people read, and who is signed in there.
type pages struct {
	*web.Site
	sessions *access.Sessions
	loopback bool
}

// addPages lets outside answer with the pages.
func (a *app) addPages(ctx context.Context, outside *http.ServeMux, db *sqlstore.DB, engine *regengine.Engine, api *httpapi.API, auth *access.Authenticator, at address) (*pages, error) {
	credits, err := a.credits(ctx, db)
	if err != nil {
		return nil, err
	}
	p := &pages{sessions: access.NewSessions(db, &access.AuthenticatorOptions{Now: a.now}), loopback: at.onlyHere()}
	p.Site, err = web.New(engine, &web.Options{
		BaseURL: at.links, Version: thisBuild().Version, Credits: credits, Now: a.now,
		API: api, Sessions: p.sessions, Keys: auth, Loopback: p.loopback, Workbooks: workbook.Format{}, Reports: httpapi.ReportFormats(),
	})
	if err != nil {
		return nil, err
	}
	outside.Handle("/", p)
	api.Frame(p)
	return p, nil
}

// onlyHere reports whether nobody but this machine reaches the server, so that its pages
// come without encryption.
func (at address) onlyHere() bool {
	if !at.loopback || at.links == at.local {
		return at.loopback
	}
	public, err := url.Parse(at.links)
	return err == nil && public.Scheme == "http"
}

// signInLink returns a link that signs a browser in with the demo key, once; "" where
// there is none, or where others could follow it.
func (p *pages) signInLink(at address, d *demo) string {
	if d == nil || d.keyID == "" || !p.loopback {
		return ""
	}
	return at.local + p.SignInLink(d.keyID)
}

// welcomePeople says that the server is ready, and opens the pages where that was asked for.
func (a *app) welcomePeople(ctx context.Context, snapshot *regengine.Snapshot, p *pages, at address, seeded *demo) error {
	link := p.signInLink(at, seeded)
	if err := a.announce(snapshot, at, seeded, link); err != nil || !a.openPages {
		return err
	}
	if err := a.adapters.browse(cmp.Or(link, at.local)); err != nil {
		a.log.WarnContext(ctx, "no browser was opened", "error", err)
	}
	return nil
}

// browse opens an address in the user's browser.
func browse(address string) error {
	browser.Stdout = os.Stderr // standard output is for scripts
	if err := browser.OpenURL(address); err != nil {
		return fmt.Errorf("browser: %w", err)
	}
	return nil
}
