package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func TestNewServer_Timeouts(t *testing.T) {
	s := httpapi.NewServer(http.NotFoundHandler(), nil)
	if s.ReadHeaderTimeout != 5*time.Second || s.ReadTimeout != 15*time.Second {
		t.Errorf("read timeouts %v and %v", s.ReadHeaderTimeout, s.ReadTimeout)
	}
	if s.WriteTimeout <= 120*time.Second {
		t.Errorf("an answer may take %v, less than a turn", s.WriteTimeout)
	}
	if s.MaxHeaderBytes <= 0 || s.IdleTimeout <= 0 {
		t.Errorf("unbounded: %d header bytes, idle %v", s.MaxHeaderBytes, s.IdleTimeout)
	}
}

// A client that sends its header byte by byte is cut off.
func TestNewServer_SlowHeader(t *testing.T) {
	server := httpapi.NewServer(http.NotFoundHandler(), nil)
	server.ReadHeaderTimeout = 50 * time.Millisecond
	address, stop := serve(t, server, nil)
	defer func() { _ = stop() }()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Errorf("the connection was not closed by the server: %v", err)
	}
}

func serve(t *testing.T, server *http.Server, drain func(context.Context) error) (address string, stop func() error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- httpapi.Serve(ctx, server, listener, httpapi.Ending{Patience: 5 * time.Second, Drain: drain})
	}()
	return listener.Addr().String(), func() error {
		cancel()
		return <-done
	}
}

// A request under way is answered before the server stops, and the turns of
// clients that have gone are waited for.
func TestServe_Graceful(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	server := httpapi.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-release
		_, _ = io.WriteString(w, "done")
	}), nil)
	drained := false
	address, stop := serve(t, server, func(context.Context) error { drained = true; return nil })
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + address)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		answer <- string(body)
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for { // until the listener is closed, which is the first thing of a shutdown
		conn, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		_ = conn.Close()
	}
	close(release)
	if got := <-answer; got != "done" {
		t.Errorf("the request under way got %q", got)
	}
	if err := <-stopped; err != nil || !drained {
		t.Errorf("Serve = %v, drained %v", err, drained)
	}
}

func TestServe_Err(t *testing.T) {
	t.Run("ErrListener", func(t *testing.T) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_ = listener.Close()
		if err := httpapi.Serve(t.Context(), httpapi.NewServer(http.NotFoundHandler(), nil), listener, httpapi.Ending{Patience: time.Second}); err == nil {
			t.Error("serving a closed listener is no error")
		}
	})
	t.Run("ErrDrain", func(t *testing.T) {
		abandoned := errors.New("turns abandoned")
		_, stop := serve(t, httpapi.NewServer(http.NotFoundHandler(), nil), func(context.Context) error { return abandoned })
		if err := stop(); !errors.Is(err, abandoned) {
			t.Errorf("Serve = %v", err)
		}
	})
}

// An answer that broke off half way must not look whole.
func TestAPI_PanicAfterHeader(t *testing.T) {
	api := newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<16))
			panic("half way")
		})
	}})
	conn, err := net.Dial("tcp", api.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return // cut off before the header is as good
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err == nil {
		t.Errorf("a broken answer was ended properly: %q", body)
	}
	if !strings.Contains(api.Logs.String(), "half way") {
		t.Error("the panic is not logged")
	}
}
