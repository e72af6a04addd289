package httpapitest

import "testing"

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
	testUploadedOnce(t, s, path+"/documents")
	scenario{path: "/api/v1/projects", key: s.Keys.Poor, body: `{"name":"Sin créditos","geo_id":"ES-28079"}`, header: map[string]string{"Idempotency-Key": "poor"}, status: 201}.run(t, s)
	s.send(t, "DELETE", path, "", 204)
	s.repeated(t, path+"/calculations", "once-"+path+"/calculations", `{"calculator_id":"u-value","input":{"r":4}}`, 404)
}

// testUploadedOnce: an upload is told from another by names and bytes, and not by how
// its form is cut.
func testUploadedOnce(t *testing.T, s *Server, path string) {
	up := func(body, mediaType string, status int) Response {
		t.Helper()
		r := s.do(t, scenario{path: path, body: body, header: map[string]string{"Content-Type": mediaType, "Idempotency-Key": "upload"}}.request(t, s))
		if r.StatusCode != status {
			t.Fatalf("status %d, want %d: %s", r.StatusCode, status, r.Text)
		}
		return r
	}
	send := func(status int, parts ...part) Response {
		t.Helper()
		body, mediaType := form(t, parts...)
		return up(body, mediaType, status)
	}
	a, b := part{file: "a.txt", data: "Uno."}, part{file: "b.txt", data: "Dos."}
	first, again := send(201, a, b), send(201, a, b)
	if again.Text != first.Text || again.Header.Get("Location") != first.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("sent again: %v %s, at first %s", again.Header, again.Text, first.Text)
	}
	const reused = `{"errors":[{"location":"header.Idempotency-Key","code":"reused"}]}`
	for _, parts := range [][]part{{a}, {b, a}, {a, {file: "b.txt", data: "Tres"}}, {a, {file: "c.txt", data: "Dos."}}} {
		send(422, parts...).wants(t, reused)
	}
	up("Uno.", "text/plain", 422).wants(t, `{"errors":[{"location":"query.name"}]}`)
	s.send(t, "GET", path, "", 200).wants(t, `{"documents":[{"name":"a.txt"},{"name":"b.txt"}],"total":2}`)
}
