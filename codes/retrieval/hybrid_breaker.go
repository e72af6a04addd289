package retrieval

import (
	lru "container/list"
	"sync"
	"time"
)

// breaker leaves a part that fails alone: after limit failures in a row nothing
// is let through for a rest, then a single try, until one succeeds.
type breaker struct {
	limit int
	rest  time.Duration
	now   func() time.Time

	mu       sync.Mutex
	failures int
	until    time.Time // resting before; zero when not
}

// allow returns ErrResting while the part is left alone.
func (b *breaker) allow() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < b.limit {
		return nil
	}
	now := b.now()
	if now.Before(b.until) {
		return ErrResting
	}
	b.until = now.Add(b.rest) // this one tries; the next in a rest's time
	return nil
}

func (b *breaker) succeeded() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = 0
}

func (b *breaker) failed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < b.limit {
		b.failures++
	}
	if b.failures == b.limit {
		b.until = b.now().Add(b.rest)
	}
}

// queryCache remembers the vectors of the queries asked last, by hash of text.
type queryCache struct {
	size int

	mu    sync.Mutex
	order *lru.List // of *cachedQuery, the last used first
	byKey map[[32]byte]*lru.Element
}

type cachedQuery struct {
	key    [32]byte
	vector []float32
}

func newQueryCache(size int) *queryCache {
	return &queryCache{size: size, order: lru.New(), byKey: map[[32]byte]*lru.Element{}}
}

func (c *queryCache) get(key [32]byte) (vector []float32, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedQuery).vector, true
}

func (c *queryCache) put(key [32]byte, vector []float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		e.Value.(*cachedQuery).vector = vector
		c.order.MoveToFront(e)
		return
	}
	if c.size <= 0 {
		return
	}
	c.byKey[key] = c.order.PushFront(&cachedQuery{key, vector})
	if last := c.order.Back(); c.order.Len() > c.size {
		delete(c.byKey, last.Value.(*cachedQuery).key)
		c.order.Remove(last)
	}
}
