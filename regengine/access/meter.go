package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Times a Meter keeps.
const (
	// DefaultMaxTurn is the turn timeout of SPEC section 8.
	DefaultMaxTurn = 2 * time.Minute

	// settleWithin bounds each of reserving, committing and releasing, with
	// all their tries.
	settleWithin = 5 * time.Second
)

// MeterOptions configure a Meter. The zero value is good.
type MeterOptions struct {
	Now     func() time.Time // nil means time.Now
	Logger  *slog.Logger     // nil logs nowhere
	MaxTurn time.Duration    // no request may run longer; 0 means DefaultMaxTurn

	// AtOnce bounds how many requests of some operations a user may have running
	// in this process. One more waits for at most Wait, which its own time pays for, and
	// is then refused with ErrBusy. An operation that no Bound names has none.
	AtOnce []Bound
	Wait   time.Duration
}

// Bound is how many requests of some operations, counted together, a user may
// have running at once, unless [Request.AtOnce] says so.
type Bound struct {
	Operations []string
	AtOnce     int
}

// Meter runs what costs credits: it reserves, runs, and then commits or
// releases (DECISIONS 8 and 17). It is safe for concurrent use.
//
// What holds at every moment, whatever fails: a credit is charged if and only
// if the reply is stored, and a reply is handed out only if it is. The two are
// one statement of the [Ledger], so a crash between them is not possible. A
// reservation is renewed as long as it runs; one whose process died is not, and
// is settled by [Meter.Sweep].
type Meter struct {
	ledger  Ledger
	now     func() time.Time
	log     *slog.Logger
	maxTurn time.Duration
	slots   *slots
	totals  totals

	mu      sync.Mutex
	closed  bool
	closing chan struct{} // closed by Close
	running map[*turn]struct{}
	turns   sync.WaitGroup // grows under mu and only while not closed
}

// turn is one request under way. outcome and err are set before done is closed.
type turn struct {
	request Request
	fn      func(ctx context.Context) (reply []byte, err error)
	ctx     context.Context // of fn: without the client's cancellation
	cancel  context.CancelFunc
	free    func()      // gives the slot back
	holds   atomic.Bool // a reservation, not yet settled
	lost    atomic.Bool // the reservation was given back by a sweep
	done    chan struct{}
	outcome Outcome
	err     error
}

// Outcome is what became of a request.
type Outcome struct {
	ID       string // of the turn the reply belongs to; for a replay the first one's
	Reply    []byte
	Replayed bool  // the reply is that of an earlier request with the same idempotency key
	Charged  int64 // credits this request has cost
}

// NewMeter returns a Meter on a ledger; opts may be nil.
func NewMeter(ledger Ledger, opts *MeterOptions) *Meter {
	if opts == nil {
		opts = &MeterOptions{}
	}
	m := &Meter{
		ledger: ledger, now: opts.Now, log: opts.Logger, maxTurn: opts.MaxTurn,
		slots:   newSlots(opts.AtOnce, opts.Wait),
		closing: make(chan struct{}), running: make(map[*turn]struct{}),
	}
	if m.now == nil {
		m.now = time.Now
	}
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	if m.maxTurn <= 0 {
		m.maxTurn = DefaultMaxTurn
	}
	return m
}

// Run reserves r's credits, calls fn, and commits its reply. ID and CreatedAt
// of r are set here; an ID given is kept.
//
// fn gets a context with ctx's values that ends timeout after Run was called, or MaxTurn
// if that is shorter, and not when ctx does: once the credits are reserved the
// turn goes on without its client, is charged, and its reply can be had from
// the ledger by Outcome.ID. That holds too for a ctx that ended before Run was
// called: the request was received whole (SPEC section 8, rule 1). Run itself
// returns ctx's error as soon as ctx ends. Only a request that waits for a slot
// is given up with its client.
//
// The context ends early too when a sweep took the reservation for left behind,
// which takes a database that could not be written for most of a minute: then the
// error is ErrInterrupted and nothing is charged.
//
// When fn fails or panics the credits are given back and its error returned. A
// commit that fails is tried again for a few seconds; if it still fails, Run
// returns an error and no reply, because an answer without a charge would make
// a broken ledger a free service.
//
// Errors before fn is called: ErrClosed, ErrBusy, and those of
// [Ledger.Reserve]: ErrQuotaExceeded, ErrInProgress, ErrConflict.
func (m *Meter) Run(ctx context.Context, r Request, timeout time.Duration, fn func(ctx context.Context) (reply []byte, err error)) (Outcome, error) {
	if r.ID == "" {
		r.ID = NewID()
	}
	began := time.Now()
	free, err := m.slots.take(ctx, &r, m.closing)
	if err != nil {
		return Outcome{}, err
	}
	r.CreatedAt = m.now()
	t := &turn{request: r, fn: fn, free: free, done: make(chan struct{})}
	t.err = errors.New("access: the turn did not come to an end") // stays only if its goroutine exits early
	t.ctx, t.cancel = context.WithDeadline(context.WithoutCancel(ctx), began.Add(min(timeout, m.maxTurn)))
	if !m.enter(t) {
		t.cancel()
		free()
		return Outcome{}, ErrClosed
	}
	go m.run(t)
	select {
	case <-t.done:
		return t.outcome, t.err
	case <-ctx.Done():
		return Outcome{ID: r.ID}, fmt.Errorf("turn %s goes on: %w", r.ID, ctx.Err())
	}
}

// enter counts t in, unless the meter is closed.
func (m *Meter) enter(t *turn) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return false
	}
	m.running[t] = struct{}{}
	m.turns.Add(1)
	return true
}

func (m *Meter) leave(t *turn) {
	t.cancel()
	m.mu.Lock()
	delete(m.running, t)
	m.mu.Unlock()
	t.free()
	close(t.done) // last, so that who has an answer finds the slot free
	m.turns.Done()
}

func (m *Meter) run(t *turn) {
	defer m.leave(t)
	rec, replay, err := m.reserve(t)
	switch {
	case err != nil:
		t.err = err
		return
	case replay:
		t.outcome, t.err = Outcome{ID: rec.ID, Reply: rec.Reply, Replayed: true}, nil
		return
	}
	t.outcome.ID = t.request.ID
	reply, err := m.call(t)
	switch {
	case t.lost.Load():
		t.err = ErrInterrupted
		return
	case err != nil:
		m.release(t)
		t.err = err
		return
	}
	if t.err = m.commit(t, reply); t.err == nil {
		t.outcome.Reply, t.outcome.Charged = reply, t.request.Credits
		m.totals.charged.Add(t.request.Credits)
	}
}

// reserve does not listen to the client either: a statement cut off half way
// would leave it open whether the credits are taken.
func (m *Meter) reserve(t *turn) (Record, bool, error) {
	ctx, cancel := m.settling(t)
	defer cancel()
	rec, replay, err := m.ledger.Reserve(ctx, t.request)
	if err != nil {
		return Record{}, false, fmt.Errorf("reserve credits: %w", err)
	}
	return rec, replay, nil
}

// call runs fn, keeping the reservation alive, and turns a panic into an error.
func (m *Meter) call(t *turn) (reply []byte, err error) {
	t.holds.Store(true)
	stop := m.renewing(t)
	defer func() {
		t.holds.Store(false)
		stop()
	}()
	defer func() {
		if v := recover(); v != nil {
			m.log.ErrorContext(t.ctx, "turn panicked", "turn", t.request.ID, "panic", v, "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return t.fn(t.ctx)
}

var (
	errPanicked = errors.New("access: the operation panicked")
	errSettled  = errors.New("access: the reservation was settled by someone else")
)

// commit charges for the reply. A try that failed may have been carried out all
// the same: then the next one finds no reservation, and the record tells.
func (m *Meter) commit(t *turn, reply []byte) error {
	ctx, cancel := m.settling(t)
	defer cancel()
	first := true
	err := retry(ctx, func() error {
		err := m.ledger.Commit(ctx, t.request.ID, reply, m.now())
		if errors.Is(err, ErrNotFound) && !first && m.committed(ctx, t) {
			return nil
		}
		first = false
		return err
	})
	switch {
	case errors.Is(err, ErrNotFound): // not wrapped: no caller looked for anything
		err = errSettled
		fallthrough
	case err != nil:
		m.log.ErrorContext(ctx, "answer withheld: it could not be charged", "turn", t.request.ID, "error", err)
		return fmt.Errorf("charge the answer: %w", err)
	}
	return nil
}

func (m *Meter) committed(ctx context.Context, t *turn) bool {
	rec, err := m.ledger.GetRequest(ctx, t.request.UserID, t.request.ID)
	return err == nil && rec.State == Committed
}

// release gives the credits back. If that fails they stay reserved until Sweep.
func (m *Meter) release(t *turn) {
	ctx, cancel := m.settling(t)
	defer cancel()
	err := retry(ctx, func() error { return m.ledger.Release(ctx, t.request.ID, m.now()) })
	if err == nil {
		m.totals.givenBack.Add(t.request.Credits)
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		m.log.ErrorContext(ctx, "credits stay reserved until they are swept", "turn", t.request.ID, "error", err)
	}
}

// settling returns a context for talking to the ledger about t, whatever became
// of the client and of the turn's own time.
func (m *Meter) settling(t *turn) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(t.ctx), settleWithin)
}

// retry calls f until it succeeds, says ErrNotFound, or ctx ends. It returns
// f's last error.
func retry(ctx context.Context, f func() error) error {
	pause := 50 * time.Millisecond
	for {
		err := f()
		if err == nil || errors.Is(err, ErrNotFound) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
			pause *= 2
		}
	}
}

// Close takes no more requests and waits for those that run. When ctx ends
// first, it ends their contexts and gives them a moment more to be settled; the
// error then says how many were abandoned, to be settled by the next process's
// Sweep.
func (m *Meter) Close(ctx context.Context) error {
	m.refuse()
	finished := make(chan struct{})
	go func() {
		m.turns.Wait()
		close(finished)
	}()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		m.cancelAll()
	}
	select {
	case <-finished:
		return nil
	case <-time.After(settleWithin):
		return fmt.Errorf("access: %d turns were abandoned: %w", m.Running(), ctx.Err())
	}
}

// refuse turns away those that come and those that wait for a slot.
func (m *Meter) refuse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.closing)
	}
}

func (m *Meter) cancelAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for t := range m.running {
		t.cancel()
	}
}

// Running returns how many requests run now.
func (m *Meter) Running() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.running)
}
