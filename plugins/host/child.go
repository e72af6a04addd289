package host

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// child is the operating system's process of a plugin with all it started. It is
// go-plugin's runner: started once, ended as a whole, and done when nothing of it
// is left.
type child struct {
	name   string
	folder string // private; in the environment of everything it starts
	cmd    *exec.Cmd
	log    *logbook
	memory int64         // allowed, in bytes
	slack  time.Duration // of processor time
	calls  atomic.Int64  // under way; its start is one

	hello, helloIn   *filteredPipe // the line of the handshake, for go-plugin
	stdout, stderr   *os.File      // our ends
	stdin            *os.File      // the plugin's: nothing
	stdoutW, stderrW *os.File      // the plugin's

	mu       sync.Mutex
	cause    error // why it was ended, or ended
	reaped   bool
	pid      int
	stuck    chan struct{} // closed when it was ended and does not end
	patience *time.Timer   // until then
	over     chan struct{} // closed when it has ended, or is left to the system
	done     chan struct{}
}

const (
	maxHello = 8 << 10 // of the handshake's line

	// aboutToEnd is how long a process whose connection broke may take to end by itself,
	// which says more than the broken connection does.
	aboutToEnd = time.Second
	// lastWords is for what is left in the pipes of a process that ended. It takes that
	// long only where something holds a pipe that is not found by its mark.
	lastWords = 3 * time.Second

	// dying is how long a process may take to end once it was ended: it has the lowest
	// priority, and needs the processor to end. One that is traced, or waits for a device,
	// does not end; nobody waits for that.
	dying = 5 * time.Second
)

// newChild prepares a process of im. env are variables go-plugin needs handed on.
func newChild(o Options, im *image, folder string, env []string, log *logbook) (*child, error) {
	c := &child{name: log.name, folder: folder, log: log, memory: o.MemoryBytes, stuck: make(chan struct{}), over: make(chan struct{}), done: make(chan struct{})}
	c.calls.Store(1)
	c.hello = newFilteredPipe()
	c.helloIn = newFilteredPipe() // nothing: stderr is read here
	if err := c.openStreams(); err != nil {
		return nil, err
	}
	c.cmd = &exec.Cmd{
		Args: []string{filePrefix + c.name}, Dir: folder,
		Env:   append(environment(o, folder), env...),
		Stdin: c.stdin, Stdout: c.stdoutW, Stderr: c.stderrW,
	}
	if err := im.program(c.cmd, c.stdin, c.stdoutW, c.stderrW); err != nil {
		return nil, errors.Join(err, c.closeTheirs(), c.stdout.Close(), c.stderr.Close())
	}
	apart(c.cmd)
	return c, nil
}

// environment is what a plugin sees: what was expressly handed on, and, whatever that
// says, a home of its own, how much memory and how many cores it has.
func environment(o Options, folder string) (env []string) {
	for _, name := range o.Environ {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env, // of two values the last counts
		"PATH=/usr/bin:/bin", "HOME="+folder, "TMPDIR="+folder,
		"GOMEMLIMIT="+strconv.FormatInt(o.MemoryBytes*9/10, 10),
		"GOMAXPROCS="+strconv.Itoa(min(maxCores, runtime.NumCPU())),
	)
}

// live starts the process and waits for its end, on a thread of its own: the
// process is ended by the system when the thread that started it ends, and it
// inherits the thread's low priority.
func (c *child) live(started chan<- error) {
	runtime.LockOSThread() // to the goroutine's end, and with it the thread's
	defer close(c.done)
	yieldToOthers()
	err := keepDescriptors()
	if err == nil {
		err = c.cmd.Start()
	}
	_ = c.closeTheirs()
	if err != nil {
		_, _ = c.stdout.Close(), c.stderr.Close()
		c.hello.end()
		c.helloIn.end()
		c.end(fmt.Errorf("cannot be executed: %w", err))
		started <- err
		return
	}
	c.mu.Lock()
	c.pid = c.cmd.Process.Pid
	ended := c.cause != nil
	c.mu.Unlock()
	limit(c.pid)
	limitMemory(c.pid, c.memory)
	if ended { // before it began
		c.signal()
	}
	var helpers sync.WaitGroup
	helpers.Go(c.readStdout)
	helpers.Go(func() { c.log.read(c.stderr) })
	helpers.Go(func() { c.watch(c.over) })
	started <- nil
	c.waitForEnd(&helpers)
}

// waitForEnd returns when the process has ended, and everything it started with it;
// or when it was ended and yet does not end.
func (c *child) waitForEnd(helpers *sync.WaitGroup) {
	reaped := make(chan struct{})
	go func() { defer close(reaped); c.reap() }()
	select {
	case <-reaped:
	case <-c.stuck:
		c.end(errors.New("it does not end")) // as if it had, and nobody else did
		c.log.logger.Error("a plugin's process was ended and does not end: it is left to the system; is it traced?", "pid", c.pid)
	}
	close(c.over)
	endMarked(c.folder)
	by := time.Now().Add(lastWords)
	_, _ = c.stdout.SetReadDeadline(by), c.stderr.SetReadDeadline(by)
	helpers.Wait()
	_, _ = c.stdout.Close(), c.stderr.Close()
	c.hello.end()
	c.helloIn.end()
}

// reap waits until the process has ended, and ends what it started.
func (c *child) reap() {
	if waitUnreaped(c.pid) {
		c.signal()       // those it started, while its number is still its own
		_ = c.cmd.Wait() // the state says it
	} else {
		_ = c.cmd.Wait()
		endGroup(c.pid)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reaped = true
	if c.patience != nil {
		c.patience.Stop()
	}
	if c.cause == nil {
		c.cause = errors.New("ended by itself: " + c.cmd.ProcessState.String())
	}
}

// readStdout hands the first line to go-plugin and the rest to the log.
func (c *child) readStdout() {
	in := bufio.NewReaderSize(c.stdout, maxHello)
	line, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		c.end(fmt.Errorf("it began with a line of more than %d bytes, which is no handshake", maxHello))
	}
	c.hello.give(line)
	if err == nil {
		c.log.read(in)
	}
}

// end ends the process with everything it started. The first cause given stays.
func (c *child) end(cause error) {
	c.mu.Lock()
	if c.cause == nil {
		c.cause = cause
	}
	c.mu.Unlock()
	c.signal()
}

func (c *child) signal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pid == 0 || c.reaped {
		return
	}
	endGroup(c.pid)
	if c.patience == nil {
		c.patience = time.AfterFunc(dying, func() { close(c.stuck) })
	}
}

// settle waits for an end that may be under way, and then until what it said last is read.
func (c *child) settle() {
	select {
	case <-c.over:
		<-c.done
	case <-c.done:
	case <-time.After(aboutToEnd):
	}
}

// why says why it ended; nil while it runs.
func (c *child) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cause
}
