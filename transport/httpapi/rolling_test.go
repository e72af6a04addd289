package httpapi_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// replica is one of several servers behind a proxy.
type replica struct {
	address string
	leave   func()     // what SIGTERM does
	ended   chan error // by itself, when it has left

	ready bool           // as the proxy knows it
	sent  int            // requests given to it that are not answered
	gone  chan time.Time // closed once it gets no more requests
}

// proxy sends requests in turn to the replicas whose /readyz says 200.
type proxy struct {
	deps   httpapi.Deps
	ledger access.Ledger
	client *http.Client // of /readyz
	mu     sync.Mutex
	all    []*replica
	turn   int
}

// pick returns a replica that is ready. One that leaves is gone when it is not picked
// any more and has answered what it was picked for: for less, as that a request was
// written, there is no telling whether it has arrived. Requests that are under way when
// the address is closed are another test's.
func (p *proxy) pick() *replica {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range p.all {
		p.turn++
		if r := p.all[p.turn%len(p.all)]; r.ready {
			r.sent++
			return r
		}
	}
	return nil
}

func (p *proxy) answered(r *replica) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.sent--
	r.goneIfIdle()
}

func (r *replica) goneIfIdle() {
	if !r.ready && r.sent == 0 && r.gone != nil {
		close(r.gone)
		r.gone = nil
	}
}

// look asks a replica for its health.
func (p *proxy) look(ctx context.Context, r *replica) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.address+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	r.ready = answer.StatusCode == http.StatusOK
	r.goneIfIdle()
	return nil
}

// ServeHTTP implements [http.Handler].
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target := p.pick()
	if target == nil {
		http.Error(w, "no replica is ready", http.StatusBadGateway)
		return
	}
	defer p.answered(target)
	forward := httputil.ReverseProxy{
		Rewrite: func(out *httputil.ProxyRequest) {
			out.Out.URL.Scheme, out.Out.URL.Host = "http", target.address
		},
		Transport: p.client.Transport,
	}
	forward.ServeHTTP(w, r)
}

// start puts another replica in the place of one. It has engine and stores in common
// with the others, as they have a database.
func (p *proxy) start(t *testing.T, place int) {
	t.Helper()
	meter := access.NewMeter(p.ledger, nil)
	deps := p.deps
	deps.Meter = meter
	api, err := httpapi.New(deps, nil)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(context.Background())
	gone := make(chan time.Time)
	r := &replica{address: listener.Addr().String(), leave: leave, ended: make(chan error, 1), gone: gone}
	go func() {
		r.ended <- httpapi.Serve(ctx, httpapi.NewServer(api, nil), listener, httpapi.Ending{
			Leave: func() <-chan time.Time { api.Leave(); return gone }, Patience: time.Minute, Drain: meter.Close,
		})
	}()
	if err := p.look(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[place] = r
}

// stop makes a replica leave while requests go on, and waits for its end.
func (p *proxy) stop(t *testing.T, place int) {
	t.Helper()
	p.mu.Lock()
	r := p.all[place]
	p.mu.Unlock()
	r.leave()
	for {
		select {
		case err := <-r.ended:
			if err != nil {
				t.Errorf("a replica: %v", err)
			}
			return
		default:
			_ = p.look(t.Context(), r) // fails once it has closed its address
		}
	}
}

// TestServe_Rolling replaces one of three replicas after the other under load: no
// request is refused, and none is lost.
func TestServe_Rolling(t *testing.T) {
	const replicas = 3
	stops := 4
	if os.Getenv("REGENGINE_SWEEP") == "full" {
		stops = 20 * replicas
	}
	p := &proxy{all: make([]*replica, replicas)}
	s := newServer(t, httpapitest.Setup{
		Offline: true,
		Plan:    func(plan *access.Plan) { plan.Credits = 1 << 40 },
		Change:  func(deps *httpapi.Deps, _ *httpapi.Options) { p.deps = *deps },
	})
	p.ledger = s.Stores.Ledger
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	defer transport.CloseIdleConnections()
	p.client = &http.Client{Transport: transport}
	for place := range replicas {
		p.start(t, place)
	}
	front := httptest.NewServer(p)
	defer front.Close()
	before := balance(t, s)

	var charged atomic.Int64
	var clients sync.WaitGroup
	enough := make(chan struct{})
	for range 8 {
		clients.Go(func() {
			for {
				select {
				case <-enough:
					return
				default:
					charged.Add(sendBoth(t, front.URL, s.Keys.Main))
				}
			}
		})
	}
	for n := range stops {
		p.stop(t, n%replicas)
		p.start(t, n%replicas)
	}
	close(enough)
	clients.Wait()
	for place := range replicas {
		p.stop(t, place)
	}
	if spent := before - balance(t, s); spent != charged.Load() || spent < int64(stops) {
		t.Errorf("%d credits spent, %d answers that cost one", spent, charged.Load())
	}
	t.Logf("%d stops, %d answers that cost a credit, as many others", stops, charged.Load())
}

// sendBoth sends a request that costs nothing and one that costs a credit. It returns how
// many of the latter were answered.
func sendBoth(t *testing.T, base, key string) (charged int64) {
	const check = `{"element":"escalera de uso general","parameter":"anchura útil","value":1,"unit":"m","geo_id":"ES-28079"}`
	for _, r := range []struct{ method, path, body string }{
		{http.MethodGet, "/api/v1/location/ES-28079", ""},
		{http.MethodPost, "/api/v1/verify", check},
	} {
		request, err := http.NewRequest(r.method, base+r.path, strings.NewReader(r.body))
		if err != nil {
			t.Error(err)
			return charged
		}
		request.Header.Set("Authorization", "Bearer "+key)
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Errorf("%s %s: %v", r.method, r.path, err)
			continue
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s %s: %d %s %v", r.method, r.path, answer.StatusCode, body, err)
			continue
		}
		if r.method == http.MethodPost {
			charged++
		}
	}
	return charged
}

// TestServe_Leaves: a server that was told to end says so where proxies look, and goes
// on answering those that have not looked yet.
func TestServe_Leaves(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Offline: true})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	leaving, gone, ended := make(chan struct{}), make(chan time.Time), make(chan error, 1)
	go func() {
		ended <- httpapi.Serve(ctx, httpapi.NewServer(s.API, nil), listener, httpapi.Ending{
			Leave: func() <-chan time.Time { s.API.Leave(); close(leaving); return gone }, Patience: time.Minute,
		})
	}()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	wants := func(path string, status int, closes bool) {
		t.Helper()
		request, _ := http.NewRequest(http.MethodGet, "http://"+listener.Addr().String()+path, nil)
		request.Header.Set("Authorization", "Bearer "+s.Keys.Main)
		answer, err := transport.RoundTrip(request)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		defer answer.Body.Close()
		if answer.StatusCode != status || answer.Close != closes {
			t.Errorf("%s: status %d, connection closed %v; want %d, %v", path, answer.StatusCode, answer.Close, status, closes)
		}
	}
	wants("/readyz", http.StatusOK, false)
	end()
	<-leaving
	wants("/readyz", http.StatusServiceUnavailable, true)
	wants("/healthz", http.StatusOK, true)
	wants("/api/v1/location/ES-28079", http.StatusOK, true)
	close(gone)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		_ = conn.Close()
		t.Error("the address is still open")
	}
}
