package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
)

// serving is what a server writes into its data folder, for commands of whoever may read
// that: they ask it instead of opening the database again. The server holds a lock on the
// file while it lives, so that one it left behind is known.
type serving struct {
	Address string `json:"address"`
	Process int    `json:"process"`
	Token   string `json:"token"` // of this server alone, for as long as it lives
}

// servingIn is that file in the data folder.
const servingIn = "server.json"

// tellServing writes the file of this server, and returns the token commands come with and
// what takes the file away. A second server of the folder leaves the first one's.
func (a *app) tellServing(address string) (token string, end func(), err error) {
	token = rand.Text()
	if a.settings.DatabaseURL != "" {
		return token, func() {}, nil // there is no folder: nobody gets to know the token
	}
	path := filepath.Join(a.settings.DataDir, servingIn)
	lock := flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE), flock.SetPermissions(0o600))
	mine, err := lock.TryLock()
	if err != nil || !mine {
		return token, func() {}, err
	}
	text, err := json.Marshal(serving{address, os.Getpid(), token})
	if err == nil {
		err = errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, text, 0o600))
	}
	end = func() { _ = errors.Join(os.Remove(path), lock.Close()) } // what is left behind is not locked, and ignored
	return token, end, err
}

// ownServer returns a client of the server that serves the data folder; nil where none
// does, or it does not answer.
func (a *app) ownServer(ctx context.Context, country string) *client {
	if a.settings.DatabaseURL != "" {
		return nil
	}
	path := filepath.Join(a.settings.DataDir, servingIn)
	info, err := os.Stat(path)
	if err != nil || othersMay(info) || !locked(path) {
		return nil
	}
	text, err := os.ReadFile(path)
	var s serving
	if err != nil || json.Unmarshal(text, &s) != nil || !isAddress(s.Address) {
		return nil
	}
	c := newClient(s.Address, s.Token+"."+strings.ToUpper(country))
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if c.get(ctx, "/api/v1/codes/search", url.Values{"page_size": {"1"}}, new(httpapi.CodeSearchResponse)) != nil {
		c.http.CloseIdleConnections()
		return nil
	}
	return c
}

// awaitServer waits until the server of the data folder serves what a command has changed,
// for the next command asks it: some seconds, and not longer.
func (a *app) awaitServer(ctx context.Context, revision int64) {
	const patience = 10 * time.Second
	c := a.ownServer(ctx, "")
	if c == nil {
		return
	}
	defer c.http.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var served struct {
			Revision int64 `json:"revision"`
		}
		if c.get(ctx, "/healthz", nil, &served) != nil || served.Revision >= revision {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// locked reports whether a process holds the lock on a file.
func locked(path string) bool {
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	if free {
		_ = lock.Close()
	}
	return err == nil && !free
}

// insider lets in whoever comes with the token of the data folder: a reader who has the
// database anyway, and so has neither limits nor credits.
type insider struct {
	httpapi.Authenticator
	token     string
	countries func() []geo.ID
}

// letInsidersIn tells the commands of the data folder that a server is there, until leave
// is called. Without such a file they open the database themselves.
func (a *app) letInsidersIn(ctx context.Context, address string, others httpapi.Authenticator, countries func() []geo.ID) (inside insider, leave func()) {
	token, leave, err := a.tellServing(address)
	if err != nil {
		a.log.WarnContext(ctx, "commands of this folder will open the database themselves", "error", err)
	}
	return insider{others, token, countries}, leave
}

// insiderUser is whose an insider's requests are. No user has this id.
const insiderUser = "insider"

// Authenticate implements [httpapi.Authenticator].
func (i insider) Authenticate(ctx context.Context, key string) (*access.Principal, error) {
	token, country, _ := strings.Cut(key, ".")
	if subtle.ConstantTimeCompare([]byte(token), []byte(i.token)) != 1 {
		return i.Authenticator.Authenticate(ctx, key)
	}
	id, err := chooseCountry(i.countries(), country)
	if err != nil {
		return nil, access.ErrUnauthorized
	}
	return &access.Principal{UserID: insiderUser, Country: id, Plan: access.Plan{APIAccess: true}}, nil
}

// meterOthers meters all but insiders.
type meterOthers struct{ httpapi.Meter }

// Run implements [httpapi.Meter].
func (m meterOthers) Run(ctx context.Context, r access.Request, timeout time.Duration, fn func(context.Context) ([]byte, error)) (access.Outcome, error) {
	if r.UserID == insiderUser {
		return unmetered{}.Run(ctx, r, timeout, fn)
	}
	return m.Meter.Run(ctx, r, timeout, fn)
}

// limitOthers limits all but insiders.
type limitOthers struct{ access.Limiter }

// Allow implements [access.Limiter].
func (l limitOthers) Allow(ctx context.Context, userID string, group access.Group, limit int) (access.Decision, error) {
	if userID == insiderUser {
		return access.Decision{Allowed: true, Limit: limit, Remaining: limit, Reset: access.Window}, nil
	}
	return l.Limiter.Allow(ctx, userID, group, limit)
}
