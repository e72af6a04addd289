//go:build linux

package host

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/join"
)

// follow follows the approvals until the test ends; what it tells comes back.
func (b *bench) follow() <-chan string {
	ctx, cancel := context.WithCancel(context.Background())
	told := make(chan string, 100)
	var all sync.WaitGroup
	all.Go(func() { b.Follow(ctx, func(c *Client) { told <- c.Approval().SHA256 }) })
	b.t.Cleanup(func() { cancel(); all.Wait() })
	return told
}

// accept writes an approval of other bytes down, as if they had worked then.
func (b *bench) accept(name, path string) {
	b.t.Helper()
	sha, err := b.sha256Of(path)
	if err == nil {
		err = b.book.change(b.t.Context(), func(list []Approval) ([]Approval, error) {
			for i := range list {
				if list[i].Name == name {
					list[i].SHA256 = sha
				}
			}
			return list, nil
		})
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestHost_BadUpgrade approves bytes that then do not start: the process of the old
// ones serves on, called or not, and the new are not tried all the time.
func TestHost_BadUpgrade(t *testing.T) {
	t.Parallel()
	for name, called := range map[string]bool{"idle": false, "called": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			badUpgrade(t, called)
		})
	}
}

// failedStarts returns when starts failed.
func (b *bench) failedStarts() (at []time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, e := range b.event {
		if e.What == "start" && e.Err != nil {
			at = append(at, b.at[i])
		}
	}
	return at
}

func badUpgrade(t *testing.T, called bool) {
	t.Helper()
	b := newBench(t)
	c := b.approved("worse-ua")
	<-b.follow()
	first := b.plugins["worse-ua"].process()
	b.accept("worse-ua", b.put("worse-ua", 2))
	const tries = 7 // 5 in a row, then one a second
	eventually(t, "the new bytes are tried", func() bool {
		if called {
			if _, err := run(c, `{}`); err != nil {
				t.Fatal("a call of the old process:", err)
			}
		}
		if !first.alive() {
			t.Fatalf("called %v: the old process was ended: %v", called, first.child.why())
		}
		return len(b.failedStarts()) >= tries
	})
	if n := len(b.events("open")); n > 0 {
		t.Errorf("called %v: the circuit opened %d times", called, n)
	}
	failed := b.failedStarts()
	if took, least := failed[tries-1].Sub(failed[b.pace.openAfter-1]), 2*b.pace.openFor*3/4; took < least {
		t.Errorf("called %v: two more tries came within %v, want at least %v", called, took, least)
	}
	if got := b.state("worse-ua"); got.Status != statusRunning || !strings.Contains(got.Problem, "new ones do not start") {
		t.Errorf("state: %+v", got)
	}
	b.accept("worse-ua", b.put("worse-ua", 1))
	eventually(t, "all is well again", func() bool { s := b.state("worse-ua"); return s.Status == statusRunning && s.Problem == "" })
}

// TestClient_ContentsOfUpgraded fetches while the plugin is upgraded: what the old
// process brings goes by the old one's checksum.
func TestClient_ContentsOfUpgraded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("slowdescribe-ub")
	told := b.follow()
	<-told
	var contents *join.Contents
	var err error
	var fetch sync.WaitGroup
	fetch.Go(func() { contents, err = c.Contents(context.Background(), nil) })
	b.underWay("slowdescribe-ub", 1)
	if _, err := b.Approve(t.Context(), b.put("slowdescribe-ub", 2)); err != nil {
		t.Fatal(err)
	}
	if sha := <-told; sha != shaOf(t, binary(t, 2)) {
		t.Fatal("told of", sha)
	}
	fetch.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if contents.Origin.Version != "1.0.0" || contents.Origin.SHA256 != shaOf(t, binary(t, 1)) {
		t.Errorf("contents of 1.0.0 say they are of %s, %s", contents.Origin.Version, contents.Origin.SHA256)
	}
}

// TestHost_ApprovedAnew takes an approval back and gives it again, for the same
// bytes: that is news.
func TestHost_ApprovedAnew(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-uc")
	told := b.follow()
	<-told
	if err := b.Revoke(t.Context(), "good-uc"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Approve(t.Context(), b.put("good-uc", 1)); err != nil {
		t.Fatal(err)
	}
	<-told
}

// TestHost_RoomRemoved removes the private folder of a host that runs.
func TestHost_RoomRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-ud")
	if err := os.RemoveAll(b.room.path); err != nil {
		t.Fatal(err)
	}
	if _, err := run(b.approved("good-ue"), `{}`); err != nil {
		t.Error(err)
	}
}

// TestHost_ApproveClosed approves with a host that was closed: that says nothing of
// the plugin.
func TestHost_ApproveClosed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	path := b.put("good-uf", 1)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Approve(t.Context(), path); !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrBroken) {
		t.Errorf("want ErrUnavailable, got %v", err)
	}
}

// TestPlugin_HurriedCallers call a plugin that takes a small part of what it may, and
// wait less: that is not the plugin's failure.
func TestPlugin_HurriedCallers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("sleepy-ug")
	if _, err := c.Description(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			if _, err := c.Calculators()[0].Run(ctx, []byte(`{}`)); !errors.Is(err, projects.ErrUnavailable) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(b.events("open")); n > 0 {
		t.Error("the circuit of a plugin that works opened")
	}
	if _, err := run(c, `{}`); err != nil {
		t.Error(err)
	}
}

// TestPlugin_GaveUp is told by the plugin's side that the call was given up, before
// the caller's own clock says so: there is no answer, and it is nobody's failure.
func TestPlugin_GaveUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("gaveup-uh")
	for range 6 {
		if _, err := run(c, `{}`); !errors.Is(err, projects.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	if n := len(b.events("open")); n > 0 {
		t.Error("the circuit of a plugin that works opened")
	}
}
