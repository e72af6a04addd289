package webhooks_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine/webhooks"
	"github.com/reglookup/regengine/regengine/webhooks/webhookstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// office is a Service with one project and a clock.
type office struct {
	*webhooks.Service
	org, project string
	now          time.Time
}

func newOffice(t *testing.T, opts webhooks.SenderOptions) *office {
	t.Helper()
	o := &office{org: projects.NewID(), project: projects.NewID(), now: webhookstest.Noon}
	list := projectstest.NewMem()
	if err := list.PutProject(t.Context(), projects.Project{ID: o.project, OrganizationID: o.org, Name: "P"}); err != nil {
		t.Fatal(err)
	}
	o.Service = &webhooks.Service{Store: webhookstest.NewMem(list), Sender: webhooks.NewSender(&opts), Now: func() time.Time { return o.now }}
	t.Cleanup(o.Sender.Close)
	return o
}

// server counts what it is sent, and answers with a status.
func server(t *testing.T, status int) (address string, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// knowing is a resolver that knows some names.
func knowing(names map[string]string) func(context.Context, string) ([]netip.Addr, error) {
	return func(_ context.Context, host string) (list []netip.Addr, err error) {
		if address, err := netip.ParseAddr(host); err == nil {
			return []netip.Addr{address}, nil
		}
		for _, text := range strings.Fields(names[host]) {
			list = append(list, netip.MustParseAddr(text))
		}
		if list == nil {
			return nil, errors.New("no such host")
		}
		return list, nil
	}
}

// TestService_Add_address: nothing inside is taken, in whatever way it is written.
func TestService_Add_address(t *testing.T) {
	o := newOffice(t, webhooks.SenderOptions{LookUp: knowing(map[string]string{
		"public.example": "93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c", "inside.example": "10.0.0.7", "both.example": "93.184.215.14 127.0.0.1",
		"mapped.example": "::ffff:192.168.1.1", "zone.example": "fe80::1%eth0", "localhost": "127.0.0.1 ::1",
	})})
	for _, tt := range []struct{ address, refused string }{
		{"https://public.example/hook?x=1", ""},
		{"https://public.example:8443/", ""},
		{"https://93.184.215.14/", ""},
		{"http://public.example/", "https://"},
		{"ftp://public.example/", "https://"},
		{"//public.example/", "https://"},
		{"https:public.example", "host"},
		{"https:///x", "host"},
		{"https://user@public.example/", "user"},
		{"https://public.example/#x", "fragment"},
		{"https://public.example/\u0085", "absolute URL"},
		{"https://public.example/a b", "absolute URL"},
		{"https://public.example/" + strings.Repeat("x", 2000), "absolute URL"},
		{"https://unknown.example/", "be found"},
		{"https://inside.example/", "private"},
		{"https://both.example/", "private"},
		{"https://mapped.example/", "private"},
		{"https://zone.example/", "private"},
		{"https://localhost/", "private"},
		{"https://127.0.0.1/", "private"},
		{"https://[::1]/", "private"},
		{"https://[::ffff:10.1.2.3]/", "private"},
		{"https://10.1.2.3/", "private"},
		{"https://172.16.0.1/", "private"},
		{"https://192.168.0.1/", "private"},
		{"https://169.254.169.254/latest/meta-data", "private"},
		{"https://[fe80::1]/", "private"},
		{"https://[fd00:ec2::254]/", "private"},
		{"https://100.64.0.1/", "private"},
		{"https://0.0.0.0/", "private"},
		{"https://[::]/", "private"},
		{"https://224.0.0.1/", "private"},
		{"https://255.255.255.255/", "private"},
		{"https://198.18.0.1/", "private"},
		{"https://[64:ff9b::7f00:1]/", "private"},
		{"https://[2002:7f00:1::]/", "private"},
		{"https://2130706433/", "be found"},
		{"https://0x7f.1/", "be found"},
	} {
		_, secret, err := o.Add(t.Context(), o.org, o.project, tt.address)
		switch {
		case tt.refused == "" && (err != nil || !strings.HasPrefix(secret, webhooks.SecretPrefix)):
			t.Errorf("%s: %q, %v", tt.address, secret, err)
		case tt.refused != "" && (!errors.Is(err, webhooks.ErrAddress) || !strings.Contains(err.Error(), tt.refused)):
			t.Errorf("%s: want it refused for %q, got %v", tt.address, tt.refused, err)
		}
	}
}

// TestService_dial: a name that led outside when the webhook was made, and leads inside
// when a message is sent, leads nowhere.
func TestService_dial(t *testing.T) {
	address, asked := server(t, 200)
	o := newOffice(t, webhooks.SenderOptions{LookUp: knowing(map[string]string{"localhost": "93.184.215.14"})})
	_, port, _ := strings.Cut(strings.TrimPrefix(address, "http://"), ":")
	h, _, err := o.Add(t.Context(), o.org, o.project, "https://localhost:"+port+"/")
	if err != nil {
		t.Fatal(err)
	}
	got, err := o.Test(t.Context(), o.org, o.project, h.ID)
	if err != nil || got.Status != 0 || !strings.Contains(got.Problem, "private") {
		t.Errorf("sent inside: %+v, %v", got, err)
	}
	if asked.Load() > 0 {
		t.Error("a server inside was asked")
	}
}

func TestService_Add(t *testing.T) {
	o := newOffice(t, webhooks.SenderOptions{Private: true})
	_, first, err := o.Add(t.Context(), o.org, strings.ToUpper(o.project), "http://10.0.0.1/")
	if err != nil {
		t.Fatal(err)
	}
	_, second, err := o.Add(t.Context(), o.org, o.project, "https://10.0.0.1/", webhooks.EditionInForce)
	if err != nil || first == second {
		t.Errorf("%q, %q, %v", first, second, err)
	}
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(first, webhooks.SecretPrefix)); err != nil || len(raw) < 24 {
		t.Errorf("secret %q: %v", first, err)
	}
	for _, err := range []error{
		add(t, o, o.org, o.project, "moon.landed"), add(t, o, o.org, o.project, webhooks.Test),
	} {
		if !errors.Is(err, projects.ErrInvalid) {
			t.Errorf("an event there is none: %v", err)
		}
	}
	if err := add(t, o, projects.NewID(), o.project); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("another organization's project: %v", err)
	}
}

func add(t *testing.T, o *office, org, project string, events ...webhooks.Event) error {
	t.Helper()
	_, _, err := o.Add(t.Context(), org, project, "https://10.0.0.1/", events...)
	return err
}

// news is an Observer that has the same to tell at every look.
type news struct {
	seen webhooks.Seen
	err  error
}

func (news) Moment() (codes.Date, int64) { return codes.DateOf(webhookstest.Noon), 1 }

func (n news) Observe(context.Context, string, string, []byte) (webhooks.Seen, error) {
	return n.seen, n.err
}

func flips(t *testing.T) news {
	t.Helper()
	n, err := webhooks.NewMessage(webhooks.ChecksFlipped, webhookstest.Noon, map[string]int{"total": 1})
	if err != nil {
		t.Fatal(err)
	}
	return news{seen: webhooks.Seen{State: []byte("{}"), News: []webhooks.News{n}}}
}

// TestService_Deliver_retries: a message that nobody takes is tried less and less often,
// and given up after a day.
func TestService_Deliver_retries(t *testing.T) {
	address, asked := server(t, 503)
	o := newOffice(t, webhooks.SenderOptions{Private: true})
	if _, _, err := o.Add(t.Context(), o.org, o.project, address); err != nil {
		t.Fatal(err)
	}
	if err := o.Watch(t.Context(), flips(t)); err != nil {
		t.Fatal(err)
	}
	var pauses []time.Duration
	for tries := 1; ; tries++ {
		if err := o.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		last := o.last(t)
		if int(asked.Load()) != tries || last.Tries != tries || last.Status != 503 {
			t.Fatalf("try %d: asked %d times, %+v", tries, asked.Load(), last)
		}
		if last.Again.IsZero() {
			break
		}
		pauses = append(pauses, last.Again.Sub(o.now))
		o.now = last.Again.Add(-time.Microsecond)
		if err := o.Deliver(t.Context()); err != nil || int(asked.Load()) != tries {
			t.Fatalf("tried before its time: %v", err)
		}
		o.now = last.Again
	}
	for i := 1; i < len(pauses); i++ {
		if pauses[i] < pauses[i-1] {
			t.Errorf("pauses do not grow: %v", pauses)
		}
	}
	if since := o.now.Sub(webhookstest.Noon); len(pauses) < 10 || since > 24*time.Hour || since < 20*time.Hour {
		t.Errorf("given up after %v and %d pauses: %v", since, len(pauses), pauses)
	}
	o.now = o.now.Add(48 * time.Hour)
	if err := o.Deliver(t.Context()); err != nil || int(asked.Load()) != len(pauses)+1 {
		t.Errorf("tried after it was given up: %v", err)
	}
}

func (o *office) last(t *testing.T) webhooks.Outcome {
	t.Helper()
	list, err := o.List(t.Context(), o.org, o.project)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0].Last
}

// TestService_Deliver_cut: a try that ends with the program is made again by another.
func TestService_Deliver_cut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // before that nobody learns that the client left
		if asked.Add(1) == 1 {
			cancel()
			<-r.Context().Done()
		}
	}))
	t.Cleanup(s.Close)
	o := newOffice(t, webhooks.SenderOptions{Private: true})
	if _, _, err := o.Add(t.Context(), o.org, o.project, s.URL); err != nil {
		t.Fatal(err)
	}
	if err := o.Watch(t.Context(), flips(t)); err != nil {
		t.Fatal(err)
	}
	if err := o.Deliver(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cut off: %v", err)
	}
	o.now = o.now.Add(time.Hour)
	if err := o.Deliver(t.Context()); err != nil || asked.Load() != 2 {
		t.Errorf("afterwards: %v, asked %d times", err, asked.Load())
	}
	if last := o.last(t); last.Tries != 2 || last.Problem != "" {
		t.Errorf("last: %+v", last)
	}
}

// TestService_Watch_fails: what could not be looked at is looked at later.
func TestService_Watch_fails(t *testing.T) {
	o := newOffice(t, webhooks.SenderOptions{Private: true})
	if _, _, err := o.Add(t.Context(), o.org, o.project, "http://10.0.0.1/"); err != nil {
		t.Fatal(err)
	}
	failing := news{err: errors.New("down")}
	if err := o.Watch(t.Context(), failing); !errors.Is(err, failing.err) {
		t.Errorf("Watch: %v", err)
	}
	if err := o.Watch(t.Context(), failing); err != nil {
		t.Errorf("it was looked at again at once: %v", err)
	}
	o.now = o.now.Add(time.Hour)
	if err := o.Watch(t.Context(), failing); !errors.Is(err, failing.err) {
		t.Errorf("an hour later: %v", err)
	}
}

// TestSender_signature holds what is sent to the example of the specification's libraries.
func TestSender_signature(t *testing.T) {
	var header http.Header
	var body []byte
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		header, body = r.Header, make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
	}))
	t.Cleanup(s.Close)
	o := newOffice(t, webhooks.SenderOptions{Private: true, Agent: "agent/1"})
	h, secret, err := o.Add(t.Context(), o.org, o.project, s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := o.Test(t.Context(), o.org, o.project, h.ID); err != nil || got.Status != 200 {
		t.Fatalf("%+v, %v", got, err)
	}
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.VerifyIgnoringTimestamp(body, header); err != nil {
		t.Error(err)
	}
	if err := verifier.VerifyIgnoringTimestamp(append(body, ' '), header); err == nil {
		t.Error("another body has the same signature")
	}
	for name, want := range map[string]string{"Webhook-Timestamp": "1772452800", "Content-Type": "application/json", "User-Agent": "agent/1"} {
		if header.Get(name) != want {
			t.Errorf("%s = %q, want %q", name, header.Get(name), want)
		}
	}
}
