//go:build linux

package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

func TestApprove_Refuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	good := b.put("good-aa", 1)
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(b.dir, filePrefix+name) }
	write := func(name string, text []byte, mode os.FileMode) string {
		if err := os.WriteFile(at(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	if err := os.Symlink(good, at("link")); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(t.TempDir(), "open")
	if err := errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o777), os.WriteFile(filepath.Join(open, filePrefix+"open"), text, 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"symlink", at("link"), "put the file itself there"},
		{"world-writable file", write("loose", text, 0o757), "chmod go-w " + at("loose")},
		{"world-writable folder", filepath.Join(open, filePrefix+"open"), "chmod go-w " + open},
		{"not executable", write("plain", text, 0o644), "chmod 755"},
		{"folder", b.dir, "no name of a plugin's file"},
		{"script", write("script", []byte("#!/bin/sh\nexit 0\n"), 0o755), "is a script"},
		{"no program", write("text", []byte("hello"), 0o755), at("text") + " is built for another system, or is no program: build it with GOOS=" + runtime.GOOS},
		{"empty", write("empty", nil, 0o755), "exec format error"},
		{"missing", at("missing"), "no such file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := b.Approve(t.Context(), tt.path); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
	if _, err := os.Stat(b.opts.Approvals); !errors.Is(err, os.ErrNotExist) {
		t.Error("an approval was written:", err)
	}
	if got := b.state("link"); got.Status != "refused" || !strings.Contains(got.Problem, "symbolic link") {
		t.Errorf("state of a link: %+v", got)
	}
}

// TestImage_Swapped changes the file between hashing and execution: what was hashed
// is what runs.
func TestImage_Swapped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		swap func(path string) error
	}{
		{"another file takes its name", func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), copyFile(binary(t, 2), path))
		}},
		{"written in place", func(path string) error { return copyFile(binary(t, 2), path) }},
		{"removed", os.Remove},
		{"made a link", func(path string) error { return errors.Join(os.Remove(path), os.Symlink(binary(t, 2), path)) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			path := b.put("good-ab", 1)
			folder, err := b.room.folder()
			if err != nil {
				t.Fatal(err)
			}
			im, err := takeImage(path, folder, ownerOnly)
			if err != nil {
				t.Fatal(err)
			}
			defer im.close()
			if err := tt.swap(path); err != nil {
				t.Fatal(err)
			}
			s := &starter{host: b.Host, image: im, folder: folder, log: newLogbook(b.Host, "good-ab")}
			run, err := s.start(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(shaOf(t, binary(t, 1)), shaOf(t, fmt.Sprintf("/proc/%d/exe", run.child.pid))); diff != "" || run.desc.Version != "1.0.0" {
				t.Errorf("other bytes run: %s %s", run.desc.Version, diff)
			}
			run.end(errRetired)
			<-run.gone
			s.log.close()
		})
	}
}

// TestImage_Sealed writes to the very bytes that were hashed.
func TestImage_Sealed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	im, err := takeImage(b.put("good-ac", 1), t.TempDir(), ownerOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer im.close()
	if _, err := im.file.WriteAt([]byte("x"), 0); err == nil {
		t.Error("the image can be written to")
	}
	if err := im.file.Truncate(0); err == nil {
		t.Error("the image can be cut")
	}
	if f, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", im.file.Fd()), os.O_RDWR, 0); err == nil {
		if _, err := f.WriteAt([]byte("x"), 0); err == nil {
			t.Error("the image can be written to by another name")
		}
		_ = f.Close()
	}
}

// TestHost_ChangedInPlace changes the file over and over while it is started: what
// runs, if anything does, is what was approved.
func TestHost_ChangedInPlace(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-ad")
	path := filepath.Join(b.dir, filePrefix+"good-ad")
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, _ := file.Stat()
	ctx, cancel := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		ticks := time.NewTicker(time.Millisecond)
		for n := 0; ctx.Err() == nil; n++ {
			if n%2 == 0 {
				_, _ = file.WriteAt([]byte{'x'}, info.Size()) // one byte more: it runs, and is another file
			} else {
				_ = file.Truncate(info.Size())
			}
			<-ticks.C
		}
	})
	ran, refused := 0, 0
	want := shaOf(t, binary(t, 1))
	for range 15 {
		run, err := b.launch(t.Context(), newLogbook(b.Host, "good-ad"), path, want)
		if err != nil {
			if !errors.Is(err, ErrNotApproved) {
				t.Error(err)
			}
			refused++
			continue
		}
		if got := shaOf(t, fmt.Sprintf("/proc/%d/exe", run.child.pid)); got != want {
			t.Error("other bytes run")
		}
		ran++
		run.end(errRetired)
		<-run.gone
	}
	cancel()
	writer.Wait()
	t.Logf("%d ran, %d were refused", ran, refused)
}

// TestHost_SwappedBetween changes the file after it was approved.
func TestHost_SwappedBetween(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("good-ae")
	b.put("good-ae", 2)
	if _, err := run(c, `{}`); !errors.Is(err, ErrNotApproved) {
		t.Errorf("started with other bytes: %v", err)
	}
	if got := b.state("good-ae"); got.Status != "changed" || !strings.Contains(got.Problem, "changed after it was approved") {
		t.Errorf("state: %+v", got)
	}
	path := filepath.Join(b.dir, filePrefix+"good-ae")
	if err := errors.Join(os.Remove(path), os.Symlink(binary(t, 1), path)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a link to the approved bytes is looked at", func() bool {
		_, err := run(c, `{}`)
		if !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrBroken) {
			t.Fatalf("a link to the approved bytes: %v", err)
		}
		return strings.Contains(err.Error(), "is a symbolic link")
	})
}

func TestHost_Conflicts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.approved("good-af")
	if _, err := b.Approve(t.Context(), b.put("other-af", 2)); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), `"good-af"`) {
		t.Errorf("a second plugin of the country: %v", err)
	}
	second := b.trusted("later-af", "AF") // by a hand that edits the file
	if _, err := run(second, `{}`); !errors.Is(err, ErrConflict) {
		t.Errorf("the later one: %v", err)
	}
	if got := b.state("later-af"); got.Status != "refused" || !strings.Contains(got.Problem, "approved for AF before") {
		t.Errorf("state: %+v", got)
	}
	if _, err := run(first, `{}`); err != nil {
		t.Errorf("the earlier one: %v", err)
	}
	wrong := b.trusted("good-ag", "ZZ")
	if _, err := run(wrong, `{}`); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "approved as") {
		t.Errorf("another country than approved: %v", err)
	}
}

// TestApprovals_AtOnce has many processes' worth of hosts approve at once.
func TestApprovals_AtOnce(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var all sync.WaitGroup
	const n = 8
	for i := range n {
		b := benchIn(t, root)
		path := b.put(fmt.Sprintf("good-b%c", 'a'+i), 1)
		all.Go(func() {
			if _, err := b.Approve(t.Context(), path); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	b := benchIn(t, root)
	list, err := b.book.read()
	if err != nil || len(list) != n {
		t.Errorf("%d approvals of %d: %v", len(list), n, err)
	}
	info, err := os.Stat(b.opts.Approvals)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode: %v %v", info.Mode(), err)
	}
}

func TestOpen_LooseApprovals(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-ah")
	if err := os.Chmod(b.opts.Approvals, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(b.opts); err == nil || !strings.Contains(err.Error(), "anybody") {
		t.Errorf("approvals anybody may write: %v", err)
	}
	if err := os.Chmod(b.opts.Approvals, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOpen_NoPlainApprovals: approvals are read from a file, and from nothing that leads
// elsewhere or would be waited for.
func TestOpen_NoPlainApprovals(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(path string) error{
		"link":   func(path string) error { return os.Symlink(path+".real", path) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"pipe":   func(path string) error { return unix.Mkfifo(path, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			path := filepath.Join(t.TempDir(), "approvals.json")
			if err := os.WriteFile(path+".real", []byte(`{"form":1}`), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			b.opts.Approvals = path
			if h, err := Open(b.opts); err == nil || !strings.Contains(err.Error(), "regular file") {
				t.Errorf("want an error that says what it has to be, got %v", err)
				if err == nil {
					_ = h.Close()
				}
			}
		})
	}
}

func TestParseApprovals(t *testing.T) {
	sum := strings.Repeat("0", 64)
	for _, text := range []string{
		`{"form":2}`, `[]`, `{"form":1,"approvals":[{"name":"../x","sha256":"` + sum + `","country":"QA"}]}`,
		`{"form":1,"approvals":[{"name":"x","sha256":"00","country":"QA"}]}`,
		`{"form":1,"approvals":[{"name":"x","sha256":"` + sum + `","country":"qa"}]}`,
		`{"form":1,"approvals":[{"name":"x","sha256":"` + sum + `","country":"QA"},{"name":"x","sha256":"` + sum + `","country":"QB"}]}`,
	} {
		if _, err := parseApprovals([]byte(text)); err == nil {
			t.Errorf("taken: %s", text)
		}
	}
}

func shaOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
