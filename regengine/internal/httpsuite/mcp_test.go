package httpsuite_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/mcp"
)

// bearer sends a key with every request.
type bearer string

// RoundTrip implements [http.RoundTripper].
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// assistant is a session at /mcp of a server, with a key.
type assistant struct{ *sdk.ClientSession }

func connect(t *testing.T, s *httpapitest.Server, key string) assistant {
	t.Helper()
	transport := &sdk.StreamableClientTransport{Endpoint: s.URL + mcp.Path, HTTPClient: &http.Client{Transport: bearer(key)}, DisableStandaloneSSE: true}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return assistant{session}
}

// wants calls a tool and wants a text in what comes of it.
func (a assistant) wants(t *testing.T, tool, arguments, text string) {
	t.Helper()
	result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	if got := result.Content[0].(*sdk.TextContent).Text; !strings.Contains(got, text) {
		t.Errorf("%s %s: %q is not in %s", tool, arguments, text, got)
	}
}

// serveMCP is a server over a database, with limits that its replicas share.
func serveMCP(t *testing.T, url string, keys *httpapitest.Keys) *httpapitest.Server {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, &postgres.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s := httpapitest.NewServer(t, httpapitest.Stores{Store: db, Ledger: db, Projects: db, Database: db}, httpapitest.Setup{
		Keys:    keys,
		Limiter: func(*accesstest.Clock) access.Limiter { return db.Limiter() },
		Plan:    func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 12, access.Intelligence: 4} },
	})
	server, err := mcp.New(s.API, &mcp.Options{Allow: func(w http.ResponseWriter) bool { return s.API.Allow(w, access.Catalogue) }})
	if err != nil {
		t.Fatal(err)
	}
	s.API.Mount(httpapi.Mount{Path: mcp.Path, Name: "mcp", Handler: server})
	return s
}

// TestMCP_Postgres: assistants of one user find the same at either of two replicas, and
// share credits and limits; those of another key find nothing of it.
func TestMCP_Postgres(t *testing.T) {
	url := pgtest.Start(t)
	first := serveMCP(t, url, nil)
	second := serveMCP(t, url, &first.Keys)
	one, two := connect(t, first, first.Keys.Main), connect(t, second, first.Keys.Main)
	const check = `"element":"escalera","parameter":"anchura útil","geo_id":"ES-28079","value":0.95,"unit":"m"}`
	for _, a := range []assistant{one, two} {
		a.wants(t, "list_projects", `{}`, `"project_id":"`+httpapitest.ActiveProject+`"`)
		a.wants(t, "get_project", `{"project_id":"`+httpapitest.ForeignProject+`"}`, "(project_not_found)")
		a.wants(t, "verify", `{"idempotency_key":"k",`+check, `"result_status":"non_compliant"`) // once
	}
	one.wants(t, "ask", `{"query":"¿Qué anchura tiene una escalera?"}`, `"answer":"`)
	balance, err := first.Stores.GetBalance(t.Context(), first.Keys.Organization)
	if err != nil || balance.Spent != 2 {
		t.Errorf("spent: %+v, %v", balance, err)
	}
	two.wants(t, "verify", `{`+check, `"result_status":"non_compliant"`)
	one.wants(t, "verify", `{`+check, "(rate_limit_exceeded)")
	connect(t, second, first.Keys.None).wants(t, "get_project", `{"project_id":"`+httpapitest.ActiveProject+`"}`, "(project_not_found)")

	for i := range 12 {
		if _, err := []assistant{one, two}[i%2].ListTools(t.Context(), nil); err != nil {
			return // together they reach the limit of both
		}
	}
	t.Error("lists of tools are not counted together")
}
