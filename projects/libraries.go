package projects

import (
	"container/list"
	"context"
	"slices"
	"sync"
)

// DefaultLibraryBytes is how much memory libraries kept ready take in all, about.
const DefaultLibraryBytes = 256 << 20

// libraries keeps the newest library of each project that was opened lately, as
// many as fit, and lets those who open the same one at the same moment share the
// work. The zero value is ready to use.
type libraries struct {
	mu      sync.Mutex
	kept    map[libraryKey]*list.Element // of *keptLibrary
	recent  list.List                    // most recently used first
	size    int64
	running map[libraryKey]*loading
}

// libraryKey names a project. The organization is part of it, so that no mistake
// about a project's id hands one organization's text to another.
type libraryKey struct{ organizationID, projectID string }

type keptLibrary struct {
	key libraryKey
	*Library
}

// loading is a library being made. It ends when nobody waits for it any more.
type loading struct {
	documents []string
	waiting   int
	cancel    context.CancelFunc
	done      chan struct{} // closed when library or err is set
	library   *Library
	err       error
}

// open returns the library of exactly these documents.
func (c *libraries) open(ctx context.Context, s *Service, key libraryKey, documents []string) (*Library, error) {
	c.mu.Lock()
	kept := c.get(key)
	if kept != nil && slices.Equal(kept.documents, documents) {
		c.mu.Unlock()
		return kept, nil
	}
	l := c.running[key]
	if l == nil || !slices.Equal(l.documents, documents) {
		l = c.start(ctx, s, key, documents, kept)
	}
	l.waiting++
	c.mu.Unlock()

	select {
	case <-l.done:
		return l.library, l.err
	case <-ctx.Done():
		c.leave(key, l)
		return nil, ctx.Err()
	}
}

// get returns the library kept under a key, nil when there is none, and notes
// that it was used.
func (c *libraries) get(key libraryKey) *Library {
	element, ok := c.kept[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(element)
	return element.Value.(*keptLibrary).Library
}

// start begins to make a library, apart from whoever asked for it first: others
// may be waiting when that one has left.
func (c *libraries) start(ctx context.Context, s *Service, key libraryKey, documents []string, earlier *Library) *loading {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &loading{documents: documents, cancel: cancel, done: make(chan struct{})}
	if c.running == nil {
		c.running = make(map[libraryKey]*loading)
	}
	c.running[key] = l
	go func() {
		defer cancel()
		l.library, l.err = s.load(ctx, key, documents, earlier)
		c.finish(s, key, l)
	}()
	return l
}

// leave stops a loading when the last one who waited has gone.
func (c *libraries) leave(key libraryKey, l *loading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l.waiting--; l.waiting > 0 {
		return
	}
	l.cancel()
	if c.running[key] == l {
		delete(c.running, key)
	}
}

// finish keeps what was made and tells those who wait.
func (c *libraries) finish(s *Service, key libraryKey, l *loading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running[key] == l { // else documents have changed since, and a newer one is on its way
		delete(c.running, key)
		if l.err == nil {
			c.keep(key, l.library, s.libraryBytes())
		}
	}
	close(l.done)
}

// keep puts a library in the place of the project's earlier one, and gives up
// those that were not used for longest until all fit.
func (c *libraries) keep(key libraryKey, l *Library, most int64) {
	if c.kept == nil {
		c.kept = make(map[libraryKey]*list.Element)
	}
	c.drop(c.kept[key])
	c.kept[key] = c.recent.PushFront(&keptLibrary{key, l})
	c.size += l.size
	for c.size > most {
		c.drop(c.recent.Back())
	}
}

func (c *libraries) drop(element *list.Element) {
	if element == nil {
		return
	}
	gone := c.recent.Remove(element).(*keptLibrary)
	delete(c.kept, gone.key)
	c.size -= gone.size
}

func (s *Service) libraryBytes() int64 {
	if s.LibraryBytes == 0 {
		return DefaultLibraryBytes
	}
	return max(s.LibraryBytes, 0)
}
