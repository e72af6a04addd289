package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// exampleRequest is what is asked to make the example of an operation.
type exampleRequest struct{ operation, method, path, body string }

var exampleRequests = []exampleRequest{
	{"searchLocations", http.MethodGet, "/api/v1/location/search?q=alcala", ""},
	{"getLocation", http.MethodGet, "/api/v1/location/ES-28005", ""},
	{"searchCodes", http.MethodGet, "/api/v1/codes/search?q=documento&page_size=2", ""},
	{"getCode", http.MethodGet, "/api/v1/codes/cte-db-sua", ""},
	{"getLatestVersions", http.MethodGet, "/api/v1/codes/cte-db-sua/latest", ""},
	{"getCodeVersion", http.MethodGet, "/api/v1/codes/cte-db-sua/2022", ""},
	{"listProjects", http.MethodGet, "/api/v1/projects", ""},
	{"getProjectInfo", http.MethodGet, "/api/v1/project/info", ""},
	{"verify", http.MethodPost, "/api/v1/verify",
		`{"element": "escalera de uso general", "parameter": "anchura útil", "value": 0.95, "unit": "m", "geo_id": "ES-28079", "building_use": "residencial vivienda"}`},
	{"verifyBatch", http.MethodPost, "/api/v1/verify/batch", `{"checks": [
		{"element": "rampa accesible de 5 m de longitud", "parameter": "pendiente", "value": 7.5, "unit": "%", "geo_id": "ES-28079", "building_use": "pública concurrencia"},
		{"element": "muro de fachada", "parameter": "transmitancia térmica", "value": 0.45, "unit": "W/m²K", "geo_id": "ES-05019"},
		{"element": "escalera", "parameter": "anchura", "value": 1, "unit": "m", "geo_id": "ES-28999"}]}`},
	{"ask", http.MethodPost, "/api/v2/ask", `{"query": "¿Qué anchura útil mínima tiene una escalera de uso general?"}`},
	{"getTurn", http.MethodGet, "/api/v2/ask/", ""},
}

// exampleTurn stands in the examples for the id of the turn, which is random.
const exampleTurn = "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"

// TestExamples asks a server over the starter pack and holds the answers against
// the examples in the OpenAPI document, or writes them with -update.
func TestExamples(t *testing.T) {
	pack, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, httpapitest.Setup{Data: &pack.Data, Model: extractive.New()})
	var turn string
	for _, e := range exampleRequests {
		t.Run(e.operation, func(t *testing.T) {
			path := e.path
			if e.operation == "getTurn" {
				path += turn
			}
			w := call(t, s, e.method, path, e.body)
			if w.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
			if id := w.Header().Get("X-Turn-Id"); id != "" {
				turn = id
			}
			golden(t, filepath.Join("examples", e.operation+".json"), e.render(t, w.Body.Bytes(), turn))
		})
	}
}

// render writes an example file.
func (e exampleRequest) render(t *testing.T, answer []byte, turn string) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	path := e.path
	if strings.HasSuffix(path, "/") {
		path += exampleTurn
	}
	if turn != "" {
		answer = bytes.ReplaceAll(answer, []byte(turn), []byte(exampleTurn))
	}
	err := encoder.Encode(struct {
		Method   string          `json:"method"`
		Path     string          `json:"path"`
		Body     json.RawMessage `json:"body,omitempty"`
		Response json.RawMessage `json:"response"`
	}{e.method, path, json.RawMessage(e.body), answer})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
