package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/mcp"
)

const oneCheck = `{` + stair + `,"value":0.95,"unit":"m"}`

// TestServer_HTTP: over HTTP a key opens what it opens in the API, and no more.
func TestServer_HTTP(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	main := w.connect(t, w.Keys.Main, nil)
	main.wants(t, "verify", oneCheck, `"result_status":"non_compliant"`)
	main.wants(t, "list_projects", `{}`, `"project_id":"`+httpapitest.ActiveProject+`"`)
	main.refuses(t, "get_project", `{"project_id":"`+httpapitest.ForeignProject+`"}`, "No existe ese proyecto")
	main.refuses(t, "get_place", `{"geo_id":"FR-75056"}`, "(country_mismatch)")

	french := w.connect(t, w.Keys.French, nil)
	french.wants(t, "get_place", `{"geo_id":"FR-75056"}`, `"name":"Paris"`)
	french.refuses(t, "verify", oneCheck, "There is no place with this geo_id: search_places finds", "(location_not_found)")
	french.refuses(t, "get_code", `{"slug":"cte-db-sua"}`, "(not_found)")

	w.connect(t, w.Keys.Unserved, nil).refuses(t, "search_places", `{"q":"lisboa"}`, "not served")
	w.connect(t, w.Keys.NoPlan, nil).refuses(t, "verify", oneCheck, "El plan de la organización", "(plan_not_allowed)")
	poor := w.connect(t, w.Keys.Poor, nil)
	poor.refuses(t, "verify", oneCheck, "créditos", "(quota_exceeded)")
	poor.refuses(t, "ask", `{"query":"¿Qué anchura tiene una escalera?"}`, "(quota_exceeded)")
	poor.wants(t, "requirements", `{`+stair+`}`, `"limit_value":1`)
	w.connect(t, w.Keys.None, nil).refuses(t, "ask", `{"query":"¿Qué anchura tiene una escalera?"}`, "ningún proyecto activo", "(no_active_project)")
}

// TestServer_Credits: a call costs what it costs over HTTP, and once for one key.
func TestServer_Credits(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	c := w.connect(t, w.Keys.Main, nil)
	before := w.credits(t)
	c.wants(t, "verify", oneCheck)
	c.wants(t, "verify_batch", `{"checks":[`+oneCheck+`,`+oneCheck+`,{"element":"x"}]}`, `"decided":2`)
	c.wants(t, "ask", `{"query":"¿Qué anchura tiene una escalera?"}`)
	c.wants(t, "requirements", `{`+stair+`}`)
	c.refuses(t, "verify", `{"element":"x","parameter":"y","geo_id":"ES-99999","value":1,"unit":"m"}`)
	for range 2 {
		c.wants(t, "verify", `{"idempotency_key":"k",`+oneCheck[1:])
	}
	c.refuses(t, "verify", `{"idempotency_key":"k","building_use":"hotel",`+oneCheck[1:], "- idempotency_key: ya se usó para otra petición")
	if spent := before - w.credits(t); spent != 1+2+1+1 {
		t.Errorf("%d credits were spent, want 5", spent)
	}
}

func (w *world) credits(t *testing.T) int64 {
	t.Helper()
	balance, err := w.Stores.GetBalance(t.Context(), w.Keys.Organization)
	if err != nil {
		t.Fatal(err)
	}
	return balance.Left
}

// TestServer_RateLimit: calls count with the requests of the same user over HTTP.
func TestServer_RateLimit(t *testing.T) {
	w := open(t, httpapitest.Setup{
		Limiter: func(clock *accesstest.Clock) access.Limiter { return &access.MemoryLimiter{Now: clock.Now} },
		Plan:    func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 4} },
	})
	c := w.connect(t, w.Keys.Main, nil) // which asks once
	c.wants(t, "search_places", `{"q":"madrid"}`)
	if r := w.Get(t, "/api/v1/location/search?q=madrid"); r.StatusCode != http.StatusOK {
		t.Fatal(r.StatusCode)
	}
	c.wants(t, "search_places", `{"q":"madrid"}`)
	c.refuses(t, "search_places", `{"q":"madrid"}`, "Demasiadas peticiones", "Vuelva a intentarlo dentro de", "(rate_limit_exceeded)")
	c.wants(t, "list_projects", `{}`) // of another group
}

// TestServer_RateLimit_others: what asks nothing of the API counts as well.
func TestServer_RateLimit_others(t *testing.T) {
	w := open(t, httpapitest.Setup{
		Limiter: func(clock *accesstest.Clock) access.Limiter { return &access.MemoryLimiter{Now: clock.Now} },
		Plan:    func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 2} },
	})
	const list, call = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`
	for i, tt := range []struct {
		body   string
		status int
	}{
		{call, 200}, {call, 200}, {call, 200}, // of another group, and counted once
		{list, 200}, {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202},
		{list, 429}, {`[` + list + `]`, 429}, {"no message", 429}, {call, 200},
	} {
		status, header := w.post(t, w.Keys.Main, nil, tt.body)
		if status != tt.status || status == 429 && header.Get("Retry-After") == "" {
			t.Errorf("%d. %s: status %d, want %d; %v", i, tt.body, status, tt.status, header)
		}
	}
	if status, _ := w.post(t, w.Keys.None, nil, list); status != 200 {
		t.Errorf("another user: status %d", status)
	}
	w.Clock.Advance(access.Window)
	if status, _ := w.post(t, w.Keys.Main, nil, list); status != 200 {
		t.Errorf("a minute later: status %d", status)
	}
}

// TestServer_RateLimit_refused: a call that is refused before it reaches the API counts
// with what asks nothing of it.
func TestServer_RateLimit_refused(t *testing.T) {
	w := open(t, httpapitest.Setup{
		Limiter: func(clock *accesstest.Clock) access.Limiter { return &access.MemoryLimiter{Now: clock.Now} },
		Plan:    func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 1} },
	})
	for name, body := range map[string]string{
		"no such tool":       `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop_table","arguments":{}}}`,
		"name of no text":    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,"arguments":{}}}`,
		"no params":          `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
		"unknown argument":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{"q":"x"}}}`,
		"argument missing":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_code","arguments":{}}}`,
		"argument of a kind": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_places","arguments":{"q":7}}}`,
		"no such resource":   `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`,
		"method twice":       `{"jsonrpc":"2.0","id":1,"method":"tools/list","Method":"tools/call","params":{"name":"list_projects","arguments":{}}}`,
	} {
		w.Clock.Advance(access.Window)
		if status, _ := w.post(t, w.Keys.Main, nil, body); status == http.StatusTooManyRequests {
			t.Errorf("%s, once: status %d", name, status)
		}
		if status, _ := w.post(t, w.Keys.Main, nil, body); status != http.StatusTooManyRequests {
			t.Errorf("%s, twice: status %d", name, status)
		}
	}
}

// TestServer_Door: who has no key is told where to find out how to get in, and no page
// of another site gets an answer.
func TestServer_Door(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, tt := range []struct {
		name, key string
		header    map[string]string
		body      string
		status    int
		challenge string
	}{
		{name: "no key", status: 401, challenge: `Bearer realm="api", resource_metadata="https://reglookup.example/.well-known/oauth-protected-resource/mcp"`},
		{name: "revoked", key: w.Keys.Revoked, status: 401, challenge: `error="invalid_token", resource_metadata="`},
		{name: "expired", key: w.Keys.Expired, status: 401},
		{name: "a key", key: w.Keys.Main, status: 200},
		{name: "own origin", key: w.Keys.Main, header: map[string]string{"Origin": w.URL}, status: 200},
		{name: "another site", key: w.Keys.Main, header: map[string]string{"Origin": "https://evil.example"}, status: 403},
		{name: "no site", key: w.Keys.Main, header: map[string]string{"Origin": "null"}, status: 403},
		{name: "a name that leads here", key: w.Keys.Main, header: map[string]string{"Host": "evil.example"}, status: 403},
		{name: "that name as origin too", key: w.Keys.Main, header: map[string]string{"Host": "evil.example", "Origin": "http://evil.example"}, status: 403},
		{name: "no JSON", key: w.Keys.Main, body: "what", status: 400},
		{name: "huge", key: w.Keys.Main, body: `{"jsonrpc":"2.0","id":1,"method":"ping","x":"` + strings.Repeat("x", 5<<20) + `"}`, status: 413},
	} {
		body := tt.body
		if body == "" {
			body = ping
		}
		status, header := w.post(t, tt.key, tt.header, body)
		if status != tt.status || !strings.Contains(header.Get("WWW-Authenticate"), tt.challenge) {
			t.Errorf("%s: status %d, want %d; challenge %s", tt.name, status, tt.status, header.Get("WWW-Authenticate"))
		}
	}
	if !strings.Contains(w.Logs.String(), `"operation":"mcp"`) {
		t.Error("requests are not logged")
	}
}

// post sends one message to /mcp.
func (w *world) post(t *testing.T, key string, header map[string]string, body string) (int, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL+mcp.Path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Origin", header["Origin"])
	if header["Origin"] == "" {
		r.Header.Del("Origin")
	}
	r.Host = header["Host"]
	res, err := (&http.Client{Transport: bearer{key: key}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Header
}

// TestServer_Parallel: sessions share nothing.
func TestServer_Parallel(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	var sessions sync.WaitGroup
	for i := range 8 {
		key, want, other := w.Keys.Main, "ES-28079", `{"geo_id":"FR-75056"}`
		if i%2 == 1 {
			key, want, other = w.Keys.French, "FR-75056", `{"geo_id":"ES-28079"}`
		}
		c := w.connect(t, key, nil)
		sessions.Go(func() {
			for range 5 {
				c.wants(t, "get_place", `{"geo_id":"`+want+`"}`, want)
				c.refuses(t, "get_place", other, "(country_mismatch)")
			}
		})
	}
	sessions.Wait()
}

// TestServer_Progress: a turn tells what it does.
func TestServer_Progress(t *testing.T) {
	w := open(t, httpapitest.Setup{})
	told := make(chan string, 100)
	c := w.connect(t, w.Keys.Main, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, n *sdk.ProgressNotificationClientRequest) {
		told <- n.Params.Message
	}})
	params := &sdk.CallToolParams{Name: "ask", Arguments: json.RawMessage(`{"query":"¿Qué anchura tiene una escalera?"}`)}
	params.SetProgressToken("p")
	result, err := c.CallTool(t.Context(), params)
	if err != nil || result.IsError {
		t.Fatalf("%v %+v", err, result)
	}
	contains(t, "ask", result.Content[0].(*sdk.TextContent).Text, []string{`"answer":"`, `"sources":[{`})
	for _, want := range []string{"Ronda 1", "Búsqueda: "} {
		if message := <-told; !strings.HasPrefix(message, want) {
			t.Errorf("told %q, want %q", message, want)
		}
	}
}

// waiting is a Model that says when it is asked first, and waits to be let go.
type waiting struct {
	asked   func()
	release chan struct{}
}

// Next implements [ask.Model].
func (m waiting) Next(ctx context.Context, _ *ask.Transcript) (ask.Step, error) {
	m.asked()
	select {
	case <-m.release:
	case <-ctx.Done():
		return ask.Step{}, ctx.Err()
	}
	return ask.Step{Draft: "Nada."}, nil
}

// TestServer_ClientLeaves: a turn whose assistant hangs up goes on and is charged, as
// over HTTP.
func TestServer_ClientLeaves(t *testing.T) {
	asked := make(chan struct{})
	model := waiting{sync.OnceFunc(func() { close(asked) }), make(chan struct{})}
	w := open(t, httpapitest.Setup{Model: model})
	before := w.credits(t)
	c := w.connect(t, w.Keys.Main, nil)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "ask", Arguments: json.RawMessage(`{"query":"¿Qué anchura tiene una escalera?"}`)})
		left <- err
	}()
	<-asked
	leave()
	if err := <-left; err == nil {
		t.Fatal("the call did not end")
	}
	close(model.release)
	end, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := w.Meter.Close(end); err != nil { // waits for what runs apart
		t.Fatal(err)
	}
	if spent := before - w.credits(t); spent != 1 {
		t.Errorf("%d credits were spent, want 1", spent)
	}
}
