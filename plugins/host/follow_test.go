package host

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestPlugin_tell: a process of bytes that were approved before is no news, though the
// new ones, which still start, were not told of either.
func TestPlugin_tell(t *testing.T) {
	h := &Host{opts: withDefaults(Options{})}
	p := newPlugin(h, "it")
	old, corrected := &process{sha: "refused"}, &process{sha: "corrected"}
	p.set(&Approval{Name: "it", SHA256: corrected.sha}, nil, "")
	news := make(chan *Client, 4)
	p.tell(old, news)
	if len(news) != 0 {
		t.Error("told of bytes that are approved no longer")
	}
	p.tell(corrected, news)
	p.tell(corrected, news)
	if len(news) != 1 {
		t.Errorf("told %d times of the new bytes, want once", len(news))
	}
	p.set(nil, nil, "")
	p.tell(corrected, news)
	if len(news) != 1 {
		t.Error("told of a plugin whose approval was taken back")
	}
}

// TestHost_review reads approvals again and again that cannot be read: that is said
// once, and again when it comes back.
func TestHost_review(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := os.MkdirAll(filepath.Dir(b.opts.Approvals), 0o700); err != nil {
		t.Fatal(err)
	}
	trouble := ""
	for _, step := range []struct {
		text string
		said int
	}{{`{"form":1}`, 0}, {"{", 1}, {"{", 1}, {`{"form":2}`, 2}, {`{"form":2}`, 2}, {`{"form":1}`, 2}, {"{", 3}} {
		if err := os.WriteFile(b.opts.Approvals, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		trouble = b.review(trouble)
		if n := strings.Count(b.log.String(), "approvals cannot be read"); n != step.said {
			t.Errorf("behind %s it was said %d times, want %d", step.text, n, step.said)
		}
	}
}

// TestHost_refresh has approvals read by several at once while they change: what was
// read before the change never counts behind it.
func TestHost_refresh(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	defer readers.Wait()
	defer cancel()
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				_ = b.refresh()
			}
		})
	}
	for i := range 50 {
		given := i%2 == 0
		err := b.book.change(t.Context(), func([]Approval) ([]Approval, error) {
			if !given {
				return nil, nil
			}
			return []Approval{{Name: "x", SHA256: strings.Repeat("0", 64), Country: "QX"}}, nil
		})
		if err == nil {
			err = b.refresh()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Client("x"); (err == nil) != given {
			t.Fatalf("change %d: approved %v, and the plugin: %v", i, given, err)
		}
	}
}

// TestHost_AtOnce reads approvals while calls start a process: neither waits for the
// other for ever.
func TestHost_AtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pace.firstDelay = 0 // it is started again at once
	c := b.trusted("good-we", "WE")
	if err := os.Remove(filepath.Join(b.dir, filePrefix+"good-we")); err != nil {
		t.Fatal(err)
	}
	const times = 500
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range times {
				if _, err := c.Description(t.Context()); err == nil {
					t.Error("it runs without its file")
				}
			}
		})
		all.Go(func() {
			for range times {
				if err := b.refresh(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait() // for ever where they wait for each other
}
