package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// client asks the HTTP API: that of a server, or one over the own database that lives as
// long as the command.
type client struct {
	http http.Client
	base string // address, without a final slash
	name string // of the server, in messages; "" for the own database
	key  string
}

// local reports whether the own database is asked, so that nobody serves pages.
func (c *client) local() bool {
	_, own := c.http.Transport.(directly)
	return own
}

// get asks for a path with a query, and reads the answer into a wire struct.
func (c *client) get(ctx context.Context, path string, query url.Values, into any) error {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.send(ctx, http.MethodGet, path, nil, into)
}

// post sends a wire struct as JSON.
func (c *client) post(ctx context.Context, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.send(ctx, http.MethodPost, path, text, into)
}

func (c *client) send(ctx context.Context, method, path string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return c.called(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return c.called(err)
	}
	if response.StatusCode != http.StatusOK {
		return c.called(refusal(response.StatusCode, text))
	}
	if err := json.Unmarshal(text, into); err != nil {
		return c.called(errors.New("what it answered is not an answer of this API; is it a regengine server?"))
	}
	return nil
}

// called says of an error which server it comes from.
func (c *client) called(err error) error {
	if c.name == "" || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", c.name, err)
}

// directly answers the requests of a client by a handler in the same process.
type directly struct{ handler http.Handler }

// RoundTrip implements [http.RoundTripper].
func (d directly) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &answer{status: http.StatusOK, header: http.Header{}}
	d.handler.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status, Status: http.StatusText(w.status), Header: w.header, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(w.body.Len()), Body: io.NopCloser(&w.body),
	}, nil
}

// answer is what a handler writes.
type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
}

// Header implements [http.ResponseWriter].
func (w *answer) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *answer) WriteHeader(status int) { w.status = status }

// Write implements [http.ResponseWriter].
func (w *answer) Write(b []byte) (int, error) { return w.body.Write(b) }
