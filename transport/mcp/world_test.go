package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/mcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a server over the world of the HTTP API's tests, with /mcp mounted.
type world struct {
	*httpapitest.Server
	mcp *mcp.Server
}

// open starts a world. Its users' language is that of their key's country.
func open(t testing.TB, with httpapitest.Setup) *world {
	t.Helper()
	w := &world{Server: httpapitest.NewServer(t, httpapitest.MemoryStores(), with)}
	allow := func(response http.ResponseWriter) bool { return w.API.Allow(response, access.Catalogue) }
	server, err := mcp.New(w.API, &mcp.Options{Version: "test", Key: w.Keys.Main, Allow: allow, Language: func(r *http.Request) string {
		country := httpapitest.Schemes()[0].Country()
		if r != nil {
			country = httpapi.PrincipalOf(r.Context()).Country
		}
		scheme, _ := w.Engine.Snapshot().Places.Scheme(country)
		if scheme == nil {
			return ""
		}
		return scheme.Language()
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.mcp = server
	w.API.Mount(httpapi.Mount{Path: mcp.Path, Name: "mcp", Handler: server, Metadata: mcp.MetadataPath})
	return w
}

// bearer sends a key with every request.
type bearer struct {
	key    string
	header map[string]string
}

// RoundTrip implements [http.RoundTripper].
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b.key != "" {
		r.Header.Set("Authorization", "Bearer "+b.key)
	}
	for name, value := range b.header {
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// connect opens a session over HTTP with a key.
func (w *world) connect(t testing.TB, key string, opts *sdk.ClientOptions) *client {
	t.Helper()
	transport := &sdk.StreamableClientTransport{Endpoint: w.URL + mcp.Path, HTTPClient: &http.Client{Transport: bearer{key: key}}, DisableStandaloneSSE: true}
	return connect(t, transport, opts)
}

func connect(t testing.TB, transport sdk.Transport, opts *sdk.ClientOptions) *client {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, opts).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return &client{session}
}

// pipe opens a session over a pair of streams, as over standard input and output.
func (w *world) pipe(t testing.TB) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- w.mcp.Serve(context.WithoutCancel(t.Context()), toServer, fromServer) }()
	t.Cleanup(func() {
		_ = fromClient.Close()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		_ = toClient.Close()
	})
	return connect(t, &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
}

// client is one session of an assistant.
type client struct{ *sdk.ClientSession }

// call calls a tool with arguments written as JSON.
func (c *client) call(t testing.TB, name, arguments string) (text string, result *sdk.CallToolResult) {
	t.Helper()
	result, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", name, arguments, err)
	}
	return result.Content[0].(*sdk.TextContent).Text, result
}

// wants calls a tool and wants an answer that holds all texts and is of the tool's
// output schema.
func (c *client) wants(t testing.TB, name, arguments string, texts ...string) string {
	t.Helper()
	text, result := c.call(t, name, arguments)
	if result.IsError {
		t.Errorf("%s %s: %s", name, arguments, text)
		return text
	}
	contains(t, name+" "+arguments, text, texts)
	return text
}

// refuses calls a tool and wants an error that holds all texts.
func (c *client) refuses(t testing.TB, name, arguments string, texts ...string) {
	t.Helper()
	text, result := c.call(t, name, arguments)
	if !result.IsError {
		t.Errorf("%s %s is answered: %s", name, arguments, text)
	}
	contains(t, name+" "+arguments, text, texts)
}

func contains(t testing.TB, what, text string, texts []string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in %s", what, want, text)
		}
	}
}

// fits reports why a value is not of a schema as a client got it.
func fits(t testing.TB, schema any, value string) error {
	t.Helper()
	raw, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := json.Unmarshal([]byte(value), &decoded); err != nil {
		t.Fatal(err)
	}
	return resolved.Validate(decoded)
}
