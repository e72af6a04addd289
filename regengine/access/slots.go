package access

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// slots bound how many requests a user has running. Who finds none free waits
// for one, for a while.
type slots struct {
	bounds map[string]*Bound // by operation; absent: no bound
	wait   time.Duration     // the longest

	mu     sync.Mutex
	queues map[slotKey]*queue
}

type slotKey struct {
	userID string
	bound  *Bound
}

func newSlots(list []Bound, wait time.Duration) *slots {
	s := &slots{bounds: make(map[string]*Bound), wait: wait, queues: make(map[slotKey]*queue)}
	for _, bound := range list {
		for _, operation := range bound.Operations {
			s.bounds[operation] = &bound
		}
	}
	return s
}

// queue is there as long as somebody runs or waits in it.
type queue struct {
	free  chan struct{} // taking one is sending: its capacity is the bound
	users int
}

// take returns a function that gives the slot back. ErrBusy when none came free
// in time, ErrClosed when closing was closed meanwhile, or the error of ctx.
func (s *slots) take(ctx context.Context, r *Request, closing <-chan struct{}) (giveBack func(), err error) {
	bound := s.bounds[r.Operation]
	if bound == nil {
		return func() {}, nil
	}
	key := slotKey{r.UserID, bound}
	q := s.join(key, cmp.Or(r.AtOnce, bound.AtOnce))
	if err := s.await(ctx, q, closing); err != nil {
		s.leave(key, q)
		return nil, err
	}
	return func() {
		<-q.free
		s.leave(key, q)
	}, nil
}

func (s *slots) await(ctx context.Context, q *queue, closing <-chan struct{}) error {
	select {
	case q.free <- struct{}{}:
		return nil
	default:
	}
	if s.wait <= 0 {
		return ErrBusy
	}
	timer := time.NewTimer(s.wait)
	defer timer.Stop()
	select {
	case q.free <- struct{}{}:
		return nil
	case <-timer.C:
		return ErrBusy
	case <-closing:
		return ErrClosed
	case <-ctx.Done():
		return fmt.Errorf("waiting for the turn: %w", ctx.Err())
	}
}

// join makes the queue where there is none: another number of slots counts from when nobody
// runs or waits.
func (s *slots) join(key slotKey, atOnce int) *queue {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queues[key]
	if q == nil {
		q = &queue{free: make(chan struct{}, max(0, atOnce))}
		s.queues[key] = q
	}
	q.users++
	return q
}

func (s *slots) leave(key slotKey, q *queue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(s.queues, key)
	}
}
