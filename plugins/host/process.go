package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// Causes of an end that are nobody's fault.
var (
	errRetired    = errors.New("no longer needed")
	errClosed     = errors.New("the host was closed")
	errStartEnded = errors.New("its start failed")
	errOpened     = errors.New("it was stopped, for it failed too often")
)

// process is a plugin that runs and has said who it is.
type process struct {
	host      *Host
	name, sha string
	folder    string
	child     *child
	conn      *grpc.ClientConn
	country   pluginpb.CountryClient
	desc      Description
	began     time.Time

	idle chan struct{} // told when the calls under way come to 0
	gone chan struct{} // closed when nothing of it is left

	counted chan struct{} // closed when the end of a process that served is taken note of
}

// attend watches the process until it has ended, and clears up behind it.
func (r *process) attend(log *logbook) {
	defer close(r.gone)
	var helpers sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	helpers.Go(func() { r.drainOutput(ctx, log) })
	<-r.child.done
	cancel()
	_ = r.conn.Close()
	helpers.Wait()
	_ = os.RemoveAll(r.folder)
}

// end ends the process; [process.gone] tells when that is done.
func (r *process) end(cause error) { r.child.end(cause) }

// why says what it ended of; nil while it runs.
func (r *process) why(log *logbook) error {
	cause := r.child.why()
	if cause == nil || planned(cause) {
		return cause
	}
	return log.explain(cause, r.host.opts.MemoryBytes)
}

// planned reports whether an end is the host's own doing, and nobody's fault.
func planned(cause error) bool {
	return errors.Is(cause, errRetired) || errors.Is(cause, errClosed) || errors.Is(cause, errOpened)
}

// ended tells of a process's end, as of its start before.
func (h *Host) ended(run *process, cause error) {
	if planned(cause) {
		cause = nil
	}
	h.opts.Observe(Event{Plugin: run.name, What: "exit", Took: time.Since(run.began), Err: cause})
}

// dismiss ends a process that never served.
func (h *Host) dismiss(run *process, cause error) {
	run.end(cause)
	<-run.gone
	h.ended(run, cause)
}

// describe asks the plugin who it is, and holds that against its file's name.
func (r *process) describe(ctx context.Context) error {
	ctx, cancel := r.bound(ctx)
	defer cancel(nil)
	reply, err := r.country.Describe(ctx, &pluginpb.DescribeRequest{})
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return r.startHangs(cause)
		}
		return wire.FromStatus(err)
	}
	d, err := wire.DescriptionFromProto(reply)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	r.desc = descriptionOf(&d, r.name, r.sha)
	r.began = time.Now()
	r.leave() // its start
	return checkDescription(&d, r.name)
}

// lateStartError is the cause of a start that took too long.
type lateStartError struct{ within time.Duration }

func (l lateStartError) Error() string {
	return fmt.Sprintf("it did not answer within %v of its start", l.within)
}

// startHangs adds to the cause of a start that failed which of the author's methods
// has not answered.
func (r *process) startHangs(cause error) error {
	if late := (lateStartError{}); !errors.As(cause, &late) {
		return cause
	}
	if doing := r.doing(); doing != "" {
		return fmt.Errorf("%w; it hangs in %s", cause, doing)
	}
	return cause
}

// bound returns a context that also ends when the process does.
func (r *process) bound(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-r.child.done:
			cancel(errEnded)
		case <-ctx.Done():
		}
		close(ended)
	}()
	return ctx, func(cause error) { cancel(cause); <-ended }
}

// errEnded is the cause of a context that ended with its process.
var errEnded = errors.New("the plugin ended")

// ping asks whether it answers at all.
func (r *process) ping(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := grpc_health_v1.NewHealthClient(r.conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: "plugin"})
	return err
}

func (r *process) enter() { r.child.calls.Add(1) }

func (r *process) leave() {
	if r.child.calls.Add(-1) == 0 {
		select {
		case r.idle <- struct{}{}:
		default:
		}
	}
}

// retire lets the calls under way end, for so long at most, then ends the process.
func (r *process) retire(ctx context.Context, patience time.Duration) {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	cause := errRetired
	for waits := true; waits && r.child.calls.Load() > 0; {
		select {
		case <-r.idle:
		case <-limit.C:
			waits = false
		case <-ctx.Done():
			waits, cause = false, errClosed
		case <-r.gone:
			return
		}
	}
	r.end(cause)
	<-r.gone
}

// alive reports whether it has not ended.
func (r *process) alive() bool {
	select {
	case <-r.child.done:
		return false
	default:
		return r.child.why() == nil
	}
}
