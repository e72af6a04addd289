package peerbench

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
	"github.com/reglookup/regengine/transport/httpapi"
)

// BenchmarkSearchHTTP loads the location search of the real API and the same
// endpoint over each other engine in turns, over loopback connections that stay
// open. One iteration is one turn of each. It reports requests per second of
// both and how many times as many the API answers; and the processor time of a
// request, client and server together, which a busy machine changes less. That
// of Postgres is another process's and not known.
func BenchmarkSearchHTTP(b *testing.B) {
	schemes, places := corpus(b)
	api := openAPI(b, schemes, places)
	for _, peer := range engines[1:] {
		b.Run(peer.name, func(b *testing.B) {
			other := &peerAPI{auth: api.auth, engine: peer.open(b, schemes, places), places: byID(places)}
			for _, variant := range variants {
				b.Run(variant.name, func(b *testing.B) {
					queries := mixedQueries(places, variant.kinds)
					ours := newLoad(b, api.handler, api.secret, variant.encoding, queries)
					theirs := newLoad(b, other, api.secret, variant.encoding, queries)
					inTurns(b, ours, theirs, peer.name != "pg_trgm")
				})
			}
		})
	}
}

// variants are the mixes of queries, and what clients accept. Two letters are in
// none: FTS5's trigrams cannot look for them, and Postgres takes so long that
// they would decide the result alone. "words" leaves out what FTS5's unicode61
// does not find, and therefore answers at once.
var variants = []struct{ name, kinds, encoding string }{
	{"all", "name prefix3 prefix6 infix6 reordered misspelt", ""},
	{"all-gzip", "name prefix3 prefix6 infix6 reordered misspelt", "gzip"},
	{"words", "name prefix3 prefix6 reordered", ""},
}

// inTurns runs two loads one after the other, again and again. A busy moment of
// the machine hits one turn, which the median of the ratios shrugs off.
func inTurns(b *testing.B, ours, theirs *load, inProcess bool) {
	loads := [2]*load{ours, theirs}
	var rates, costs [2][]float64
	var times, costTimes []float64
	for i := 0; b.Loop(); i++ {
		var rate, cost [2]float64
		for _, n := range [2]int{i % 2, 1 - i%2} { // neither always finds the machine as the other left it
			rate[n], cost[n] = loads[n].run(b)
			rates[n], costs[n] = append(rates[n], rate[n]), append(costs[n], cost[n])
		}
		times, costTimes = append(times, rate[0]/rate[1]), append(costTimes, cost[1]/cost[0])
	}
	b.ReportMetric(0, "ns/op") // a turn has a set length
	b.ReportMetric(median(rates[0]), "req/s")
	b.ReportMetric(median(rates[1]), "peer-req/s")
	b.ReportMetric(median(times), "times-peer")
	if inProcess && median(costs[0]) > 0 {
		b.ReportMetric(median(costs[0]), "cpu-µs/req")
		b.ReportMetric(median(costs[1]), "peer-cpu-µs/req")
		b.ReportMetric(median(costTimes), "cpu-times-peer")
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// mixedQueries are queries of the kinds named, shuffled.
func mixedQueries(places []geo.Place, names string) []query {
	var mixed []query
	for _, kind := range kinds {
		if slices.Contains(strings.Fields(names), kind.name) {
			mixed = append(mixed, makeQueries(places, kind.make)...)
		}
	}
	rand.New(rand.NewPCG(7, 8131)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	return mixed
}

func byID(places []geo.Place) map[geo.ID]*geo.Place {
	index := make(map[geo.ID]*geo.Place, len(places))
	for i := range places {
		index[places[i].ID] = &places[i]
	}
	return index
}

// realAPI is the API as the command runs it on SQLite, without rate limits.
type realAPI struct {
	handler *httpapi.API
	auth    *access.Authenticator
	secret  string
}

func openAPI(b *testing.B, schemes []geo.Scheme, places []geo.Place) realAPI {
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ctx := b.Context()
	db, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "regengine.db"), &sqlite.Options{Schema: sqlstore.MigrateSchema})
	must(err)
	b.Cleanup(func() { must(db.Close()) })
	_, err = regengine.Import(ctx, db, schemes, regengine.Data{Places: places}, nil)
	must(err)
	engine, err := regengine.Open(ctx, db, schemes, nil)
	must(err)
	logger := slog.New(slog.NewJSONHandler(io.Discard, nil))
	auth := access.NewAuthenticator(db, nil)
	handler, err := httpapi.New(httpapi.Deps{
		Engine: engine, Auth: auth, Projects: &projects.Service{Store: db, Territory: engine.Territory},
		Meter: access.NewMeter(db, nil), Model: note.New(nil),
	}, &httpapi.Options{Logger: logger})
	must(err)
	return realAPI{handler, auth, newKey(b, db, places[0].ID.Country())}
}

// newKey issues a key for a country and returns its secret.
func newKey(b *testing.B, store access.Store, country geo.ID) (secret string) {
	admin, ctx := &access.Admin{Store: store}, b.Context()
	err := admin.PutPlan(ctx, access.Plan{ID: "bench", Name: "Bench", APIAccess: true})
	if err != nil {
		b.Fatal(err)
	}
	org, err := admin.CreateOrganization(ctx, "Bench", "bench")
	if err != nil {
		b.Fatal(err)
	}
	user, err := admin.CreateUser(ctx, org.ID, "bench@example.org")
	if err != nil {
		b.Fatal(err)
	}
	if secret, _, err = admin.CreateKey(ctx, user.ID, access.KeyOptions{Name: "bench", Country: country}); err != nil {
		b.Fatal(err)
	}
	return secret
}

// peerAPI is the endpoint over another engine. It checks keys with the same
// Authenticator and writes the same JSON. It is spared what the real one also
// does for each request: routing, validation, an id, metrics, a line of log, and
// filtering by country; names and levels of what the engine found it takes from
// memory.
type peerAPI struct {
	auth   *access.Authenticator
	engine engine
	places map[geo.ID]*geo.Place
}

func (p *peerAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if _, err := p.auth.Authenticate(r.Context(), secret); !ok || err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	ids, err := p.engine.search(r.URL.Query().Get("q"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := p.encode(ids)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Encoding, Authorization")
	if len(body) >= 1024 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = compress(body)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func (p *peerAPI) encode(ids []geo.ID) []byte {
	response := httpapi.LocationSearchResponse{Results: make([]httpapi.LocationItem, 0, len(ids))}
	for _, id := range ids {
		place := p.places[id]
		response.Results = append(response.Results, httpapi.LocationItem{
			GeoID: string(place.ID), Name: place.Name, Level: place.Level.String(),
		})
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(response) // a Buffer takes everything
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func compress(body []byte) []byte {
	var out bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body) // a Buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

// newLoad serves handler, with the timeouts of the real server, and returns a
// load of queries on it that has been found to answer.
func newLoad(b *testing.B, handler http.Handler, secret, encoding string, queries []query) *load {
	server := httptest.NewUnstartedServer(nil)
	server.Config = httpapi.NewServer(handler, nil)
	server.Start()
	b.Cleanup(server.Close)
	l := &load{address: server.Listener.Addr().String()}
	for _, q := range queries {
		l.requests = append(l.requests, rawRequest(q.text, secret, encoding))
	}
	l.connect(b)
	checkAnswers(b, server.URL, secret, queries[:50])
	for range 3 { // caches, connections and statements are there before time counts
		l.run(b)
	}
	return l
}

// checkAnswers asks some queries as an ordinary client: most must find the place
// meant, for an endpoint that finds nothing is quick.
func checkAnswers(b *testing.B, address, secret string, queries []query) {
	found := 0
	for _, q := range queries {
		if slices.ContainsFunc(ask(b, address, secret, q.text).Results, func(item httpapi.LocationItem) bool {
			return item.GeoID == string(q.want) && item.Name != "" && item.Level != ""
		}) {
			found++
		}
	}
	if found < len(queries)/2 {
		b.Fatalf("%d of %d queries find the place meant", found, len(queries))
	}
}

func ask(b *testing.B, address, secret, text string) (answer httpapi.LocationSearchResponse) {
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address+searchPath(text), nil)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		b.Fatalf("%q: %s", text, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		b.Fatal(err)
	}
	return answer
}
