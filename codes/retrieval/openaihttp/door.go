package openaihttp

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Refusal is why a request gave nothing. It never holds what the server wrote: that
// may repeat what was sent, or the key.
type Refusal struct { //nolint:errname // the word for it; callers read its fields
	Reason  string
	Status  int           // of the answer; 0 when there was none
	Passing bool          // may pass: worth another attempt
	TooMuch bool          // may be the fault of what was sent: less of it may be taken
	Fault   Fault         // what of the request is refused, where the server says so
	After   time.Duration // what the server asks to wait; 0 when it does not say
}

// Error implements error.
func (r *Refusal) Error() string { return r.Reason }

// NewClient returns a client that follows no redirect and whose connections have
// limits. A transport that is not nil makes its requests.
func NewClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    10 * time.Second,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    8,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
		}
	}
	// A redirect would carry the texts, and perhaps the key, to somebody nobody
	// chose.
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Door stands between the library and the network: what is no plain success does
// not come through as an answer, and no answer is longer than the limit.
type Door struct {
	Client *http.Client
	Limit  int64            // bytes of an answer
	Now    func() time.Time // what Retry-After dates are compared with
}

// Do makes one request.
func (d *Door) Do(req *http.Request) (*http.Response, error) {
	res, err := d.Client.Do(req) //nolint:gosec // the address is the operator's, and checked
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		defer func() { _ = res.Body.Close() }()
		return nil, d.refuse(res)
	}
	res.Body = &bounded{body: res.Body, left: d.Limit}
	return res, nil
}

// mostComplaint is how many bytes of a refusal are read.
const mostComplaint = 64 << 10

func (d *Door) refuse(res *http.Response) *Refusal {
	code := res.StatusCode
	body, _ := io.ReadAll(io.LimitReader(res.Body, mostComplaint)) // what was read before it broke will do
	r := &Refusal{Status: code, Reason: fmt.Sprintf("the server answered %d %s", code, http.StatusText(code))}
	// The page of a proxy that stands before a server that fails is not its word.
	if code >= 400 && code != http.StatusTooManyRequests && (code < 500 || json.Valid(body)) {
		r.Fault = FaultOf(body)
	}
	switch {
	case code >= 300 && code < 400:
		r.Reason += "; redirects are not followed: set the base URL to where it leads"
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		r.Reason += "; check the API key"
	case code == http.StatusNotFound:
		r.Reason += "; check the base URL and the model's name"
	case code == http.StatusBadRequest, code == http.StatusRequestEntityTooLarge, code == http.StatusUnprocessableEntity:
		r.refuseRequest()
	case code == http.StatusTooManyRequests && usedUp(body):
		r.Reason += "; the quota of the account is used up"
	case code >= 500 && r.Fault != FaultUnknown && r.Fault != FaultContext:
		r.Reason += "; it cannot do what was asked of it: " + string(r.Fault)
	case code == http.StatusRequestTimeout, code == http.StatusConflict, code == http.StatusTooEarly,
		code == http.StatusTooManyRequests, code >= 500 && code != http.StatusNotImplemented:
		r.Passing, r.After = true, retryAfter(res.Header, d.Now())
	}
	return r
}

// refuseRequest words a refusal of what was sent.
func (r *Refusal) refuseRequest() {
	r.TooMuch = true
	if r.Status == http.StatusRequestEntityTooLarge {
		r.Fault = FaultContext
	}
	switch r.Fault {
	case FaultFilter:
		r.Reason += "; its content filter objects to what was sent"
	case FaultContext:
		r.Reason += "; it is more than the model can read at once"
	default:
		r.Reason += "; it refuses what was sent: send less at once, and check the model's name"
	}
}

// usedUp reports whether a refusal says that waiting does not help.
func usedUp(body []byte) bool {
	var answer struct {
		Error struct{ Code, Type string }
	}
	_ = json.Unmarshal(body, &answer) // what is no JSON says nothing
	const quota = "insufficient_quota"
	return answer.Error.Code == quota || answer.Error.Type == quota
}

// retryAfter reads how long the server asks to wait: in milliseconds, in seconds,
// or until a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	const longest = 24 * time.Hour
	within := func(n float64, unit time.Duration) time.Duration {
		if !(n > 0) {
			return 0
		}
		return time.Duration(min(n*float64(unit), float64(longest)))
	}
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return within(ms, time.Millisecond)
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return within(s, time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), longest)
	}
	return 0
}

// errTooLong says that an answer went past the limit.
var errTooLong = errors.New("answer too long")

// bounded fails a body that is longer than it may be.
type bounded struct {
	body io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

func (b *bounded) Close() error { return b.body.Close() }

// Plain turns an error of the library or the network into a Refusal. Of network
// errors only the well-known ones are spelled out: others may quote the server.
func Plain(err error) error {
	var refused *Refusal
	var network *net.OpError
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.Is(err, errTooLong):
		return &Refusal{Reason: "the answer is longer than the limit", TooMuch: true}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &Refusal{Reason: "the server took longer than one attempt may", Passing: true}
	case errors.As(err, &certificate):
		return &Refusal{Reason: "the server's certificate cannot be trusted: " + certificate.Err.Error()}
	case errors.As(err, &name):
		return &Refusal{Reason: "the server's name is not known: " + name.Err, Passing: true}
	case errors.As(err, &network) && network.Op == "dial":
		return &Refusal{Reason: "the server cannot be reached: " + network.Err.Error(), Passing: true}
	}
	return &Refusal{Reason: "the connection broke before the answer was whole", Passing: true}
}
