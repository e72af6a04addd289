package httpapitest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// projectOperations are the operations on a project and what it holds: method,
// path behind the project, and a body that is in order.
var projectOperations = []struct{ method, path, body string }{
	{http.MethodGet, "", ""},
	{http.MethodPatch, "", `{"name":"Otro"}`},
	{http.MethodDelete, "", ""},
	{http.MethodPost, "/activate", ""},
	{http.MethodGet, "/collections", ""},
	{http.MethodPost, "/collections", `{"slugs":["cte-db-sua"]}`},
	{http.MethodPut, "/collections/cte-db-sua", ""},
	{http.MethodDelete, "/collections/cte-db-sua", ""},
	{http.MethodGet, "/documents", ""},
	{http.MethodPost, "/documents?name=a.txt", "Texto."},
	{http.MethodGet, "/documents/0b6f3a10-0000-4000-8000-000000000011", ""},
	{http.MethodDelete, "/documents/0b6f3a10-0000-4000-8000-000000000011", ""},
	{http.MethodGet, "/memory", ""},
	{http.MethodGet, "/memory/use", ""},
	{http.MethodPut, "/memory/use", `{"label":"Uso","value":"vivienda"}`},
	{http.MethodDelete, "/memory/use", ""},
	{http.MethodGet, "/calculations", ""},
	{http.MethodPost, "/calculations", `{"calculator_id":"u-value","input":{"r":4}}`},
	{http.MethodGet, "/calculations/0b6f3a10-0000-4000-8000-000000000013", ""},
	{http.MethodDelete, "/calculations/0b6f3a10-0000-4000-8000-000000000013", ""},
	{http.MethodGet, "/checks", ""},
	{http.MethodPost, "/checks", stairCheck},
	{http.MethodDelete, "/checks?all=true", ""},
	{http.MethodPost, "/checks/run", ""},
	{http.MethodGet, "/checks/" + savedCheckID, ""},
	{http.MethodDelete, "/checks/" + savedCheckID, ""},
	{http.MethodGet, "/webhooks", ""},
	{http.MethodPost, "/webhooks", `{"url":"https://example.org/"}`},
	{http.MethodPost, "/webhooks/0b6f3a10-0000-4000-8000-000000000015/test", ""},
	{http.MethodDelete, "/webhooks/0b6f3a10-0000-4000-8000-000000000015", ""},
	{http.MethodGet, "/generated_documents", ""},
	{http.MethodGet, "/report", ""},
	{http.MethodGet, "/report?format=html&as_of=2026-01-01", ""},
	{http.MethodPost, "/generated_documents", `{"titulo":"Memoria","tipo":"memoria","content":"x"}`},
	{http.MethodGet, "/generated_documents/0b6f3a10-0000-4000-8000-000000000012", ""},
	{http.MethodGet, "/generated_documents/0b6f3a10-0000-4000-8000-000000000012/versions", ""},
	{http.MethodPost, "/generated_documents/0b6f3a10-0000-4000-8000-000000000012/versions", `{"titulo":"Memoria","tipo":"memoria","content":"x"}`},
	{http.MethodDelete, "/generated_documents/0b6f3a10-0000-4000-8000-000000000012", ""},
}

const projectNotFound = `{"type":"/errors/project_not_found","title":"Not Found","status":404,"detail":"There is no such project: /api/v1/projects lists the projects.","code":"project_not_found"}`

// absentScenarios ask for projects of another organization, that do not exist and
// that cannot exist: all answer the very same bytes.
func absentScenarios() []scenario {
	var list []scenario
	for _, op := range projectOperations {
		for _, project := range []string{ForeignProject, AbsentProject, strings.ToUpper(ForeignProject), "nothing", "0b6f3a10%2D0000"} {
			list = append(list, scenario{name: fmt.Sprintf("%s %s of %s", op.method, op.path, project), method: op.method,
				path: "/api/v1/projects/" + project + op.path, body: op.body, status: 404, whole: projectNotFound,
				header: map[string]string{"Content-Type": "application/json"}})
		}
	}
	return list
}

// projectBodyScenarios are bodies that no operation takes; none changes anything.
func projectBodyScenarios() []scenario {
	const project = "/api/v1/projects/" + ActiveProject
	bad := func(name, method, path, body, location string) scenario {
		return scenario{name: name, method: method, path: path, body: body, status: 422,
			want: fmt.Sprintf(`{"errors":[{"location":%q}]}`, location), without: []string{"s3cr3t"}}
	}
	long := strings.Repeat("ñ", 201)
	list := []scenario{
		bad("no name", "POST", "/api/v1/projects", `{"geo_id":"ES-28079"}`, "body.name"),
		bad("no place", "POST", "/api/v1/projects", `{"name":"x"}`, "body.geo_id"),
		bad("blank name", "POST", "/api/v1/projects", `{"name":" ","geo_id":"ES-28079"}`, "body.name"),
		bad("long name", "POST", "/api/v1/projects", `{"name":"`+long+`","geo_id":"ES-28079"}`, "body.name"),
		bad("name on two lines", "POST", "/api/v1/projects", `{"name":"a\nb","geo_id":"ES-28079"}`, "body.name"),
		bad("place absent", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-s3cr3t"}`, "body.geo_id"),
		bad("place of another country", "POST", "/api/v1/projects", `{"name":"x","geo_id":"FR-75056"}`, "body.geo_id"),
		bad("code absent", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["cte-db-sua","s3cr3t"]}`, "body.collections[1]"),
		bad("code of another country", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["fr-code"]}`, "body.collections[0]"),
		bad("code twice", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["cte-db-sua","cte-db-sua"]}`, "body.collections[1]"),
		bad("code as an object", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":[{"slug":"x"}]}`, "body.collections[0]"),
		bad("unknown member", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","organization_id":"s3cr3t"}`, "body.organization_id"),
		bad("unknown member that may be a key", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","s3cr3t":1}`, "body"),
		bad("description with a bell", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","description":"a\u0007"}`, "body.description"),
		bad("cut in a member", "POST", "/api/v1/projects", `{"name":"x","geo_id":"ES-`, "body.geo_id"),
		bad("patch to nothing", "PATCH", project, `{"name":null}`, "body.name"),
		bad("patch of the id", "PATCH", project, `{"project_id":"`+AbsentProject+`"}`, "body.project_id"),
		bad("patch in other case", "PATCH", project, `{"Name":"x"}`, "body.Name"),
		bad("select nothing", "POST", project+"/collections", `{"slugs":[]}`, "body.slugs"),
		bad("select what is no code", "POST", project+"/collections", `{"slugs":["s3cr3t"]}`, "body.slugs[0]"),
		bad("memory without value", "PUT", project+"/memory/x", `{"label":"x"}`, "body.value"),
		bad("memory with a number", "PUT", project+"/memory/x", `{"label":"x","value":3}`, "body.value"),
		bad("memory of another source", "PUT", project+"/memory/x", `{"label":"x","value":"3","source":"s3cr3t"}`, "body.source"),
		bad("memory under a long key", "PUT", project+"/memory/"+strings.Repeat("k", 65), `{"label":"x","value":"3"}`, "path.key"),
		bad("memory under two dots", "PUT", project+"/memory/a..b", `{"label":"x","value":"3"}`, "path.key"),
		bad("memory with a label on two lines", "PUT", project+"/memory/x", `{"label":"a\nb","value":"3"}`, "body.label"),
		bad("memory with a unit on two lines", "PUT", project+"/memory/x", `{"label":"a","value":"3","unit":"m\tm"}`, "body.unit"),
		bad("calculator absent", "POST", project+"/calculations", `{"calculator_id":"s3cr3t","input":{}}`, "body.calculator_id"),
		bad("input a list", "POST", project+"/calculations", `{"calculator_id":"u-value","input":[]}`, "body.input"),
		bad("input refused", "POST", project+"/calculations", `{"calculator_id":"u-value","input":{"r":0}}`, "body.input.r"),
		bad("input with a member twice", "POST", project+"/calculations", `{"calculator_id":"u-value","input":{"r":1,"r":2}}`, "body.input.r"),
		bad("document of two lines of title", "POST", project+"/generated_documents", `{"titulo":"x\ny","tipo":"x","content":"y"}`, "body.titulo"),
		bad("document too long", "POST", project+"/generated_documents", `{"titulo":"x","tipo":"x","content":"`+strings.Repeat("x", 1<<20+1)+`"}`, "body.content"),
		bad("query with a broken escape", "GET", project+"/generated_documents/0b6f3a10-0000-4000-8000-000000000012?version=%zz", "", "query.version"),
		bad("document without tipo", "POST", project+"/generated_documents", `{"titulo":"x","content":"y"}`, "body.tipo"),
		bad("webhook without an address", "POST", project+"/webhooks", `{}`, "body.url"),
		bad("webhook of another scheme", "POST", project+"/webhooks", `{"url":"file:///s3cr3t"}`, "body.url"),
		bad("webhook with a password", "POST", project+"/webhooks", `{"url":"https://a:s3cr3t@example.org/"}`, "body.url"),
		bad("webhook with a fragment", "POST", project+"/webhooks", `{"url":"https://example.org/#s3cr3t"}`, "body.url"),
		bad("webhook without a host", "POST", project+"/webhooks", `{"url":"https:///s3cr3t"}`, "body.url"),
		bad("webhook on two lines", "POST", project+"/webhooks", `{"url":"https://example.org/\na"}`, "body.url"),
		bad("webhook for nothing", "POST", project+"/webhooks", `{"url":"https://example.org/","events":[]}`, "body.events"),
		bad("webhook for what is no event", "POST", project+"/webhooks", `{"url":"https://example.org/","events":["test"]}`, "body.events"),
		bad("version zero", "GET", project+"/generated_documents/0b6f3a10-0000-4000-8000-000000000012?version=0", "", "query.version"),
		{name: "no JSON", method: "POST", path: "/api/v1/projects", body: "x", header: map[string]string{"Content-Type": "text/plain"}, status: 415},
		{name: "too large", method: "POST", path: "/api/v1/projects", body: `{"name":"` + strings.Repeat("x", 70<<10) + `"}`, status: 413},
		{name: "generated too large", method: "POST", path: project + "/generated_documents", body: `{"content":"` + strings.Repeat("x", 3<<20) + `"}`, status: 413},
	}
	for _, path := range []string{
		"/documents/" + AbsentProject, "/documents/x", "/memory/nothing", "/calculations/" + AbsentProject, "/generated_documents/" + AbsentProject,
		"/collections/nothing", "/collections/eu-epbd", "/webhooks/" + AbsentProject, "/webhooks/x",
	} {
		list = append(list, scenario{name: "delete " + path, method: http.MethodDelete, path: project + path, status: 404, want: `{"code":"not_found"}`})
	}
	for _, path := range []string{
		"/documents/" + AbsentProject, "/memory/nothing", "/calculations/x", "/generated_documents/" + AbsentProject,
		"/generated_documents/0b6f3a10-0000-4000-8000-000000000012?version=9", "/generated_documents/" + AbsentProject + "/versions",
	} {
		list = append(list, scenario{name: "get " + path, path: project + path, status: 404, want: `{"code":"not_found"}`})
	}
	return append(list, scenario{name: "select a code of another country", method: "PUT", path: project + "/collections/fr-code", status: 404, want: `{"code":"not_found"}`})
}

// send sends one request of the main key and wants a status.
func (s *Server) send(t *testing.T, method, path, body string, status int) Response {
	t.Helper()
	r := s.do(t, scenario{method: method, path: path, body: body, header: map[string]string{"Content-Type": "application/json"}}.request(t, s))
	if r.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s", method, path, r.StatusCode, status, r.Text)
	}
	return r
}

// wants fails unless the answer holds what is wanted.
func (r Response) wants(t *testing.T, want string) {
	t.Helper()
	for _, difference := range subset("$", decode(t, want), decode(t, r.Text)) {
		t.Errorf("%s in %s", difference, r.Text)
	}
}

// testProjectLife makes a project, fills it, asks, and takes it apart again.
func testProjectLife(t *testing.T, s *Server) {
	made := s.send(t, "POST", "/api/v1/projects", `{"name":"Viviendas","description":"Doce","geo_id":"es-28079","collections":["cte-db-sua"]}`, 201)
	made.wants(t, `{"name":"Viviendas","is_active":false,"project_description":"Doce","geo_context":{"geo_id":"ES-28079","name":"Madrid"},
		"collection_count":1,"file_count":0,"collections":[{"slug":"cte-db-sua"}],"memory":[],"calculations":[],"generated_documents":[]}`)
	path := made.Header.Get("Location")
	if !strings.HasPrefix(path, "/api/v1/projects/") {
		t.Fatalf("Location = %q", path)
	}
	if again := s.send(t, "GET", path, "", 200); again.Text != made.Text {
		t.Errorf("the project is %s, and was made as %s", again.Text, made.Text)
	}
	t.Run("changed", func(t *testing.T) { testProjectChanged(t, s, path) })
	t.Run("collections", func(t *testing.T) { testCollections(t, s, path) })
	t.Run("memory", func(t *testing.T) { testMemory(t, s, path) })
	t.Run("calculations", func(t *testing.T) { testCalculations(t, s, path) })
	t.Run("checks", func(t *testing.T) { testChecks(t, s, path) })
	t.Run("webhooks", func(t *testing.T) {
		testWebhooks(t, s, s.send(t, "POST", "/api/v1/projects", `{"name":"Avisado","geo_id":"ES-28079"}`, 201).Header.Get("Location"))
	})
	t.Run("generated documents", func(t *testing.T) { testGenerated(t, s, path) })
	t.Run("documents", func(t *testing.T) { testDocuments(t, s, path) })
	t.Run("once", func(t *testing.T) {
		testOnce(t, s, s.send(t, "POST", "/api/v1/projects", `{"name":"Otro","geo_id":"ES-28079"}`, 201).Header.Get("Location"))
	})
	t.Run("deleted", func(t *testing.T) {
		if r := s.send(t, "DELETE", path, "", 204); r.Text != "" || r.Header.Get("Content-Type") != "" {
			t.Errorf("204 with %v %q", r.Header, r.Text)
		}
		for _, method := range []string{"DELETE", "GET"} {
			if r := s.send(t, method, path, "", 404); r.Text != projectNotFound {
				t.Errorf("%s again: %s", method, r.Text)
			}
		}
		s.send(t, "POST", "/api/v2/ask", question, 400).wants(t, `{"code":"no_active_project"}`)
	})
}

func testProjectChanged(t *testing.T, s *Server, path string) {
	s.send(t, "PATCH", path, `{"name":"Oficinas","description":null}`, 200).wants(t, `{"name":"Oficinas","project_description":"","collection_count":1}`)
	s.send(t, "PATCH", path, `{"geo_id":"ES-28005","collections":["eu-epbd","cte-db-sua"]}`, 200).wants(t,
		`{"name":"Oficinas","geo_context":{"geo_id":"ES-28005"},"collections":[{"slug":"eu-epbd"},{"slug":"cte-db-sua"}]}`)
	s.send(t, "PATCH", path, `{}`, 200).wants(t, `{"name":"Oficinas","collection_count":2}`)
	s.send(t, "PATCH", path, `{"collections":[]}`, 200).wants(t, `{"collections":[]}`)
	s.send(t, "POST", path+"/activate", "", 200).wants(t, `{"is_active":true}`)
	s.send(t, "GET", "/api/v1/project/info", "", 200).wants(t, `{"name":"Oficinas","is_active":true}`)
}

func testCollections(t *testing.T, s *Server, path string) {
	both := `{"collections":[{"slug":"cte-db-sua"},{"slug":"eu-epbd"}],"unselected_collections":[]}`
	s.send(t, "PUT", path+"/collections/cte-db-sua", "", 200).wants(t, `{"collections":[{"slug":"cte-db-sua"}],"unselected_collections":[{"slug":"eu-epbd"}]}`)
	s.send(t, "POST", path+"/collections", `{"slugs":["eu-epbd","cte-db-sua"]}`, 200).wants(t, both)
	s.send(t, "PUT", path+"/collections/cte-db-sua", "", 200).wants(t, both)
	s.send(t, "DELETE", path+"/collections/eu-epbd", "", 204)
	s.send(t, "DELETE", path+"/collections/eu-epbd", "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "GET", path+"/collections", "", 200).wants(t, `{"collections":[{"slug":"cte-db-sua"}]}`)
}

func testMemory(t *testing.T, s *Server, path string) {
	s.send(t, "PUT", path+"/memory/altitude", `{"label":"Altitud","value":"600","unit":"m","source":"document"}`, 200).wants(t,
		`{"key":"altitude","label":"Altitud","value":"600","unit":"m","source":"document"}`)
	s.send(t, "PUT", path+"/memory/altitude", `{"label":"Altitud","value":"610"}`, 200).wants(t, `{"value":"610","unit":null,"source":"user"}`)
	s.send(t, "GET", path+"/memory/altitude", "", 200).wants(t, `{"value":"610"}`)
	s.send(t, "GET", path+"/memory", "", 200).wants(t, `{"memory":[{"key":"altitude"}],"total":1}`)
	s.send(t, "DELETE", path+"/memory/altitude", "", 204)
	s.send(t, "DELETE", path+"/memory/altitude", "", 404)
	s.send(t, "GET", path+"/memory/altitude", "", 404).wants(t, `{"code":"not_found"}`)
	testTypedMemory(t, s, path)
}

// testTypedMemory: a key that is a circumstance takes a value of it, the use free text.
func testTypedMemory(t *testing.T, s *Server, path string) {
	for _, tt := range []struct{ key, body, wrong string }{
		{"lift", `{"label":"Ascensor","value":"no"}`, ""},
		{"lift", `{"label":"Ascensor","value":"quizá"}`, "must be a boolean"},
		{"persons", `{"label":"Personas","value":"120"}`, ""},
		{"persons", `{"label":"Personas","value":"12,5"}`, "must be a whole number"},
		{"building_use", `{"label":"Uso","value":"lo que sea"}`, ""},
		{"site_altitude", `{"label":"Altitud","value":"1.130","unit":"m"}`, ""},
		{"site_altitude", `{"label":"Altitud","value":"alta"}`, "must be a number with its unit, one of length"},
	} {
		if tt.wrong != "" {
			s.send(t, "PUT", path+"/memory/"+tt.key, tt.body, 422).wants(t, `{"errors":[{"location":"body.value","message":"`+tt.wrong+`"}]}`)
			continue
		}
		s.send(t, "PUT", path+"/memory/"+tt.key, tt.body, 200)
		s.send(t, "DELETE", path+"/memory/"+tt.key, "", 204)
	}
}

func testCalculations(t *testing.T, s *Server, path string) {
	r := s.send(t, "POST", path+"/calculations", `{"calculator_id":"u-value","name":"Fachada","input":{"r":4.00}}`, 201)
	want := `{"calculator_id":"u-value","name":"Fachada","summary":"U = 0.25 W/m²K","compliant":true,"verdict":"compliant","input":{"r":4.00},"result":{"u":0.25},
		"steps":["U = 1 / R"],"sources":["DB-HE 1, 3.1.1"]}`
	r.wants(t, want)
	one := r.Header.Get("Location")
	s.send(t, "GET", one, "", 200).wants(t, want)
	s.send(t, "GET", path+"/calculations", "", 200).wants(t, `{"calculations":[`+want+`],"total":1}`)
	s.send(t, "GET", path, "", 200).wants(t, `{"calculations":[{"name":"Fachada","compliant":true}]}`)
	s.send(t, "DELETE", one, "", 204)
	s.send(t, "DELETE", one, "", 404)
	testVerdicts(t, s, path)
}

// testVerdicts: compliant says true or false, as the contract has it; verdict beside it
// whether the run comes to one at all.
func testVerdicts(t *testing.T, s *Server, path string) {
	for input, verdict := range map[string]string{`{"r":1}`: "non_compliant", `{"r":1000}`: "undetermined"} {
		r := s.send(t, "POST", path+"/calculations", `{"calculator_id":"u-value","input":`+input+`}`, 201)
		want := `{"compliant":false,"verdict":"` + verdict + `"}`
		r.wants(t, want)
		one := r.Header.Get("Location")
		s.send(t, "GET", one, "", 200).wants(t, want)
		s.send(t, "GET", path+"/calculations", "", 200).wants(t, `{"calculations":[`+want+`]}`)
		for _, info := range []string{path, "/api/v1/project/info?project_id=" + path[strings.LastIndex(path, "/")+1:]} {
			s.send(t, "GET", info, "", 200).wants(t, `{"calculations":[`+want+`]}`)
		}
		s.send(t, "DELETE", one, "", 204)
	}
}

func testGenerated(t *testing.T, s *Server, path string) {
	r := s.send(t, "POST", path+"/generated_documents", `{"titulo":"Memoria","tipo":"memoria","content":"# Uno"}`, 201)
	r.wants(t, `{"titulo":"Memoria","tipo":"memoria","version":1,"content":"# Uno"}`)
	one := r.Header.Get("Location")
	s.send(t, "POST", one+"/versions", `{"titulo":"Memoria","tipo":"memoria","content":"# Dos"}`, 201).wants(t, `{"version":2,"content":"# Dos"}`)
	s.send(t, "GET", one, "", 200).wants(t, `{"version":2,"content":"# Dos"}`)
	s.send(t, "GET", one+"?version=1", "", 200).wants(t, `{"version":1,"content":"# Uno"}`)
	s.send(t, "GET", one+"/versions", "", 200).wants(t, `{"versions":[{"version":2},{"version":1}],"total":2}`)
	s.send(t, "GET", path+"/generated_documents", "", 200).wants(t, `{"generated_documents":[{"titulo":"Memoria","tipo":"memoria","version":2}],"total":1}`)
	s.send(t, "GET", path, "", 200).wants(t, `{"generated_documents":[{"titulo":"Memoria","tipo":"memoria","version":2}]}`)
	s.send(t, "DELETE", one, "", 204)
	s.send(t, "DELETE", one, "", 404)
}

func testDocuments(t *testing.T, s *Server, path string) {
	r := s.send(t, "POST", path+"/documents?name=nota%20uno.txt", "La escalera del proyecto mide 1,20 m de anchura útil.", 201)
	r.wants(t, `{"documents":[{"name":"nota uno.txt","media_type":"text/plain","size":54,"pages":null,"blocks":1,"warnings":[]}]}`)
	list := s.send(t, "GET", path+"/documents", "", 200)
	list.wants(t, `{"documents":[{"name":"nota uno.txt"}],"total":1}`)
	id := decode(t, list.Text).(map[string]any)["documents"].([]any)[0].(map[string]any)["document_id"].(string)
	s.send(t, "GET", path+"/documents/"+strings.ToUpper(id), "", 200).wants(t, `{"name":"nota uno.txt"}`)
	s.send(t, "GET", path, "", 200).wants(t, `{"file_count":1,"files":["nota uno.txt"]}`)
	s.send(t, "DELETE", path+"/documents/"+id, "", 204)
	s.send(t, "DELETE", path+"/documents/"+id, "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "GET", path+"/documents/"+id, "", 404)
}
