package pgvectorindex_test

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// proxy stands between an index and its server, to cut and to hang connections.
type proxy struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	conns []net.Conn
	hung  bool // passes nothing on
	lost  bool // something was not passed on
	away  bool // refuses who comes
}

// newProxy returns a proxy and the database's URL through it.
func newProxy(t *testing.T, databaseURL string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: u.Host}
	var done sync.WaitGroup
	done.Go(p.serve)
	t.Cleanup(func() {
		l.Close()
		p.cut()
		done.Wait()
	})
	u.Host = l.Addr().String()
	return p, u.String()
}

func (p *proxy) serve() {
	var pipes sync.WaitGroup
	defer pipes.Wait()
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		if !p.keep(client, server) {
			client.Close()
			server.Close()
			continue
		}
		pipes.Go(func() { p.pipe(server, client) })
		pipes.Go(func() { p.pipe(client, server) })
	}
}

// keep notes a new connection, unless the proxy refuses it.
func (p *proxy) keep(client, server net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.away {
		p.conns = append(p.conns, client, server)
	}
	return !p.away
}

func (p *proxy) refuse(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
}

// pipe passes bytes on, and swallows them while the proxy hangs.
func (p *proxy) pipe(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 && !p.swallow() {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// swallow tells whether what has come goes no further.
func (p *proxy) swallow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = p.lost || p.hung
	return p.hung
}

// swallowed tells whether anything was lost.
func (p *proxy) swallowed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

func (p *proxy) hang(hung bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hung = hung
}

// cut closes every connection there is.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}
