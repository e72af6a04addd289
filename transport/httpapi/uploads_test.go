package httpapi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// heldBody is a body of which nothing comes before somebody takes note.
type heldBody struct {
	io.Reader
	reading chan<- struct{}
}

func (b *heldBody) Read(p []byte) (int, error) {
	b.reading <- struct{}{}
	return b.Reader.Read(p)
}

// A hundred uploads of one user at once are all taken.
func TestAPI_UploadsAtOnce(t *testing.T) {
	const together = 100
	s := newServer(t, httpapitest.Setup{Plan: func(p *access.Plan) { p.Limits = map[access.Group]int{access.Data: 1000} }})
	path := "/api/v1/projects/" + httpapitest.ActiveProject + "/documents"
	var clients, arriving sync.WaitGroup
	arriving.Add(together)
	reading := make(chan struct{})
	for i := range together {
		clients.Go(func() {
			body := &heldBody{strings.NewReader("La escalera mide 1,10 m."), reading}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, fmt.Sprintf("%s?name=%d.txt", path, i), body)
			arriving.Done()
			r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
			w := httptest.NewRecorder()
			s.API.ServeHTTP(w, r)
			if w.Code != http.StatusCreated {
				t.Errorf("upload %d: %d %s", i, w.Code, w.Body)
			}
		})
	}
	arriving.Wait()
	go func() {
		clients.Wait()
		close(reading)
	}()
	for range reading { // one after the other is let go on
	}
	if w := get(t, s, path); !strings.Contains(w.Body.String(), fmt.Sprintf(`"total":%d`, together+1)) {
		t.Errorf("documents afterwards: %.300s", w.Body)
	}
}
