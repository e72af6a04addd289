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
	s.send(t, "GET", path+"?order=worst", "", 200).wants(t, `{"checks":[{"name":null},{"name":"Escalera"}],"result_statuses":{"compliant":1,"non_compliant":1,"undetermined":0}}`)
	s.send(t, "GET", path+"?order=newest", "", 200).wants(t, `{"checks":[{"name":null},{"name":"Escalera"}]}`)
	s.send(t, "GET", path+"?order=oldest", "", 200).wants(t, `{"checks":[{"name":"Escalera"},{"name":null}]}`)
	s.send(t, "GET", path+"?result=compliant", "", 200).wants(t, `{"checks":[{"name":"Escalera"}],"total":1,"result_statuses":{"compliant":1,"non_compliant":1}}`)
	s.send(t, "GET", path+"?result=open", "", 200).wants(t, `{"checks":[],"total":0}`)
	testReport(t, s, strings.TrimSuffix(path, "/checks")+"/report")
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
	const path, report = "/api/v1/projects/" + ActiveProject + "/checks", "/api/v1/projects/" + ActiveProject + "/report"
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
		{name: "another result", path: path + "?result=conditional", status: 422, want: `{"errors":[{"location":"query.result"}]}`},
		{name: "another order", path: path + "?order=name", status: 422, want: `{"errors":[{"location":"query.order"}]}`},
		{name: "none were saved", path: path, status: 200, want: `{"checks":[],"total":0}`},
		{name: "report of none", path: report, status: 200, want: `{"project":{"name":"Viviendas en Alcalá"},"summary":{"checks":0},"results":[]}`},
		{name: "report as of another day of none costs nothing", path: report + "?as_of=2026-01-01", status: 200, want: `{"as_of":"2026-01-01","results":[]}`},
		{name: "plan of a report as of another day", path: report + "?as_of=2026-01-01", key: k.NoPlan, status: 403, want: `{"code":"plan_not_allowed"}`},
		{name: "report of another format", path: report + "?format=docx", status: 422, want: `{"errors":[{"location":"query.format"}]}`},
		{name: "report of no day", path: report + "?as_of=soon", status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
		{name: "report to a key of another country", path: report, key: k.French, status: 404, whole: projectNotFound},
	}
}
