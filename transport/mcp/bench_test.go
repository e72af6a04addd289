package mcp_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/mcp"
)

// BenchmarkServer_Loopback asks for a place and for a verdict over /mcp and over the HTTP
// API of one server with the starter pack, over connections that are kept.
func BenchmarkServer_Loopback(b *testing.B) {
	pack, err := starter.Open()
	if err != nil {
		b.Fatal(err)
	}
	w := open(b, httpapitest.Setup{Data: &pack.Data, Plan: func(p *access.Plan) { p.Credits = 1 << 40 }})
	const place = `{"geo_id":"ES-05184"}`
	const check = `{"element":"muro de fachada","parameter":"transmitancia térmica","value":0.45,"unit":"W/m²K","geo_id":"ES-05184","building_use":"Residencial Vivienda"}`
	call := func(tool, arguments string) []byte {
		raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": json.RawMessage(arguments)}})
		if err != nil {
			b.Fatal(err)
		}
		return raw
	}
	for _, one := range []struct {
		name, method, path string
		body               []byte
	}{
		{"place/http", http.MethodGet, "/api/v1/location/ES-05184", nil},
		{"place/mcp", http.MethodPost, mcp.Path, call("get_place", place)},
		{"verify/http", http.MethodPost, "/api/v1/verify", []byte(check)},
		{"verify/mcp", http.MethodPost, mcp.Path, call("verify", check)},
		{"tools/mcp", http.MethodPost, mcp.Path, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)},
	} {
		b.Run(one.name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = w.send(b, one.method, one.path, one.body)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// send sends one request with the main key, wants it to work, and returns the size of
// the answer in bytes.
func (w *world) send(b *testing.B, method, path string, body []byte) int {
	r, err := http.NewRequestWithContext(b.Context(), method, w.URL+path, bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+w.Keys.Main)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || bytes.Contains(got, []byte(`"isError":true`)) {
		b.Fatalf("%s %s: %d %v %s", method, path, res.StatusCode, err, got)
	}
	return len(got)
}
