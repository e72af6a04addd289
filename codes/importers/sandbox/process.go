package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// watchEvery is how often a child's memory is looked at.
const watchEvery = 5 * time.Millisecond

// maxStderr is how much of a child's standard error is kept.
const maxStderr = 16 << 10

// start runs a child to its end. It stays on one thread all the while: the
// signal that ends a child with its parent is tied to the thread that started it.
func start(ctx context.Context, program string, o order, input []byte) (reply, *ending) {
	type both struct {
		got reply
		end *ending
	}
	done := make(chan both, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		got, end := converse(ctx, program, o, input)
		done <- both{got, end}
	}()
	b := <-done
	return b.got, b.end
}

// converse starts the program, sends the order and takes the reply.
func converse(ctx context.Context, program string, o order, input []byte) (reply, *ending) {
	end := &ending{stderr: nil}
	cmd := command(program, o.Job)
	words := &capped{limit: maxStderr}
	cmd.Stderr = words
	stdin, err := cmd.StdinPipe()
	if err != nil {
		end.started = err
		return reply{}, end
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil && ctx.Err() == nil {
		err = cmd.Start()
	}
	if err != nil || ctx.Err() != nil {
		_ = stdin.Close()
		end.started = errors.Join(err, ctx.Err())
		return reply{}, end
	}
	k := &killer{cmd: cmd}
	stop := k.watch(ctx, o.Limits)
	sent := make(chan struct{})
	go func() { // a child that reads nothing must not keep us from its reply
		defer close(sent)
		if writeOrder(stdin, o) == nil {
			_, _ = stdin.Write(input)
		}
	}()
	got, err := readReply(stdout, o.Limits.Output, o.Limits.Progress)
	if err != nil || got.ended {
		k.kill(err)
	}
	_ = cmd.Wait()
	stop()
	_ = stdin.Close()
	<-sent
	end.fill(cmd.ProcessState, k.reason(), words.Bytes())
	return got, end
}

// command is the child before it is started.
func command(program, job string) *exec.Cmd {
	cmd := exec.Command(program) //nolint:noctx // the killer below ends the whole process group
	cmd.Args = []string{os.Args[0], "sandbox", job}
	cmd.Env = append([]string{marker + "=1", "GOTRACEBACK=none"}, systemEnv()...)
	cmd.WaitDelay = time.Second // pipes kept open by somebody else must not keep us
	setProcess(cmd)
	return cmd
}

func (e *ending) fill(state *os.ProcessState, cause error, stderr []byte) {
	e.cause, e.stderr = cause, stderr
	if state != nil {
		e.code, e.status = state.ExitCode(), state.String()
		e.killed = killed(state)
		e.cpu = state.UserTime() + state.SystemTime()
	}
}

// killer ends a child once, and remembers why.
type killer struct {
	cmd  *exec.Cmd
	mu   sync.Mutex
	done bool
	why  error
}

// kill ends the child and all it may have started. A nil reason is a child that
// has said all it had to say.
func (k *killer) kill(why error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.done {
		return
	}
	k.done, k.why = true, why
	killProcess(k.cmd.Process)
}

func (k *killer) reason() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done = true // from now on the process id may be somebody else's
	return k.why
}

// watch kills the child when a limit is passed or ctx ends. The function it
// returns ends the watch.
func (k *killer) watch(ctx context.Context, l Limits) (stop func()) {
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		wall := time.NewTimer(l.Wall)
		defer wall.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ctx.Done():
				k.kill(ctx.Err())
				return
			case <-wall.C:
				k.kill(ErrTime)
				return
			case <-tick.C:
				if resident(k.cmd.Process.Pid) > memoryFactor*l.Memory {
					k.kill(ErrMemory)
					return
				}
			}
		}
	}()
	return func() { close(quit); <-gone }
}

// capped keeps the first bytes written to it and drops the rest.
type capped struct {
	bytes.Buffer
	limit int
}

var _ io.Writer = (*capped)(nil)

// Write implements io.Writer.
func (c *capped) Write(p []byte) (int, error) {
	if left := c.limit - c.Len(); left > 0 {
		c.Buffer.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}

// outOfMemory recognises the Go runtime's last words where the system gave it no
// more memory.
func outOfMemory(stderr []byte) bool {
	for _, words := range []string{"out of memory", "cannot allocate memory", "failed to reserve memory"} {
		if bytes.Contains(stderr, []byte(words)) {
			return true
		}
	}
	return false
}
