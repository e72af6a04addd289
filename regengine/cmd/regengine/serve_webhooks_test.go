package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestServe_Webhooks: a server tells of a check that flips, by itself, and knows
// afterwards that its key was used.
func TestServe_Webhooks(t *testing.T) {
	t.Parallel()
	told := make(chan string, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		told <- r.Header.Get("Webhook-Signature") + " " + string(body)
	}))
	defer receiver.Close()
	dir := preparedFolder(t, "small")
	s := serveInProcess(t, dir, "--webhooks", "any")
	project := "/api/v1/projects/" + s.Project
	for _, r := range []inProcessRequest{
		{"POST", project + "/checks", `{"element":"barrera de protección","parameter":"altura","value":0.85,"unit":"m","geo_id":"ES-28079"}`},
		{"POST", project + "/checks/run?as_of=1990-01-01&keep=true", ""},
		{"POST", project + "/webhooks", `{"url":"` + receiver.URL + `"}`},
	} {
		if status, body := s.send(t, r); status != http.StatusOK && status != http.StatusCreated {
			t.Fatalf("%s: %d %s", r.path, status, body)
		}
	}
	select {
	case message := <-told:
		if !strings.HasPrefix(message, "v1,") || !strings.Contains(message, `"type":"checks.flipped"`) {
			t.Errorf("told %s", message)
		}
	case <-time.After(time.Minute):
		t.Errorf("nothing is told\n%s", &s.log)
	}
	s.stop()
	if code := <-s.ended; code != exitOK {
		t.Errorf("it ended with %d\n%s", code, &s.log)
	}
	var out strings.Builder
	_ = run(t.Context(), []string{"keys", "list", "--data-dir", dir, "--json"}, nil, &out, io.Discard)
	if !strings.Contains(out.String(), `"last_used_at": "2`) {
		t.Errorf("keys: %s", &out)
	}
}
