package host

import (
	"io"
	"time"
)

// bucket allows fill a second, and saves up to most.
type bucket struct {
	fill, most float64
	left       float64
	at         time.Time
}

// take takes n, and returns how long it takes until they are there; nothing is
// taken when that is not at once and n is one.
func (b *bucket) take(n float64, now time.Time) time.Duration {
	if b.at.IsZero() {
		b.left = b.most
	} else {
		b.left = min(b.most, b.left+now.Sub(b.at).Seconds()*b.fill)
	}
	b.at = now
	if b.left >= n {
		b.left -= n
		return 0
	}
	if n == 1 {
		return time.Second
	}
	missing := n - b.left
	b.left = 0
	return time.Duration(missing / b.fill * float64(time.Second))
}

// paced reads no faster than its rate.
type paced struct {
	r    io.Reader
	rate bucket
}

// Read implements io.Reader.
func (p *paced) Read(to []byte) (int, error) {
	n, err := p.r.Read(to)
	if n > 1 && err == nil {
		time.Sleep(min(p.rate.take(float64(n), time.Now()), 100*time.Millisecond))
	}
	return n, err
}
