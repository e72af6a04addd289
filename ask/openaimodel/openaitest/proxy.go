package openaitest

import (
	"context"
	"io"
	"net"
	"sync"
	"time"
)

// Network says how bad a connection is. The zero value is a good one.
type Network struct {
	Latency time.Duration // before each piece of an answer
	Rate    int           // bytes of an answer a second; 0 for no bound

	// After so many bytes of an answer the connection is reset, or falls silent.
	// 0 means never.
	ResetAfter  int
	SilentAfter int

	Down bool // connections are closed as soon as they are made
}

// Proxy is a TCP proxy before a server that makes the network bad.
type Proxy struct {
	// URL is the base URL a client is given, with the path "/v1".
	URL string

	listener net.Listener
	target   string
	stop     context.CancelFunc
	ctx      context.Context //nolint:containedctx // ends the connections when the proxy is closed
	workers  sync.WaitGroup

	mu  sync.Mutex
	how Network
}

// NewProxy starts a proxy before the server at a host and port. Whoever starts it
// closes it.
func NewProxy(target string, how Network) (*Proxy, error) {
	ctx, stop := context.WithCancel(context.Background())
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		stop()
		return nil, err
	}
	p := &Proxy{URL: "http://" + listener.Addr().String() + "/v1", listener: listener, target: target, how: how, ctx: ctx, stop: stop}
	p.workers.Go(p.accept)
	return p, nil
}

// Set changes the network for connections made from now on.
func (p *Proxy) Set(how Network) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.how = how
}

// Close ends the proxy and its connections, and waits for them.
func (p *Proxy) Close() {
	p.stop()
	_ = p.listener.Close()
	p.workers.Wait()
}

func (p *Proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		how := p.how
		p.mu.Unlock()
		p.workers.Go(func() { p.carry(conn, how) })
	}
}

// carry joins a client to the server until either ends.
func (p *Proxy) carry(client net.Conn, how Network) {
	defer func() { _ = client.Close() }()
	if how.Down {
		reset(client)
		return
	}
	server, err := new(net.Dialer).DialContext(p.ctx, "tcp", p.target)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	ctx, end := context.WithCancel(p.ctx)
	defer end()
	context.AfterFunc(ctx, func() { _, _ = client.Close(), server.Close() })
	p.workers.Go(func() {
		_, _ = io.Copy(server, client) // ends when either is closed
		end()
	})
	how.answer(ctx, client, server)
}

// answer carries the server's bytes to the client, as badly as it is to.
func (n Network) answer(ctx context.Context, client, server net.Conn) {
	const piece = 1 << 10
	buffer := make([]byte, piece)
	for sent := 0; ; {
		got, err := server.Read(buffer)
		if n.ResetAfter > 0 && sent+got > n.ResetAfter {
			_, _ = client.Write(buffer[:n.ResetAfter-sent])
			reset(client)
			return
		}
		if n.SilentAfter > 0 && sent+got > n.SilentAfter {
			_, _ = client.Write(buffer[:n.SilentAfter-sent])
			<-ctx.Done()
			return
		}
		if !n.wait(ctx, got) {
			return
		}
		if _, werr := client.Write(buffer[:got]); werr != nil || err != nil {
			return
		}
		sent += got
	}
}

// wait takes the time that bytes need; false when the connection ended meanwhile.
func (n Network) wait(ctx context.Context, bytes int) bool {
	d := n.Latency
	if n.Rate > 0 {
		d += time.Duration(bytes) * time.Second / time.Duration(n.Rate)
	}
	if d == 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
