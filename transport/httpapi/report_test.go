package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// manyChecks are a project's checks that nobody stored. From a page on something happens.
type manyChecks struct {
	httpapi.Projects
	many  int
	pages int // read so far
	then  func(page int) (total int, err error)
}

func (m *manyChecks) ListChecks(_ context.Context, _, _ string, page projects.CheckPage) ([]projects.SavedCheck, int, error) {
	total := m.many
	if !page.Bare {
		m.pages++
		var err error
		if total, err = m.then(m.pages); err != nil {
			return nil, 0, err
		}
	}
	var list []projects.SavedCheck
	for i := page.From; i < min(page.From+page.Most, m.many); i++ {
		list = append(list, projects.SavedCheck{
			ID: fmt.Sprintf("0b6f3a10-0000-4000-8000-%012d", i), Request: json.RawMessage(`{"element":"escalera","value":1}`),
			Decision: projects.Decision{Verdict: "compliant", Result: json.RawMessage(`{"result_status":"compliant","is_compliant":true,"element":"escalera"}`)},
		})
	}
	return list, total, nil
}

// TestAPI_Report_whole: a report is whole or is none. Of more checks than a page holds
// each stands once; what goes wrong before anything is sent is a problem, and later ends
// the connection.
func TestAPI_Report_whole(t *testing.T) {
	gone := errors.New("the disk is gone")
	for name, tt := range map[string]struct {
		then   func(page int) (int, error)
		status int
		aborts bool
	}{
		"whole":                {func(int) (int, error) { return 5000, nil }, 200, false},
		"broken at once":       {func(int) (int, error) { return 0, gone }, 500, false},
		"broken later":         {func(page int) (int, error) { return 5000, errorFrom(page, gone) }, 200, true},
		"deleted at once":      {func(int) (int, error) { return 4999, nil }, 503, false},
		"deleted while it ran": {func(page int) (int, error) { return 5000 - page/9, nil }, 200, true},
	} {
		t.Run(name, func(t *testing.T) {
			checks := &manyChecks{many: 5000, then: tt.then}
			s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) {
				checks.Projects = d.Projects
				d.Projects = checks
			}})
			for _, format := range []string{"html", "csv", "json"} {
				checks.pages = 0
				r := httptest.NewRequest(http.MethodGet, "/api/v1/projects/"+httpapitest.ActiveProject+"/report?format="+format, http.NoBody)
				r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
				w := httptest.NewRecorder()
				aborted := serveAborting(s.API, w, r)
				if w.Code != tt.status || aborted != tt.aborts {
					t.Errorf("%s: status %d, aborted %v: want %d, %v", format, w.Code, aborted, tt.status, tt.aborts)
				}
				if w.Code != http.StatusOK && (w.Header().Get("Content-Disposition") != "" || w.Header().Get("Content-Type") != "application/problem+json") {
					t.Errorf("%s: a problem comes with %v", format, w.Header())
				}
				if n := strings.Count(w.Body.String(), "escalera"); !tt.aborts && tt.status == http.StatusOK && n != 5000 {
					t.Errorf("%s: %d checks of 5000", format, n)
				}
			}
		})
	}
}

// TestCheckAgain: what cannot be decided any more stands in the report with the reason, in
// its place; nothing that is kept is told of it.
func TestCheckAgain(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	check := func(id, place string) projects.SavedCheck {
		return projects.SavedCheck{ID: id, Name: id, Request: json.RawMessage(`{"element":"escalera de uso general","parameter":"anchura útil","value":0.9,"unit":"m","geo_id":"` + place + `","country":"ES"}`),
			Decision: projects.Decision{Verdict: "compliant", Result: json.RawMessage(`{"result_status":"compliant","is_compliant":true}`)}}
	}
	listed := []projects.SavedCheck{check("gone", "ES-28999"), check("there", "ES-28079")}
	today := codes.DateOf(s.Clock.Now())
	r := httpapi.NewReport(s.Engine.Snapshot(), "es", today, "test")
	run := httpapi.NewCheckRun(s.Engine.Snapshot(), listed, today, today, "test")
	if err := httpapi.CheckAgain(t.Context(), r, &projects.Service{}, projects.Project{}, run, s.Clock.Now(), "https://reg.example.org"); err != nil {
		t.Fatal(err)
	}
	var told []string
	for c, err := range r.Checks {
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, c.ID+": "+string(c.Verdict())+c.Error)
		for _, source := range c.Sources {
			if !strings.HasPrefix(source.URL, "https://reg.example.org/codes/cte-db-sua/") {
				t.Errorf("a source leads to %s", source.URL)
			}
		}
	}
	want := []string{"gone: There is no place with this geo_id: /api/v1/location/search finds places by name.", "there: non_compliant"}
	if diff := cmp.Diff(want, told); diff != "" || r.Tally.Errors != 1 || r.Tally.NonCompliant != 1 || r.Again != today {
		t.Errorf("%+v, of %v (-want +got):\n%s", r.Tally, r.Again, diff)
	}
}

func errorFrom(page int, err error) error {
	if page < 9 {
		return nil
	}
	return err
}

// serveAborting answers a request and reports whether the connection was ended.
func serveAborting(h http.Handler, w http.ResponseWriter, r *http.Request) (aborted bool) {
	defer func() {
		if cause := recover(); cause != nil {
			if cause != http.ErrAbortHandler { //nolint:errorlint // the very value is what net/http compares
				panic(cause)
			}
			aborted = true
		}
	}()
	h.ServeHTTP(w, r)
	return false
}
