package host

import (
	"errors"
	"io"
	"os"
	"sync"
)

// openStreams opens the plugin's standard input, output and error.
func (c *child) openStreams() (err error) {
	if c.stdin, err = os.Open(os.DevNull); err != nil {
		return err
	}
	if c.stdout, c.stdoutW, err = os.Pipe(); err != nil {
		return errors.Join(err, c.stdin.Close())
	}
	if c.stderr, c.stderrW, err = os.Pipe(); err != nil {
		return errors.Join(err, c.stdin.Close(), c.stdout.Close(), c.stdoutW.Close())
	}
	return nil
}

// closeTheirs closes the plugin's ends here.
func (c *child) closeTheirs() error {
	return errors.Join(c.stdin.Close(), c.stdoutW.Close(), c.stderrW.Close())
}

// filteredPipe is what go-plugin reads of a process: at most one line, then
// nothing until the end.
type filteredPipe struct {
	text chan []byte
	done chan struct{}
	once sync.Once
	rest []byte
}

func newFilteredPipe() *filteredPipe {
	return &filteredPipe{text: make(chan []byte, 1), done: make(chan struct{})}
}

// give hands text over, once.
func (p *filteredPipe) give(text []byte) { p.text <- append([]byte(nil), text...) }

func (p *filteredPipe) end() { p.once.Do(func() { close(p.done) }) }

// Read implements io.Reader, for one reader.
func (p *filteredPipe) Read(to []byte) (int, error) {
	for len(p.rest) == 0 {
		select {
		case p.rest = <-p.text:
			continue
		default:
		}
		select {
		case p.rest = <-p.text:
		case <-p.done:
			return 0, io.EOF
		}
	}
	n := copy(to, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (p *filteredPipe) Close() error { return nil }
