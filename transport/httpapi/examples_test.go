package httpapi_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// exampleRequest is what is asked to make the example of an operation.
type exampleRequest struct{ operation, method, path, body string }

var exampleRequests = []exampleRequest{
	{"searchLocations", http.MethodGet, "/api/v1/location/search?q=alcala", ""},
	{"getLocation", http.MethodGet, "/api/v1/location/ES-28005", ""},
	{"searchTexts", http.MethodGet, "/api/v1/search?q=altura+de+las+barreras&top=1", ""},
	{"getSection", http.MethodGet, "/api/v1/codes/cte-db-sua/2022/sections/sua-1-3-2-1", ""},
	{"compareVersions", http.MethodGet, "/api/v1/codes/cte-db-sua/compare?from=2019&to=2022", ""},
	{"searchCodes", http.MethodGet, "/api/v1/codes/search?q=documento&page_size=2", ""},
	{"getCode", http.MethodGet, "/api/v1/codes/cte-db-sua", ""},
	{"getLatestVersions", http.MethodGet, "/api/v1/codes/cte-db-sua/latest", ""},
	{"getCodeVersion", http.MethodGet, "/api/v1/codes/cte-db-sua/2022", ""},
	{"listChanges", http.MethodGet, "/api/v1/changes?since=2022-01-01&page_size=2", ""},
	{"listProjects", http.MethodGet, "/api/v1/projects", ""},
	{"getProjectInfo", http.MethodGet, "/api/v1/project/info", ""},
	{"listCalculators", http.MethodGet, "/api/v1/calculators", ""},
	{"runCalculator", http.MethodPost, "/api/v1/calculators/stair-geometry/run", `{"input": ` + exampleStair + `}`},
	{"getCalculator", http.MethodGet, "/api/v1/calculators/stair-geometry", ""},
	{"verify", http.MethodPost, "/api/v1/verify",
		`{"element": "escalera de uso general", "parameter": "anchura útil", "value": 0.95, "unit": "m", "geo_id": "ES-28079", "building_use": "residencial vivienda"}`},
	{"requirements", http.MethodPost, "/api/v1/requirements",
		`{"element": "barandilla", "parameter": "altura", "geo_id": "ES-28079", "building_use": "residencial vivienda"}`},
	{"verifyBatch", http.MethodPost, "/api/v1/verify/batch", `{"checks": [
		{"element": "rampa accesible de 5 m de longitud", "parameter": "pendiente", "value": 7.5, "unit": "%", "geo_id": "ES-28079", "building_use": "pública concurrencia"},
		{"element": "muro de fachada", "parameter": "transmitancia térmica", "value": 0.45, "unit": "W/m²K", "geo_id": "ES-05019"},
		{"element": "escalera", "parameter": "anchura", "value": 1, "unit": "m", "geo_id": "ES-28999"}]}`},
	{"ask", http.MethodPost, "/api/v2/ask", `{"query": "¿Qué anchura útil mínima tiene una escalera de uso general?"}`},
	{"listTurns", http.MethodGet, "/api/v2/turns", ""},
	{"getTurn", http.MethodGet, "/api/v2/ask/", ""},
	{"getAccount", http.MethodGet, "/api/v1/account", ""},

	// From here on {project} is the project made here, {made} what was made last.
	{"createProject", http.MethodPost, "/api/v1/projects",
		`{"name": "Viviendas en la calle Mayor", "description": "Doce viviendas en bloque", "geo_id": "ES-05019", "collections": ["cte-db-sua"]}`},
	{"getProject", http.MethodGet, "/api/v1/projects/{project}", ""},
	{"updateProject", http.MethodPatch, "/api/v1/projects/{project}", `{"description": "Catorce viviendas en bloque"}`},
	{"activateProject", http.MethodPost, "/api/v1/projects/{project}/activate", ""},
	{"selectCollections", http.MethodPost, "/api/v1/projects/{project}/collections", `{"slugs": ["cte-db-si", "cte-db-he"]}`},
	{"selectCollection", http.MethodPut, "/api/v1/projects/{project}/collections/cte-db-hs", ""},
	{"listCollections", http.MethodGet, "/api/v1/projects/{project}/collections", ""},
	{"addDocument", http.MethodPost, "/api/v1/projects/{project}/documents?name=memoria.txt", uploadedText},
	{"listDocuments", http.MethodGet, "/api/v1/projects/{project}/documents", ""},
	{"getDocument", http.MethodGet, "/api/v1/projects/{project}/documents/{made}", ""},
	{"putMemory", http.MethodPut, "/api/v1/projects/{project}/memory/site_altitude", `{"label": "Altitud del solar", "value": "1130", "unit": "m"}`},
	{"getMemory", http.MethodGet, "/api/v1/projects/{project}/memory/site_altitude", ""},
	{"listMemory", http.MethodGet, "/api/v1/projects/{project}/memory", ""},
	{"calculate", http.MethodPost, "/api/v1/projects/{project}/calculations", `{"calculator_id": "stair-geometry", "name": "Escalera principal", "input": ` + exampleStair + `}`},
	{"getCalculation", http.MethodGet, "/api/v1/projects/{project}/calculations/{made}", ""},
	{"listCalculations", http.MethodGet, "/api/v1/projects/{project}/calculations", ""},
	{"saveCheck", http.MethodPost, "/api/v1/projects/{project}/checks",
		`{"element": "barandilla con una caída de 4 m", "parameter": "altura", "value": 0.95, "unit": "m", "geo_id": "ES-05019", "ref": "P-07", "name": "Barandilla de la azotea"}`},
	{"getCheck", http.MethodGet, "/api/v1/projects/{project}/checks/{made}", ""},
	{"listChecks", http.MethodGet, "/api/v1/projects/{project}/checks", ""},
	{"runChecks", http.MethodPost, "/api/v1/projects/{project}/checks/run?as_of=2010-06-01", ""},
	{"getReport", http.MethodGet, "/api/v1/projects/{project}/report", ""},
	{"createWebhook", http.MethodPost, "/api/v1/projects/{project}/webhooks", `{"url": "https://studio.example/regulations", "events": ["checks.flipped"]}`},
	{"testWebhook", http.MethodPost, "/api/v1/projects/{project}/webhooks/{made}/test", ""},
	{"listWebhooks", http.MethodGet, "/api/v1/projects/{project}/webhooks", ""},
	{"createGenerated", http.MethodPost, "/api/v1/projects/{project}/generated_documents",
		`{"titulo": "Justificación del DB-SUA", "tipo": "memoria", "content": "# Escaleras\n\nLa escalera general tiene 1,10 m de anchura útil."}`},
	{"addGeneratedVersion", http.MethodPost, "/api/v1/projects/{project}/generated_documents/{made}/versions",
		`{"titulo": "Justificación del DB-SUA", "tipo": "memoria", "content": "# Escaleras\n\nLa escalera general tiene 1,20 m de anchura útil."}`},
	{"getGenerated", http.MethodGet, "/api/v1/projects/{project}/generated_documents/{made}", ""},
	{"listGeneratedVersions", http.MethodGet, "/api/v1/projects/{project}/generated_documents/{made}/versions", ""},
	{"listGenerated", http.MethodGet, "/api/v1/projects/{project}/generated_documents", ""},
}

// exampleStair is what the calculator of stairs is given.
const exampleStair = `{"use": "general", "riser": 17, "tread": 28, "public_use": false, "lift": true, "flight_steps": 10}`

// uploadedText is a file, and no body of JSON to be shown.
const uploadedText = "La escalera general tiene 1,10 m de anchura útil."

// madeID is the identifier of something that was made for the examples.
var madeID = regexp.MustCompile(`"(?:project_id|document_id|calculation_id|check_id|webhook_id)":"([0-9a-f-]{36})"`)

// randomAccount is what is random in an account, and of a webhook.
var randomAccount = regexp.MustCompile(`"(organization|hint|secret)":"[^"]*"`)

// exampleTurn stands in the examples for the id of the turn, which is random.
const exampleTurn = "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"

// starterServer serves the starter pack, with one calculator of Spain.
func starterServer(t *testing.T) *httpapitest.Server {
	t.Helper()
	pack, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	return newServer(t, httpapitest.Setup{Data: &pack.Data, Model: note.New(nil), Change: func(d *httpapi.Deps, _ *httpapi.Options) {
		service := d.Projects.(*projects.Service)
		service.Calculators, service.Plugged = []projects.Calculator{es.Stairs()}, nil
	}})
}

// TestExamples asks a server over the starter pack and holds the answers against
// the examples in the OpenAPI document, or writes them with -update.
func TestExamples(t *testing.T) {
	s := starterServer(t)
	var turn, project, made string
	for _, e := range exampleRequests {
		t.Run(e.operation, func(t *testing.T) {
			path := strings.NewReplacer("{project}", project, "{made}", made).Replace(e.path)
			if e.operation == "getTurn" {
				path += turn
			}
			w := call(t, s, e.method, path, e.body)
			if w.Code != http.StatusOK && w.Code != http.StatusCreated {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
			if id := w.Header().Get("X-Turn-Id"); id != "" {
				turn = id
			}
			if id := madeID.FindSubmatch(w.Body.Bytes()); id != nil && w.Code == http.StatusCreated {
				made = string(id[1])
			}
			if e.operation == "createProject" {
				project = made
			}
			answer := bytes.ReplaceAll(w.Body.Bytes(), []byte(cmp.Or(project, "-----")), []byte(exampleProject))
			answer = bytes.ReplaceAll(answer, []byte(cmp.Or(made, "-----")), []byte(exampleEntry))
			answer = randomAccount.ReplaceAll(answer, []byte(`"$1":"xxxx"`))
			golden(t, filepath.Join("examples", e.operation+".json"), e.render(t, answer, turn))
		})
	}
}

// What stands in the examples for identifiers that are random.
const (
	exampleProject = "7a9d2c10-5b0e-4f4c-8a51-6c1de0b7a001"
	exampleEntry   = "7a9d2c10-5b0e-4f4c-8a51-6c1de0b7a002"
)

// render writes an example file.
func (e exampleRequest) render(t *testing.T, answer []byte, turn string) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	path := strings.NewReplacer("{project}", exampleProject, "{made}", exampleEntry).Replace(e.path)
	if strings.HasSuffix(path, "/") {
		path += exampleTurn
	}
	if turn != "" {
		answer = bytes.ReplaceAll(answer, []byte(turn), []byte(exampleTurn))
	}
	body := e.body
	if body == uploadedText {
		body = ""
	}
	err := encoder.Encode(struct {
		Method   string          `json:"method"`
		Path     string          `json:"path"`
		Body     json.RawMessage `json:"body,omitempty"`
		Response json.RawMessage `json:"response"`
	}{e.method, path, json.RawMessage(body), answer})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
