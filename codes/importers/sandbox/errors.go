package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What can go wrong with a child. Errors of [Sandbox.Run] wrap one of them, or
// are those of the context.
var (
	ErrMemory  = errors.New("took more memory than it may")
	ErrTime    = errors.New("took longer than it may")
	ErrOutput  = errors.New("wrote more than it may")
	ErrCrashed = errors.New("crashed")
	ErrKilled  = errors.New("was killed by somebody else, twice") // which is no fault of its input
	ErrJob     = errors.New("failed")                             // the job itself returned an error: a [*JobError]

	// ErrNoMain says that the running program never called [Main], so that a
	// child would run the whole program instead of the job.
	ErrNoMain = errors.New("this program cannot start child processes: its main function must call sandbox.Main, with the jobs, before anything else")
	ErrNoJob  = errors.New("no such job: it must be in the map given to sandbox.Main")
	ErrStart  = errors.New("the child process could not be started")
)

// JobError is the error a job returned. Only its text crosses from the child.
type JobError struct {
	Job     string
	Message string
}

// Error implements error.
func (e *JobError) Error() string { return e.Job + ": " + e.Message }

// Unwrap returns [ErrJob].
func (e *JobError) Unwrap() error { return ErrJob }

// CrashError says how a child ended that returned nothing.
type CrashError struct {
	Job    string
	Status string // "exit status 2", "signal: killed"
	Words  string // the last thing it said, on one line; may be ""
}

// Error implements error.
func (e *CrashError) Error() string {
	text := fmt.Sprintf("%s: %v (%s)", e.Job, ErrCrashed, e.Status)
	if e.Words != "" {
		text += ": " + e.Words
	}
	return text
}

// Unwrap returns [ErrCrashed].
func (e *CrashError) Unwrap() error { return ErrCrashed }

// maxWords is how much of a child's last words is passed on, in bytes.
const maxWords = 300

// lastWords picks the line of a child's standard error that says why it ended:
// the runtime's verdict where there is one, else the last line. Traces of the
// stack, which hold paths, are never passed on.
func lastWords(stderr []byte) string {
	last := ""
	for line := range strings.SplitSeq(string(stderr), "\n") {
		line = sanitise(line)
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "runtime: ") {
			return line
		}
		if line != "" {
			last = line
		}
	}
	return last
}

// sanitise makes one printable line of a text that was written by who knows whom.
func sanitise(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return -1
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.TrimSpace(text)
	for len(text) > maxWords {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
