package httpapitest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// testLeavers holds the service to SPEC section 8, rule 1: a request that
// arrived whole is worked off and charged once, though its client hung up.
func testLeavers(t *testing.T, s *Server) {
	const rounds = 5 // when the server notices is a matter of luck
	for path, body := range map[string]string{"/api/v2/ask": question, "/api/v1/ask": question, "/api/v1/verify": stairCheck} {
		t.Run(path, func(t *testing.T) {
			for i := range rounds {
				before := s.balance(t)
				key := fmt.Sprintf("left-%d%s", i, path)
				s.sendAndLeave(t, path, body, key)
				eventually(t, "the request is not charged", func() bool { return s.balance(t) < before })
				eventually(t, "the answer is not kept", func() bool { return s.replayed(t, path, body, key) })
				if spent := before - s.balance(t); spent != 1 {
					t.Fatalf("%d credits spent, want 1", spent)
				}
			}
		})
	}
}

// sendAndLeave sends a whole request and closes the connection at once.
func (s *Server) sendAndLeave(t *testing.T, path, body, idempotencyKey string) {
	t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	must(t, err)
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, s.Keys.Main, idempotencyKey, len(body), body)
	must(t, err)
	must(t, conn.Close())
}

// replayed reports whether the answer to an earlier request can be had.
func (s *Server) replayed(t *testing.T, path, body, idempotencyKey string) bool {
	t.Helper()
	r := s.do(t, scenario{path: path, body: body, header: map[string]string{"Idempotency-Key": idempotencyKey}}.request(t, s))
	if r.StatusCode == http.StatusConflict {
		return false // under way
	}
	if r.StatusCode != http.StatusOK || r.Header.Get("Idempotency-Replayed") != "true" {
		t.Fatalf("the request again: %d %s", r.StatusCode, r.Text)
	}
	return true
}

func (s *Server) balance(t *testing.T) int64 {
	t.Helper()
	balance, err := s.Stores.GetBalance(t.Context(), s.Keys.Organization)
	must(t, err)
	return balance.Left
}

// eventually waits for a condition that another goroutine brings about.
func eventually(t *testing.T, failure string, condition func() bool) {
	t.Helper()
	tick, deadline := time.NewTicker(5*time.Millisecond), time.After(2*time.Minute)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal(failure + " within 2 min")
		}
	}
}

// testStalled holds the service to answer a body that does not come with 408,
// within the server's read timeout.
func testStalled(t *testing.T, open func(t *testing.T) Stores) {
	s := NewServer(t, open(t), Setup{ReadTimeout: 200 * time.Millisecond})
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask", "/api/v1/verify"} {
		t.Run(path, func(t *testing.T) {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			must(t, err)
			defer func() { _ = conn.Close() }()
			must(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
			_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"+
				"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{", path, s.Keys.Main)
			must(t, err)
			checkStalled(t, conn)
		})
	}
}

func checkStalled(t *testing.T, conn io.Reader) {
	t.Helper()
	r := readResponse(t, conn)
	if r.StatusCode != http.StatusRequestTimeout || !r.Close {
		t.Errorf("status %d, closing %v: %s", r.StatusCode, r.Close, r.Text)
	}
	checkProblem(t, r)
	for _, difference := range subset("$", decode(t, `{"code":"request_timeout"}`), decode(t, r.Text)) {
		t.Error(difference)
	}
	if n, err := conn.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("the connection stays open: %d bytes, %v", n, err)
	}
}
