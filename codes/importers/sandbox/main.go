package sandbox

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// Job is work done in a child: input is the whole input, and what it writes is
// what [Run] returns. An error crosses as its text ([JobError]); results that
// are refusals with a structure of their own are better written as output. A
// job must not use the process's standard streams.
type Job func(input []byte, output *Output) error

// marker in the environment makes a process a child.
const marker = "REGENGINE_SANDBOX"

// The exit codes of a child that did not end by a signal. They are apart from
// those of the Go runtime.
const (
	exitDone   = 0
	exitOrder  = 81 // the order could not be read
	exitLimits = 82 // a limit could not be set
	exitOrphan = 83 // the parent is gone
	exitMemory = 84 // the child found its memory limit passed
)

// installed holds the jobs of the running program once it has called Main.
var installed atomic.Pointer[map[string]Job]

// Main must be the first thing a program's main function does. In a child it
// runs the job it was started for and never returns; else it notes that jobs
// can be run and returns at once.
func Main(jobs map[string]Job) {
	if os.Getenv(marker) == "" {
		installed.Store(&jobs)
		return
	}
	os.Exit(child(jobs, os.Stdin, os.Stdout, os.Stderr))
}

// child runs the job that stdin orders and returns the exit code.
func child(jobs map[string]Job, stdin io.Reader, stdout, stderr io.Writer) int {
	r := bufio.NewReaderSize(stdin, maxOrder)
	o, input, err := readOrder(r)
	if err != nil {
		_, _ = io.WriteString(stderr, err.Error()+"\n")
		return exitOrder
	}
	if err := confine(o.Limits); err != nil {
		_, _ = io.WriteString(stderr, err.Error()+"\n")
		return exitLimits
	}
	go dieWithParent(r)
	go dieOfMemory(memoryFactor * o.Limits.Memory)
	out := newOutput(stdout)
	job, ok := jobs[o.Job]
	if !ok {
		out.fail(ErrNoJob)
		return exitDone
	}
	if err := job(input, out); err != nil {
		out.fail(err)
		return exitDone
	}
	out.end()
	return exitDone
}

// confine sets the limits a process can set for itself.
func confine(l Limits) error {
	debug.SetMemoryLimit(memoryFactor * (l.Memory - l.Memory/8)) // the rest is for what the heap does not count
	return confineProcess(l)
}

// dieWithParent ends the process when the parent's end of the input closes,
// which it keeps open for as long as it lives.
func dieWithParent(r io.Reader) {
	_, _ = r.Read(make([]byte, 1))
	os.Exit(exitOrphan)
}

// dieOfMemory ends the process when the Go runtime holds more than limit bytes:
// the only watch where the parent cannot see a child's memory.
func dieOfMemory(limit int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(samples)
		if int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) > limit {
			os.Exit(exitMemory)
		}
		time.Sleep(watchEvery)
	}
}

// Output takes what a job returns. It is safe for concurrent use.
type Output struct {
	mu  sync.Mutex
	w   *bufio.Writer
	err error
}

func newOutput(w io.Writer) *Output {
	o := &Output{w: bufio.NewWriterSize(w, 64<<10)}
	_, o.err = o.w.WriteString(magic)
	return o
}

// Write implements io.Writer.
func (o *Output) Write(data []byte) (int, error) {
	written := 0
	for len(data) > 0 {
		part := data[:min(len(data), maxFrame)]
		if err := o.frame(frameData, part); err != nil {
			return written, err
		}
		written += len(part)
		data = data[len(part):]
	}
	return written, nil
}

// Progress tells the parent how far the job has come.
func (o *Output) Progress(done, total int, what string) {
	line, err := json.Marshal(progress{done, total, what})
	if err == nil && o.frame(frameProgress, line) == nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.err = o.w.Flush()
	}
}

func (o *Output) frame(kind frameKind, data []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = writeFrame(o.w, kind, data)
	}
	return o.err
}

func (o *Output) end() { o.last(frameEnd, nil) }

func (o *Output) fail(err error) { o.last(frameFailed, []byte(sanitise(err.Error()))) }

func (o *Output) last(kind frameKind, data []byte) {
	_ = o.frame(kind, data)
	o.mu.Lock()
	defer o.mu.Unlock()
	_ = o.w.Flush() // where the parent is gone nobody is left to tell
}
