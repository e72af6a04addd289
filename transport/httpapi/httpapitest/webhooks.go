package httpapitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// receiver takes the messages of a webhook and answers with a status.
type receiver struct {
	*httptest.Server
	document *jsonschema.Compiler // that of the API, which describes the messages
	status   int
	got      []received // read when nothing is sent
}

type received struct {
	header http.Header
	body   string
}

func newReceiver(t *testing.T, document []byte) *receiver {
	r := &receiver{status: http.StatusNoContent, document: jsonschema.NewCompiler()}
	r.document.AssertFormat()
	must(t, r.document.AddResource("openapi.json", decode(t, string(document))))
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.got = append(r.got, received{q.Header, string(body)})
		w.Header().Set("Location", r.URL+"/elsewhere")
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

// wants holds that n messages came and the last one is signed, is as the document says, and
// tells what is wanted.
func (r *receiver) wants(t *testing.T, n int, secret, want string) received {
	t.Helper()
	if len(r.got) != n {
		t.Fatalf("%d messages came, want %d: %v", len(r.got), n, r.got)
	}
	last := r.got[n-1]
	verifier, err := standardwebhooks.NewWebhook(secret)
	must(t, err)
	must(t, verifier.VerifyIgnoringTimestamp([]byte(last.body), last.header))
	for _, difference := range subset("$", decode(t, want), decode(t, last.body)) {
		t.Errorf("%s in %s", difference, last.body)
	}
	event := decode(t, last.body).(map[string]any)["type"].(string)
	schema, err := r.document.Compile("openapi.json#/webhooks/" + event + "/post/requestBody/content/application~1json/schema")
	must(t, err)
	must(t, schema.Validate(decode(t, last.body)))
	return last
}

// work looks at projects, and sends what is due.
func (s *Server) work(t *testing.T) {
	t.Helper()
	must(t, s.Hooks.Watch(t.Context(), s.API.Observer()))
	must(t, s.Hooks.Deliver(t.Context()))
}

// testWebhooks: an address is told what flips and what comes into force, once, and tried
// again when it does not listen.
func testWebhooks(t *testing.T, s *Server, path string) {
	to := newReceiver(t, s.API.OpenAPI())
	hooks := path + "/webhooks"
	s.send(t, "GET", hooks, "", 200).wants(t, `{"webhooks":[],"total":0}`)
	made := s.send(t, "POST", hooks, fmt.Sprintf(`{"url":%q}`, to.URL), 201)
	made.wants(t, fmt.Sprintf(`{"url":%q,"events":["checks.flipped","edition.in_force"],"last":null}`, to.URL))
	var hook struct {
		Secret string `json:"secret"`
		ID     string `json:"webhook_id"`
	}
	must(t, json.Unmarshal([]byte(made.Text), &hook))
	s.Clock.Advance(time.Second) // they are listed in the order they were made
	s.send(t, "POST", hooks, `{"url":"http://127.0.0.1:1/","events":["edition.in_force","edition.in_force"]}`, 201).wants(t, `{"events":["edition.in_force"]}`)

	one := hooks + "/" + strings.ToUpper(hook.ID)
	s.send(t, "POST", one+"/test", "", 200).wants(t, `{"event":"test","delivered":true,"status":204,"error":null,"tries":1,"next_try_at":null}`)
	to.wants(t, 1, hook.Secret, `{"type":"test","timestamp":"`+s.Clock.Now().UTC().Format(time.RFC3339)+`","data":{"project_id":"`+path[len(path)-36:]+`","webhook_id":"`+hook.ID+`"}}`)
	to.status = http.StatusFound
	s.send(t, "POST", one+"/test", "", 200).wants(t, `{"delivered":false,"status":302,"error":"the answer was 302"}`)
	if len(to.got) != 2 {
		t.Errorf("a redirect was followed: %v", to.got)
	}
	if listed := s.send(t, "GET", hooks, "", 200); strings.Contains(listed.Text, hook.Secret) || strings.Contains(listed.Text, "whsec_") {
		t.Errorf("the secret is listed: %s", listed.Text)
	} else {
		listed.wants(t, `{"webhooks":[{"last":{"event":"test","delivered":false}},{"last":null}],"total":2}`)
	}
	to.got, to.status = nil, http.StatusNoContent
	testFlipsTold(t, s, path, to, hook.Secret)
	testEditionsTold(t, s, path, to, hook.Secret)

	s.send(t, "DELETE", one, "", 204)
	s.send(t, "DELETE", one, "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "POST", one+"/test", "", 404).wants(t, `{"code":"not_found"}`)
	s.send(t, "GET", hooks, "", 200).wants(t, `{"total":1}`)
	for range 9 {
		s.send(t, "POST", hooks, `{"url":"https://example.org/"}`, 201)
	}
	s.send(t, "POST", hooks, `{"url":"https://example.org/"}`, 409).wants(t, `{"code":"project_full"}`)
}

func testFlipsTold(t *testing.T, s *Server, path string, to *receiver, secret string) {
	before := s.credits(t)
	s.send(t, "POST", path+"/checks", storedCheck(`,"name":"Escalera"`), 201)
	s.work(t)
	if len(to.got) > 0 {
		t.Errorf("told without anything new: %v", to.got)
	}
	s.send(t, "POST", path+"/checks/run?as_of=2015-05-01&keep=true", "", 200)
	spent := before - s.credits(t)
	s.Clock.Advance(24 * time.Hour)
	to.status = http.StatusInternalServerError
	s.work(t)
	const flipped = `{"type":"checks.flipped","data":{"decided":1,"total":1,"flipped":[{"name":"Escalera","before":{"result_status":"undetermined","as_of":"2015-05-01"},"after":{"result_status":"compliant","limit_value":1}}]}}`
	first := to.wants(t, 1, secret, flipped)
	s.send(t, "GET", path+"/webhooks", "", 200).wants(t, `{"webhooks":[{"last":{"event":"checks.flipped","delivered":false,"status":500,"tries":1,"next_try_at":"`+
		s.Clock.Now().Add(30*time.Second).UTC().Format(time.RFC3339)+`"}},{"last":null}]}`)
	s.work(t)
	to.wants(t, 1, secret, flipped) // it waits
	s.Clock.Advance(30 * time.Second)
	to.status = http.StatusOK
	s.work(t)
	if again := to.wants(t, 2, secret, flipped); again.header.Get("Webhook-Id") != first.header.Get("Webhook-Id") || again.body != first.body ||
		again.header.Get("Webhook-Timestamp") == first.header.Get("Webhook-Timestamp") {
		t.Errorf("sent again: %v, at first %v", again, first)
	}
	s.send(t, "GET", path+"/webhooks", "", 200).wants(t, `{"webhooks":[{"last":{"delivered":true,"tries":2,"next_try_at":null}},{"last":null}]}`)
	s.Clock.Advance(24 * time.Hour)
	s.work(t)
	to.wants(t, 2, secret, flipped) // what was told is not told again
	s.send(t, "GET", path+"/checks", "", 200).wants(t, `{"checks":[{"result_status":"undetermined"}]}`)
	if now := before - s.credits(t); now != spent {
		t.Errorf("looking cost %d credits", now-spent)
	}
	s.send(t, "DELETE", path+"/checks?all=true", "", 204)
	to.got = nil
}

func testEditionsTold(t *testing.T, s *Server, path string, to *receiver, secret string) {
	first := codes.DateOf(s.Clock.Now().AddDate(0, 0, 2))
	edition := func(slug string, place geo.ID, from codes.Date) regengine.Data {
		return regengine.Data{Codes: []codes.Code{{
			Slug: slug, Title: "Decreto", CountryCode: "ES", Scope: codes.Regional, Territories: []geo.ID{place},
			Versions: []codes.Version{{Slug: "v1", Title: "Decreto 1", Status: codes.Active, Effective: from}},
		}}}
	}
	s.Import(t, edition("decreto-madrid", "ES-MD", first))
	s.Import(t, edition("decreto-cataluna", "ES-CT", first))
	s.Clock.Advance(24 * time.Hour)
	s.work(t)
	if len(to.got) > 0 {
		t.Errorf("told before it is in force: %v", to.got)
	}
	s.Clock.Advance(24 * time.Hour)
	s.work(t)
	s.work(t)
	to.wants(t, 1, secret, `{"type":"edition.in_force","data":{"geo_id":"ES-28079","on":"`+first.String()+`",
		"editions":[{"code_slug":"decreto-madrid","code_title":"Decreto","version":"v1","title":"Decreto 1","since":"`+first.String()+`","url":null}]}}`)

	s.Import(t, edition("decreto-tardio", "ES-MD", date("2026-01-01"))) // loaded behind its day
	s.work(t)
	to.wants(t, 1, secret, `{}`) // data may change often: the project was looked at a moment ago
	s.Clock.Advance(time.Hour)
	s.work(t)
	to.wants(t, 2, secret, `{"type":"edition.in_force","data":{"editions":[{"code_slug":"decreto-tardio","since":"2026-01-01"}]}}`)

	s.send(t, "PATCH", path, `{"geo_id":"ES-08019"}`, 200) // another place: what applies there is no news
	s.Clock.Advance(24 * time.Hour)
	s.work(t)
	to.wants(t, 2, secret, `{}`)
	s.send(t, "PATCH", path, `{"geo_id":"ES-28079"}`, 200)
}

func (s *Server) credits(t *testing.T) int64 {
	t.Helper()
	balance, err := s.Stores.GetBalance(t.Context(), s.Keys.Organization)
	must(t, err)
	return balance.Left
}
