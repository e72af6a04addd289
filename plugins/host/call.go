package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// task is one call.
type task struct {
	method string
	of     string        // what the method is asked about, where that is known here; "" otherwise
	total  time.Duration // for all of it
	step   time.Duration // between messages of a stream; 0 for none

	// do makes the call of the process that run is, whichever serves by then; alive
	// is to be told of every message.
	do func(ctx context.Context, run *process, alive func()) error
}

// patient reports whether a caller that gave up had waited for most of the time a
// call may take: only then is it the plugin that was slow, and not the caller in a
// hurry.
func (t *task) patient(took time.Duration) bool { return took > t.total*3/4 }

// call makes a call and takes note of how it went. ErrUnavailable when the plugin is
// down or did not answer in time, ErrBroken when what it answered breaks the
// protocol; any other error is the plugin's own answer.
func (p *plugin) call(ctx context.Context, t task) error {
	begin := time.Now()
	err := p.attempt(ctx, t)
	p.host.opts.Observe(Event{Plugin: p.name, What: "call", Method: t.method, Took: time.Since(begin), Err: err})
	return err
}

func (p *plugin) attempt(ctx context.Context, t task) error {
	run, release, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer release()
	begin := time.Now()
	bound, cancel := run.bound(ctx)
	defer cancel(nil)
	alive, stop := deadlines(t, cancel)
	defer stop()
	err = t.do(bound, run, alive)
	late := t.patient(time.Since(begin))
	if cause := context.Cause(bound); err != nil && errors.Is(cause, errLate) {
		return p.late(run, run.where(cause, &t))
	}
	return p.judge(ctx, context.Cause(bound), run, late, err)
}

// late ends a process that did not answer in time: it may work on, and nobody could
// tell it to stop.
func (p *plugin) late(run *process, cause error) error {
	run.end(cause)
	<-run.gone
	return p.unavailable("%w", cause)
}

// tellWithin is how long a plugin that hangs may take to say where.
const tellWithin = time.Second

// where adds to the cause of an end in which of the author's methods it hangs.
func (r *process) where(cause error, t *task) error {
	doing := t.method
	if t.of != "" {
		doing += " of " + t.of
	} else if told := r.doing(); told != "" {
		doing = told
	}
	return fmt.Errorf("%w; it hangs in %s", cause, doing)
}

// doing asks the plugin which of the author's methods have not answered; "" when it
// does not say.
func (r *process) doing() string {
	ctx, cancel := context.WithTimeout(context.Background(), tellWithin)
	defer cancel()
	ctx, release := r.bound(ctx)
	defer release(nil)
	return printable(remote.Doing(ctx, r.country), 400)
}

// errLate is the cause of a context whose call took too long.
var errLate = errors.New("it did not answer in time")

// deadlines ends the call when it takes too long. alive begins the time between
// messages anew.
func deadlines(t task, cancel context.CancelCauseFunc) (alive, stop func()) {
	total := time.AfterFunc(t.total, func() { cancel(fmt.Errorf("%w: %v", errLate, t.total)) })
	if t.step == 0 {
		return func() {}, func() { total.Stop() }
	}
	step := time.AfterFunc(t.step, func() { cancel(fmt.Errorf("%w: no message for %v", errLate, t.step)) })
	return func() { step.Reset(t.step) }, func() { total.Stop(); step.Stop() }
}

// judge decides whose fault an error is. late says that a caller who gave up had been
// patient.
func (p *plugin) judge(ctx context.Context, cause error, run *process, late bool, err error) error {
	err = wire.FromStatus(err)
	var theirs *wire.Error
	errors.As(err, &theirs)
	switch {
	case err == nil:
		p.succeeded()
		return nil
	case errors.Is(cause, errEnded) || !run.alive():
		<-run.gone
		return p.unavailable("it ended: %w", run.why(p.log))
	case givenUp(ctx, err) != nil:
		if errors.Is(givenUp(ctx, err), context.DeadlineExceeded) && late {
			p.failed(errLate)
		}
		return p.unavailable("%w", givenUp(ctx, err))
	case errors.Is(err, wire.ErrMalformed) && !fromOtherSide(err):
		return p.broken(err)
	case theirs == nil:
		return err // of this side, such as of the file that is read
	}
	return p.judgeCode(run, theirs)
}

// givenUp is why nobody waits for the answer any longer, and nil when somebody does.
// The plugin's side knows the caller's deadline too and its clock may strike first:
// then the word that the call was given up arrives before ctx has ended here.
func givenUp(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// judgeCode tells the plugin's own answer from a sign that it does not work.
func (p *plugin) judgeCode(run *process, err *wire.Error) error {
	if len(err.Unwrap()) > 0 {
		p.succeeded()
		return err
	}
	switch err.Code {
	case codes.Unavailable: // the connection broke, for the process ends as a rule
		run.child.settle()
		run.end(fmt.Errorf("its connection broke: %s", printable(err.Text, 200)))
		<-run.gone
		return p.unavailable("it ended: %w", run.why(p.log))
	case codes.ResourceExhausted, codes.Internal, codes.Unimplemented, codes.DataLoss:
		return p.broken(err)
	default: // its own answer
		p.succeeded()
		return err
	}
}

func (p *plugin) broken(err error) error {
	p.failed(err)
	return fmt.Errorf("%w: plugin %q: %s", ErrBroken, p.name, printable(err.Error(), 400))
}

// fromOtherSide reports whether an error is the plugin's word rather than what was
// found wrong with it here.
func fromOtherSide(err error) bool {
	var theirs *wire.Error
	return errors.As(err, &theirs)
}
