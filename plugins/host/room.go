package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// room is the private folder of one host; each plugin that runs has a folder in
// it, which is its home, its place for temporary files and for its socket. The
// folder's lock says that the host lives: what a host that was killed left is
// swept by the next one.
type room struct {
	mu     sync.Mutex
	path   string
	unlock func()
	next   int
}

const (
	roomPrefix = "rgplug-"
	roomLock   = "lock"
	maxPath    = 40 // of the room: a socket's whole path may have 104 to 108 bytes
)

// folder makes a new folder, of this user alone.
func (r *room) folder() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.path == "" {
		if err := r.open(); err != nil {
			return "", err
		}
	}
	path, err := r.make()
	if errors.Is(err, fs.ErrNotExist) { // somebody removed the room: another one
		r.unlock()
		if err = r.open(); err == nil {
			path, err = r.make()
		}
	}
	return path, err
}

func (r *room) make() (string, error) {
	r.next++
	path := filepath.Join(r.path, strconv.Itoa(r.next))
	return path, os.Mkdir(path, 0o700)
}

func (r *room) open() error {
	parent := os.TempDir()
	if len(parent)+len(roomPrefix)+11 > maxPath {
		parent = shortTemp(parent)
	}
	sweep(parent)
	const tries = 3 // another host's sweep may come between making and locking it
	var err error
	r.path, r.unlock = "", func() {}
	for range tries {
		var path string
		if path, err = os.MkdirTemp(parent, roomPrefix); err != nil {
			break
		}
		var unlock func()
		if unlock, err = tryLock(filepath.Join(path, roomLock), true); err == nil {
			r.path, r.unlock = path, unlock
			return nil
		}
	}
	return fmt.Errorf("a private folder: %w", err)
}

func (r *room) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.path == "" {
		return nil
	}
	err := os.RemoveAll(r.path)
	r.unlock()
	r.path = ""
	return err
}

// sweep ends what plugins of hosts that live no more left running, and removes
// their folders. It is a courtesy: nothing fails when it cannot.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent) // by name, whatever the folder itself is called
	for _, entry := range entries {
		path := filepath.Join(parent, entry.Name())
		if !strings.HasPrefix(entry.Name(), roomPrefix) || !ownFolder(path) {
			continue
		}
		unlock, err := tryLock(filepath.Join(path, roomLock), false)
		if err != nil {
			continue // its host lives, or it is just being made, or it is none
		}
		endMarked(path)
		_ = os.RemoveAll(path)
		unlock()
	}
}
