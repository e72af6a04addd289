package httpapi

import (
	"context"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// turnStream is a turn whose client watches it.
type turnStream struct {
	api   *API
	x     *exchange
	feed  *feed
	began chan struct{}   // closed when the turn runs: its credit is reserved
	ended chan turnResult // holds one
}

// turnResult is what became of a turn.
type turnResult struct {
	answer  reply
	outcome access.Outcome
	err     error
}

// streamTurn runs a turn and tells of it as it goes. Until the turn has begun
// nothing is written: what is refused gets its own status.
func (a *API) streamTurn(ctx context.Context, x *exchange, in *input, c charged, t *turn) (reply, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop() // who does not watch any more does not wait either; the turn goes on
	w := &turnStream{api: a, x: x, feed: newFeed(a.askSource), began: make(chan struct{}), ended: make(chan turnResult, 1)}
	c.id = access.NewID()
	t.options.Observe = w.feed.observe
	c.work = func(ctx context.Context) ([]byte, error) {
		close(w.began)
		return t.run(ctx)
	}
	go func() {
		answer, outcome, err := a.charge(ctx, x, in, c)
		w.ended <- turnResult{answer, outcome, err}
	}()
	select {
	case <-w.began:
	case r := <-w.ended:
		select {
		case <-w.began: // and ended so soon that both were there
			w.ended <- r
		default:
			return w.withoutTurn(r)
		}
	}
	x.Header().Set(headerTurnID, c.id)
	if err := w.follow(openStream(x)); err != nil {
		x.status = statusClientGone
	}
	return reply{streamed: true}, nil
}

// withoutTurn answers where no turn has begun: with the reason, or with what an
// earlier request with the same Idempotency-Key was answered.
func (w *turnStream) withoutTurn(r turnResult) (reply, error) {
	if r.err != nil {
		return reply{}, r.err
	}
	w.x.Header().Set(headerTurnID, r.outcome.ID)
	return answerAsEvent(w.x, r.answer)
}

// follow sends what is told until the turn has ended. The error says that the
// client takes no more.
func (w *turnStream) follow(s *stream) error {
	ticker := time.NewTicker(keepAliveEvery)
	defer ticker.Stop()
	for {
		var err error
		select {
		case e := <-w.feed.live:
			err = s.send(e)
		case <-ticker.C:
			err = s.keepAlive()
		case r := <-w.ended:
			return w.finish(s, r)
		}
		if err != nil {
			return err
		}
	}
}

// finish sends what was not sent yet, and the answer or the error behind it.
func (w *turnStream) finish(s *stream, r turnResult) error {
	last := event{answerEvent, r.answer.body}
	var held []event
	switch {
	case r.err == nil:
		held = w.feed.finished()
	case clientGone(w.x.request.Context(), r.err):
		return r.err
	default:
		last = event{errorEvent, w.api.blame(w.x, r.err).body}
	}
	for _, e := range append(append(w.feed.waiting(), held...), last) {
		if err := s.send(e); err != nil {
			return err
		}
	}
	return nil
}
