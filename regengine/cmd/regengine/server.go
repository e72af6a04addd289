package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/pflag"
)

func addServerFlag(f *pflag.FlagSet) {
	f.String("server", "", "address of a regengine server to ask instead of the own database, such as https://regs.example.org; its key is in "+apiKeyVariable)
}

func needsKey() error {
	return usagef("a server needs a key: put it in %s, or keep both with \"regengine use\"", apiKeyVariable)
}

// server returns a client of the server that the settings name, or of the one that serves
// the data folder at this moment; nil where there is none.
func (a *app) server(ctx context.Context, country string) (*client, error) {
	if a.settings.Server == "" {
		return a.ownServer(ctx, country), nil
	}
	if a.settings.APIKey == "" {
		return nil, needsKey()
	}
	c := newClient(a.settings.Server, a.settings.APIKey)
	if u, err := url.Parse(c.base); err == nil {
		c.name = u.Host
	}
	return c, nil
}

// newClient returns a client of a server. It follows no redirect: a key is for whom it was
// given to.
func newClient(address, key string) *client {
	c := &client{base: strings.TrimSuffix(address, "/"), key: key}
	c.http.Timeout = serverPatience
	c.http.Transport = http.DefaultTransport.(*http.Transport).Clone()
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}
