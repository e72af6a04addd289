package wire

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// ErrMalformed says that the other side sent what is no message of the protocol: a
// part is missing, too large, out of range or no text.
var ErrMalformed = errors.New("plugin: malformed message")

// errorDomain tells our ErrorInfo from others'.
const errorDomain = "regengine.plugin"

// maxErrorText bounds an error that crosses, in bytes.
const maxErrorText = 8 << 10

// sentinel is an error that means the same on both sides.
type sentinel struct {
	reason string // on the wire; never changed once released
	code   codes.Code
	err    error
}

// sentinels lists every sentinel that a method of a country may return. A test
// holds it against the packages that declare them.
var sentinels = []sentinel{
	{"PLACE_NOT_FOUND", codes.NotFound, geo.ErrNotFound},
	{"INVALID_ID", codes.InvalidArgument, geo.ErrInvalidID},
	{"INVALID_QUERY", codes.InvalidArgument, geo.ErrInvalidQuery},
	{"INVALID_PLACE", codes.InvalidArgument, geo.ErrInvalidPlace},
	{"INVALID", codes.InvalidArgument, projects.ErrInvalid},
	{"UNAVAILABLE", codes.FailedPrecondition, projects.ErrUnavailable},
	{"NOT_FOUND", codes.NotFound, projects.ErrNotFound},
	{"NO_ACTIVE_PROJECT", codes.FailedPrecondition, projects.ErrNoActive},
	{"UNREADABLE", codes.InvalidArgument, projects.ErrUnreadable},
	{"TOO_LARGE", codes.ResourceExhausted, projects.ErrTooLarge},
	{"FULL", codes.ResourceExhausted, projects.ErrFull},
	{"BROKEN", codes.Internal, projects.ErrBroken},
	{"BUSY", codes.Unavailable, projects.ErrBusy},
	{"INTERRUPTED", codes.Unavailable, projects.ErrInterrupted},
	{"MALFORMED", codes.InvalidArgument, ErrMalformed},
	{"CANCELED", codes.Canceled, context.Canceled},
	{"DEADLINE_EXCEEDED", codes.DeadlineExceeded, context.DeadlineExceeded},
}

// ToStatus makes of err what gRPC carries: its text, and the sentinels it wraps. nil
// stays nil, and so does what is a status already.
func ToStatus(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := err.(interface{ GRPCStatus() *status.Status }); ok { // one that is wrapped would lose the text around it
		return err
	}
	st := status.New(codes.Unknown, Clean(err.Error(), maxErrorText))
	for _, s := range sentinels {
		if !errors.Is(err, s.err) {
			continue
		}
		if st.Code() == codes.Unknown {
			st = status.New(s.code, st.Message())
		}
		if with, err := st.WithDetails(&errdetails.ErrorInfo{Domain: errorDomain, Reason: s.reason}); err == nil {
			st = with
		}
	}
	return st.Err()
}

// Error is an error of the other side.
type Error struct {
	Code codes.Code // of gRPC
	Text string     // cleaned
	is   []error
}

// Error returns the text as the other side wrote it.
func (e *Error) Error() string { return e.Text }

// Unwrap returns the sentinels, so that errors.Is finds them.
func (e *Error) Unwrap() []error { return e.is }

// FromStatus makes an [*Error] of what a call returned: errors.Is finds the
// sentinels of the other side in it, and context.Canceled and DeadlineExceeded
// whoever gave up. A connection that broke has code Unavailable. nil stays nil.
func FromStatus(err error) error {
	if err == nil {
		return nil
	}
	st, ok := status.FromError(err)
	if !ok {
		return err // io.EOF of a stream, or of this side
	}
	e := &Error{Code: st.Code(), Text: Clean(st.Message(), maxErrorText)}
	if e.Text == "" {
		e.Text = fmt.Sprintf("plugin: %s", e.Code)
	}
	for _, s := range sentinels {
		if hasReason(st, s.reason) || st.Code() == s.code && isContext(s.err) {
			e.is = append(e.is, s.err)
		}
	}
	return e
}

func isContext(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func hasReason(st *status.Status, reason string) bool {
	for _, d := range st.Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok && info.GetDomain() == errorDomain && info.GetReason() == reason {
			return true
		}
	}
	return false
}
