package peerbench

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	loadClients = 8
	loadTurn    = 150 * time.Millisecond
)

// load is a number of clients that each ask over a connection of their own, the
// next as soon as they have the answer. They parse no more than they must, so
// that the time goes to the server.
type load struct {
	address  string
	requests [][]byte
	conns    []net.Conn
	next     [loadClients]int // the request each client sends next
}

func searchPath(text string) string { return "/api/v1/location/search?q=" + url.QueryEscape(text) }

func rawRequest(text, secret, encoding string) []byte {
	accept := ""
	if encoding != "" {
		accept = "Accept-Encoding: " + encoding + "\r\n"
	}
	return []byte("GET " + searchPath(text) + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + secret + "\r\n" + accept + "\r\n")
}

func (l *load) connect(b *testing.B) {
	for i := range loadClients {
		conn, err := net.Dial("tcp", l.address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() })
		l.conns = append(l.conns, conn)
		l.next[i] = i * len(l.requests) / loadClients // no two ask the same at one time
	}
}

// run lets every client ask for one turn and returns the requests per second,
// and the processor time of a request in microseconds.
func (l *load) run(b *testing.B) (rate, cost float64) {
	var wg sync.WaitGroup
	var answered atomic.Int64
	var failure atomic.Pointer[error]
	start, used := time.Now(), cpuTime()
	for client := range l.conns {
		wg.Go(func() {
			buf := make([]byte, 64<<10)
			for time.Since(start) < loadTurn {
				if err := roundTrip(l.conns[client], l.requests[l.next[client]], buf); err != nil {
					failure.Store(&err)
					return
				}
				l.next[client] = (l.next[client] + 1) % len(l.requests)
				answered.Add(1)
			}
		})
	}
	wg.Wait()
	if err := failure.Load(); err != nil {
		b.Fatal(*err)
	}
	n := float64(answered.Load())
	return n / time.Since(start).Seconds(), float64((cpuTime() - used).Nanoseconds()) / n / 1000
}

// roundTrip sends a request and reads one answer, which must be a 200 that
// states its length.
func roundTrip(conn net.Conn, request, buf []byte) error {
	if _, err := conn.Write(request); err != nil {
		return err
	}
	for n, want := 0, -1; ; {
		read, err := conn.Read(buf[n:])
		if err != nil {
			return err
		}
		n += read
		if want < 0 {
			if want, err = answerLength(buf[:n]); err != nil {
				return err
			}
		}
		if n == want {
			return nil
		}
	}
}

// answerLength returns how long an answer is with its header, or -1 when the
// header is not complete.
func answerLength(answer []byte) (int, error) {
	end := bytes.Index(answer, []byte("\r\n\r\n"))
	if end < 0 {
		return -1, nil
	}
	header := answer[:end+2]
	if !bytes.HasPrefix(header, []byte("HTTP/1.1 200")) {
		return 0, fmt.Errorf("not a 200: %s", answer)
	}
	_, rest, ok := bytes.Cut(header, []byte("\r\nContent-Length: "))
	digits, _, _ := bytes.Cut(rest, []byte("\r\n"))
	length, err := strconv.Atoi(string(digits))
	if !ok || err != nil {
		return 0, fmt.Errorf("no Content-Length: %s", answer)
	}
	return end + 4 + length, nil
}
