package httpapi_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const benchPath = "/api/v1/location/ES-28079"

// BenchmarkAPI_Verify_Loopback asks for a verdict and for a location detail in
// turns, over real connections to one server with the starter pack, and reports
// the requests per second of both: with the ledger in memory, and in a database
// that writes every charge to disk.
func BenchmarkAPI_Verify_Loopback(b *testing.B) {
	for name, open := range map[string]func(b *testing.B) httpapitest.Stores{
		"memory": func(*testing.B) httpapitest.Stores { return httpapitest.MemoryStores() },
		"sqlite": func(b *testing.B) httpapitest.Stores {
			stores := storesOf(openSQLite(b))
			stores.Database = nil // places, codes and texts are served from memory either way
			return stores
		},
	} {
		b.Run(name, func(b *testing.B) { benchVerify(b, open(b)) })
	}
}

const benchCheck = `{"element":"muro de fachada","parameter":"transmitancia térmica","value":0.45,"unit":"W/m²K","geo_id":"ES-28079","building_use":"Residencial Vivienda"}`

func benchVerify(b *testing.B, stores httpapitest.Stores) {
	pack, err := starter.Open()
	if err != nil {
		b.Fatal(err)
	}
	s := httpapitest.NewServer(b, stores, benchSetup(&pack.Data))
	head := " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + s.Keys.Main + "\r\n"
	check := fmt.Sprintf("POST /api/v1/verify%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", head, len(benchCheck), benchCheck)
	loads := [2]*load{
		newLoad(b, s.Listener.Addr().String(), []byte(check)),
		newLoad(b, s.Listener.Addr().String(), []byte("GET "+benchPath+head+"\r\n")),
	}
	var spent [2]time.Duration
	b.ResetTimer()
	for i := range b.N {
		for _, k := range []int{i % 2, 1 - i%2} {
			spent[k] += loads[k].run(b)
		}
	}
	total := float64(b.N * loadRequests * loadClients)
	b.ReportMetric(total/spent[0].Seconds(), "verify/s")
	b.ReportMetric(total/spent[1].Seconds(), "detail/s")
	b.ReportMetric(spent[0].Seconds()/spent[1].Seconds(), "details-a-verify")
}

// benchServer serves the world with as many codes as a real catalogue has at one
// place, with a limiter that counts and a logger that formats.
func benchServer(b *testing.B) *httpapitest.Server {
	data := httpapitest.World(b)
	for i := range 25 {
		data.Codes = append(data.Codes, codes.Code{
			Slug: fmt.Sprintf("norma-%02d", i), Title: fmt.Sprintf("Real Decreto %d/2007, de 20 de julio, por el que se aprueba el Reglamento", 1000+i),
			CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{{Slug: "2007", Title: "Versión de 2007", Status: codes.Active}},
		})
	}
	return httpapitest.NewServer(b, httpapitest.MemoryStores(), benchSetup(&data))
}

// benchSetup bounds nothing, but counts and logs as in earnest.
func benchSetup(data *regengine.Data) httpapitest.Setup {
	return httpapitest.Setup{
		Data:    data,
		Limiter: func(*accesstest.Clock) access.Limiter { return &access.MemoryLimiter{} },
		Change: func(_ *httpapi.Deps, o *httpapi.Options) {
			o.Logger = slog.New(slog.NewJSONHandler(io.Discard, nil))
			o.Now = time.Now
		},
		Plan: func(p *access.Plan) {
			p.Limits = map[access.Group]int{access.Catalogue: 1 << 30, access.Data: 1 << 30, access.Intelligence: 1 << 30}
			p.Credits = 1 << 40
		},
	}
}

// bare is the least a server can do: it checks a key and a limit, and writes
// bytes that are ready.
type bare struct {
	hash [sha256.Size]byte
	mu   sync.Mutex
	left int
	body []byte
}

func (h *bare) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if sha256.Sum256([]byte(r.Header.Get("Authorization"))) != h.hash {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	h.mu.Lock()
	h.left--
	allowed := h.left > 0
	h.mu.Unlock()
	if !allowed {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(h.body)))
	_, _ = w.Write(h.body)
}

// BenchmarkAPI_Detail_Loopback asks both servers in turns, over real connections of the same
// client, and reports requests per second of ours as a share of the bare one's.
func BenchmarkAPI_Detail_Loopback(b *testing.B) {
	s := benchServer(b)
	key := "Bearer " + s.Keys.Main
	request := []byte("GET " + benchPath + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + key + "\r\n\r\n")
	ours := newLoad(b, s.Listener.Addr().String(), request)
	plain := httptest.NewUnstartedServer(nil)
	plain.Config = httpapi.NewServer(&bare{hash: sha256.Sum256([]byte(key)), left: 1 << 60, body: ours.body}, nil)
	plain.Start()
	defer plain.Close()
	theirs := newLoad(b, plain.Listener.Addr().String(), request)
	if !bytes.Equal(ours.body, theirs.body) {
		b.Fatal("the two servers write different bytes")
	}
	loads := [2]*load{ours, theirs}
	var spent [2]time.Duration
	var shares []float64
	b.ResetTimer()
	for i := range b.N {
		first := i % 2 // neither always runs on the warmer machine
		var took [2]time.Duration
		took[first] = loads[first].run(b)
		took[1-first] = loads[1-first].run(b)
		spent[0], spent[1] = spent[0]+took[0], spent[1]+took[1]
		shares = append(shares, took[1].Seconds()/took[0].Seconds())
	}
	total := float64(b.N * loadRequests * loadClients)
	slices.Sort(shares)
	b.ReportMetric(total/spent[0].Seconds(), "req/s")
	b.ReportMetric(total/spent[1].Seconds(), "bare-req/s")
	b.ReportMetric(shares[len(shares)/2], "share-of-bare") // the median: a busy moment hits one of the two
}

// load is a number of clients that each ask over a connection of their own.
type load struct {
	request []byte
	conns   []net.Conn
	body    []byte
}

const (
	loadClients  = 8
	loadRequests = 100
)

func newLoad(b *testing.B, address string, request []byte) *load {
	l := &load{request: request}
	for range loadClients {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() })
		l.conns = append(l.conns, conn)
	}
	for _, conn := range l.conns { // the first answer is not timed, and tells the body
		l.first(b, conn)
	}
	return l
}

func (l *load) first(b *testing.B, conn net.Conn) {
	if _, err := conn.Write(l.request); err != nil {
		b.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || r.StatusCode != http.StatusOK {
		b.Fatalf("%v, %v", r, err)
	}
	if l.body, err = io.ReadAll(r.Body); err != nil {
		b.Fatal(err)
	}
}

// run lets every client ask loadRequests times and returns how long it took.
func (l *load) run(b *testing.B) time.Duration {
	var failed atomic.Bool
	var wg sync.WaitGroup
	start := time.Now()
	for _, conn := range l.conns {
		wg.Go(func() {
			buf := make([]byte, 64<<10)
			for range loadRequests {
				if !roundTrip(conn, l.request, buf, len(l.body)) {
					failed.Store(true)
					return
				}
			}
		})
	}
	wg.Wait()
	if failed.Load() {
		b.Fatal("a request failed")
	}
	return time.Since(start)
}

// roundTrip sends a request and reads one answer of a known body length. It parses no
// more than it must, so that the time goes to the server.
func roundTrip(conn net.Conn, request, buf []byte, body int) bool {
	if _, err := conn.Write(request); err != nil {
		return false
	}
	for n, want := 0, -1; ; {
		read, err := conn.Read(buf[n:])
		if err != nil {
			return false
		}
		n += read
		if want < 0 {
			if end := bytes.Index(buf[:n], []byte("\r\n\r\n")); end >= 0 {
				want = end + 4 + body
			}
		}
		if n == want {
			return bytes.HasPrefix(buf, []byte("HTTP/1.1 200"))
		}
	}
}

// BenchmarkAPI times the handlers without a network.
func BenchmarkAPI(b *testing.B) {
	s := benchServer(b)
	for name, path := range map[string]string{
		"Detail":     benchPath,
		"Search":     "/api/v1/location/search?q=madrid",
		"CodeDetail": "/api/v1/codes/cte-db-sua",
		"CodeSearch": "/api/v1/codes/search?q=real",
		"Projects":   "/api/v1/projects",
	} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
			b.ReportAllocs()
			for b.Loop() {
				w := &discard{header: make(http.Header, 16)}
				s.API.ServeHTTP(w, r)
				if w.status != http.StatusOK {
					b.Fatalf("status %d", w.status)
				}
			}
		})
	}
}

// discard is a ResponseWriter that keeps the status only.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
