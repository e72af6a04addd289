package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

// Limits bound one child. A zero field takes the default.
type Limits struct {
	Wall   time.Duration // by the clock; 2 minutes
	CPU    time.Duration // of processor time, in whole seconds; 2 minutes
	Memory int64         // bytes resident; 256 MiB. A program built with the race detector may take 8 times as much
	Output int64         // bytes the job may write; 64 MiB
	Files  int64         // bytes it may write into any one file; none

	// Progress is told what the job reports, from another goroutine, one call at
	// a time. It may be nil.
	Progress func(done, total int, what string) `json:"-"`
}

// The limits taken where none are said.
const (
	DefaultWall   = 2 * time.Minute
	DefaultCPU    = 2 * time.Minute
	DefaultMemory = 256 << 20
	DefaultOutput = 64 << 20
)

func (l *Limits) orDefault() Limits {
	if l == nil {
		l = &Limits{}
	}
	full := *l
	full.Wall = cmp.Or(full.Wall, DefaultWall)
	full.CPU = cmp.Or(full.CPU, DefaultCPU)
	full.Memory = cmp.Or(full.Memory, DefaultMemory)
	full.Output = cmp.Or(full.Output, DefaultOutput)
	return full
}

// Sandbox starts children. The zero value is ready to use; a Sandbox must not be
// copied after its first Run.
type Sandbox struct {
	// Executable is the program to start; "" is the running one. Another program
	// must call [Main] as well.
	Executable string

	// Children is how many may run at once; further calls wait. 0 is one for
	// each two processors, at least 1: each may take its whole Memory.
	Children int

	once  sync.Once
	slots chan struct{}
}

var standard Sandbox

// Run is [Sandbox.Run] of a Sandbox the whole program shares.
func Run(ctx context.Context, job string, input []byte, limits *Limits) ([]byte, error) {
	return standard.Run(ctx, job, input, limits)
}

// Run runs a job on input in a child and returns what it wrote. A child that is
// killed from outside, as by an operator or a machine short of memory, is started once
// more. The error is that of ctx, or wraps ErrMemory, ErrTime, ErrOutput, ErrCrashed,
// ErrKilled, ErrJob, ErrStart, ErrNoMain or ErrNoJob; nothing is returned beside it,
// and the child is gone when Run returns.
func (s *Sandbox) Run(ctx context.Context, job string, input []byte, limits *Limits) ([]byte, error) {
	if err := s.check(job); err != nil {
		return nil, fmt.Errorf("%s: %w", job, err)
	}
	s.once.Do(func() { s.slots = make(chan struct{}, cmp.Or(s.Children, max(1, runtime.NumCPU()/2))) })
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.slots }()
	o := order{Job: job, Size: int64(len(input)), Limits: limits.orDefault()}
	out, err := s.run(ctx, o, input, limits)
	if errors.Is(err, ErrKilled) {
		out, err = s.run(ctx, o, input, limits)
	}
	return out, err
}

// check tells what a child could only say too late: by then it would have run
// the program's own main function.
func (s *Sandbox) check(job string) error {
	if s.Executable != "" {
		return nil
	}
	jobs := installed.Load()
	if jobs == nil {
		return ErrNoMain
	}
	if (*jobs)[job] == nil {
		return ErrNoJob
	}
	return nil
}

func (s *Sandbox) run(ctx context.Context, o order, input []byte, limits *Limits) ([]byte, error) {
	program, err := s.program()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", o.Job, ErrStart, err)
	}
	if limits != nil {
		o.Limits.Progress = limits.Progress
	}
	got, end := start(ctx, program, o, input)
	if err := end.verdict(ctx, o, got); err != nil {
		return nil, err
	}
	return got.data, nil
}

// program returns the file to execute. On Linux that is the very file that is
// running, also when an upgrade has put another in its place.
func (s *Sandbox) program() (string, error) {
	if s.Executable != "" {
		return s.Executable, nil
	}
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); runtime.GOOS == "linux" && err == nil {
		return self, nil
	}
	return os.Executable()
}

// ending is how a child came to its end.
type ending struct {
	started error
	cause   error // why it was killed: ErrMemory, ErrTime, ErrOutput, errWire; nil when it was not
	code    int
	killed  bool // by a signal that the child does not end by of its own accord
	cpu     time.Duration
	status  string
	stderr  []byte
}

// verdict returns the error of a run, nil where the job ended well.
func (e *ending) verdict(ctx context.Context, o order, got reply) error {
	switch {
	case got.ended && e.cause == nil:
		return got.verdict(o.Job)
	case ctx.Err() != nil:
		return ctx.Err()
	case e.started != nil:
		return fmt.Errorf("%s: %w: %w", o.Job, ErrStart, e.started)
	}
	return e.failure(o)
}

// verdict returns the error that a job ended with itself.
func (r *reply) verdict(job string) error {
	switch r.failed {
	case "":
		return nil
	case ErrNoJob.Error():
		return fmt.Errorf("%s: %w", job, ErrNoJob)
	}
	return &JobError{Job: job, Message: r.failed}
}

// failure returns the error of a child that ended before its job did.
func (e *ending) failure(o order) error {
	if limit := e.limit(o.Limits); limit != nil {
		return fmt.Errorf("%s: %w: %s", o.Job, limit, bound(limit, o.Limits))
	}
	if e.killed && e.cause == nil {
		return fmt.Errorf("%s: %w (%s)", o.Job, ErrKilled, e.status)
	}
	words := lastWords(e.stderr)
	if errors.Is(e.cause, errWire) {
		words = errWire.Error()
	}
	return &CrashError{Job: o.Job, Status: e.status, Words: words}
}

// limit returns which limit ended the child, nil where none did.
func (e *ending) limit(l Limits) error {
	switch {
	case e.cause != nil && !errors.Is(e.cause, errWire):
		return e.cause
	case e.code == exitMemory || outOfMemory(e.stderr):
		return ErrMemory
	case e.code < 0 && e.cpu >= l.CPU-l.CPU/8: // killed by the kernel, which counts a little more
		return ErrTime
	}
	return nil
}

// bound says a limit in words.
func bound(limit error, l Limits) string {
	switch {
	case errors.Is(limit, ErrMemory):
		return fmt.Sprintf("%d MiB", l.Memory>>20)
	case errors.Is(limit, ErrOutput):
		return fmt.Sprintf("%d bytes", l.Output)
	default:
		return fmt.Sprintf("%v, of it %v on the processor", l.Wall, l.CPU)
	}
}
