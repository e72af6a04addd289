package access

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// How long an Authenticator believes what it read. A revocation must reach
// every replica within five seconds (DECISIONS 5), so a principal is read again
// after four even if no [Authenticator.Invalidate] came through.
const (
	freshFor   = 4 * time.Second
	unknownFor = time.Second
)

// What holds while the store cannot be read: a principal is believed for a minute after
// it was read last, unless it was said since that it may have changed. The store is
// asked again every second, and waited for no longer.
const (
	outlastsFor = time.Minute
	outageWait  = time.Second
)

// AuthenticatorOptions configure an Authenticator. The zero value is good.
type AuthenticatorOptions struct {
	Now func() time.Time // nil means time.Now

	// Entries is how many principals are kept in memory, and a tenth of it how
	// many unknown keys; 0 means 10,000.
	Entries int
}

// Authenticator tells who a key stands for. It is safe for concurrent use. A
// key seen within the last seconds costs one hash and one look into a map.
type Authenticator struct {
	look    func(ctx context.Context, hash [32]byte) (p Principal, revokedAt time.Time, err error)
	formed  func(secret string) bool // tells without a look whether it can be one
	now     func() time.Time
	entries int

	mu         sync.RWMutex
	known      map[[32]byte]*entry
	unknown    map[[32]byte]time.Time // until when it is taken for unknown
	flights    map[[32]byte]*flight   // reads under way: one a key
	generation uint64                 // rises with every Invalidate
	uses       map[string]time.Time   // of keys, by their id, that are not written yet
}

// entry is what was read of a key. It is not changed once it is in the map.
type entry struct {
	principal Principal
	revokedAt time.Time
	readAt    time.Time
	until     time.Time // believed no longer than this without another read
}

// flight is one read of the store that others wait for. Its results are set
// before done is closed.
type flight struct {
	done  chan struct{}
	entry *entry
	err   error
}

// NewAuthenticator returns an Authenticator over store; opts may be nil.
func NewAuthenticator(store Store, opts *AuthenticatorOptions) *Authenticator {
	look := func(ctx context.Context, hash [32]byte) (Principal, time.Time, error) {
		return store.PrincipalByHash(ctx, hash) // where there is no store, nobody asks
	}
	return newAuthenticator(look, wellFormed, opts)
}

func newAuthenticator(look func(context.Context, [32]byte) (Principal, time.Time, error), formed func(string) bool, opts *AuthenticatorOptions) *Authenticator {
	a := &Authenticator{look: look, formed: formed, now: time.Now, entries: 10_000}
	if opts != nil && opts.Now != nil {
		a.now = opts.Now
	}
	if opts != nil && opts.Entries > 0 {
		a.entries = opts.Entries
	}
	a.flights = make(map[[32]byte]*flight)
	a.uses = make(map[string]time.Time)
	a.clear()
	return a
}

// Authenticate returns who the key stands for; the Principal is shared and must
// not be changed. ErrUnauthorized when the key is malformed, unknown, revoked
// or expired. Any other error comes from the store or from ctx and says nothing
// about the key: the service cannot answer at the moment. A key that was read within
// the last minute is told from memory when the store fails.
func (a *Authenticator) Authenticate(ctx context.Context, secret string) (*Principal, error) {
	if !a.formed(secret) {
		return nil, ErrUnauthorized
	}
	hash := HashKey(secret)
	now := a.now()
	a.mu.RLock()
	e := a.known[hash]
	a.mu.RUnlock()
	if e != nil && now.Before(e.until) {
		return e.valid(now)
	}
	return a.read(ctx, hash)
}

// Invalidate forgets everything, so that the next use of each key asks the
// store. Call it when keys, users, organizations or plans may have changed.
func (a *Authenticator) Invalidate() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.generation++
	clear(a.flights) // what they bring may be old: later callers must not join them
	a.clear()
}

func (a *Authenticator) clear() {
	a.known = make(map[[32]byte]*entry)
	a.unknown = make(map[[32]byte]time.Time)
}

// Follow calls Invalidate for every value received until the channel is closed
// or ctx ends.
func (a *Authenticator) Follow(ctx context.Context, changes <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				return
			}
			a.Invalidate()
		}
	}
}

// valid applies what depends on the moment: expiry and revocation.
func (e *entry) valid(now time.Time) (*Principal, error) {
	p := &e.principal
	if ended(p.KeyExpiresAt, now) || ended(e.revokedAt, now) {
		return nil, ErrUnauthorized
	}
	return p, nil
}

func ended(at, now time.Time) bool { return !at.IsZero() && !now.Before(at) }

// read asks the store, or waits for a caller that is asking it for the same
// key. When that caller was cancelled, one of those waiting asks anew.
func (a *Authenticator) read(ctx context.Context, hash [32]byte) (*Principal, error) {
	for {
		f, mine, err := a.join(hash)
		if err != nil {
			return nil, err
		}
		if mine != nil {
			mine(ctx)
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, fmt.Errorf("authenticate: %w", ctx.Err())
		}
		if f.err == nil {
			return f.entry.valid(a.now())
		}
		if mine != nil || !cancelled(f.err) {
			return nil, f.err
		}
	}
}

func cancelled(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// join returns the flight of a key. mine is not nil when the caller has to fly
// it. ErrUnauthorized when the key was found unknown a moment ago.
func (a *Authenticator) join(hash [32]byte) (f *flight, mine func(context.Context), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	if now.Before(a.unknown[hash]) {
		return nil, nil, ErrUnauthorized
	}
	if e := a.known[hash]; e != nil && now.Before(e.until) {
		return landed(e), nil, nil
	}
	if f = a.flights[hash]; f != nil {
		return f, nil, nil
	}
	f = &flight{done: make(chan struct{})}
	a.flights[hash] = f
	generation := a.generation
	last := a.known[hash]
	if last != nil && !now.Before(last.readAt.Add(outlastsFor)) {
		last = nil
	}
	return f, func(ctx context.Context) { a.fly(ctx, f, hash, last, now, generation) }, nil
}

func landed(e *entry) *flight {
	f := &flight{done: make(chan struct{}), entry: e}
	close(f.done)
	return f
}

// fly reads the store; last is what to go by when that fails, nil for nothing. Its result counts from before the read began, and is
// kept only if no Invalidate came in between. Those who wait for it get it even
// then: they asked before.
func (a *Authenticator) fly(ctx context.Context, f *flight, hash [32]byte, last *entry, began time.Time, generation uint64) {
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.flights[hash] == f {
			delete(a.flights, hash)
		}
		if f.err == nil {
			a.used(f.entry)
		}
		if a.generation == generation {
			a.keep(f, hash, began)
		}
		close(f.done)
	}()
	f.err = errors.New("access: reading the key did not come to an end") // stays only if the store panics
	within := ctx
	if last != nil {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, outageWait)
		defer cancel()
	}
	p, revokedAt, err := a.look(within, hash)
	switch {
	case errors.Is(err, ErrNotFound):
		f.err = ErrUnauthorized
	case err != nil && last != nil && ctx.Err() == nil:
		f.entry, f.err = last.outlasting(a.now()), nil
	case err != nil:
		f.err = fmt.Errorf("read key: %w", err)
	default:
		f.entry, f.err = &entry{principal: p, revokedAt: revokedAt, readAt: began, until: began.Add(freshFor)}, nil
	}
}

// outlasting is the entry for a moment more.
func (e *entry) outlasting(now time.Time) *entry {
	longer := *e
	longer.until = now.Add(outageWait)
	if end := e.readAt.Add(outlastsFor); end.Before(longer.until) {
		longer.until = end
	}
	return &longer
}

// keep puts a result into memory. Unknown keys have a small map of their own:
// a stranger who makes keys up must not push real ones out.
func (a *Authenticator) keep(f *flight, hash [32]byte, began time.Time) {
	switch {
	case f.err == nil:
		makeRoom(a.known, a.entries)
		a.known[hash] = f.entry
	case errors.Is(f.err, ErrUnauthorized):
		makeRoom(a.unknown, max(1, a.entries/10))
		a.unknown[hash] = began.Add(unknownFor)
	}
}

// makeRoom removes arbitrary entries of a full map. They cost a read when they
// are needed again, nothing more.
func makeRoom[V any](m map[[32]byte]V, limit int) {
	for hash := range m {
		if len(m) < limit {
			return
		}
		delete(m, hash)
	}
}
