package sdk

import (
	"fmt"
	"log/slog"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// recovered makes an error of a panic in author's code and logs where it was. The
// process lives on: other calls are under way.
func recovered(logger *slog.Logger, call string, err *error) {
	reason := recover()
	if reason == nil {
		return
	}
	where := panicked()
	logger.Error("panic", "in", where, "call", path.Base(call), "reason", fmt.Sprint(reason), "stack", stackOf(debug.Stack()))
	*err = fmt.Errorf("plugin: %s panicked: %v", where, reason)
}

// maxStack bounds a stack, in bytes: a host takes 4 KiB of a line.
const maxStack = 2 << 10

// stackOf cuts what a deferred function sees of the stack: from the function that
// panicked on, as far as there is room.
func stackOf(stack []byte) string {
	head, rest, _ := strings.Cut(string(stack), "\n")
	const mark = "\npanic("
	if at := strings.LastIndex(rest, mark); at >= 0 {
		lines := strings.SplitN(rest[at+1:], "\n", 3) // panic(...) and where that is
		rest = lines[len(lines)-1]
	}
	text := head + "\n" + rest
	if len(text) > maxStack {
		text = text[:maxStack] + " ..."
	}
	return text
}

// panicked names the function that panicked. It is called by the deferred function
// that recovers. What was recovered and thrown again is named where it began.
func panicked() string {
	callers := make([]uintptr, 128)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	where, inPanic := "a function", false
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			inPanic = true
		case inPanic && !strings.HasPrefix(frame.Function, "runtime."):
			where, inPanic = path.Base(frame.Function), false
		}
		if !more {
			return where
		}
	}
}
