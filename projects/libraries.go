package projects

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/reglookup/regengine/codes/retrieval"
)

// DefaultLibraryBytes is how much memory the indexes of documents take in all, about.
const DefaultLibraryBytes = 256 << 20

// DefaultLibraryWait is how long a library waits for room.
const DefaultLibraryWait = 30 * time.Second

// ErrBusy says that the documents of other projects take all the room there is for
// their indexes, and went on doing so.
var ErrBusy = errors.New("projects: too many documents are open at once")

// libraries holds the indexes that are open: one for each project that is searched now,
// and those that were lately, as many as fit. Those who open the same one at the same
// moment share it. The zero value is ready to use.
type libraries struct {
	mu      sync.Mutex
	memory  *semaphore.Weighted
	held    atomic.Int64 // bytes of memory
	waiting int          // for memory
	newest  map[libraryKey]*openLibrary
	idle    list.List // of *openLibrary that nobody uses, most recently used first
}

// libraryKey names a project. The organization is part of it, so that no mistake
// about a project's id hands one organization's text to another.
type libraryKey struct{ organizationID, projectID string }

// openLibrary is the index of a project's documents. Its making ends when nobody waits
// for it any more.
type openLibrary struct {
	key       libraryKey
	documents []string
	users     int
	unused    *list.Element // in idle
	cancel    context.CancelFunc

	done  chan struct{} // closed when the following are set
	index *retrieval.Kept
	size  int64 // of memory taken
	err   error
}

// open returns the library of exactly these documents. Whoever gets it calls close.
func (c *libraries) open(ctx context.Context, s *Service, key libraryKey, documents []string) (*openLibrary, error) {
	c.mu.Lock()
	o := c.newest[key]
	if o == nil || !o.serves(documents) {
		o = c.start(ctx, s, key, documents)
	}
	c.use(o)
	c.mu.Unlock()

	select {
	case <-o.done:
		if o.err != nil {
			c.close(o)
			return nil, o.err
		}
		return o, nil
	case <-ctx.Done():
		c.close(o)
		return nil, ctx.Err()
	}
}

// serves reports whether a library is of these documents, as texts are analysed now.
func (o *openLibrary) serves(documents []string) bool {
	return slices.Equal(o.documents, documents) && (o.index == nil || o.index.Current())
}

func (c *libraries) use(o *openLibrary) {
	o.users++
	if o.unused != nil {
		c.idle.Remove(o.unused)
		o.unused = nil
	}
}

// start begins to make a library, apart from whoever asked for it first: others
// may be waiting when that one has left.
func (c *libraries) start(ctx context.Context, s *Service, key libraryKey, documents []string) *openLibrary {
	if earlier := c.newest[key]; earlier != nil && earlier.unused != nil {
		c.drop(earlier)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	o := &openLibrary{key: key, documents: documents, cancel: cancel, done: make(chan struct{})}
	if c.newest == nil {
		c.newest = make(map[libraryKey]*openLibrary)
	}
	c.newest[key] = o
	go func() {
		defer cancel()
		index, size, err := s.load(ctx, key, documents)
		c.finish(o, index, size, err)
	}()
	return o
}

// finish tells those who wait.
func (c *libraries) finish(o *openLibrary, index *retrieval.Kept, size int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o.index, o.size, o.err = index, size, err
	close(o.done)
	if o.err != nil || o.users == 0 {
		c.drop(o)
	}
}

// close gives a library back. It stays open while there is room and it is the newest of
// its project; one that is still being made is not wanted any more.
func (c *libraries) close(o *openLibrary) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o.users--; o.users > 0 {
		return
	}
	switch {
	case o.index == nil:
		o.cancel()
		c.forget(o)
	case c.newest[o.key] == o && c.waiting == 0:
		o.unused = c.idle.PushFront(o)
	default:
		c.drop(o)
	}
}

// drop gives up a library that nobody uses.
func (c *libraries) drop(o *openLibrary) {
	c.forget(o)
	if o.unused != nil {
		c.idle.Remove(o.unused)
		o.unused = nil
	}
	if o.size > 0 {
		c.release(o.size)
		o.size = 0
	}
}

func (c *libraries) forget(o *openLibrary) {
	if c.newest[o.key] == o {
		delete(c.newest, o.key)
	}
}

// take waits for memory, in order of asking, after giving up what nobody uses. More than
// there is in all is as much as all. It returns what was taken. ErrBusy, or ctx's error.
func (c *libraries) take(ctx context.Context, s *Service, size int64) (taken int64, err error) {
	most := s.libraryBytes()
	size = min(max(size, 1), most)
	if c.enough(size, most) {
		return size, nil
	}
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waiting--
	}()
	wait, cancel := context.WithTimeout(ctx, s.libraryWait())
	defer cancel()
	err = c.memory.Acquire(wait, size)
	switch {
	case err == nil:
		c.held.Add(size)
		return size, nil
	case ctx.Err() != nil:
		return 0, fmt.Errorf("waiting for room for documents: %w", ctx.Err())
	}
	return 0, ErrBusy
}

// enough takes memory that is free, or becomes so at once. Otherwise it notes that somebody
// waits: from then on nothing stays open unused.
func (c *libraries) enough(size, most int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.memory == nil {
		c.memory = semaphore.NewWeighted(most)
	}
	for !c.memory.TryAcquire(size) {
		if c.idle.Len() == 0 {
			c.waiting++
			return false
		}
		c.drop(c.idle.Back().Value.(*openLibrary))
	}
	c.held.Add(size)
	return true
}

// release gives back memory that was taken.
func (c *libraries) release(size int64) {
	c.held.Add(-size)
	c.memory.Release(size)
}

// LibraryUse is what the indexes of documents take of memory at a moment.
type LibraryUse struct {
	Held    int64 // bytes that are taken
	Bound   int64 // bytes that may be, see [Service.LibraryBytes]
	Waiting int   // how many wait for room
}

// LibraryUse tells how much memory the documents of all projects take now.
func (s *Service) LibraryUse() LibraryUse {
	s.libraries.mu.Lock()
	defer s.libraries.mu.Unlock()
	return LibraryUse{Held: s.libraries.held.Load(), Bound: s.libraryBytes(), Waiting: s.libraries.waiting}
}

func (s *Service) libraryBytes() int64 {
	if s.LibraryBytes > 0 {
		return s.LibraryBytes
	}
	return DefaultLibraryBytes
}

func (s *Service) libraryWait() time.Duration {
	if s.LibraryWait > 0 {
		return s.LibraryWait
	}
	return DefaultLibraryWait
}
