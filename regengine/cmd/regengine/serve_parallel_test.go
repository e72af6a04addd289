package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// Questions of one user about several projects are answered side by side, however long
// the model takes for each.
func TestServe_ParallelTurns(t *testing.T) {
	t.Parallel()
	const together = 4
	model := newWaitingModel(t)
	p := startProcess(t, preparedFolder(t, "small"), "--model-url", model.URL+"/v1", "--model", "m")
	answered := make(chan string, together)
	for i := range together {
		body := fmt.Sprintf(`{"query":%q,"project_id":%q}`, stairs, p.anotherProject(t, i))
		go func() {
			w, err := p.do(t.Context(), http.MethodPost, "/api/v2/ask", body, "application/json")
			if err != nil {
				answered <- err.Error()
				return
			}
			defer w.Body.Close()
			text, err := io.ReadAll(w.Body)
			answered <- fmt.Sprintf("%d %v %.300s", w.StatusCode, err, text)
		}()
	}
	for range together {
		select {
		case <-model.entered:
		case early := <-answered:
			t.Fatalf("answered while the model was still asked for the others: %s", early)
		}
	}
	close(model.release)
	for range together {
		if got := <-answered; got[:4] != "200 " {
			t.Error(got)
		}
	}
}

// anotherProject makes a project like that of the demonstration.
func (p *process) anotherProject(t *testing.T, n int) string {
	t.Helper()
	demo := p.project(t, http.MethodGet, "/api/v1/projects/"+p.Project, "")
	var slugs []string
	for _, c := range demo.Collections {
		slugs = append(slugs, c.Slug)
	}
	body, err := json.Marshal(map[string]any{"name": fmt.Sprint("Obra ", n), "geo_id": demo.GeoContext.GeoID, "collections": slugs})
	if err != nil {
		t.Fatal(err)
	}
	return p.project(t, http.MethodPost, "/api/v1/projects", string(body)).ID
}

type projectAnswer struct {
	ID         string `json:"project_id"`
	GeoContext struct {
		GeoID string `json:"geo_id"`
	} `json:"geo_context"`
	Collections []struct{ Slug string }
}

func (p *process) project(t *testing.T, method, path, body string) (info projectAnswer) {
	t.Helper()
	w, err := p.do(t.Context(), method, path, body, "application/json")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err == nil {
		err = json.Unmarshal(text, &info)
	}
	if err != nil || info.ID == "" {
		t.Fatalf("%s %s: %d %v %s", method, path, w.StatusCode, err, text)
	}
	return info
}
