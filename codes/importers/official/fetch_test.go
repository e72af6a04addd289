package official_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes/importers/official"
)

// publisher serves every host name from one local TLS server.
func publisher(t *testing.T, handler http.HandlerFunc) *official.Options {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	transport := server.Client().Transport.(*http.Transport).Clone()
	transport.TLSClientConfig.InsecureSkipVerify = true // a local server under other names
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &official.Options{Transport: transport}
}

func TestFetcher_Fetch(t *testing.T) {
	opts := publisher(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "https://boe.es/law.xml", http.StatusFound)
			return
		}
		fmt.Fprintf(w, "%s %s %s", r.Host, r.URL.Path, r.Header.Get("Accept"))
	})
	f := official.New(opts)
	for address, want := range map[string]string{
		"https://www.boe.es/law.xml": "www.boe.es /law.xml application/xml",
		"https://BOE.es/moved":       "boe.es /law.xml application/xml",
		"BOE-A-2006-5515":            "www.boe.es /datosabiertos/api/legislacion-consolidada/id/BOE-A-2006-5515 application/xml",
	} {
		_, data, err := f.Fetch(t.Context(), address, "application/xml")
		if err != nil || string(data) != want {
			t.Errorf("Fetch(%s) = %q, %v; want %q", address, data, err, want)
		}
	}
}

func TestFetcher_Fetch_ErrHost(t *testing.T) {
	asked := 0
	opts := publisher(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "https://example.org/law.xml", http.StatusFound)
	})
	f := official.New(opts)
	for _, address := range []string{
		"http://www.boe.es/law.xml", "https://boe.es.example.org/", "https://example.org/boe.es", "https://notboe.es/",
		"https://user@boe.es/", "https://boe.es:8443/", "https://127.0.0.1/", "file:///law.xml", "https://%zz",
	} {
		if _, _, err := f.Fetch(t.Context(), address, "*/*"); !errors.Is(err, official.ErrHost) {
			t.Errorf("Fetch(%s): %v, want ErrHost", address, err)
		}
	}
	if asked > 0 {
		t.Fatalf("%d requests were sent to hosts not on the list", asked)
	}
	if _, _, err := f.Fetch(t.Context(), "https://www.boe.es/moved", "*/*"); !errors.Is(err, official.ErrHost) || asked != 1 {
		t.Errorf("redirected off the list: %v after %d requests, want ErrHost after 1", err, asked)
	}
}

func TestFetcher_Fetch_ErrAnswer(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"missing":   func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusNotFound) },
		"too large": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 2000)) },
		"cut off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			fmt.Fprint(w, "begins")
		},
		"in a circle": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) },
		"hung":        func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			opts := publisher(t, handler)
			opts.MaxBytes, opts.Timeout = 1000, 300*time.Millisecond
			if _, data, err := official.New(opts).Fetch(t.Context(), "https://boe.es/x", "*/*"); !errors.Is(err, official.ErrAnswer) {
				t.Errorf("Fetch = %d bytes, %v; want ErrAnswer", len(data), err)
			}
		})
	}
}

func TestFetcher_Fetch_ErrCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opts := publisher(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, _, err := official.New(opts).Fetch(ctx, "https://boe.es/x", "*/*"); !errors.Is(err, context.Canceled) {
		t.Errorf("Fetch: %v, want context.Canceled", err)
	}
}

func TestFetcher_HostsGiven(t *testing.T) {
	f := official.New(&official.Options{Hosts: []string{"law.example.org"}})
	if !slices.Contains(f.Sorted(), "law.example.org") || !slices.Contains(f.Sorted(), "boe.es") {
		t.Errorf("hosts: %v", f.Sorted())
	}
}
