package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// project is what the client needs of a project's context.
type project struct {
	ID   string `json:"project_id"`
	Name string `json:"name"`
	Geo  struct {
		Name string `json:"name"`
	} `json:"geo_context"`
	Collections int `json:"collection_count"`
	Files       int `json:"file_count"`
}

// answer is the response of POST /api/v2/ask.
type answer struct {
	Answer     string   `json:"answer"`
	Sources    []source `json:"sources"`
	Iterations int      `json:"iterations"`
	Searches   int      `json:"searches"`
}

type source struct {
	Index         int     `json:"index"`
	DocumentTitle string  `json:"document_title"`
	SectionTitle  string  `json:"section_title"`
	URL           *string `json:"url"` // absent for a private document
	URLValid      bool    `json:"url_valid"`
}

// client calls the API with a key.
type client struct {
	server, key string
	http        *http.Client
}

// turnTime is what the API advises to wait for an answer.
const turnTime = 150 * time.Second

func newClient(server, key string) *client {
	return &client{server: strings.TrimRight(server, "/"), key: key, http: &http.Client{Timeout: turnTime}}
}

func (c *client) get(ctx context.Context, path string, out any) error {
	return c.call(ctx, http.MethodGet, path, "", nil, nil, out)
}

func (c *client) post(ctx context.Context, path string, body, out any) error {
	return c.callJSON(ctx, http.MethodPost, path, body, nil, out)
}

func (c *client) put(ctx context.Context, path string, body any) error {
	return c.callJSON(ctx, http.MethodPut, path, body, nil, nil)
}

func (c *client) callJSON(ctx context.Context, method, path string, body any, header http.Header, out any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.call(ctx, method, path, "application/json", text, header, out)
}

// upload sends a file as a form does.
func (c *client) upload(ctx context.Context, path, name string, data []byte) error {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		return err
	}
	if _, err := part.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.call(ctx, http.MethodPost, path, w.FormDataContentType(), form.Bytes(), nil, nil)
}

// statusError is a reply that is none of success.
type statusError struct {
	status int
	wait   time.Duration // what Retry-After says
	text   string
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d: %s", e.status, e.text) }

// call makes one request. A reply that asks to come back later is waited for.
func (c *client) call(ctx context.Context, method, path, mediaType string, body []byte, header http.Header, out any) error {
	for {
		err := c.once(ctx, method, path, mediaType, body, header, out)
		var refused *statusError
		if !errors.As(err, &refused) || refused.status != http.StatusTooManyRequests || refused.wait == 0 {
			return err
		}
		select {
		case <-time.After(refused.wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *client) once(ctx context.Context, method, path, mediaType string, body []byte, header http.Header, out any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, bytes.NewReader(body)) //nolint:gosec // the server is the one that was named
	if err != nil {
		return err
	}
	if header != nil {
		request.Header = header.Clone()
	}
	request.Header.Set("Authorization", "Bearer "+c.key)
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	reply, err := c.http.Do(request) //nolint:gosec // the server is the one that was named
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	if reply.StatusCode >= http.StatusBadRequest {
		seconds, _ := strconv.Atoi(reply.Header.Get("Retry-After"))
		return &statusError{reply.StatusCode, time.Duration(seconds) * time.Second, string(text)}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(text, out)
}

// page reads a public page. Links of answers may be relative to the server.
func (c *client) page(ctx context.Context, link string) (string, error) {
	base, err := url.Parse(c.server)
	if err != nil {
		return "", err
	}
	address, err := base.Parse(link)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody) //nolint:gosec // the server is the one that was named
	if err != nil {
		return "", err
	}
	reply, err := c.http.Do(request) //nolint:gosec // the server is the one that was named
	if err != nil {
		return "", err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err == nil && reply.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", link, reply.Status)
	}
	return string(text), err
}

func idempotent(key string) http.Header { return http.Header{"Idempotency-Key": {key}} }

// sendAndLeave sends a request whole and hangs up without reading the reply.
func (c *client) sendAndLeave(ctx context.Context, path string, body any, key string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server+path, bytes.NewReader(text)) //nolint:gosec // the server is the one that was named
	if err != nil {
		return err
	}
	request.Header = idempotent(key)
	request.Header.Set("Authorization", "Bearer "+c.key)
	request.Header.Set("Content-Type", "application/json")
	var d net.Dialer
	connection, err := d.DialContext(ctx, "tcp", request.URL.Host)
	if err != nil {
		return err
	}
	defer connection.Close()
	return request.Write(connection)
}

// retrieve repeats a request under its idempotency key until its answer is there.
func (c *client) retrieve(ctx context.Context, path string, body any, key string, out any) error {
	const pause = 200 * time.Millisecond
	for {
		err := c.callJSON(ctx, http.MethodPost, path, body, idempotent(key), out)
		var refused *statusError
		if !errors.As(err, &refused) || refused.status != http.StatusConflict {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
