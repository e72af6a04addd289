package webhooks

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"code.dny.dev/ssrf"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	sendTime    = 15 * time.Second // for one try, from the name to the end of the answer
	dialTime    = 5 * time.Second
	answerBytes = 64 << 10 // of an answer are read, so that its connection can be used again
)

// SenderOptions configure a Sender. The zero value is for servers.
type SenderOptions struct {
	// Private lets messages go anywhere, also without TLS: for tests, and for a service
	// whose users own its network.
	Private bool

	Agent string // User-Agent of requests; "" means "regengine"

	// LookUp returns the addresses of a host when a hook is made; nil asks the system.
	LookUp func(ctx context.Context, host string) ([]netip.Addr, error)
}

// Sender sends messages to public addresses. What a name leads to is looked at when the
// connection is made: a name that changed since, or is answered differently, leads
// nowhere else. It follows no redirect and uses no proxy.
type Sender struct {
	private bool
	agent   string
	guard   *ssrf.Guardian
	lookUp  func(ctx context.Context, host string) ([]netip.Addr, error)
	client  *http.Client
}

// NewSender returns a Sender; opts may be nil.
func NewSender(opts *SenderOptions) *Sender {
	if opts == nil {
		opts = &SenderOptions{}
	}
	s := &Sender{private: opts.Private, agent: opts.Agent, lookUp: opts.LookUp, guard: ssrf.New(ssrf.WithAnyPort())}
	if s.agent == "" {
		s.agent = "regengine"
	}
	if s.lookUp == nil {
		s.lookUp = lookUp
	}
	dialer := &net.Dialer{Timeout: dialTime}
	if !s.private {
		dialer.Control = s.guard.Safe
	}
	s.client = &http.Client{
		Timeout: sendTime,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTime, ForceAttemptHTTP2: true,
			MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10, DisableCompression: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// Close ends connections that nobody uses.
func (s *Sender) Close() { s.client.CloseIdleConnections() }

// send makes one try. A status of 200 to 299 is taken for thanks.
func (s *Sender) send(ctx context.Context, d Delivery, now time.Time) (status int, problem string) {
	r, err := request(ctx, d, now)
	if err != nil {
		return 0, "the message could not be written"
	}
	r.Header.Set("User-Agent", s.agent)
	response, err := s.client.Do(r)
	if err != nil {
		return 0, problemOf(err)
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, answerBytes) // what it says does not matter
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		return response.StatusCode, ""
	}
	return response.StatusCode, fmt.Sprintf("the answer was %d", response.StatusCode)
}

// request signs a message: the base64 of the HMAC-SHA256 over "id.timestamp.body" follows
// "v1,".
func request(ctx context.Context, d Delivery, now time.Time) (*http.Request, error) {
	signer, err := standardwebhooks.NewWebhookRaw(d.Secret)
	if err != nil {
		return nil, err
	}
	signature, err := signer.Sign(d.ID, now, d.Body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(d.Body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(standardwebhooks.HeaderWebhookID, d.ID)
	r.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	r.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	return r, nil
}

// message is the form of every body.
type message struct {
	Type      Event     `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      any       `json:"data"`
}

// TestData is the data of a message for a try.
type TestData struct {
	ProjectID string `json:"project_id" format:"uuid" doc:"Identifier of the project."`
	HookID    string `json:"webhook_id" format:"uuid" doc:"Identifier of the webhook."`
}

// NewMessage writes the body of a message: what it tells and when that was found out.
func NewMessage(event Event, at time.Time, data any) (News, error) {
	body, err := json.Marshal(message{event, at.UTC().Truncate(time.Second), data})
	if err != nil {
		return News{}, fmt.Errorf("write a message: %w", err)
	}
	return News{event, body}, nil
}
