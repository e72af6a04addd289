//go:build linux

package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// someFile is a file, or a folder, of rights and an owner.
type someFile struct {
	mode fs.FileMode
	uid  uint32
}

func (f someFile) Name() string       { return "x" }
func (f someFile) Size() int64        { return 1 }
func (f someFile) Mode() fs.FileMode  { return f.mode }
func (f someFile) ModTime() time.Time { return time.Time{} }
func (f someFile) IsDir() bool        { return f.mode.IsDir() }
func (f someFile) Sys() any           { return &syscall.Stat_t{Uid: f.uid} }

func TestTooMany(t *testing.T) {
	me, other := uint32(os.Geteuid()), uint32(os.Geteuid()+1000)
	for _, tt := range []struct {
		name    string
		mode    fs.FileMode
		uid     uint32
		allowed writers
		want    string // "" for nobody
	}{
		{"the owner only", 0o755, me, ownerOnly, ""},
		{"root's", 0o755, 0, ownerOnly, ""},
		{"the group too", 0o775, me, ownerOnly, "by its group: chmod go-w x"},
		{"the group alone", 0o020, me, ownerOnly, "by its group: chmod go-w x"},
		{"anybody", 0o757, me, ownerOnly, "by anybody: chmod go-w x"},
		{"root's group", 0o775, 0, ownerOnly, "by its group: chmod go-w x"},
		{"somebody else's", 0o755, other, ownerOnly, "who may change it: chown "},
		{"a folder of somebody else's", fs.ModeDir | 0o755, other, ownerOnly, "who may change it: chown "},
		{"a look at the group's", 0o775, me, ownersGroup, ""},
		{"a look at somebody else's", 0o755, other, ownersGroup, ""},
		{"a look at anybody's", 0o757, me, ownersGroup, "by anybody: chmod go-w x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tooMany("x", someFile{tt.mode, tt.uid}, tt.allowed); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}

// TestHost_LooseRights takes the rights of a plugin's file, of its folder and of the
// approvals away from their owner alone, in every way there is.
func TestHost_LooseRights(t *testing.T) {
	t.Parallel()
	approvals := func(b *bench) string { return b.opts.Approvals }
	file := func(b *bench) string { return filepath.Join(b.dir, filePrefix+"good-va") }
	folder := func(b *bench) string { return b.dir }
	for _, tt := range []struct {
		name string
		path func(*bench) string
		mode fs.FileMode
		want string
	}{
		{"the file for its group", file, 0o775, "chmod go-w "},
		{"the file for anybody", file, 0o757, "chmod go-w "},
		{"the folder for its group", folder, 0o775, "chmod go-w "},
		{"the folder for anybody", folder, 0o757, "chmod go-w "},
		{"the folder for everybody's files", folder, 0o777 | fs.ModeSticky, "move regengine-plugin-good-va to a folder"},
		{"approvals for their group", approvals, 0o660, "chmod go-w "},
		{"the folder of approvals for its group", func(b *bench) string { return filepath.Dir(approvals(b)) }, 0o770, "chmod go-w "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			b.approved("good-va")
			want := tt.want
			if strings.HasPrefix(want, "chmod") {
				want += tt.path(b)
			}
			if err := os.Chmod(tt.path(b), tt.mode); err != nil {
				t.Fatal(err)
			}
			refusesLoose(t, b, want)
		})
	}
	t.Run("somebody else's file", func(t *testing.T) {
		b := newBench(t)
		b.approved("good-va")
		if err := os.Chown(file(b), os.Geteuid()+1000, -1); err != nil {
			t.Skip("only root gives files away:", err)
		}
		refusesLoose(t, b, "who may change it: chown ")
	})
}

// refusesLoose wants the plugin to be neither started nor approved again.
func refusesLoose(t *testing.T, b *bench, want string) {
	t.Helper()
	path := filepath.Join(b.dir, filePrefix+"good-va")
	if _, err := Open(b.opts); err != nil { // the approvals are what is loose
		if !strings.Contains(err.Error(), want) {
			t.Errorf("open: want %q, got %v", want, err)
		}
		return
	}
	if _, err := run(b.client("good-va"), `{}`); !errors.Is(err, ErrBroken) && !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), want) {
		t.Errorf("start: want %q, got %v", want, err)
	}
	if _, err := b.Approve(t.Context(), path); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), want) {
		t.Errorf("approve: want %q, got %v", want, err)
	}
	if got := b.state("good-va"); got.Status != statusRefused || !strings.Contains(got.Problem, want) {
		t.Errorf("state: want refused with %q, got %+v", want, got)
	}
}

// TestHost_Look has a look at a file where it was built: its group may write there,
// and it may be somebody else's; anybody may not.
func TestHost_Look(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *Options) { o.Look = true })
	path := b.put("good-vb", 1)
	for _, mode := range []fs.FileMode{0o775, 0o755} {
		if err := errors.Join(os.Chmod(path, mode), os.Chmod(b.dir, mode)); err != nil {
			t.Fatal(err)
		}
		_ = os.Chown(path, os.Geteuid()+1000, -1) // only root can
		if _, err := b.Probe(t.Context(), path); err != nil {
			t.Errorf("%v: %v", mode, err)
		}
	}
	if err := os.Chmod(path, 0o757); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Probe(t.Context(), path); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "chmod go-w") {
		t.Errorf("anybody's: %v", err)
	}
}

// TestHost_MissingFile takes the file of an approved plugin away.
func TestHost_MissingFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-vc")
	if err := os.Remove(filepath.Join(b.dir, filePrefix+"good-vc")); err != nil {
		t.Fatal(err)
	}
	if got := b.state("good-vc"); got.Status != "missing" || !strings.Contains(got.Problem, b.dir) || !strings.Contains(got.Problem, "revoke good-vc") {
		t.Errorf("state: %+v", got)
	}
}

// TestFollow_Missing: that the file of an approved plugin is gone is logged, and not each
// time that it is looked for.
func TestFollow_Missing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-vc")
	path := filepath.Join(b.dir, filePrefix+"good-vc")
	away := filepath.Join(t.TempDir(), "away")
	move := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(path, away)
	b.pace.firstDelay = time.Millisecond
	b.follow()
	told := func() int { return strings.Count(b.log.String(), "plugin not started") }
	eventually(t, "it is told", func() bool { return told() == 1 })
	move(away, path)
	eventually(t, "it runs", func() bool { return b.state("good-vc").Running })
	if n := told(); n != 1 {
		t.Errorf("told %d times:\n%s", n, b.log.String())
	}
}
