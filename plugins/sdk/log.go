package sdk

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/reglookup/regengine/plugins/internal/wire"
)

// maxLogText bounds one text of a log line, in bytes; the host cuts longer lines.
const maxLogText = 16 << 10

// newLogger returns a logger whose lines a host takes for what they are: JSON as
// go-plugin reads it, with @level, @message and @timestamp.
func newLogger(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: hostAttr}))
}

// hostAttr names what the host looks for. Whatever else would go by such a name
// gets another: a host that expects a text there would stumble over a number.
func hostAttr(groups []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindString {
		a.Value = slog.StringValue(wire.Clean(a.Value.String(), maxLogText))
	}
	if len(groups) > 0 {
		return a
	}
	switch kind := a.Value.Kind(); {
	case a.Key == slog.TimeKey && kind == slog.KindTime:
		return slog.String("@timestamp", a.Value.Time().Format("2006-01-02T15:04:05.000000Z07:00"))
	case a.Key == slog.LevelKey && kind == slog.KindAny:
		if level, ok := a.Value.Any().(slog.Level); ok {
			return slog.String("@level", hostLevel(level))
		}
	case a.Key == slog.MessageKey && kind == slog.KindString:
		a.Key = "@message"
	case strings.HasPrefix(a.Key, "@"):
		a.Key = "_" + a.Key[1:]
	}
	return a
}

// hostLevel returns the nearest of the levels the host knows, below the given one.
func hostLevel(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return "error"
	case l >= slog.LevelWarn:
		return "warn"
	case l >= slog.LevelInfo:
		return "info"
	}
	return "debug"
}

// captureOnce returns a function that, when it is first called, has what is printed
// to os.Stdout and os.Stderr from then on logged.
func captureOnce(logger *slog.Logger) func() {
	return sync.OnceFunc(func() {
		for name, file := range map[string]**os.File{"stdout": &os.Stdout, "stderr": &os.Stderr} {
			r, w, err := os.Pipe()
			if err != nil {
				logger.Warn("what is printed is not logged", "stream", name, "error", err)
				continue
			}
			*file = w
			go logLines(logger.With("stream", name), r)
		}
	})
}

// logLines logs each line of r, long ones in pieces.
func logLines(logger *slog.Logger, r io.Reader) {
	lines := bufio.NewReaderSize(r, 4<<10)
	for {
		line, err := lines.ReadSlice('\n')
		if text := strings.TrimRight(string(line), "\r\n"); text != "" {
			logger.Info(text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}
