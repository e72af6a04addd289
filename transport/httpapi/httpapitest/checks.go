package httpapitest

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

const savedCheckID = "0b6f3a10-0000-4000-8000-000000000014"

// storedCheck returns a body of stairCheck with more members.
func storedCheck(members string) string { return strings.TrimSuffix(stairCheck, "}") + members + "}" }

// repeated sends a request with an Idempotency-Key and returns its answer.
func (s *Server) repeated(t *testing.T, path, key, body string, status int) Response {
	t.Helper()
	sc := scenario{method: http.MethodPost, path: path, body: body, header: map[string]string{"Idempotency-Key": key}}
	r := s.do(t, sc.request(t, s))
	if r.StatusCode != status {
		t.Fatalf("POST %s: status %d, want %d: %s", path, r.StatusCode, status, r.Text)
	}
	return r
}

// testChecks saves checks in a project, decides them again as of other days, and deletes
// them.
func testChecks(t *testing.T, s *Server, path string) {
	path += "/checks"
	s.send(t, "GET", path, "", 200).wants(t, `{"checks":[],"total":0,"page":1,"page_size":20,"total_pages":0}`)
	s.send(t, "POST", path+"/run", "", 200).wants(t, `{"total":0,"decided":0,"flipped":[],"refused":[]}`)

	wide := s.send(t, "POST", path, storedCheck(`,"name":"Escalera","ref":"P-07"`), 201)
	want := `{"name":"Escalera","ref":"P-07","check":{"element":"escalera de uso general","value":1.10,"geo_id":"ES-28079","country":"ES","as_of":null},"result_status":"compliant","is_compliant":true,
		"limit_value":1,"margin":0.1,"limit_direction":"minimum","as_of":"2026-03-02","result":{"result_status":"compliant","receipt":null,"sources":[{"code_slug":"cte-db-sua"}]},"receipt":null}`
	wide.wants(t, want)
	one := wide.Header.Get("Location")
	s.send(t, "GET", one, "", 200).wants(t, want)
	s.send(t, "GET", path+"/"+strings.ToUpper(one[len(one)-36:]), "", 200).wants(t, want)
	s.send(t, "GET", one+"?detail=receipt", "", 200).wants(t, `{"receipt":{"as_of":"2026-03-02","inputs":{"ref":"P-07"}}}`)

	s.Clock.Advance(time.Second) // they are listed in the order they were saved
	narrow := s.repeated(t, path, "narrow", with("value", "0.90"), 201)
	again := s.repeated(t, path, "narrow", with("value", "0.90"), 201)
	if again.Text != narrow.Text || again.Header.Get("Location") != narrow.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("the same request twice: %v %s", again.Header, again.Text)
	}
	s.send(t, "GET", path+"?page_size=1&page=2", "", 200).wants(t, `{"checks":[{"result_status":"non_compliant","name":null,"ref":null}],"total":2,"page":2,"page_size":1,"total_pages":2}`)
	second := s.send(t, "GET", path+"?page_size=1&page=2&detail=receipt", "", 200)
	if want := `<` + path + `?detail=receipt&page=1&page_size=1>; rel="first", <` + path + `?detail=receipt&page=1&page_size=1>; rel="prev", <` + path + `?detail=receipt&page=2&page_size=1>; rel="last"`; second.Header.Get("Link") != want {
		t.Errorf("Link = %q, want %q", second.Header.Get("Link"), want)
	}
	s.send(t, "GET", path+"?page=3", "", 200).wants(t, `{"checks":[],"total":2}`)
	testCheckRuns(t, s, path)

	s.send(t, "DELETE", one, "", 204)
	s.send(t, "DELETE", one, "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "GET", one, "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "DELETE", path, "", 422).wants(t, `{"errors":[{"location":"query.all"}]}`)
	s.send(t, "DELETE", path+"?all=true", "", 204)
	s.send(t, "GET", path, "", 200).wants(t, `{"total":0}`)
}

// testCheckRuns: in 2015 there was no rule for stairs. What flips is told against what
// is kept, which only keep=true changes.
func testCheckRuns(t *testing.T, s *Server, path string) {
	s.send(t, "POST", path+"/run", "", 200).wants(t, `{"total":2,"decided":2,"kept":false,"result_statuses":{"compliant":1,"non_compliant":1},"flipped":[],"refused":[]}`)
	both := `{"decided":2,"flipped":[
		{"name":"Escalera","ref":"P-07","element":"escalera de uso general","provided_value":1.10,"before":{"result_status":"compliant","limit_value":1,"as_of":"2026-03-02"},"after":{"result_status":"undetermined","is_compliant":false,"limit_value":null,"as_of":"2015-05-01"}},
		{"before":{"result_status":"non_compliant"},"after":{"result_status":"undetermined"}}]}`
	for range 2 {
		s.send(t, "POST", path+"/run?as_of=2015-05-01", "", 200).wants(t, both)
	}
	s.send(t, "GET", path, "", 200).wants(t, `{"checks":[{"result_status":"compliant"},{"result_status":"non_compliant"}]}`)
	first := s.repeated(t, path+"/run?as_of=2015-05-01&keep=true", "run", "", 200)
	first.wants(t, both)
	if again := s.repeated(t, path+"/run?as_of=2015-05-01&keep=true", "run", "", 200); again.Text != first.Text {
		t.Errorf("the same run twice: %s", again.Text)
	}
	s.repeated(t, path+"/run?as_of=2016-05-01&keep=true", "run", "", 422).wants(t, `{"errors":[{"location":"header.Idempotency-Key","code":"reused"}]}`)
	s.send(t, "GET", path, "", 200).wants(t, `{"checks":[{"result_status":"undetermined","as_of":"2015-05-01"},{"result_status":"undetermined"}]}`)
	s.send(t, "POST", path+"/run", "", 200).wants(t, `{"flipped":[{"after":{"result_status":"compliant"}},{"after":{"result_status":"non_compliant"}}]}`)
	s.send(t, "POST", path+"/run?as_of=2015-02-30", "", 422).wants(t, `{"errors":[{"location":"query.as_of"}]}`)
	s.send(t, "POST", path+"/run?keep=yes", "", 422).wants(t, `{"errors":[{"location":"query.keep"}]}`)
}

// checkScenarios are requests about checks that change nothing.
func checkScenarios(k Keys) []scenario {
	const path = "/api/v1/projects/" + ActiveProject + "/checks"
	return []scenario{
		{name: "no value", path: path, body: with("value", "null"), status: 422, want: `{"errors":[{"location":"body.value"}]}`},
		{name: "name on two lines", path: path, body: storedCheck(`,"name":"a\nb"`), status: 422, want: `{"errors":[{"location":"body.name"}]}`},
		{name: "ref with a bell", path: path, body: storedCheck(`,"ref":"a\u0007"`), status: 422, want: `{"errors":[{"location":"body"}]}`},
		{name: "unknown circumstance", path: path, body: storedCheck(`,"circumstances":{"moon":true}`), status: 422, want: `{"errors":[{"location":"body.circumstances.moon"}]}`},
		{name: "unknown member", path: path, body: storedCheck(`,"check_id":"x"`), status: 422, want: `{"errors":[{"location":"body.check_id"}]}`},
		{name: "place absent", path: path, body: with("geo_id", `"ES-28999"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "place of another country", path: path, body: with("geo_id", `"FR-75056"`), status: 404, want: `{"code":"location_not_found"}`},
		{name: "code absent", path: path, body: with("codes", `[{"slug":"nothing"}]`), status: 400, want: `{"code":"invalid_code"}`},
		{name: "plan", path: path, key: k.NoPlan, body: stairCheck, status: 403, want: `{"code":"plan_not_allowed"}`},
		{name: "plan of a run", method: http.MethodPost, path: path + "/run", key: k.NoPlan, status: 403, want: `{"code":"plan_not_allowed"}`},
		{name: "credits", path: "/api/v1/projects/" + ForeignProject + "/checks", key: k.Poor, body: stairCheck, status: 429, want: `{"code":"quota_exceeded"}`},
		{name: "key of another country", path: path, key: k.French, body: stairCheck, status: 404, whole: projectNotFound},
		{name: "absent", path: path + "/" + savedCheckID, status: 404, want: `{"code":"not_found"}`},
		{name: "no UUID", path: path + "/7", status: 404, want: `{"code":"not_found"}`},
		{name: "page zero", path: path + "?page=0", status: 422, want: `{"errors":[{"location":"query.page"}]}`},
		{name: "none were saved", path: path, status: 200, want: `{"checks":[],"total":0}`},
	}
}

// accountScenarios: each key is told its own.
func accountScenarios(k Keys) []scenario {
	const path = "/api/v1/account"
	return []scenario{
		{name: "main", path: path, status: 200, want: `{"plan":{"id":"full","name":"Full","api_access":true,"limits":{"data":60,"intelligence":20,"catalogue":300},"parallel_turns":6},
			"credits":{"reserved":0},"key":{"name":"test","hint":"` + k.Main[len(k.Main)-4:] + `","country":"ES","created_at":"2026-03-02T12:00:00Z","expires_at":null}}`, without: []string{k.Main}},
		{name: "another key of the user", path: path, key: k.French, status: 200, want: `{"plan":{"id":"full"},"key":{"hint":"` + k.French[len(k.French)-4:] + `","country":"FR"}}`},
		{name: "another organization", path: path, key: k.Poor, status: 200, want: `{"plan":{"id":"empty"},"credits":{"left":0,"reserved":0,"spent":0}}`, without: []string{"full"}},
		{name: "without api_access", path: path, key: k.NoPlan, status: 200, want: `{"plan":{"api_access":false}}`},
		{name: "country not served", path: path, key: k.Unserved, status: 200, want: `{"key":{"country":"PT"}}`},
	}
}

// dayScenarios ask the catalogue for what was in force on a day.
func dayScenarios() []scenario {
	const search, code = "/api/v1/codes/search", "/api/v1/codes/cte-db-sua"
	return []scenario{
		{name: "before everything", path: search + "?as_of=2000-01-01", status: 200, want: `{"items":[],"total":0}`},
		{name: "one of them", path: search + "?as_of=2010-06-01", status: 200, want: `{"items":[{"slug":"cte-db-sua"}],"total":1}`},
		{name: "all but what is no law", path: search + "?as_of=2026-03-02", status: 200, want: `{"items":[{"slug":"eu-epbd"},{"slug":"cte-db-sua"},{"slug":"ordenanza-madrid"}],"total":3}`},
		{name: "the edition of then", path: code + "?as_of=2015-05-01", status: 200, want: `{"slug":"cte-db-sua","documents":[{"version":"2010-02-19","status":"repealed"}]}`},
		{name: "the edition of now", path: code + "?as_of=2026-03-02", status: 200, want: `{"documents":[{"version":"2019-12-27"}]}`},
		{name: "no edition yet", path: code + "?as_of=2001-01-01", status: 200, want: `{"documents":[]}`},
		{name: "whole without a day", path: code, status: 200, want: `{"documents":[{"version":"2019-12-27"},{"version":"2010-02-19"}]}`},
		{name: "latest of then", path: code + "/latest?as_of=2015-05-01", status: 200, want: `[{"version":"2010-02-19","sections":[]}]`},
		{name: "latest of no day yet", path: code + "/latest?as_of=2001-01-01", status: 200, whole: "[]"},
		{name: "foreign code", path: "/api/v1/codes/fr-code?as_of=2026-03-02", status: 404, want: `{"code":"not_found"}`},
		{name: "no day", path: code + "?as_of=2015-13-01", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
		{name: "no day of latest", path: code + "/latest?as_of=yesterday", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
		{name: "no day of search", path: search + "?as_of=1", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
	}
}

// changeScenarios ask for what came into force.
func changeScenarios(k Keys) []scenario {
	const path = "/api/v1/changes"
	return []scenario{
		{name: "up to today", path: path + "?since=2019-12-01", status: 200, want: `{"changes":[
			{"date":"2024-05-28","change":"in_force","code_slug":"eu-epbd","version":"2024","url":null},
			{"date":"2019-12-28","change":"no_longer_in_force","code_slug":"cte-db-sua","version":"2010-02-19","status":"repealed"},
			{"date":"2019-12-28","change":"in_force","code_slug":"cte-db-sua","version":"2019-12-27","title":"DB-SUA 2019","url":"https://reglookup.example/codes/cte-db-sua/2019-12-27"},
			{"date":"2019-12-27","change":"published","version":"2019-12-27"}],"since":"2019-12-01","until":"2026-03-02","total":4,"page":1,"page_size":20,"total_pages":1}`},
		{name: "until a day", path: path + "?since=2019-12-28&until=2020-12-31", status: 200, want: `{"total":2}`},
		{name: "a page", path: path + "?since=2019-12-01&page_size=1&page=2", status: 200, want: `{"changes":[{"date":"2019-12-28"}],"total":4,"total_pages":4}`,
			headers: map[string]string{"Link": `<` + path + `?page=1&page_size=1&since=2019-12-01>; rel="first", <` + path + `?page=1&page_size=1&since=2019-12-01>; rel="prev", <` + path + `?page=3&page_size=1&since=2019-12-01>; rel="next", <` + path + `?page=4&page_size=1&since=2019-12-01>; rel="last"`}},
		{name: "past the end", path: path + "?since=2019-12-01&page=1000000", status: 200, want: `{"changes":[],"total":4}`},
		{name: "the wrong way round", path: path + "?since=2026-01-01&until=2020-01-01", status: 200, want: `{"changes":[],"total":0}`},
		{name: "another country", path: path + "?since=2019-12-01", key: k.French, status: 200, want: `{"changes":[{"code_slug":"eu-epbd"},{"code_slug":"fr-code"}]}`},
		{name: "not served", path: path + "?since=2019-12-01", key: k.Unserved, status: 404, want: `{"code":"not_found"}`},
		{name: "no day", path: path, status: 422, want: `{"errors":[{"location":"query.since"}]}`},
		{name: "no such day", path: path + "?since=2019-02-30", status: 422, want: `{"errors":[{"location":"query.since"}]}`},
	}
}

// mistakeScenarios: every kind of mistake has a word of its own.
func mistakeScenarios() []scenario {
	const verify, search = "/api/v1/verify", "/api/v1/codes/search"
	code := func(name, path, body, location, code string) scenario {
		return scenario{name: code + ": " + name, path: path, body: body, status: 422, want: `{"errors":[{"location":"` + location + `","code":"` + code + `"}]}`}
	}
	return []scenario{
		code("half a body", verify, `{"element":"x"`, "body", "syntax"),
		code("broken escape", search+"?q=%zz", "", "query.q", "syntax"),
		code("member", "/api/v1/projects", `{"name":"x"}`, "body.geo_id", "required"),
		code("parameter", "/api/v1/location/search", "", "query.q", "required"),
		code("member", verify, with("value", `1,"height":2`), "body.height", "unknown"),
		code("circumstance", verify, storedCheck(`,"circumstances":{"moon":true}`), "body.circumstances.moon", "unknown"),
		code("parameter", search+"?q=a&q=b", "", "query.q", "repeated"),
		code("selected", "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["cte-db-sua","cte-db-sua"]}`, "body.collections[1]", "repeated"),
		code("value", verify, with("value", `"1"`), "body.value", "type"),
		code("element", verify, with("element", `" "`), "body.element", "empty"),
		code("unit", verify, with("unit", `"`+strings.Repeat("m", 101)+`"`), "body.unit", "length"),
		code("list", verify, with("codes", `[]`), "body.codes", "length"),
		code("day", verify, with("as_of", `"soon"`), "body.as_of", "format"),
		code("page", search+"?page=01", "", "query.page", "format"),
		code("page", search+"?page=0", "", "query.page", "range"),
		code("yes or no", verify, with("unit", `"boolean"`), "body.value", "range"),
		code("scope", search+"?normative_scope=galactic", "", "query.normative_scope", "choice"),
		code("place", "/api/v1/projects", `{"name":"x","geo_id":"ES-28999"}`, "body.geo_id", "not_found"),
		code("memory", "/api/v1/projects/"+ActiveProject+"/calculations", `{"calculator_id":"u-value","input":{"r":0}}`, "body.input.r", "refused"),
	}
}

// pagingScenarios: a list is whole unless a page is asked for; then it links to the others.
func pagingScenarios() []scenario {
	const path = "/api/v1/projects"
	memory := path + "/" + ActiveProject + "/memory"
	return []scenario{
		{name: "whole", path: memory, status: 200, want: `{"memory":[{"key":"site_altitude"},{"key":"use"}],"total":2}`, headers: map[string]string{"Link": ""}},
		{name: "language of a country", path: "/api/v1/location/ES-28079", status: 200, headers: map[string]string{"Content-Language": "es"}},
		{name: "of no text of its", path: memory, status: 200, headers: map[string]string{"Content-Language": ""}},
		{name: "first", path: memory + "?page_size=1", status: 200, want: `{"memory":[{"key":"site_altitude"}],"total":2}`,
			headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=1>; rel="first", <` + memory + `?page=2&page_size=1>; rel="next", <` + memory + `?page=2&page_size=1>; rel="last"`}},
		{name: "second", path: memory + "?page=2&page_size=1", status: 200, want: `{"memory":[{"key":"use"}],"total":2}`},
		{name: "past the end", path: memory + "?page=9&page_size=1", status: 200, want: `{"memory":[],"total":2}`,
			headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=1>; rel="first", <` + memory + `?page=2&page_size=1>; rel="prev", <` + memory + `?page=2&page_size=1>; rel="last"`}},
		{name: "size alone is clamped", path: memory + "?page_size=5000", status: 200, want: `{"total":2}`, headers: map[string]string{"Link": `<` + memory + `?page=1&page_size=50>; rel="first", <` + memory + `?page=1&page_size=50>; rel="last"`}},
		{name: "projects", path: path + "?page=2&page_size=1", status: 200, want: `{"projects":[{"project_id":"` + EmptyProject + `"}],"total":2}`},
		{name: "documents", path: path + "/" + ActiveProject + "/documents?page=2", status: 200, want: `{"documents":[],"total":1}`},
		{name: "calculations", path: path + "/" + ActiveProject + "/calculations?page=2", status: 200, want: `{"calculations":[],"total":1}`},
		{name: "generated", path: path + "/" + ActiveProject + "/generated_documents?page=2", status: 200, want: `{"generated_documents":[],"total":1}`},
		{name: "versions", path: path + "/" + ActiveProject + "/generated_documents/0b6f3a10-0000-4000-8000-000000000012/versions?page_size=1", status: 200, want: `{"versions":[{"version":2}],"total":2}`},
		{name: "calculators", path: "/api/v1/calculators?page=2", status: 200, want: `{"calculators":[]}`, headers: map[string]string{"Link": "*"}},
		{name: "codes keep what was asked", path: "/api/v1/codes/search?q=a%26b&page_size=1&ignored=1", status: 200,
			headers: map[string]string{"Link": `</api/v1/codes/search?page=1&page_size=1&q=a%26b>; rel="first", </api/v1/codes/search?page=1&page_size=1&q=a%26b>; rel="last"`}},
		{name: "page zero", path: path + "?page=0", status: 422, want: `{"errors":[{"location":"query.page"}]}`},
		{name: "size of letters", path: memory + "?page_size=x", status: 422, want: `{"errors":[{"location":"query.page_size"}]}`},
		{name: "both wrong", path: memory + "?page=01&page_size=0", status: 422, want: `{"errors":[{"location":"query.page"},{"location":"query.page_size"}]}`},
	}
}

// testOnce: what makes something and names itself is done once, though it is sent again,
// and at no cost.
func testOnce(t *testing.T, s *Server, path string) {
	for _, tt := range []struct{ path, body, other string }{
		{"/api/v1/projects", `{"name":"Once","geo_id":"ES-28079"}`, `{"name":"Twice","geo_id":"ES-28079"}`},
		{path + "/calculations", `{"calculator_id":"u-value","input":{"r":4}}`, `{"calculator_id":"u-value","input":{"r":5}}`},
		{path + "/generated_documents", `{"titulo":"Una","tipo":"memoria","content":"x"}`, `{"titulo":"Otra","tipo":"memoria","content":"x"}`},
	} {
		key := "once-" + tt.path
		first, again := s.repeated(t, tt.path, key, tt.body, 201), s.repeated(t, tt.path, key, tt.body, 201)
		if again.Text != first.Text || first.Header.Get("Location") == "" || again.Header.Get("Location") != first.Header.Get("Location") ||
			first.Header.Get("Idempotency-Replayed") != "" || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s: %v %s, again %v %s", tt.path, first.Header, first.Text, again.Header, again.Text)
		}
		s.repeated(t, tt.path, key, tt.other, 422).wants(t, `{"errors":[{"location":"header.Idempotency-Key"}]}`)
	}
	document := s.send(t, "GET", path+"/generated_documents", "", 200)
	document.wants(t, `{"generated_documents":[{"titulo":"Una"}]}`)
	one := decode(t, document.Text).(map[string]any)["generated_documents"].([]any)[0].(map[string]any)["document_id"].(string)
	next := path + "/generated_documents/" + one + "/versions"
	for range 2 {
		s.repeated(t, next, "version", `{"titulo":"Una","tipo":"memoria","content":"y"}`, 201).wants(t, `{"version":2}`)
	}
	s.send(t, "GET", path+"/calculations", "", 200).wants(t, `{"total":1}`)
	scenario{path: "/api/v1/projects", key: s.Keys.Poor, body: `{"name":"Sin créditos","geo_id":"ES-28079"}`, header: map[string]string{"Idempotency-Key": "poor"}, status: 201}.run(t, s)
	s.send(t, "DELETE", path, "", 204)
	s.repeated(t, path+"/calculations", "once-"+path+"/calculations", `{"calculator_id":"u-value","input":{"r":4}}`, 404)
}
